"""Choices at a terminal: the rule asks, the player answers."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

import click

from astragal.cli.hints import ASKED, hinted
from astragal.cli.screen.terminal import Terminal
from astragal.die import Die
from astragal.errors import AstragalError
from astragal.experiment.choices import Choice, DecisionList, Pick, places_of
from astragal.experiment.experiment import Experiment, Variables
from astragal.experiment.run.pauses import Pause
from astragal.limits import DEFAULT_LIMITS, Limits
from astragal.rolling.frame import NO_VARIABLES
from astragal.rolling.roll import Roll
from astragal.rolling.sources import SYSTEM, Source


def at_keyboard() -> bool:
    return sys.stdin.isatty()


class Heard:
    """A source that remembers the faces it has produced."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.faces: list[int] = []

    def draw(self, die: Die, count: int) -> Sequence[int]:
        faces = self.source.draw(die, count)
        self.faces += faces
        return faces


def decided(
    terminal: Terminal,
    experiment: Experiment[Any],
    source: Source | None,
    variables: Variables = NO_VARIABLES,
    *,
    decisions: DecisionList | None = None,
    aim: Any = None,
    limits: Limits = DEFAULT_LIMITS,
) -> Roll:
    """Roll an experiment; its choices follow decisions, an aim, or the player's answers."""
    rolled = source or SYSTEM
    decide: Any = decisions
    if aim is not None:
        from astragal.experiment.solve.advice import Adviser

        decide = Adviser(aim, limits)
    elif decisions is None:
        rolled = Heard(rolled)
        decide = Asker(terminal, experiment, rolled, variables)
    return experiment.roll(rolled, variables=variables, decide=decide, limits=limits)


class Asker:
    """Asks the player at the terminal until the answer is one of the options.

    It first shows what has happened since the last question, so that the player sees the dice.
    """

    def __init__(
        self,
        terminal: Terminal,
        experiment: Experiment[Any],
        heard: Heard,
        variables: Variables = NO_VARIABLES,
    ) -> None:
        self.terminal = terminal
        self.experiment = experiment
        self.heard = heard
        self.variables = variables
        self._decided: list[Any] = []
        self._shown = 0

    def __call__(self, choice: Choice) -> Any:
        if not at_keyboard():
            raise choice.undecided("and nobody is at the keyboard")
        pause = self._pause(choice)
        lines = pause.explain()
        for line in lines[self._shown :]:
            self.terminal.paragraph(line, "  ", dim=True)
        self._shown = len(lines)
        place = _asked(self.terminal, choice, pause)
        self._decided.append(Pick(place))
        return choice.options[place]

    def _pause(self, choice: Choice) -> Pause:
        faces, decided = tuple(self.heard.faces), tuple(self._decided)
        return Pause(self.experiment, faces, decided, self.variables, choice)


def ask(terminal: Terminal, pause: Pause) -> str:
    """Show what has happened so far, and ask for the decision that a pause waits for."""
    assert pause.choice is not None
    for line in pause.explain():
        terminal.paragraph(line, "  ", dim=True)
    return pause.options[_asked(terminal, pause.choice, pause)]


def _asked(terminal: Terminal, choice: Choice, pause: Pause) -> int:
    """The index of the option that the player types, by number, letter or name."""
    show_choice(terminal, choice)
    while True:
        typed = click.prompt("  which", prompt_suffix="? ", err=True).strip()
        fitting = places_typed(choice.labels, typed)
        if len(fitting) == 1:
            return fitting[0]
        word, _, rest = typed.partition(" ")
        if fitting:
            listed = " or ".join(choice.labels[place] for place in fitting)
            terminal.paragraph(f"{typed} could be {listed}", "  ")
        elif word.lower() in ("?", "help", "explain"):
            _explain(terminal, choice, pause)
        elif word.lower() in ("advise", "advice", "odds"):
            _advise(terminal, pause, rest.strip())
        else:
            terminal.paragraph(f"please choose one of: {', '.join(choice.labels)}", "  ")
            terminal.paragraph(_HOW, "  ", dim=True)


_HOW = "a number, a letter or a name; ? explains, advise shows what each is worth, ctrl-C stops"


def _explain(terminal: Terminal, choice: Choice, pause: Pause) -> None:
    """Explain the roll: the experiment, the steps so far, and the options."""
    terminal.paragraph(" ".join(pause.experiment.describe().split()), "  ", dim=True)
    for line in pause.explain():
        terminal.paragraph(line, "  ", dim=True)
    show_choice(terminal, choice)
    terminal.paragraph(_HOW, "  ", dim=True)


def _advise(terminal: Terminal, pause: Pause, aim: str) -> None:
    """Show the value of each option for the rule's aim, or for an aim that was typed."""
    from astragal.cli.screen import work
    from astragal.cli.screen.answers import Output

    try:
        found = work.done(partial(pause.advise, aim or None), DEFAULT_LIMITS)
    except AstragalError as error:
        terminal.error(hinted(error, ASKED))
        return
    Output(terminal).show(found)


def show_choice(terminal: Terminal, choice: Choice) -> None:
    """Show the question, and the options with their numbers."""
    terminal.paragraph(choice.asked + (f" ({choice.facts})" if choice.facts else ""))
    for number, label in enumerate(choice.labels, 1):
        terminal.paragraph(f"{number}  {label}", "  ")


class TypedDecisions(DecisionList):
    """Decisions as they were typed, in the order of the choices."""

    def __call__(self, choice: Choice) -> Any:
        if self.used < len(self.decisions):
            place = place_of(choice.labels, self.decisions[self.used])
            if place is not None:
                self.used += 1
                return Pick(place)
        return super().__call__(choice)


def place_of(labels: Sequence[str], typed: str) -> int | None:
    """The index of the option that was typed; None unless exactly one matches."""
    places = places_typed(labels, typed)
    return places[0] if len(places) == 1 else None


def places_typed(labels: Sequence[str], typed: str) -> list[int]:
    """The indices of matching options: by label or its beginning, by number or by letter."""
    if typed in labels:
        return [labels.index(typed)]
    if typed.isdecimal() and 1 <= int(typed[:6]) <= len(labels):
        return [int(typed) - 1]
    by_letter = "abcdefghijklmnopqrstuvwxyz".find(typed.lower()) if len(typed) == 1 else -1
    return places_of(labels, typed) or ([by_letter] if 0 <= by_letter < len(labels) else [])
