"""The server process as `./dev play` starts it, and the commands around it."""

import io
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.contrib.auth import get_user_model
from django.contrib.staticfiles import finders
from django.core.management import CommandError, call_command

from tests.browser.live import free_port
from tests.factories import PASSWORD, UserFactory

ROOT = Path(__file__).resolve().parent.parent
User = get_user_model()


class Served:
    """A server process of its own, on its own database."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.origin = f"http://127.0.0.1:{self.port}"
        self.environment = {
            "PATH": os.environ["PATH"],
            "CARDEMS_LOCAL": "1",
            "CARDEMS_VAR": str(folder),
            "SITE_ORIGINS": self.origin,
        }

    def start(self) -> None:
        command = [sys.executable, "manage.py", "serve", "--prepare", "--port", str(self.port)]
        self.process = subprocess.Popen(command, env=self.environment, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        assert line == "Cardems is at\n", line

    def get(self, path: str) -> str:
        with urllib.request.urlopen(self.origin + path, timeout=10) as response:
            return response.read().decode()

    def end(self, how: signal.Signals) -> int:
        self.process.send_signal(how)
        self.process.communicate(timeout=15)
        return self.process.returncode


@pytest.fixture
def served(tmp_path) -> Iterator[Served]:
    server = Served(tmp_path)
    yield server
    if server.process.poll() is None:
        server.end(signal.SIGKILL)


def test_serves_survives_a_kill_and_ends_cleanly(served) -> None:
    served.start()
    page = served.get("/accounts/login/")
    sheet = re.search(r'href="(/static/[^"]+\.css)"', page)[1]
    assert re.search(r"\.[0-9a-f]{12}\.css$", sheet), "static names carry a hash"
    assert served.get(sheet)
    assert served.end(signal.SIGKILL) == -signal.SIGKILL
    start = time.monotonic()
    served.start()
    assert served.get("/healthz") == "ok\n"
    assert time.monotonic() - start < 10
    assert served.end(signal.SIGINT) == 0


def test_taken_port_is_an_error_in_words(tmp_path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        server = Served(tmp_path)
        command = [sys.executable, "manage.py", "serve", "--port", str(taken.getsockname()[1])]
        result = subprocess.run(command, env=server.environment, cwd=ROOT, capture_output=True, text=True, timeout=30)
    assert result.returncode == 1
    assert "is it in use?" in result.stderr
    assert "Traceback" not in result.stderr


def test_every_static_name_of_the_templates_exists() -> None:
    names = set()
    for template in (ROOT / "templates").rglob("*.html"):
        names |= set(re.findall(r"""\bstatic[ (]["']([^"']+)["']""", template.read_text()))
    assert names
    assert [name for name in sorted(names) if finders.find(name) is None] == []


@pytest.mark.django_db
class TestStaff:
    def test_new_name_gets_an_account(self, monkeypatch, settings, capsys) -> None:
        settings.SITE_ORIGINS = ["https://cards.example"]
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{PASSWORD}\n"))
        call_command("staff", "Warda")
        assert "https://cards.example/admin/\n" in capsys.readouterr().out
        warda = User.objects.get(username="Warda")
        assert warda.is_staff
        assert warda.is_superuser
        assert warda.check_password(PASSWORD)

    def test_known_person_is_raised_without_a_new_password(self) -> None:
        UserFactory(username="Warda")
        call_command("staff", "Warda")
        warda = User.objects.get(username="Warda")
        assert warda.is_superuser
        assert warda.check_password(PASSWORD)

    def test_input_without_a_password_is_said_so_at_once(self, monkeypatch) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO(""))
        with pytest.raises(CommandError, match="No password came"):
            call_command("staff", "Warda")

    @pytest.mark.parametrize(("name", "password"), [("Warda", "short"), ("bad name!", PASSWORD), ("Warda", "")])
    def test_bad_name_or_password_is_refused(self, monkeypatch, name, password) -> None:
        monkeypatch.setattr(sys, "stdin", io.StringIO(f"{password}\n"))
        with pytest.raises(CommandError):
            call_command("staff", name)
        assert not User.objects.exists()
