"""``astragal anydice``."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations, product
from typing import TYPE_CHECKING, Any

import click

from astragal import anydice
from astragal.anydice.outputs import Output, Outputs
from astragal.anydice.telling import explain
from astragal.cli.hints import DICE
from astragal.cli.options import LIMIT, TIME, WordsCommand, as_typed, choose_source, limits_given
from astragal.cli.reading import text_in
from astragal.cli.screen import answers, work
from astragal.cli.screen.endings import errors_shown
from astragal.cli.session import Session, in_session
from astragal.render.figures import percent

if TYPE_CHECKING:
    from astragal.render.rendered import Shown

_TYPED = re.compile(r"\boutput\s", re.IGNORECASE)
"""No program does without; few names of files have it."""
_LONG = 20
"""Labels of more characters would leave a table no room."""
_APART = (
    ("at_least", "at_most"),
    *combinations(("table", "summary", "roll", "explain"), 2),
    *product(("at_least", "at_most", "every"), ("summary", "roll", "explain")),
)
"""Options that ask for different things."""
_SPELT = {"at_least": "at-least", "at_most": "at-most", "every": "all"}
_OPTIONS = [
    click.Option(["--at-least"], is_flag=True, help="The chance of each outcome or more."),
    click.Option(["--at-most"], is_flag=True, help="The chance of each outcome or less."),
    click.Option(["--table"], is_flag=True, help="All outputs in one table."),
    click.Option(["--all", "every"], is_flag=True, help="List every outcome, none grouped."),
    click.Option(["--summary"], is_flag=True, help="Mean, deviation, lowest and highest only."),
    click.Option(["--only"], multiple=True, metavar="LABEL", help="Only the output of this name."),
    click.Option(["--roll"], is_flag=True, help="Roll the outputs instead."),
    click.Option(["--seed"], metavar="TEXT", help="The same seed always gives the same rolls."),
    click.Option(["--explain"], is_flag=True, help="Tell the program in words, and in notation."),
    *answers.format_options(),
    click.Option(["--limit"], **LIMIT),
    click.Option(["--time"], **TIME),
]


@in_session
def _anydice(session: Session, /, words: tuple[str, ...], **given: Any) -> None:
    """Run a program written for AnyDice: the exact odds of its outputs.

    The program is in a file, or is typed, or read from standard input (-).

    \b
    astragal anydice "output [highest 3 of 4d6]"
    astragal anydice attack.txt
    astragal anydice attack.txt --at-least        each outcome or more
    astragal anydice attack.txt --table           the outputs side by side
    astragal anydice attack.txt --summary         means and deviations
    astragal anydice attack.txt --only "output 2" --csv
    astragal anydice attack.txt --roll            one roll of each output
    astragal anydice attack.txt --explain         the program in words
    astragal anydice - < attack.txt

    The exit status is 1 if the program cannot be run.
    """
    if not words:
        raise click.UsageError(
            'which program? e.g. astragal anydice duel.txt, or astragal anydice "output 2d6"'
        )
    shown = _Shown(session, given)
    with errors_shown(shown.output, DICE):
        text = _read(" ".join(map(as_typed, words)))
        if given["explain"]:
            shown.explain(work.done(partial(explain, text), shown.limits))
        else:
            shown.show(text, work.done(partial(anydice.run, text), shown.limits))


command = WordsCommand(
    "anydice",
    callback=_anydice,
    params=[click.Argument(["words"], nargs=-1, metavar="FILE"), *_OPTIONS],
    help=_anydice.__doc__,
)


def _check(given: Mapping[str, Any], formatted: bool) -> None:
    """Refuse options of which one would be passed over in silence."""
    for one, other in _APART:
        if given[one] and given[other]:
            options = " or ".join(f"--{_SPELT.get(each, each)}" for each in (one, other))
            raise click.UsageError(f"give {options}, not both")
    if given["seed"] is not None and not given["roll"]:
        raise click.UsageError("--seed is for rolls; add --roll")
    if given["explain"] and formatted:
        raise click.UsageError("--explain answers in words; leave the format out")


def _read(path: str) -> str:
    """The text of a program: of a file, of standard input, or as it is typed."""
    if _TYPED.search(path) and not os.path.isfile(path):
        return path
    if "://" in path:
        raise click.UsageError(
            "a link is not followed; copy the program behind it into a file, or type it"
        )
    return text_in(path, '; a program can be typed, too: astragal anydice "output 2d6"')


class _Shown:
    """How outputs are shown."""

    def __init__(self, session: Session, given: Mapping[str, Any]) -> None:
        self.session = session
        self.given = given
        self.output = answers.Output(
            session.terminal, answers.chosen_format(given), errors=session.errors
        )
        self.limits = limits_given(given)
        _check(given, self.output.form is not None)
        self.data = next(
            (name for name in ("at least", "at most") if given[name.replace(" ", "_")]), "normal"
        )

    def show(self, text: str, outputs: Outputs) -> None:
        """Show what was asked for, and say what is to be known about it."""
        chosen = self._chosen(outputs)
        self._remark(outputs, chosen)
        if self.given["roll"]:
            self._roll(chosen)
        elif self.given["table"] or self.given["summary"]:
            self._grid(chosen)
        elif self.output.writes_records:
            self._record(text, Outputs(tuple(chosen), outputs.warnings))
        elif self.output.form is not None:
            self.output.odds(Outputs(tuple(chosen)).filled)
        else:
            self._bars(chosen)

    def explain(self, lines: Sequence[str]) -> None:
        """Show a program in words."""
        for line in lines:
            words = line.lstrip()
            self.session.terminal.paragraph(words, line[: len(line) - len(words)])

    def _chosen(self, outputs: Outputs) -> Sequence[Output]:
        labels = [as_typed(each) for each in self.given["only"]]
        known = [each.label for each in outputs]
        for label in labels:
            if label not in known:
                raise click.UsageError(
                    f"there is no output {label}; the outputs are {', '.join(known)}"
                    if known
                    else "the program has no output"
                )
        return [each for each in outputs if not labels or each.label in labels]

    def _remark(self, outputs: Outputs, chosen: Sequence[Output]) -> None:
        remarks = list(outputs.warnings)
        for each in chosen:
            if each.odds is None:
                remarks.append(f"{each.label}: nothing can come out")
            if each.within is not None:
                far = percent(each.within)
                remarks.append(f"{each.label}: rounded; no chance is off by more than {far}")
        if not outputs.listed:
            remarks.append("the program has no output; write `output` in front of a value")
        for remark in remarks:
            self.session.errors.paragraph(remark, dim=True)

    def _bars(self, outputs: Sequence[Output]) -> None:
        from astragal.anydice.views import bars

        first = True
        for each in outputs:
            grid = bars(each, self.data, every=self.given["every"])
            if grid is not None:
                if not first:
                    self.session.terminal.write()
                self.output.show(grid)
                first = False

    def _grid(self, outputs: Sequence[Output]) -> None:
        """All outputs in one table; where labels are long, they stand above it."""
        from astragal.anydice.views import named, summary, table

        names = [name for name, _ in named(outputs)]
        long = self.output.form is None and any(len(name) > _LONG for name in names)
        for number, name in enumerate(names if long else (), 1):
            self.session.terminal.paragraph(f"{number}: {name}")
        if long:
            self.session.terminal.write()
        shown: Shown | None
        if self.given["summary"]:
            shown = summary(outputs, numbered=long)
        else:
            every = self.given["every"] or self.output.form is not None
            shown = table(outputs, self.data, numbered=long, every=every)
        if shown is not None:
            self.output.show(shown)

    def _record(self, text: str, outputs: Outputs) -> None:
        from astragal.service.questions.anydice import outputs_answer

        self.output.record(outputs_answer(text, outputs, self.limits))

    def _roll(self, outputs: Sequence[Output]) -> None:
        source = choose_source(self.given["seed"], None) or self.session.source
        for each in outputs:
            outcome = each.roll(source)
            if outcome is None:
                continue
            if self.output.writes_records:
                self.output.record({"label": each.label, "outcome": outcome})
            else:
                self.session.terminal.write(f"{each.label}: {outcome}")
