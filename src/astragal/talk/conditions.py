"""Conditions in words: ``15 or more``, ``under 45``, ``1s and 2s``."""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import ge, gt, le, lt
from typing import NamedTuple


class Condition(NamedTuple):
    """A comparison with a number, or with a range."""

    sign: str
    low: int
    high: int | None = None

    @property
    def text(self) -> str:
        upto = "" if self.high is None else f"..{self.high}"
        return f"{self.sign} {self.low}{upto}"

    @property
    def tight(self) -> str:
        """As it stands behind a modifier."""
        return self.text.replace(" ", "")

    def fits(self, lowest: int, highest: int) -> bool:
        """Whether faces of one die may be meant: it has some, and not just any below a number."""
        if self.sign == "=":
            return lowest <= self.low and (self.high or self.low) <= highest
        ends = (self._holds(lowest), self._holds(highest))
        return any(ends) and (not all(ends) or self.sign in (">", ">="))

    def _holds(self, number: int) -> bool:
        return _HOLDS[self.sign](number, self.low)

    @property
    def words(self) -> str:
        if self.high is not None:
            return f"{self.low} to {self.high}"
        return _WORDS[self.sign].format(self.low)


_HOLDS: dict[str, Callable[[int, int], bool]] = {">=": ge, "<=": le, ">": gt, "<": lt}
_WORDS = {
    "=": "exactly {}",
    ">=": "{} or more",
    "<=": "{} or less",
    ">": "more than {}",
    "<": "less than {}",
}
_N = r"(\d{1,6})"
_TARGET = (
    r"(?:ac|dc|tn|target(?: number)?|diff(?:iculty)?(?: class)?|armou?r(?: class)?|defen[cs]e)"
)
_READINGS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), signs)
    for pattern, signs in (
        (rf"(?:at least|no less than|a minimum of|minimum|min) {_N}", (">=",)),
        (rf"{_N},? (?:or|and) (?:more|higher|better|above|over|greater|up|upwards)", (">=",)),
        (rf"(?:meets? or beats?|meeting or beating) (?:an? )?(?:{_TARGET} )?(?:of )?{_N}", (">=",)),
        (
            rf"(?:(?:to )?(?:vs\.?|versus|against|hit|hits|hitting|make|makes|making|pass|passes|"
            rf"passing|meet|meets|meeting)) (?:an? )?(?:{_TARGET}:? ?)?(?:of )?{_N}",
            (">=",),
        ),
        (rf"(?:at )?(?:an? )?{_TARGET}:? ?(?:of )?{_N}(?: check| save| saving throw)?", (">=",)),
        (rf"(?:at most|no more than|up to|a maximum of) {_N}", ("<=",)),
        (rf"{_N},? (?:or|and) (?:less|lower|below|under|fewer|worse)", ("<=",)),
        (
            rf"(?:over|above|(?:more|greater|higher|better) than|exceeds?|exceeding) {_N}",
            (">",),
        ),
        (rf"(?:under|below|less than|lower than|fewer than) {_N}", ("<",)),
        (rf"(?:exactly|just|precisely|equals?|equal to|equalling) {_N}", ("=",)),
        (
            rf"(?:to )?(?:beat|beats|beating) (?:an? )?(?:{_TARGET} )?(?:of )?{_N}",
            (">", ">="),
        ),
        (rf"(?:between |from )?{_N} ?(?:and|to|-|–|\.\.) ?{_N}", ("=",)),
    )
)
CONDITION_WORDS = frozenset(
    word for pattern, _ in _READINGS for word in re.findall(r"[a-z]+", pattern.pattern)
)
_BARE = re.compile(rf"(?:an? |the )?(?:total of )?{_N}s?", re.IGNORECASE)
_STARTS = re.compile(
    r"(?: (?:is|are|being|be|to be|comes? to|coming to|comes? up|coming up|rolls?|rolling|"
    r"gets?|getting|shows?|showing|gives?|giving|scores?|to roll|to get|will be))? "
    r"(?=(?:at|no|an?|minimum|min|meets?|meeting|to|vs|versus|against|hits?|hitting|makes?|making|"
    r"pass|passes|passing|(?:ac|dc|tn)\d*|target|diff|difficulty|armou?r|defen[cs]e|up|over|above|"
    r"more|greater|higher|better|exceeds?|exceeding|under|below|less|lower|fewer|exactly|just|"
    r"precisely|equals?|equal|equalling|beats?|beating|between|from|\d+)\b)",
    re.IGNORECASE,
)


def total_conditions(text: str, *, bare: bool = False) -> tuple[Condition, ...]:
    """What a total is compared with; several if more than one may be meant.

    With ``bare``, a number alone is exactly that number, or at least it.
    """
    if bare and (found := _BARE.fullmatch(text)):
        return Condition("=", int(found[1])), Condition(">=", int(found[1]))
    for pattern, signs in _READINGS:
        if found := pattern.fullmatch(text):
            low, *high = (int(each) for each in found.groups() if each is not None)
            if high and high[0] < low:
                return ()
            return tuple(Condition(sign, low, *high) for sign in signs)
    return ()


def split_total(text: str, *, bare: bool = False) -> tuple[str, tuple[Condition, ...]] | None:
    """Dice with a condition after them: the dice, and the condition."""
    for found in _STARTS.finditer(text, 1):
        says_is = found.end() - found.start() > 1
        conditions = total_conditions(text[found.end() :], bare=bare and says_is)
        if conditions:
            return text[: found.start()], conditions
    return None


_FACE = re.compile(rf"(?:an? |any |all |natural )?{_N}s?", re.IGNORECASE)
_FACES = re.compile(rf"{_N}s?(?:,| and| or|, or|, and) {_N}s?", re.IGNORECASE)


def face_condition(text: str) -> Condition | None:
    """Which faces of dice are meant: ``1s``, ``5 and 6``, ``2 or less``."""
    if found := _FACE.fullmatch(text):
        return Condition("=", int(found[1]))
    if found := _FACES.fullmatch(text):
        low, high = sorted((int(found[1]), int(found[2])))
        return Condition("=", low, high) if high == low + 1 else None
    conditions = total_conditions(text)
    return conditions[0] if len(conditions) == 1 else None
