"""The order in which Foundry does what follows dice: as written, but by the faces rolled.

What a die counts as (``min``, ``cs``, ``df`` …) is kept beside its face: words that come later
still see the face, and the last to say what a die counts as wins. Foundry's guide has dice that
explode after a count be counted too.
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
    """As written; but what is kept goes by faces, so that comes before what dice count as."""
    _refuse_draws_after_scores(read, die)
    _refuse_limits_after_draws(read, die)
    scores = [each for each in read if isinstance(each, Pending | Clamp | Tally)]
    if _only_clamps(scores):
        return [each for each in read if isinstance(each, Modifier)]
    before = [each for each in read if isinstance(each, Modifier) and not isinstance(each, Clamp)]
    if isinstance(scores[0], Tally):  # a coin that was called
        return [*before, Count((scores[0],))]
    score = Score(die)
    for each in scores:
        if isinstance(each, Clamp):
            score.clamp(each)
        elif isinstance(each, Pending):
            (score.deduct if each.word in ("df", "sf") else score.count)(each)
    return [*before, score.modifier()]


def _only_clamps(scores: Sequence[Worded]) -> bool:
    """Whether dice are only raised and capped, by bounds that do not cross."""
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
    """Dice that are rolled after that would count as their face, in Foundry."""
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
    """Extra dice come last in Foundry, and here behind the die that brought them."""
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
    """Whether the dice that are rolled would not count as others do."""
    only_counts = all(isinstance(each, Pending) for each in scored)
    if not scored or (isinstance(draw, Explode) and only_counts):
        return False
    only_draws = all(isinstance(each, Explode | Reroll) for each in rest)
    return not (only_draws and _sees_the_same(draw, scored, die))


def explodes_after_counts(words: Sequence[Worded]) -> bool:
    """``cs>=8x10``"""
    kinds = [type(each) for each in words if isinstance(each, Pending | Explode)]
    return Pending in kinds and Explode in kinds[kinds.index(Pending) :]


def draws_once_after_keeps(words: Sequence[Worded]) -> bool:
    """``kh1xo6``: the program only ends after a last die that it has kept."""
    kept = False
    for each in words:
        kept = kept or isinstance(each, Keep)
        once = isinstance(each, Explode) and each.burst == "!o"
        if kept and (once or (isinstance(each, Reroll) and not each.until)):
            return True
    return False


def _sees_the_same(draw: Explode | Reroll, scored: Sequence[Worded], die: Die | None) -> bool:
    """Whether raising and capping dice makes no difference to what is drawn then."""
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
"""The negation of each comparison."""


class Score:
    """What a die counts as, after one word and then another."""

    def __init__(self, die: Die | None) -> None:
        self.die = die
        self.cases: list[Case] = []
        self.otherwise: Points = "face"
        self.succeeds: Condition | None = None
        self.fails: Condition | None = None
        self.counts = 0
        self.deducted = False

    def count(self, word: Pending) -> None:
        """All are 1 or 0 now, whatever they counted as before."""
        if self.deducted:
            raise unknown(f"`{word.word}` after failures are deducted", word.span)
        matching = word.condition or self.default(word, highest=word.word == "cs")
        self.counts += 1
        self.cases, self.otherwise = [Case(matching, 1)], 0
        self.succeeds, self.fails = (None, matching) if word.word == "cf" else (matching, None)

    def deduct(self, word: Pending) -> None:
        """Failures are -1, or their face below zero; bare, after a count, those it left out."""
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
        """Only dice beyond the bound change what they count as."""
        if not isinstance(clamp.bound, int):
            raise unknown("a rolled bound after other scores", clamp.span)
        sign = "<" if clamp.raises else ">"
        self.cases.insert(0, Case(Comparison(sign, clamp.bound), clamp.bound))

    def modifier(self) -> Modifier:
        """As a count where that says the same."""
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
        """Whether no face matches both cases."""
        conditions = [case.condition for case in self.cases]
        if self.die is None or not all(map(is_settled, conditions)):
            return False
        tests = [condition.test() for condition in conditions]
        return not any(all(test(face) for test in tests) for face in self.die.faces)


def opposite(condition: Condition) -> Condition | None:
    """What does not match; None if a roll in it would be rolled twice."""
    if isinstance(condition, Parity):
        return Parity(not condition.even)
    if not isinstance(condition, Comparison) or not isinstance(condition.operand, int):
        return None
    return Comparison(OPPOSITE[condition.op], condition.operand)


def is_settled(condition: Condition | None) -> bool:
    """Whether what a condition compares with is known before the roll."""
    return not isinstance(condition, Comparison) or isinstance(condition.operand, int)
