"""``astragal anydice``."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from astragal import anydice
from astragal.anydice.outputs import Output, Outputs
from astragal.anydice.telling import explain
from astragal.cli.asking import Way, as_typed
from astragal.cli.call import Call, words
from astragal.cli.own_options import formats
from astragal.cli.reading import text_in
from astragal.render.figures import percent
from astragal.rolling.sources import SeededSource
from astragal.service.fields import Field, optional, several, switch, text
from astragal.service.questions.anydice import AnyDice, outputs_answer
from astragal.service.questions.anydice_roll import rolled_output

if TYPE_CHECKING:
    from astragal.render.rendered import Shown

_TYPED = re.compile(r"\boutput\s", re.IGNORECASE)
"""Found in every program, but rarely in the name of a file."""
_LONG = 20
"""If a label is longer than this, the table shows numbers, and the labels are listed before it."""
_OTHERS = ("summary", "roll", "explain")
OUTPUTS = (
    switch("at_least", "the chance of each outcome or more", apart=("at_most", *_OTHERS)),
    switch("at_most", "the chance of each outcome or less", apart=_OTHERS),
    switch("table", "all outputs in one table", apart=_OTHERS),
    switch("every", "list every outcome, none grouped", spelt="all", apart=_OTHERS),
    switch("summary", "mean, deviation, lowest and highest only", apart=("roll", "explain")),
    Field("only", several(text), "only the output of this name", (), shown="LABEL", several=True),
    switch("roll", "roll the outputs instead", apart=("explain",)),
    optional("seed", text, "the same seed always gives the same rolls", needs="roll"),
    switch(
        "explain",
        "tell the program in words, and in notation",
        apart=("json", "csv", "markdown", "chat"),
    ),
)


class AnyDiceCall(Call):
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

    name = "anydice"
    ways = (Way(AnyDice, (*OUTPUTS, *formats()), called="a program"),)
    arguments = (words("FILE"),)

    def answer(self) -> None:
        typed = " ".join(map(as_typed, self.typed["words"]))
        if not typed:
            raise click.UsageError(
                'which program? e.g. astragal anydice duel.txt, or astragal anydice "output 2d6"'
            )
        program = _read(typed)
        if self.typed["explain"]:
            self._explain(self.work(explain, program))
        else:
            self._show_outputs(program, self.work(anydice.run, program))

    @property
    def data(self) -> str:
        """The kind of chances to show for each outcome."""
        names = ("at least", "at most")
        return next((each for each in names if self.typed[each.replace(" ", "_")]), "normal")

    def _show_outputs(self, text: str, outputs: Outputs) -> None:
        """Show the outputs in the requested form, with remarks on them."""
        chosen = self._chosen(outputs)
        self._remark(outputs, chosen)
        if self.typed["roll"]:
            self._roll(chosen)
        elif self.typed["table"] or self.typed["summary"]:
            self._grid(chosen)
        elif self.output.writes_records:
            self._record(text, Outputs(tuple(chosen), outputs.warnings))
        elif self.output.form is not None:
            self.output.odds(Outputs(tuple(chosen)).filled)
        else:
            self._bars(chosen)

    def _explain(self, lines: Sequence[str]) -> None:
        """Show the description of a program."""
        for line in lines:
            words = line.lstrip()
            self.terminal.paragraph(words, line[: len(line) - len(words)])

    def _chosen(self, outputs: Outputs) -> Sequence[Output]:
        labels = [as_typed(each) for each in self.typed["only"]]
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
            grid = bars(each, self.data, every=self.typed["all"])
            if grid is not None:
                if not first:
                    self.terminal.write()
                self.output.show(grid)
                first = False

    def _grid(self, outputs: Sequence[Output]) -> None:
        """Show all outputs in one table, with long labels listed above it."""
        from astragal.anydice.views import named, summary, table

        names = [name for name, _ in named(outputs)]
        long = self.output.form is None and any(len(name) > _LONG for name in names)
        for number, name in enumerate(names if long else (), 1):
            self.terminal.paragraph(f"{number}: {name}")
        if long:
            self.terminal.write()
        shown: Shown | None
        if self.typed["summary"]:
            shown = summary(outputs, numbered=long)
        else:
            every = self.typed["all"] or self.output.form is not None
            shown = table(outputs, self.data, numbered=long, every=every)
        if shown is not None:
            self.output.show(shown)

    def _record(self, text: str, outputs: Outputs) -> None:
        self.output.record(outputs_answer(text, outputs, self.limits))

    def _roll(self, outputs: Sequence[Output]) -> None:
        seed = self.typed["seed"]
        source = self.session.source if seed is None else SeededSource(as_typed(seed))
        for each in outputs:
            rolled = rolled_output(each, source)
            if self.output.writes_records:
                self.output.record(rolled)
            elif rolled["outcome"] is not None:
                self.terminal.write(f"{each.label}: {rolled['text']}")


command = AnyDiceCall.command()


def _read(path: str) -> str:
    """The text of a program: read from a file or standard input, or typed directly."""
    if _TYPED.search(path) and not os.path.isfile(path):
        return path
    if "://" in path:
        raise click.UsageError(
            "a link is not followed; copy the program behind it into a file, or type it"
        )
    return text_in(path, '; a program can be typed, too: astragal anydice "output 2d6"')
