"""Setting up a checkout: which Python is taken, and environments that recover."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.support.files import ROOT

if shutil.which("sh") is None:
    pytest.skip("there is no shell", allow_module_level=True)

PYTHON = """#!/bin/sh
# Plays Python {version}, as far as the scripts ask.
case "$*" in
*version_info*3,*) exit {too_old} ;;
*print*) echo {version} ;;
*find_spec*) exit 0 ;;
"-m venv "*) mkdir -p "$3/bin"; cp "$0" "$3/bin/python"; echo "home = here" > "$3/pyvenv.cfg" ;;
"-m pip "*) echo "$*" >> "${{0%/*}}/../pip.log"; [ ! -e "${{0%/*}}/../offline" ] ;;
*) exit 1 ;;
esac
"""


class Machine:
    """A folder of programs to be found on the PATH, and nothing else."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.programs = folder / "programs"
        self.programs.mkdir()
        for name in ("cp", "dirname", "grep", "ln", "mkdir", "readlink", "rm", "rmdir", "sh"):
            (self.programs / name).symlink_to(str(shutil.which(name)))

    def has(self, name: str, version: str) -> None:
        too_old = int(tuple(map(int, version.split("."))) < (3, 11))
        self.script(name, PYTHON.format(version=version, too_old=too_old))

    def script(self, name: str, text: str) -> None:
        path = self.programs / name
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def run(self, script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(self.programs / "sh"), str(ROOT / "tools" / script), *arguments],
            cwd=self.folder,
            env={"PATH": str(self.programs), "HOME": str(self.folder / "home")},
            capture_output=True,
            text=True,
            check=False,
            timeout=30,
        )


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    return Machine(tmp_path)


@pytest.mark.parametrize(
    ("there", "chosen"),
    [
        ({"python3": "3.11.2"}, "python3"),
        ({"python3": "3.15.0", "python3.12": "3.12.1"}, "python3"),
        ({"python3": "3.10.13", "python3.11": "3.11.2", "python3.13": "3.13.0"}, "python3.13"),
        ({"python3.12": "3.12.1"}, "python3.12"),
        ({"python3": "3.9.2", "python": "3.12.1"}, "python"),
    ],
)
def test_the_python_that_is_taken(machine: Machine, there: dict[str, str], chosen: str) -> None:
    for name, version in there.items():
        machine.has(name, version)
    assert machine.run("python.sh").stdout == f"{chosen}\n"


def test_without_a_recent_python_it_is_said_plainly(machine: Machine) -> None:
    assert "there is no python3 here that runs" in machine.run("python.sh").stderr
    machine.has("python3", "3.10.13")
    found = machine.run("python.sh")
    assert "needs Python 3.11 or later, and python3 is 3.10.13" in found.stderr
    assert (found.stdout, found.returncode) == ("", 1)


def test_a_named_python_is_taken_or_refused(machine: Machine) -> None:
    machine.has("python3", "3.11.2")
    machine.has("my python", "3.12.1")
    machine.has("old", "3.8.1")
    assert machine.run("python.sh", "my python").stdout == "my python\n"
    refused = machine.run("python.sh", "old")
    assert "and old is 3.8.1" in refused.stderr
    assert refused.returncode == 1


def test_an_environment_is_made_once(machine: Machine) -> None:
    machine.has("python3", "3.11.2")
    made = machine.run("environment.sh", "ensure", "env")
    assert made.stdout == "making a virtual environment in env with python3 (3.11.2) …\n"
    assert machine.run("environment.sh", "ensure", "env", "").stdout == ""
    assert not (machine.folder / "env" / "unfinished").exists()


def test_an_environment_that_does_not_work_is_made_anew(machine: Machine) -> None:
    machine.has("python3", "3.11.2")
    machine.has("old", "3.10.13")
    env = machine.folder / "env"
    ensure = ("environment.sh", "ensure", "env")

    def made_anew(*arguments: str) -> str:
        (env / "installed").touch()
        told = machine.run(*ensure, *arguments).stdout
        assert not (env / "installed").exists(), told
        assert (env / "bin" / "python").exists()
        return told.partition("\n")[0]

    env.mkdir()
    assert made_anew() == "env is made anew: its Python is gone or older than 3.11"
    shutil.copy(machine.programs / "old", env / "bin" / "python")
    assert made_anew() == "env is made anew: its Python is gone or older than 3.11"
    (env / "unfinished").touch()
    assert made_anew() == "env is made anew: its making was interrupted"
    machine.has("python3.12", "3.12.1")
    assert made_anew("python3.12") == "env is made anew: it was made by Python 3.11.2"


def test_without_a_python_an_old_environment_is_left_alone(machine: Machine) -> None:
    (machine.folder / "env").mkdir()
    assert machine.run("environment.sh", "ensure", "env").returncode == 1
    assert (machine.folder / "env").exists()


def test_an_install_that_fails_leaves_the_environment_usable(machine: Machine) -> None:
    machine.has("python3", "3.11.2")
    machine.run("environment.sh", "ensure", "env")
    (machine.folder / "env" / "offline").touch()
    assert machine.run("environment.sh", "install", "env", "this").returncode == 1
    assert machine.run("environment.sh", "ensure", "env").stdout == ""
    (machine.folder / "env" / "offline").unlink()
    assert machine.run("environment.sh", "install", "env", "this").returncode == 0


def test_the_command_is_linked_and_removed(machine: Machine) -> None:
    machine.has("python3", "3.11.2")
    link = machine.folder / "home" / ".local" / "bin" / "astragal"
    told = machine.run("install.sh", "install", "terminal").stdout
    assert f"{link.parent} is not on the PATH yet" in told
    env = machine.folder / "home" / ".local" / "share" / "astragal" / "environment"
    assert link.readlink() == env / "bin" / "astragal"
    assert (env / "pip.log").read_text(encoding="utf-8").endswith(f"{ROOT}[terminal]\n")
    assert f"removed {env}" in machine.run("install.sh", "uninstall").stdout
    assert not link.is_symlink()
    assert not env.parent.exists()
    assert machine.run("install.sh", "uninstall").stdout.startswith("nothing to remove")


def test_a_command_of_somebody_else_is_left_alone(machine: Machine) -> None:
    machine.has("python3", "3.11.2")
    theirs = machine.folder / "home" / ".local" / "bin" / "astragal"
    theirs.parent.mkdir(parents=True)
    theirs.touch()
    refused = machine.run("install.sh", "install", "terminal")
    assert "is there already, and not from here" in refused.stderr
    machine.run("install.sh", "uninstall")
    assert theirs.exists()


def test_pipx_installs_where_it_is(machine: Machine) -> None:
    machine.has("python3", "3.11.2")
    machine.script("pipx", '#!/bin/sh\n[ "$1" = environment ] && echo /bins || echo "did: $*"\n')
    told = machine.run("install.sh", "install", "terminal,plot").stdout
    assert f"--python python3 {ROOT}[terminal,plot]\n" in told
    assert "installed: /bins/astragal" in told
