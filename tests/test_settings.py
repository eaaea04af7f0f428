"""The settings fail closed: a public site starts only with its own key, origins and database, and with https."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from environ import Env

from cardems_site import checks, environment

ROOT = Path(__file__).resolve().parent.parent
KEY = "b3Fz-vN8sLq0_x7TtYw2Jm5RkUe1HcPa9GdOi4WnZl6Xb3Fz-vN8sLq0"
PUBLIC = {"SECRET_KEY": KEY, "SITE_ORIGINS": "https://cards.example.org", "DATABASE_URL": "sqlite:////tmp/none.sqlite3"}


@pytest.fixture
def env(monkeypatch):
    """Reads an environment in which only the given names of ours are set."""

    def environment_of(**values: str) -> Env:
        for name in ("SECRET_KEY", "SITE_ORIGINS", "DATABASE_URL", "DEBUG"):
            monkeypatch.delenv(name, raising=False)
        for name, value in values.items():
            monkeypatch.setenv(name, value)
        return Env()

    return environment_of


def manage(*arguments: str, settings: dict[str, str]) -> subprocess.CompletedProcess:
    """`manage.py …` in a process that knows these settings and no others."""
    base = {"PATH": os.environ["PATH"], "CARDEMS_ENV_FILE": os.devnull}
    command = [sys.executable, str(ROOT / "manage.py"), *arguments]
    return subprocess.run(command, env=base | settings, capture_output=True, text=True, cwd=ROOT)


class TestSecretKey:
    @pytest.mark.parametrize("key", ["", "short", "a" * 60, "django-insecure-" + KEY])
    def test_public_site_refuses_a_weak_one(self, env, tmp_path, key) -> None:
        with pytest.raises(ImproperlyConfigured, match="SECRET_KEY"):
            environment.secret_key(env(SECRET_KEY=key), tmp_path / "key", local=False)
        assert not (tmp_path / "key").exists()

    def test_local_mode_makes_its_own_and_keeps_it(self, env, tmp_path) -> None:
        file = tmp_path / "var" / "key"
        key = environment.secret_key(env(), file, local=True)
        assert len(key) >= environment.SHORTEST_KEY
        assert environment.secret_key(env(), file, local=True) == key
        assert file.stat().st_mode & 0o077 == 0


class TestOrigins:
    @pytest.mark.parametrize(
        "origins",
        ["", "*", "https://*", "https://*.a.example", "https://.a.example", "a.example", "http://a.example"],
    )
    def test_public_site_refuses(self, env, origins) -> None:
        with pytest.raises(ImproperlyConfigured, match="SITE_ORIGINS"):
            environment.origins(env(SITE_ORIGINS=origins), local=False)

    @pytest.mark.parametrize("origins", ["https://a.example/path", "https://a.example,*"])
    def test_public_site_refuses_a_path_and_a_wildcard_among_others(self, env, origins) -> None:
        with pytest.raises(ImproperlyConfigured, match="SITE_ORIGINS"):
            environment.origins(env(SITE_ORIGINS=origins), local=False)

    def test_hosts_follow_from_them(self, env) -> None:
        origins = environment.origins(env(SITE_ORIGINS="https://a.example, https://b.example:8443/"), local=False)
        assert origins == ["https://a.example", "https://b.example:8443"]
        assert environment.hosts([*origins, "https://[::1]:8000"]) == ["[::1]", "a.example", "b.example"]

    def test_local_mode_is_this_machine_over_http(self, env) -> None:
        assert environment.hosts(environment.origins(env(), local=True)) == ["127.0.0.1", "localhost"]


class TestDatabase:
    @pytest.mark.parametrize("url", ["", "mysql://u:p@host/name", "nonsense"])
    def test_public_site_refuses(self, env, tmp_path, url) -> None:
        with pytest.raises(ImproperlyConfigured, match="DATABASE_URL"):
            environment.database(env(DATABASE_URL=url), tmp_path / "db", local=False)

    def test_options_of_the_address_stay(self, env, tmp_path) -> None:
        found = environment.database(
            env(DATABASE_URL="postgres://u:p@host:5432/name?sslmode=require"), tmp_path, local=False
        )
        assert found["OPTIONS"]["sslmode"] == "require"
        assert found["OPTIONS"]["pool"]

    def test_sqlite_waits_at_the_start_of_a_transaction(self, env, tmp_path) -> None:
        found = environment.database(env(), tmp_path / "db", local=True)
        assert found["NAME"] == str(tmp_path / "db")
        assert found["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_debug_is_refused_on_a_public_site(env) -> None:
    with pytest.raises(ImproperlyConfigured, match="DEBUG"):
        environment.debug(env(DEBUG="1"), local=False)
    assert environment.debug(env(), local=True) is False


@pytest.mark.parametrize("missing", PUBLIC)
def test_public_site_does_not_start_without(missing: str) -> None:
    result = manage("check", settings={name: value for name, value in PUBLIC.items() if name != missing})
    assert result.returncode != 0
    assert missing in result.stderr


def test_deployment_check_is_clean_with_the_example_and_a_key(tmp_path) -> None:
    example = (ROOT / ".env.example").read_text().replace("SECRET_KEY=\n", f"SECRET_KEY={KEY}\n", 1)
    (tmp_path / ".env").write_text(example)
    settings = {"CARDEMS_ENV_FILE": str(tmp_path / ".env")}
    result = manage("check", "--deploy", "--fail-level", "WARNING", settings=settings)
    assert result.returncode == 0, result.stderr


def test_folder_of_the_env_file_is_used(tmp_path) -> None:
    (tmp_path / ".env").write_text(
        "".join(f"{name}={value}\n" for name, value in PUBLIC.items()) + "CARDEMS_VAR=/srv/x\n"
    )
    settings = {"CARDEMS_ENV_FILE": str(tmp_path / ".env")}
    result = manage(
        "shell", "-v0", "-c", "from django.conf import settings; print(settings.STATIC_ROOT)", settings=settings
    )
    assert result.stdout == "/srv/x/static\n", result.stderr


def test_example_names_every_variable() -> None:
    sources = "".join((ROOT / "cardems_site" / name).read_text() for name in ("settings.py", "environment.py"))
    example = (ROOT / ".env.example").read_text()
    read = {part.split('"')[1] for part in sources.split("env.")[1:] if part.split("(")[0].isidentifier()}
    assert {name for name in read if name.isupper() and name not in example} == set()


class TestChecks:
    def test_memory_layer_is_for_one_process(self, settings) -> None:
        settings.WEB_PROCESSES, settings.CHANNEL_URL = 2, ""
        assert [error.id for error in checks.memory_layer_of_one_process()] == ["cardems.E002"]
        settings.CHANNEL_URL = "redis://127.0.0.1:6379/0"
        assert checks.memory_layer_of_one_process() == []

    def test_missing_npm_folder_says_what_to_run(self, settings, tmp_path) -> None:
        settings.STATICFILES_DIRS = [("idiomorph", tmp_path / "none")]
        [error] = checks.npm_folders()
        assert "./dev play" in error.hint


class TestHeaders:
    def test_every_page_is_strict(self, client, db) -> None:
        headers = client.get("/accounts/login/").headers
        policy = headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy
        assert "unsafe" not in policy
        assert headers["X-Frame-Options"] == "DENY"
        assert "geolocation=()" in headers["Permissions-Policy"]

    def test_foreign_host_is_refused(self, client) -> None:
        assert client.get("/accounts/login/", headers={"Host": "evil.example"}).status_code == 400


@pytest.mark.django_db
@pytest.mark.parametrize("charset", ["utf-16", "utf-7", "latin-1"])
@pytest.mark.parametrize("path", ["/", "/accounts/login/", "/play/tarneeb/"])
def test_a_form_in_other_letters_is_a_bad_request_and_no_error(path, charset) -> None:
    kind = f"application/x-www-form-urlencoded; charset={charset}"
    response = Client(enforce_csrf_checks=True).post(path, b"a=1", content_type=kind)
    assert response.status_code in (400, 403, 405)
