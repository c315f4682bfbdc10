"""Wishes: the properties that dice or a rule should have, with weights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, TypeAlias

from astragal._value import Value
from astragal._visible import in_short
from astragal.errors import OddsError
from astragal.finding.conditions import Condition, condition_of
from astragal.finding.targets import Target, bad_wish, target_of

MEASURES = ("mean", "sd", "range", "steps")
"""Wishes with a name; any other wish is a condition, for its probability."""

POINT = Fraction(1, 20)
"""Missing a chance by this counts as much as missing a mean by 1: one face of a d20."""


_LONGEST = 1_000
"""The most characters of a condition."""
_LIGHTEST = Fraction(1, 10**6)
"""The least weight of a wish; its inverse is the greatest."""


class Wish(Value):
    """A wish for one property: ``Wish("mean", 12)``, ``Wish(">=15", "65 %")``.

    ``of`` is the mean, the sd, the range, the (mean number of) steps, or a condition, which stands
    for its probability: ``>=15``, ``3..8`` or, for a rule's outcome, ``passes`` or ``score>=7``.
    ``target`` is a number, a probability as a Fraction or ``65 %``; or bounds: ``>=12``,
    ``10..12``, ``<=10 %``. A greater ``weight`` makes a wish matter more.

    >>> import astragal
    >>> astragal.Wish("mean", "10..12").bounds
    Target(low=Fraction(10, 1), high=Fraction(12, 1))
    >>> astragal.Wish(">=15", "65 %", weight=2)
    Wish(of='>=15', target='65 %', weight=2)
    """

    of: str
    target: str | int | Fraction
    weight: int | Fraction = 1

    def __post_init__(self) -> None:
        if not isinstance(self.of, str) or not self.of.strip():
            raise bad_wish(f"a wish is for mean, sd, … or a condition, not {in_short(self.of)}")
        if len(self.of) > _LONGEST:
            raise bad_wish(f"{in_short(self.of)} is too long a condition")
        weight = self.weight
        exact = isinstance(weight, int | Fraction) and not isinstance(weight, bool)
        if not exact or not _LIGHTEST <= weight <= 1 / _LIGHTEST:
            raise bad_wish(f"a weight must be a number above 0, such as 2, not {in_short(weight)}")
        target_of(self.of, self.target, chance=self.is_chance)

    @property
    def is_chance(self) -> bool:
        return self.of not in MEASURES

    @property
    def bounds(self) -> Target:
        """The range that fulfils the wish; for the wish ``range``, both ends are targets."""
        return target_of(self.of, self.target, chance=self.is_chance)

    @property
    def condition(self) -> Condition | None:
        """The condition on a number; None if ``of`` is a view instead."""
        return condition_of(self.of) if self.is_chance else None

    @property
    def unit(self) -> Fraction:
        """How much missing the wish by 1 adds to the distance."""
        return self.weight / POINT if self.is_chance else Fraction(self.weight)

    def __str__(self) -> str:
        of = f"chance of {self.of}" if self.is_chance else self.of
        times = f" (×{self.weight})" if self.weight != 1 else ""
        return f"{of} {self.target}{times}"


Wishes: TypeAlias = Iterable[Wish | tuple[Any, ...]] | Mapping[str, Any]
"""Accepted forms of wishes: ``[Wish("mean", 12)]``, ``[("mean", 12)]``, ``{"mean": 12}``."""


def checked_wishes(wishes: Wishes) -> tuple[Wish, ...]:
    """Validated wishes; refuses an empty list and two wishes for the same property."""
    listed = wishes.items() if isinstance(wishes, Mapping) else wishes
    if isinstance(listed, str) or not isinstance(listed, Iterable):
        raise bad_wish(f"wishes must be a list, such as [('mean', 12)], not {in_short(wishes)}")
    made = tuple(map(_wish, listed))
    if not made:
        raise OddsError("no-wish", "what is wished for? e.g. a mean of 12")
    for place, wish in enumerate(made):
        if any(wish.of == other.of for other in made[:place]):
            raise bad_wish(f"{wish.of} is wished for twice; both bounds in one: 10..12")
    return made


def _wish(given: Any) -> Wish:
    if isinstance(given, Wish):
        return given
    if not isinstance(given, tuple) or not 2 <= len(given) <= 3:
        raise bad_wish(f"a wish is e.g. Wish('mean', 12) or ('mean', 12), not {in_short(given)}")
    return Wish(*given)
