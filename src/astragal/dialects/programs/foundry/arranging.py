"""Arranges Foundry's words, which apply in the written order but look at the rolled faces.

A die keeps its face beside its score (``min``, ``cs``, ``df`` …): later words still see the face,
and the last word that sets the score wins. By Foundry's guide, dice that explode after a count are
counted too.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from astragal.dialects.complaining import not_known
from astragal.dialects.words import Pending, Worded
from astragal.die import Die
from astragal.errors import NotationError
from astragal.notation.conditions import Comparison, Condition, Parity
from astragal.notation.modifiers.clamp import Clamp
from astragal.notation.modifiers.count import Count, Tally
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.modifiers.worth import Case, Points, Worth

unknown = partial(not_known, "Foundry")


def arrange(read: Sequence[Worded], die: Die | None) -> list[Modifier]:
    """Modifiers in the written order, but with keeps before scores, since keeps use faces."""
    _refuse_draws_after_scores(read, die)
    _refuse_limits_after_draws(read, die)
    scores = [each for each in read if isinstance(each, Pending | Clamp | Tally)]
    if _only_clamps(scores):
        return [each for each in read if isinstance(each, Modifier)]
    before = [each for each in read if isinstance(each, Modifier) and not isinstance(each, Clamp)]
    if isinstance(scores[0], Tally):  # a called coin
        return [*before, Count((scores[0],))]
    score = Score(die)
    for each in scores:
        if isinstance(each, Clamp):
            score.clamp(each)
        elif isinstance(each, Pending):
            (score.deduct if each.word in ("df", "sf") else score.count)(each)
    return [*before, score.modifier()]


def _only_clamps(scores: Sequence[Worded]) -> bool:
    """True if the scores are only clamps whose bounds do not cross."""
    if not all(isinstance(each, Clamp) for each in scores):
        return False
    bounds = [each for each in scores if isinstance(each, Clamp)]
    if len(bounds) < 2:
        return True
    if len(bounds) > 2 or bounds[0].raises == bounds[1].raises:
        return False
    low, high = sorted(bounds, key=lambda each: not each.raises)
    known = isinstance(low.bound, int) and isinstance(high.bound, int)
    return known and low.bound <= high.bound  # type: ignore[operator]


def _refuse_draws_after_scores(words: Sequence[Worded], die: Die | None) -> None:
    """Refuse draws after scores: in Foundry, these dice count as their face."""
    scored: list[Worded] = []
    for place, each in enumerate(words):
        if isinstance(each, Pending | Clamp | Tally):
            scored.append(each)
        elif isinstance(each, Explode | Reroll) and _too_late(each, words[place:], scored, die):
            raise NotationError(
                "untranslatable",
                "dice that Foundry rolls after others were scored count as their face",
                span=each.span,
                hint="put words that roll dice first: `x`, `xo`, `r`, `rr`",
            )


def _refuse_limits_after_draws(words: Sequence[Worded], die: Die | None) -> None:
    """Refuse limited draws after others: Foundry puts extra dice last, we put them in between."""
    draws = [each for each in words if isinstance(each, Explode | Reroll)]
    for each in draws[1:]:
        if each.at_most is not None and not _aims_at_one_face(each, die):
            raise NotationError(
                "untranslatable",
                "which dice come first after others were rolled cannot be said here",
                span=each.span,
                hint="name one face: `r1=1`",
            )


def _aims_at_one_face(draw: Explode | Reroll, die: Die | None) -> bool:
    condition = draw.condition
    if condition is None or (isinstance(condition, Comparison) and condition.op == "="):
        return True
    if die is None or not is_settled(condition):
        return False
    return sum(map(condition.test(), die.faces)) < 2


def _too_late(
    draw: Explode | Reroll, rest: Sequence[Worded], scored: Sequence[Worded], die: Die | None
) -> bool:
    """True if dice rolled now would be scored differently from the others."""
    only_counts = all(isinstance(each, Pending) for each in scored)
    if not scored or (isinstance(draw, Explode) and only_counts):
        return False
    only_draws = all(isinstance(each, Explode | Reroll) for each in rest)
    return not (only_draws and _sees_the_same(draw, scored, die))


def explodes_after_counts(words: Sequence[Worded]) -> bool:
    """True for words such as ``cs>=8x10``."""
    kinds = [type(each) for each in words if isinstance(each, Pending | Explode)]
    return Pending in kinds and Explode in kinds[kinds.index(Pending) :]


def draws_once_after_keeps(words: Sequence[Worded]) -> bool:
    """True for ``kh1xo6``: Foundry goes on with the new dice if the last die was dropped."""
    kept = False
    for each in words:
        kept = kept or isinstance(each, Keep)
        once = isinstance(each, Explode) and each.burst == "!o"
        if kept and (once or (isinstance(each, Reroll) and not each.until)):
            return True
    return False


def _sees_the_same(draw: Explode | Reroll, scored: Sequence[Worded], die: Die | None) -> bool:
    """True if clamps do not change which dice a draw applies to."""
    if not _only_clamps(scored):
        return False
    bounds = [each for each in scored if isinstance(each, Clamp) and isinstance(each.bound, int)]
    condition = draw.condition
    if die is None or len(bounds) < len(scored) or condition is None or not is_settled(condition):
        return False
    test = condition.test()
    for face in die.faces:
        count = face
        for each in bounds:
            count = max(count, each.bound) if each.raises else min(count, each.bound)
        if test(face) != test(count):
            return False
    return True


OPPOSITE = {"=": "!=", "!=": "=", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
"""The opposite of each comparison."""


class Score:
    """The score of a die, updated by one word after another."""

    def __init__(self, die: Die | None) -> None:
        self.die = die
        self.cases: list[Case] = []
        self.otherwise: Points = "face"
        self.succeeds: Condition | None = None
        self.fails: Condition | None = None
        self.counts = 0
        self.deducted = False

    def count(self, word: Pending) -> None:
        """Score matching dice 1 and all others 0, replacing earlier scores."""
        if self.deducted:
            raise unknown(f"`{word.word}` after failures are deducted", word.span)
        matching = word.condition or self.default(word, highest=word.word == "cs")
        self.counts += 1
        self.cases, self.otherwise = [Case(matching, 1)], 0
        self.succeeds, self.fails = (None, matching) if word.word == "cf" else (matching, None)

    def deduct(self, word: Pending) -> None:
        """Score failures as -1, or as minus their face."""
        clamped = self.counts and len(self.cases) > 1
        if self.deducted or self.counts > 1 or (clamped and word.condition is None):
            raise unknown(f"`{word.word}` here", word.span)
        self.deducted = True
        points: Points = -1 if word.word == "df" else "-face"
        if word.condition is not None:
            self.cases = [Case(each, points) for each in (word.condition, self.fails) if each] + [
                case for case in self.cases if case.condition != self.fails
            ]
        elif self.fails is not None:
            self.cases = [Case(self.fails, points)]
        elif self.succeeds is not None:
            self.otherwise = points
        elif self.cases:
            raise unknown(f"`{word.word}` here", word.span)
        else:
            self.cases = [Case(self.default(word, highest=False), points)]

    def default(self, word: Pending, *, highest: bool) -> Condition:
        if self.die is None:
            raise unknown(f"`{word.word}` without a number here", word.span)
        return Comparison("=", self.die.highest if highest else self.die.lowest)

    def clamp(self, clamp: Clamp) -> None:
        """Score dice beyond the bound as the bound."""
        if not isinstance(clamp.bound, int):
            raise unknown("a rolled bound after other scores", clamp.span)
        sign = "<" if clamp.raises else ">"
        self.cases.insert(0, Case(Comparison(sign, clamp.bound), clamp.bound))

    def modifier(self) -> Modifier:
        """The scores as a modifier, as a plain count where possible."""
        counted = self._counted()
        return Worth(tuple(self.cases), self.otherwise) if counted is None else Count(counted)

    def _counted(self) -> tuple[Tally, ...] | None:
        points = [case.points for case in self.cases]
        if self.otherwise == 0 and points == [1]:
            return (Tally(self.cases[0].condition, 1),)
        if self.otherwise == -1 and points == [1]:
            succeeds = self.cases[0].condition
            fails = opposite(succeeds)
            return None if fails is None else (Tally(succeeds, 1), Tally(fails, -1))
        if self.otherwise == 0 and points == [-1, 1] and self._apart():
            return (Tally(self.cases[1].condition, 1), Tally(self.cases[0].condition, -1))
        return None

    def _apart(self) -> bool:
        """True if no face matches both cases."""
        conditions = [case.condition for case in self.cases]
        if self.die is None or not all(map(is_settled, conditions)):
            return False
        tests = [condition.test() for condition in conditions]
        return not any(all(test(face) for test in tests) for face in self.die.faces)


def opposite(condition: Condition) -> Condition | None:
    """The opposite of a condition; None if it contains a roll, which would be rolled twice."""
    if isinstance(condition, Parity):
        return Parity(not condition.even)
    if not isinstance(condition, Comparison) or not isinstance(condition.operand, int):
        return None
    return Comparison(OPPOSITE[condition.op], condition.operand)


def is_settled(condition: Condition | None) -> bool:
    """True if the number in a condition is known before the roll."""
    return not isinstance(condition, Comparison) or isinstance(condition.operand, int)
