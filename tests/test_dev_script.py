"""`./dev` names what is missing in one sentence, with the command that mends it, and never does a step twice."""

import argparse
import ast
import importlib.machinery
import importlib.util
import socket
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parent.parent / "dev"


@pytest.fixture
def dev(tmp_path, monkeypatch) -> ModuleType:
    """The script as a module, working in an empty folder."""
    loader = importlib.machinery.SourceFileLoader("dev_script", str(SCRIPT))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    places = {"ROOT": tmp_path, "VENV": tmp_path / ".venv", "VAR": tmp_path / "var", "NPM": tmp_path / "node_modules"}
    for name, place in places.items():
        monkeypatch.setattr(module, name, place)
    for name in ("requirements.txt", "requirements-dev.txt", "package.json", "package-lock.json"):
        (tmp_path / name).write_text(name)
    return module


@pytest.fixture
def ran(dev, monkeypatch) -> list[list[str]]:
    """The commands that the script would have run."""
    commands: list[list[str]] = []
    monkeypatch.setattr(dev, "run", lambda command, sentence, extra=None: commands.append(list(map(str, command))))
    return commands


def pretend_python(dev: ModuleType, monkeypatch, version: tuple[int, int]) -> None:
    monkeypatch.setattr(dev.sys, "version_info", (*version, 0))
    monkeypatch.delenv("CARDEMS_ANY_PYTHON", raising=False)


class TestPython:
    def test_old_ones_can_read_the_script(self) -> None:
        ast.parse(SCRIPT.read_text(), feature_version=(3, 7))

    @pytest.mark.parametrize(("version", "sentence"), [((3, 9), "3.11 or newer.*apt"), ((3, 15), "not tried.*3.15")])
    def test_one_that_does_not_fit_is_named(self, dev, monkeypatch, version, sentence) -> None:
        pretend_python(dev, monkeypatch, version)
        monkeypatch.setattr(dev.shutil, "which", lambda name: None)
        with pytest.raises(SystemExit, match=sentence):
            dev.use_good_python()

    def test_a_fitting_one_on_the_path_takes_over(self, dev, monkeypatch) -> None:
        pretend_python(dev, monkeypatch, (3, 9))
        taken: list[str] = []
        monkeypatch.setattr(dev.shutil, "which", lambda name: f"/bin/{name}")
        monkeypatch.setattr(dev, "good_python", lambda command: command.endswith("3.12"))
        monkeypatch.setattr(dev.os, "execv", lambda program, arguments: taken.append(program))
        with pytest.raises(SystemExit):
            dev.use_good_python()
        assert taken == ["/bin/python3.12"]

    @pytest.mark.parametrize("module", ["venv", "ensurepip"])
    def test_missing_module_names_the_package(self, dev, monkeypatch, module) -> None:
        monkeypatch.setattr(dev.importlib.util, "find_spec", lambda name: None if name == module else True)
        with pytest.raises(dev.Trouble, match=r"apt install python3\.\d+-venv"):
            dev.make_venv()
        assert not dev.VENV.exists()


class TestPlaces:
    def test_taken_port_proposes_a_free_one(self, dev) -> None:
        with socket.socket() as taken:
            taken.bind(("127.0.0.1", 0))
            taken.listen()
            with pytest.raises(dev.Trouble, match=r"taken.*\./dev play --port \d+"):
                dev.check_port("127.0.0.1", taken.getsockname()[1])

    @pytest.mark.parametrize("port", [0, -1, 65536])
    def test_impossible_port(self, dev, port) -> None:
        with pytest.raises(dev.Trouble, match="no port"):
            dev.check_port("127.0.0.1", port)

    def test_unwritable_folder(self, dev) -> None:
        dev.VAR.write_text("a file is in the way")
        with pytest.raises(dev.Trouble, match=r"cannot be written.*chown"):
            dev.check_folder()


class TestPackages:
    def test_unchanged_ones_are_left_alone(self, dev, ran) -> None:
        dev.install_python_packages(dev.ROOT / "requirements.txt", dev.VENV)
        dev.install_python_packages(dev.ROOT / "requirements.txt", dev.VENV)
        assert len(ran) == 1
        (dev.ROOT / "requirements.txt").write_text("changed")
        dev.install_python_packages(dev.ROOT / "requirements.txt", dev.VENV)
        assert len(ran) == 2

    def test_development_set_serves_for_both(self, dev, ran) -> None:
        dev.install_python_packages(dev.ROOT / "requirements-dev.txt", dev.VENV)
        dev.install_python_packages(dev.ROOT / "requirements.txt", dev.VENV)
        assert len(ran) == 1

    def test_without_npm_node_comes_from_pypi(self, dev, ran, monkeypatch) -> None:
        monkeypatch.setattr(dev.shutil, "which", lambda name: None)
        dev.install_npm_packages()
        assert dev.NODE_FROM_PYPI in ran[0]
        assert ran[1][0] == str(dev.VENV / "bin/npm")

    def test_failed_step_shows_its_output(self, dev, capsys) -> None:
        with pytest.raises(dev.Trouble, match=r"^It failed\.$"):
            dev.run(["sh", "-c", "echo because; exit 3"], "It failed")
        assert "because" in capsys.readouterr().err


class TestCommands:
    def test_nothing_asked_lists_what_there_is(self, dev, capsys) -> None:
        with pytest.raises(SystemExit) as end:
            dev.main([])
        assert end.value.code == 0
        printed = capsys.readouterr().out
        assert all(name in printed for name in ("play", "test", "check", "manage", "staff", "bench"))

    def test_trouble_is_one_sentence_and_a_bad_exit(self, dev) -> None:
        dev.VAR.write_text("a file is in the way")
        with pytest.raises(SystemExit, match="cannot be written"):
            dev.main(["manage", "check", "--deploy"])

    def test_the_rest_of_the_line_is_passed_on(self, dev, monkeypatch) -> None:
        became: list[list[str]] = []
        monkeypatch.setattr(dev, "set_up", lambda **options: None)
        monkeypatch.setattr(dev, "become", lambda command, **extra: became.append(command[1:]))
        dev.main(["manage", "replay", "--help", "-"])
        assert became == [["manage.py", "replay", "--help", "-"]]

    def test_unknown_benchmark_lists_the_known(self, dev, monkeypatch) -> None:
        monkeypatch.setattr(dev, "set_up", lambda **options: None)
        (dev.ROOT / "tests/bench").mkdir(parents=True)
        (dev.ROOT / "tests/bench/engine.py").touch()
        with pytest.raises(SystemExit, match=r"\./dev bench engine"):
            dev.main(["bench", "none"])

    def test_play_allows_the_network_only_when_asked(self, dev, monkeypatch) -> None:
        started: list[dict[str, str]] = []
        monkeypatch.setattr(dev, "set_up", lambda: None)
        monkeypatch.setattr(dev, "lan_addresses", lambda: ["192.0.2.7"])
        monkeypatch.setattr(dev, "port_is_free", lambda host, port: True)
        monkeypatch.setattr(dev, "become", lambda command, **extra: started.append({"command": command, **extra}))
        dev.main(["play", "--no-browser", "--port", "8123"])
        dev.main(["play", "--no-browser", "--port", "8123", "--lan"])
        assert started[0]["SITE_ORIGINS"] == "http://127.0.0.1:8123,http://localhost:8123"
        assert started[1]["SITE_ORIGINS"].endswith(",http://192.0.2.7:8123")
        assert "127.0.0.1" in started[0]["command"]
        assert "0.0.0.0" in started[1]["command"]


class TestTesting:
    REPORT = '<testsuites><testsuite tests="{}" failures="{}" errors="0" skipped="{}"/></testsuites>'

    def test_says_how_many_ran(self, dev, tmp_path, capsys) -> None:
        reports = [tmp_path / "a.xml", tmp_path / "b.xml"]
        reports[0].write_text(self.REPORT.format(10, 1, 2))
        reports[1].write_text(self.REPORT.format(5, 0, 0))
        assert dev.sum_up(reports) == 13
        assert "Ran 13 tests in 2 runs: 1 failed, 2 skipped." in capsys.readouterr().out

    def test_nothing_ran_is_a_failure(self, dev, monkeypatch) -> None:
        monkeypatch.setattr(dev, "set_up", lambda **options: None)
        monkeypatch.setattr(dev, "find_chromium", lambda: "chromium")
        monkeypatch.setattr(dev, "pytest", lambda *arguments, **extra: True)
        with pytest.raises(dev.Trouble, match="No test ran"):
            dev.test(argparse.Namespace(rest=["tests/none.py"]))

    def test_chromium_of_the_variable_must_run(self, dev, monkeypatch) -> None:
        monkeypatch.setenv("CHROMIUM", "/nowhere/chromium")
        with pytest.raises(dev.Trouble, match="unset CHROMIUM"):
            dev.find_chromium()
