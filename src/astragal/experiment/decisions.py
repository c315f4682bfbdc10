"""Decisions: who answers the choices of a roll."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

from astragal.errors import ChoiceError
from astragal.experiment.choices import Choice

Decide: TypeAlias = Callable[[Choice], Any]
"""What somebody does with a choice: it gives one of the options, or its label."""


def check_decider(decide: Decide) -> Decide:
    """The function; a ChoiceError if it is none."""
    if not callable(decide):
        raise ChoiceError("bad-decider", f"decide must be a function of the choice, not {decide!r}")
    return decide


class InOrder:
    """Decisions made beforehand, in the order they are needed: labels of options, or the options themselves."""

    def __init__(self, decisions: Iterable[Any]) -> None:
        if not isinstance(decisions, Iterable):
            raise ChoiceError("bad-decisions", f"decisions are a list, not {decisions!r:.40}")
        self.decisions = tuple(decisions)
        self.used = 0

    def __call__(self, choice: Choice) -> Any:
        if self.used == len(self.decisions):
            given = f"{self.used} decision{' was' if self.used == 1 else 's were'} given"
            raise choice.undecided(f"{given}, and this is one more")
        self.used += 1
        return choice.picked(self.decisions[self.used - 1])

    def finish(self) -> None:
        """Refuse decisions left over."""
        left = self.decisions[self.used :]
        if left:
            raise ChoiceError(
                "too-many-decisions",
                f"only {self.used} decision{' was' if self.used == 1 else 's were'} needed: "
                f"{', '.join(map(str, left))} "
                f"{'is' if len(left) == 1 else 'are'} left over",
            )
