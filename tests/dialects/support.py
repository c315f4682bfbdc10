"""Dice to roll texts of two notations with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import astragal
from astragal.die import Die


class Remembering:
    """A source whose dice show one face after another from their lowest, which it remembers."""

    def __init__(self) -> None:
        self.faces: list[Any] = []

    def draw(self, die: Die, count: int) -> Sequence[Any]:
        start = len(self.faces)
        found = [
            die.faces[(2 + 5 * place) % len(die.faces)] for place in range(start, start + count)
        ]
        self.faces += found
        return found


def faces_for(expression: astragal.Expression, given: Mapping[str, int]) -> list[Any]:
    """Faces that a roll of the expression needs, all of them different enough to tell it apart."""
    source = Remembering()
    expression.roll(source, variables=dict(given))
    return source.faces
