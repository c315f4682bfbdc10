"""A fresh environment: with the packages of this one, and whatever a test installs beside them."""

from __future__ import annotations

import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

from tests.support.files import ROOT
from tests.support.processes import unmeasured


def offer_game(folder: Path, package: str, entry: str) -> None:
    """What an installer writes down of a package that has a game, among those in a folder."""
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[astragal.games]\n{entry}\n", encoding="utf-8")


class Fresh:
    """An environment of its own in a folder. Nothing is fetched for it."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder)
        self.python = str(folder / "bin" / "python")
        asked = "import sysconfig; print(sysconfig.get_path('purelib'))"
        self.packages = Path(self.run("-c", asked).strip())
        ours = (sysconfig.get_path("purelib"), str(ROOT / "src"))
        (self.packages / "ours.pth").write_text("\n".join(ours), encoding="utf-8")

    def install(self, package: Path) -> None:
        """Install a package from its folder, by what builds packages here."""
        offline = ["--no-deps", "--no-build-isolation", "--no-index"]
        pip = [sys.executable, "-m", "pip", "--python", self.python, "install", "--quiet"]
        done = subprocess.run(
            [*pip, *offline, str(package)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def offer(self, package: str, entry: str) -> None:
        """Have a package without modules that says it has a game."""
        offer_game(self.packages, package, entry)

    def run(self, *args: str, typed: str = "") -> str:
        """What a call of Python writes."""
        done = subprocess.run(
            [self.python, *args],
            input=typed,
            capture_output=True,
            text=True,
            check=False,
            env=unmeasured(),
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout
