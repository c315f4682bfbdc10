"""The outputs of a program: labels with their odds, and warnings."""

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

    ``odds`` is None if the output is the empty die, which has no outcomes. ``within`` bounds the
    error of the probability of any event, and is None if the odds are exact. ``span`` is the place
    of the output's statement in the program.
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
        """One random outcome; None if there are no outcomes."""
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
        """An output by its index, or the first one with a label."""
        if isinstance(which, int):
            return self.listed[which]
        for output in self.listed:
            if output.label == which:
                return output
        raise KeyError(which)

    @property
    def filled(self) -> list[Distribution[int]]:
        """The odds of the outputs that have outcomes."""
        return [each.odds for each in self.listed if each.odds is not None]

    def written(self, form: Format, layout: Layout) -> str:
        return form.distributions(self.filled, layout) if self.filled else "nothing can come out"

    def __repr__(self) -> str:
        return self.render()
