"""What a program puts out: labels with their odds, and warnings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import TYPE_CHECKING

from astragal._value import Value
from astragal.anydice.dice import PRECISION, Dice
from astragal.errors import NOWHERE, Span
from astragal.probability.distribution import Distribution
from astragal.render.rendered import Renderable

if TYPE_CHECKING:
    from astragal.render.formats import Format, Layout
    from astragal.rolling.sources import Source


class Output(Value):
    """One output of a program.

    ``odds`` is None if nothing can come out: the output is the empty die. ``within`` is None if
    the odds are exact; else no probability of an event lies further than this from the exact one.
    ``span`` is the place of its statement in the program.
    """

    label: str
    odds: Distribution[int] | None
    within: Fraction | None = None
    span: Span = NOWHERE

    @classmethod
    def of_die(cls, label: str, die: Dice, span: Span) -> Output:
        if die.empty:
            return cls(label, None, None, span)
        odds = Distribution.of_weights(die.law.table(), label=label)
        within = Fraction(die.doubt, 1 << PRECISION) if die.doubt else None
        return cls(label, odds, within, span)

    def roll(self, source: Source | None = None, *, seed: str | None = None) -> int | None:
        """One outcome, rolled by the odds; None if nothing can come out."""
        from astragal.rules.requests.weighted import weighted

        if self.odds is None:
            return None
        outcome: int = weighted(self.odds).roll(source, seed=seed).outcome
        return outcome


class Outputs(Renderable, Value):
    """All outputs of a program in order, with its warnings."""

    listed: tuple[Output, ...]
    warnings: tuple[str, ...] = ()

    def __len__(self) -> int:
        return len(self.listed)

    def __iter__(self) -> Iterator[Output]:
        return iter(self.listed)

    def __getitem__(self, which: int | str) -> Output:
        """An output by its place, or the first one with a label."""
        if isinstance(which, int):
            return self.listed[which]
        for output in self.listed:
            if output.label == which:
                return output
        raise KeyError(which)

    @property
    def filled(self) -> list[Distribution[int]]:
        """The odds of those of which something can come out."""
        return [each.odds for each in self.listed if each.odds is not None]

    def written(self, form: Format, layout: Layout) -> str:
        return form.distributions(self.filled, layout) if self.filled else "nothing can come out"

    def __repr__(self) -> str:
        return self.render()
