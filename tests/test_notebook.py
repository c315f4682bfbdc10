"""The notebook among the examples runs from top to bottom, and is kept without what it shows."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.support.files import ROOT

NOTEBOOK = ROOT / "examples" / "tour.ipynb"


def test_the_notebook_is_tidy() -> None:
    kept = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    nbformat.validate(kept)
    assert set(kept["metadata"]) == {"kernelspec", "language_info"}
    for cell in kept["cells"]:
        assert cell["metadata"] == {}
        if cell["cell_type"] == "code":
            assert (cell["outputs"], cell["execution_count"]) == ([], None)


@pytest.mark.slow
def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The kernel is a process of its own: not with the settings of whoever runs the tests.
    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"), prepend=os.pathsep)
    notebook: Any = nbformat.read(NOTEBOOK, as_version=4)  # type: ignore[no-untyped-call]
    place = {"metadata": {"path": str(tmp_path)}}
    NotebookClient(notebook, timeout=60, resources=place).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    kinds = [set(each["data"]) for each in shown if each["output_type"] == "execute_result"]
    assert sum("image/svg+xml" in each and "text/html" not in each for each in kinds) == 1
    assert sum("text/html" in each for each in kinds) == 8
    lines = [each["data"] for each in shown if each["output_type"] == "display_data"]
    assert "read as 2d20kh1" in lines[0]["text/plain"]
    assert "error: how many sides?" in lines[1]["text/html"]
    assert "<s " in shown[0]["data"]["text/html"], "the die that is dropped is struck out"
    assert not [each for each in shown if each.get("name") == "stderr"]
