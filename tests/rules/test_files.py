"""Files of rules: run for their rules, and found again by their source."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from astragal import RuleError, load_rules
from astragal.rules.files import RuleFile, file_of, run_again
from tests.support.small_rules import score_test
from tests.support.travelling import RULES, rules_file


def test_a_file_has_rules_by_name_and_knows_its_source(tmp_path: Path) -> None:
    path = rules_file(tmp_path)
    file = RuleFile.load(path)
    assert list(file.rules) == ["blow", "fragile"] == list(load_rules(path))
    assert file.source == RULES
    assert len(file.digest) == 64
    assert file_of(file.rules["blow"]) is file
    assert file_of(score_test) is None


def test_the_source_alone_is_enough_and_is_run_once(tmp_path: Path) -> None:
    file = RuleFile.load(rules_file(tmp_path))
    again = run_again(file.path, file.source, file.digest)
    assert again is run_again(file.path, file.source, file.digest)
    assert again.rules["blow"](3).odds().of("hit") == file.rules["blow"](3).odds().of("hit")
    assert sys.modules[Path(file.path).stem].__dict__["blow"] is file.rules["blow"]
    with pytest.raises(RuleError, match="was altered"):
        run_again(file.path, file.source + " ", file.digest)


def test_errors_name_the_line_wherever_it_is_run(tmp_path: Path) -> None:
    text = "from astragal import Asks, rule\n\n\n@rule\ndef wrong() -> Asks[int]:\n    yield 6\n"
    path = rules_file(tmp_path, text)
    file = RuleFile.load(path)
    for each in (file, run_again(file.path, file.source, file.digest)):
        with pytest.raises(RuleError, match=rf"{path.name}, line 6"):
            each.rules["wrong"]().odds()


@pytest.mark.parametrize(
    ("name", "text", "code"),
    [
        ("rules.txt", "", "not-python"),
        ("none.py", "x = 1", "no-rules"),
        ("broken.py", "x = (", "broken-file"),
        ("raises.py", "1 / 0", "broken-file"),
        ("encoded.py", "# coding: nonsense\n", "broken-file"),
        ("wrong.py", "from astragal import rule\n@rule\ndef f(n): yield 1", "broken-file"),
    ],
)
def test_a_file_without_rules_is_refused(tmp_path: Path, name: str, text: str, code: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    with pytest.raises(RuleError) as caught:
        load_rules(tmp_path / name)
    assert caught.value.code == code


@pytest.mark.parametrize("path", ["missing.py", "a\0b.py", "", ".", 5, None, b"rules.py"])
def test_what_is_no_file_is_refused(path: Any) -> None:
    with pytest.raises(RuleError) as caught:
        load_rules(path)
    assert caught.value.code == "no-such-file"


def test_what_lies_beside_a_file_is_known(tmp_path: Path) -> None:
    (tmp_path / "beside_a.py").write_text("A = 1", encoding="utf-8")
    (tmp_path / "beside_b").mkdir()
    (tmp_path / "beside_b" / "__init__.py").write_text("B = 1", encoding="utf-8")
    text = "import os.path\nfrom beside_b import B\nimport beside_a as a, json\n" + RULES
    assert RuleFile.load(rules_file(tmp_path, text)).beside_it() == ["beside_a", "beside_b"]
