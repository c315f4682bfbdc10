"""``astragal translate``."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

import click

from astragal.cli.asking import Way, as_typed
from astragal.cli.call import Call, words
from astragal.cli.own_options import JSON
from astragal.dialects.dialect import HERE, title_of
from astragal.dialects.translating import Meaning, Spelling, mean_of
from astragal.errors import AstragalError, Audience
from astragal.notation.expression import Expression
from astragal.render.figures import decimal, percent
from astragal.rolling.phrases import Role, phrase, piece
from astragal.service.questions.translate import Translate, translated, translation_answer


class TranslateCall(Call):
    """Translate dice from one program's notation to another's.

    Without --from, it shows what each program makes of the text; without --to, what to type in
    each of the others. Our own notation is called astragal.

    \b
    astragal translate "4d6r<2" --from roll20 --to foundry
    astragal translate "8d10>7" --from roll20      to all others
    astragal translate 4d6rr=1 --to roll20         from our own
    astragal translate "2d6r<3"                    what each makes of it

    The exit status is 1 if the text cannot be translated.
    """

    name = "translate"
    ways = (Way(Translate, (JSON,), called="a translation"),)
    arguments = (words("TEXT"),)

    def answer(self) -> None:
        text = " ".join(map(as_typed, self.typed["words"]))
        if not text.strip():
            raise click.UsageError('translate what? e.g. astragal translate "8d10>7" --from roll20')
        session, given = self.session, self.way.given(self.typed)
        self.variables = session.context(given["variables"]).variables
        self.target = given["target"] and given["target"].lower()
        self.source = given["source"] and given["source"].lower()
        if self.source is None and self.target:
            self.source = session.dialect or HERE
        found, written = translated(text, self.source, self.target, self.limits)
        if self.output.writes_records:
            self.output.record(
                translation_answer(text, found, written, self.variables, self.limits)
            )
        elif self.source is None:
            self._table(found)
        elif self.target is None:
            self._everywhere(found[0], written)
        else:
            self._translated(found[0], written[0])

    def _translated(self, meaning: Meaning, spelling: Spelling) -> None:
        """Write the translation alone, to be copied; its meaning goes to the error stream."""
        self.terminal.paragraph(spelling.text or "")
        assert meaning.expression is not None
        remarks = dict.fromkeys((*meaning.remarks, *spelling.remarks))
        for said in (meaning.expression.describe(), *remarks):
            self.output.errors.paragraph(said, "  ", dim=True)

    def _everywhere(self, meaning: Meaning, written: Iterable[Spelling]) -> None:
        """Our notation, then the spelling in other programs, grouped by equal texts."""
        self._entry([HERE], self._told(meaning), meaning.remarks)
        self._together(
            (each.program, _refused(each.refusal, each.program) if each.text is None else each.text)
            for each in written
            if each.program != HERE
        )

    def _table(self, found: Sequence[Meaning]) -> None:
        for each in found:
            if each.expression is not None:
                self._entry(each.programs, self._told(each), each.remarks)
        self._together(
            (program, _refused(each.refusal, program))
            for each in found
            if each.expression is None
            for program in each.programs
        )

    def _together(self, told: Iterable[tuple[str, str]]) -> None:
        """Write the text of each program; programs with the same text share an entry."""
        programs: dict[str, list[str]] = {}
        for program, said in told:
            programs.setdefault(said, []).append(program)
        for said, names in programs.items():
            self._entry(names, said)

    def _entry(self, programs: Iterable[str], told: str, remarks: Iterable[str] = ()) -> None:
        titles = ", ".join(map(title_of, programs))
        self.terminal.say(phrase([piece(titles, Role.OUTCOME)]))
        self.terminal.paragraph(told, "  ")
        for remark in remarks:
            self.terminal.paragraph(remark, "  ", dim=True)

    def _told(self, meaning: Meaning) -> str:
        """Our notation, its meaning in words, and its mean, if it has one."""
        expression = meaning.expression
        assert expression is not None
        told = f"{expression}: {expression.describe()}"
        mean = self._mean(expression)
        return f"{told}{' ' if told.endswith('?') else '; '}{mean}" if mean else told

    def _mean(self, expression: Expression) -> str:
        """The mean of numbers, or the chance of a condition; "" for other outcomes."""
        values = {name: n for name, n in self.variables.items() if name in expression.variables}
        try:
            odds = self.work(partial(expression.odds, variables=values))
        except AstragalError:
            return ""
        mean = mean_of(odds)
        if mean is None:
            return ""
        return percent(mean) if odds.truth else f"mean {decimal(mean)}"


command = TranslateCall.command()


def _refused(error: AstragalError | None, program: str) -> str:
    """The reason of a refusal, without the program's name, which is in the heading."""
    assert error is not None
    title, hint = title_of(program), error.hint_for(Audience.PLAYER)
    message = error.message.removesuffix(f" in {title}").removeprefix(f"{title} ")
    return f"refused: {message}" + (f"; {hint}" if hint else "")
