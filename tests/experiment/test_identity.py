"""Which experiments are equal, and how soon that is known."""

from __future__ import annotations

import pytest

from astragal import d
from astragal.experiment.primitives import OneDie
from astragal.rules.requests.total import Total


def test_equal_dice_are_equal_however_many_objects_they_are() -> None:
    die = OneDie(d(6))
    assert Total((die, OneDie(d(6)), die)) == Total((die,) * 3)
    assert hash(Total((die, OneDie(d(6))))) == hash(Total((die, die)))
    assert Total((die,) * 3) != Total((die,) * 2)
    assert Total((die, OneDie(d(8)), die)) != Total((die,) * 3)


def test_hundreds_of_equal_dice_are_compared_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[object] = []
    equal = OneDie.__eq__

    def counted(self: OneDie, other: object) -> bool:
        compared.append(other)
        return equal(self, other)

    monkeypatch.setattr(OneDie, "__eq__", counted)
    one, other = (Total((OneDie(d(6)),) * 900) for _ in range(2))
    assert one == other
    assert len(compared) <= 3
