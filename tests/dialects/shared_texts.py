"""Texts of other programs with what they come to there, and how many of them are read right.

They lie beside the project. ``python -m tests.dialects.shared_texts`` shows the figures.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import astragal
from astragal.dialects.dialect import dialect_names, find_dialect
from astragal.dialects.reading import read
from astragal.die import Die

PATH = Path(__file__).parents[3] / "shared" / "data" / "notation.jsonl"
NAMES = {"d20": "avrae"}
"""What the file calls a dialect, where that differs."""
MISTAKEN = {
    ("roll20", "{4d6+3d8}k4"): {"max": 30},
}
"""Figures that are wrong there.

Of three d8 and four d6, the best four come to 8 + 8 + 8 + 6.
"""


def rows() -> list[dict[str, Any]]:
    """Every row whose dialect can be read."""
    if not PATH.exists():
        return []
    found = [json.loads(line) for line in PATH.read_text(encoding="utf-8").splitlines()]
    for row in found:
        row["dialect"] = NAMES.get(row["dialect"], row["dialect"])
        row.update(MISTAKEN.get((row["dialect"], row["expr"]), {}))
    return [row for row in found if row["dialect"] in dialect_names()]


def verdict(row: dict[str, Any]) -> str:
    """``right``, ``refused``, ``wrong`` with why, or ``read`` where the program refuses it."""
    try:
        expression = read(row["expr"], find_dialect(row["dialect"]))
        if not row["valid"]:
            expression.odds()
            return "read"
        wrong = list(_differences(row, expression))
    except astragal.AstragalError as error:
        return f"refused: {error.message}" if row["valid"] else "right"
    return f"wrong: {'; '.join(wrong)} as {expression}" if wrong else "right"


def _differences(row: dict[str, Any], expression: astragal.Expression) -> list[str]:
    found = []
    for known, source in (
        (row.get("total"), {"faces": row.get("rolls", row.get("seedRolls"))}),
        (row.get("all_lowest_total"), {"source": AlwaysLowest()}),
    ):
        if known is not None and next(iter(source.values())) is not None:
            outcome = expression.roll(**source).outcome
            found += _difference("total", outcome, known)
    if row.get("result_list") is not None:
        outcome = expression.roll(Places(row["rolls"])).outcome
        added = sum(outcome) if isinstance(outcome, tuple) else outcome
        found += _difference("total", added, sum(row["result_list"]))
    known = [(end, row[end]) for end in ("min", "max", "mean") if row.get(end) is not None]
    if known:
        odds = expression.odds()
        values = {"min": odds.lowest, "mean": odds.mean}
        values["max"] = odds.highest if odds.finite else None
        for end, number in known:
            found += _difference(end, values[end], number)
    return found


def _difference(what: str, ours: Any, theirs: Any) -> list[str]:
    """Programs show two to four decimals."""
    if ours is None or abs(Fraction(ours) - Fraction(str(theirs))) > Fraction(1, 200):
        return [f"{what} {ours}, not {theirs}"]
    return []


class AlwaysLowest:
    """A source whose dice all show their lowest face."""

    def draw(self, die: Die, count: int) -> list[Any]:
        return [die.lowest] * count


class Places:
    """A source of faces by their places on the die; the highest when no more are given."""

    def __init__(self, places: list[int]) -> None:
        self.places = list(places)

    def draw(self, die: Die, count: int) -> list[Any]:
        return [
            die.faces[self.places.pop(0) - 1] if self.places else die.highest for _ in range(count)
        ]


def main() -> None:
    counts: Counter[tuple[str, str]] = Counter()
    only = sys.argv[1:]
    for row in rows():
        found = verdict(row)
        counts[row["dialect"], found.partition(":")[0]] += 1
        if found != "right" and (not only or row["dialect"] in only):
            print(f"{row['dialect']:16} {row['expr']!r}: {found}")
    for (dialect, kind), count in sorted(counts.items()):
        print(f"{dialect:16} {kind:8} {count}")


if __name__ == "__main__":
    main()
