"""``astragal compare``."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from functools import partial

import click

from astragal.cli.asking import Way, as_typed, given_of
from astragal.cli.call import Call, words
from astragal.cli.line import in_words
from astragal.cli.own_options import CUMULATIVE, EVERY, PLOTS, formats
from astragal.cli.reading import called_rule, context_of, how_it_was_read
from astragal.comparing.comparison import Comparison
from astragal.limits import Limits
from astragal.probability.distribution import Distribution
from astragal.service.context import Context
from astragal.service.fields import STAKES
from astragal.service.questions.compare import COMPARED, Compare
from astragal.service.questions.odds import Odds, seen
from astragal.service.subject import DiceSubject, subject_of

_PARTED = re.compile(r"[\s'\"\\]")
"""Blanks, quotes and backslashes: a shell would split or change words that contain them."""
_FIELDS = tuple(each for each in COMPARED if each is not STAKES)


class CompareCall(Call):
    """Compare dice and rules: chances, their differences, and which is never worse.

    A rule is written as behind play, in quotation marks.

    \b
    astragal compare 2d6+3 1d12+3 1d20
    astragal compare 3d6 4d6kh3 --cumulative
    astragal compare "1d20+5 >= 15" "2d20kh1+5 >= 15"
    astragal compare "tiers check 45" "tiers check 40 --advantages 1" --of tiers
    astragal compare 3d6 4d6kh3 --plot both.svg

    Differences are to the first. Words, which have no order, are compared by their chances alone.
    """

    name = "compare"
    ways = (Way(Compare, (*_FIELDS, CUMULATIVE, EVERY, *formats(), *PLOTS), called="a comparison"),)
    arguments = (words("EXPRESSION..."),)

    def answer(self) -> None:
        listed = [as_typed(text) for text in self.typed["words"]]
        if len(listed) < 2:
            raise click.UsageError("compare what with what? e.g. astragal compare 2d6+3 1d12+3")
        context = context_of(self.session, self.typed, self.limits)
        several = [self._odds(text, context) for text in listed]
        self.show(self.work(partial(_compared, several)))

    def _odds(self, text: str, context: Context) -> Distribution:
        if context.called(text) is None:
            called = called_rule(text, self.session)
            if called is not None:
                return self._rule_odds(called).labelled(text)
        subject, given = subject_of(text, context), given_of(Odds, self.typed)
        self.remark(*how_it_was_read(subject))
        odds, _ = seen(self.found(subject, given, Odds()), given["of"])
        return odds if isinstance(subject, DiceSubject) else odds.labelled(text)

    def _rule_odds(self, called: list[str]) -> Distribution:
        """The odds of a rule; --of, --aim and --sheet are defaults for all rules."""
        from astragal.cli.commands.play import rule_call

        common = {name: self.typed[name] for name in ("of", "aim", "limit", "time", "sheet")}
        return rule_call(called, self.session, common).odds()


command = CompareCall.command()


def _compared(several: Sequence[Distribution], *, limits: Limits) -> Comparison:
    return Comparison(several, limits=limits)


def compare_words(line: str, sign: str = "|") -> list[str]:
    """The words of the command for a line whose dice are separated by a sign.

    Options at the end belong to the command; all others belong to the rule in front of them.
    """
    *first, last = line.split(sign)
    own: list[str] = []
    if "--" in last:
        kept, own = _own_options(in_words(last))
        last = " ".join(map(_quoted, kept)) if own else last
    return ["compare", *(each.strip() for each in (*first, last)), *own]


def _quoted(word: str) -> str:
    """The word, quoted if a shell would split it; dice alone need no quotes here."""
    return shlex.quote(word) if _PARTED.search(word) or not word else word


def _own_options(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Separate the options of this command, with their values, from the other words."""
    known = {spelt: option for option in command.params for spelt in option.opts}
    kept, own, rest = [], [], iter(words)
    for word in rest:
        option = known.get(word.partition("=")[0])
        if option is None:
            kept.append(word)
            continue
        own.append(word)
        if not getattr(option, "is_flag", False) and "=" not in word:
            own += [value for value in [next(rest, None)] if value is not None]
    return kept, own
