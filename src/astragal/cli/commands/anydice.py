"""``astragal anydice``."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from astragal import anydice
from astragal.anydice.outputs import Output, Outputs
from astragal.anydice.telling import explain
from astragal.cli.hints import DICE, hinted
from astragal.cli.options import TIME, as_typed, choose_source, parse_limit
from astragal.cli.screen import answers, work
from astragal.cli.screen.terminal import lines_of
from astragal.cli.session import Session, in_session
from astragal.cli.wrong_use import PlainCommand
from astragal.errors import AstragalError
from astragal.limits import Limits
from astragal.render.figures import percent

if TYPE_CHECKING:
    from astragal.odds.distribution import Distribution

_STDIN = "-"
_OPTIONS = [
    click.Option(["--at-least"], is_flag=True, help="The chance of each outcome or more."),
    click.Option(["--at-most"], is_flag=True, help="The chance of each outcome or less."),
    click.Option(["--table"], is_flag=True, help="All outputs in one table."),
    click.Option(["--summary"], is_flag=True, help="Mean, deviation, lowest and highest only."),
    click.Option(["--only"], multiple=True, metavar="LABEL", help="Only the output of this name."),
    click.Option(["--roll"], is_flag=True, help="Roll the outputs instead."),
    click.Option(["--seed"], metavar="TEXT", help="The same seed always gives the same rolls."),
    click.Option(["--explain"], is_flag=True, help="Tell the program in words, and in notation."),
    *answers.format_options(),
    click.Option(["--limit"], metavar="STEPS", help="How much work is allowed, e.g. 5e9."),
    click.Option(["--time"], **TIME),
]


@in_session
def _anydice(session: Session, /, program: str, **given: Any) -> None:
    """Run a program written for AnyDice: the exact odds of its outputs.

    \b
    astragal anydice attack.txt
    astragal anydice attack.txt --at-least        each outcome or more
    astragal anydice attack.txt --table           the outputs side by side
    astragal anydice attack.txt --summary         means and deviations
    astragal anydice attack.txt --only "output 2" --csv
    astragal anydice attack.txt --roll            one roll of each output
    astragal anydice attack.txt --explain         the program in words
    echo "output [highest 3 of 4d6]" | astragal anydice -

    The exit status is 1 if the program cannot be run.
    """
    shown = _Shown(session, given)
    try:
        text = _read(as_typed(program))
        if given["explain"]:
            shown.explain(work.done(partial(explain, text), shown.limits))
        else:
            shown.show(work.done(partial(anydice.run, text), shown.limits))
    except AstragalError as error:
        shown.output.error(hinted(error, DICE))
        sys.exit(1)
    except work.CtrlCError:
        session.errors.write("stopped")
        sys.exit(130)


command = PlainCommand(
    "anydice",
    callback=_anydice,
    params=[click.Argument(["program"], metavar="FILE"), *_OPTIONS],
    help=_anydice.__doc__,
)


def _read(path: str) -> str:
    """The text of a program: of a file, or of standard input."""
    if path == _STDIN:
        return "\n".join(lines_of(sys.stdin))
    try:
        with open(path, encoding="utf-8-sig", errors="replace") as file:
            return file.read()
    except OSError as error:
        reason = error.strerror or "it cannot be read"
        raise click.UsageError(f"{path}: {reason}; to read standard input: anydice -") from None


class _Shown:
    """How outputs are shown."""

    def __init__(self, session: Session, given: Mapping[str, Any]) -> None:
        self.session = session
        self.given = given
        self.output = answers.Output(
            session.terminal, answers.chosen_format(given), errors=session.errors
        )
        self.limits = Limits(seconds=given["time"])
        if given["limit"] is not None:
            self.limits = self.limits.replaced(odds=parse_limit(given["limit"]))
        for one, other in (("at_least", "at_most"), ("table", "summary"), ("table", "roll")):
            if given[one] and given[other]:
                options = " or ".join(f"--{each.replace('_', '-')}" for each in (one, other))
                raise click.UsageError(f"give {options}, not both")
        self.data = next(
            (name for name in ("at least", "at most") if given[name.replace(" ", "_")]), "normal"
        )

    def show(self, outputs: Outputs) -> None:
        """Show what was asked for, and say what is to be known about it."""
        chosen = self._chosen(outputs)
        self._remark(outputs, chosen)
        if self.given["roll"]:
            self._roll(chosen)
        elif self.given["table"] or self.given["summary"]:
            self._grid(chosen)
        elif self.output.writes_records:
            self._record(Outputs(tuple(chosen), outputs.warnings))
        elif self.output.form is not None:
            self.output.odds(_filled(chosen))
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
                    f"there is no output {label}; there are {', '.join(known) or 'none'}"
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
            grid = bars(each, self.data)
            if grid is not None:
                if not first:
                    self.session.terminal.write()
                self.output.show(grid)
                first = False

    def _grid(self, outputs: Sequence[Output]) -> None:
        from astragal.anydice.views import summary, table

        grid = summary(outputs) if self.given["summary"] else table(outputs, self.data)
        if grid is not None:
            self.output.show(grid)

    def _record(self, outputs: Outputs) -> None:
        from astragal.service.questions.anydice import outputs_answer

        self.output.record(outputs_answer(outputs, self.limits))

    def _roll(self, outputs: Sequence[Output]) -> None:
        from astragal.rules.requests.weighted import weighted

        source = choose_source(self.given["seed"], None) or self.session.source
        for each in outputs:
            if each.odds is None:
                continue
            outcome = weighted(each.odds).roll(source=source).outcome
            if self.output.writes_records:
                self.output.record({"label": each.label, "outcome": outcome})
            else:
                self.session.terminal.write(f"{each.label}: {outcome}")


def _filled(outputs: Sequence[Output]) -> list[Distribution]:
    return [each.odds for each in outputs if each.odds is not None]
