"""Conditions in words: ``15 or more``, ``under 45``, ``1s and 2s``."""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import ge, gt, le, lt
from typing import NamedTuple


class Condition(NamedTuple):
    """A comparison with one or more numbers or a range; the sign ``% 2 =`` with 0 means even."""

    sign: str
    low: int
    high: int | None = None
    """the end of a range, or the last of several numbers"""
    denied: bool = False
    """true with a negation or a word for failure: ``not 7``, ``misses AC 15``"""
    versus: bool = False
    """true without a direction: ``vs 45``, ``misses 45``"""
    several: tuple[int, ...] = ()
    """numbers that are not consecutive: ``7 or 11``"""

    @property
    def text(self) -> str:
        if self.several:
            return f"{self.sign} [{', '.join(map(str, self.several))}]"
        upto = "" if self.high is None else f"..{self.high}"
        return f"{self.sign} {self.low}{upto}"

    def on(self, dice: str) -> str:
        """Notation for the event that a roll meets the condition."""
        if self.several:
            joint = " or " if self.sign == "=" else " and "
            return f"x = {dice}; {joint.join(f'x {self.sign} {each}' for each in self.several)}"
        return f"({dice}) {self.text}"

    @property
    def opposite(self) -> Condition:
        """The condition that holds exactly where this one does not."""
        *before, sign = self.sign.split(" ")
        sign = " ".join([*before, _OPPOSITES[sign]])
        return self._replace(sign=sign, denied=not self.denied)

    @property
    def tight(self) -> str:
        """The notation of the condition after a modifier."""
        if self.sign.startswith("%"):
            return f"={self._exact}"
        return self.text.replace(" ", "")

    def fits(self, lowest: int, highest: int) -> bool:
        """True if the condition could be about the faces of one die with these ends."""
        if self.sign.startswith("%"):
            return False
        if self.sign in ("=", "≠"):
            return lowest <= self.low and (self.high or self.low) <= highest
        ends = (self._holds(lowest), self._holds(highest))
        return any(ends) and (not all(ends) or self.sign in (">", ">="))

    def may_show(self, lowest: int, highest: int) -> bool:
        """True unless the lowest and highest face rule out a match."""
        if self.sign in ("=", "≠"):
            return self.low <= highest and (self.high or self.low) >= lowest
        return self.sign.startswith("%") or any(map(self._holds, (lowest, highest)))

    def _holds(self, number: int) -> bool:
        return _HOLDS[self.sign](number, self.low)

    @property
    def words(self) -> str:
        """The condition in words; a denied one also names its opposite."""
        if self.denied and self.sign in ("<", "<=", ">", ">="):
            return f"{self._exact} (not {self.opposite.words})"
        return self._exact

    @property
    def _exact(self) -> str:
        if self.several:
            *most, last = map(str, self.several)
            listed = f"{', '.join(most)} or {last}"
            return f"anything but {listed}" if self.sign == "≠" else listed
        if self.high is not None:
            return f"{'not ' if self.sign == '≠' else ''}{self.low} to {self.high}"
        if self.sign in _WORDS:
            return _WORDS[self.sign].format(self.low)
        _, number, sign = self.sign.split(" ")
        if number == "2":
            return "even" if (sign == "=") == (self.low == 0) else "odd"
        return f"{'not ' if sign == '≠' else ''}divisible by {number}"


_HOLDS: dict[str, Callable[[int, int], bool]] = {">=": ge, "<=": le, ">": gt, "<": lt}
_OPPOSITES = {">=": "<", "<": ">=", "<=": ">", ">": "<=", "=": "≠", "≠": "="}
_WORDS = {
    "=": "exactly {}",
    "≠": "anything but {}",
    ">=": "{} or more",
    "<=": "{} or less",
    ">": "more than {}",
    "<": "less than {}",
}
_VERSUS = "vs"
"""Marks a number said without a direction."""
_N = r"([+-]?\d{1,6})"
_TARGET = (
    r"(?:ac|dc|tn|target(?: number)?|diff(?:iculty)?(?: class)?|armou?r(?: class)?|defen[cs]e)"
)
_ARTICLE = r"(?:(?:an?|the) )?"
_HIT = (
    r"(?:(?:hit|hits|hitting|make|makes|making|pass|passes|passing|meet|meets|meeting|reach|reaches|"
    r"reaching|clear|clears|clearing)|"
    r"(?:succeed|succeeds|succeeding|save|saves|saving) (?:at|on|vs\.?|versus|against)|"
    r"(?:save|saving)(?= (?:dc|tn)))"
)
_CHECK = r"(?: (?:check|save|saving throw|test))?"
_READINGS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), signs)
    for pattern, signs in (
        (rf"(?:greater|more|higher) than or equal to {_N}", (">=",)),
        (rf"(?:less|lower|fewer) than or equal to {_N}", ("<=",)),
        (rf"(?:at|equal|equal to) or (?:under|below) {_N}", ("<=",)),
        (rf"(?:at|equal|equal to) or (?:over|above) {_N}", (">=",)),
        (rf"(?:at least|at worst|no less than|a minimum of|minimum|min) {_N}", (">=",)),
        (rf"{_N} at (?:least|worst|the least)", (">=",)),
        (rf"{_N} at (?:most|best|the most)", ("<=",)),
        (rf"{_N},? (?:or|and) (?:more|higher|better|above|over|greater|up|upwards)", (">=",)),
        (
            rf"(?:meets? or beats?|meeting or beating) {_ARTICLE}(?:{_TARGET} )?(?:of )?{_N}",
            (">=",),
        ),
        (
            rf"(?:(?:vs\.?|versus|against)|(?:to )?{_HIT}) {_ARTICLE}"
            rf"(?:{_TARGET}:? ?)?(?:of )?{_N}{_CHECK}",
            (_VERSUS,),
        ),
        (rf"(?:at )?{_ARTICLE}{_TARGET}:? ?(?:of )?{_N}{_CHECK}", (_VERSUS,)),
        (rf"(?:at most|at best|no more than|no higher than|up to|a maximum of) {_N}", ("<=",)),
        (rf"{_N},? (?:or|and) (?:less|lower|below|under|fewer|worse)", ("<=",)),
        (
            rf"(?:over|above|(?:more|greater|higher|better|bigger) than|exceeds?|exceeding) {_N}",
            (">",),
        ),
        (
            rf"(?:under|below|less than|(?:lower|smaller|worse) than|fewer than|"
            rf"(?:falls?|falling|comes?|coming) short of) {_N}",
            ("<",),
        ),
        (rf"(?:exactly|just|only|precisely|equals?|equal to|equalling) {_N}", ("=",)),
        (
            rf"(?:to )?(?:beat|beats|beating) {_ARTICLE}(?:{_TARGET} )?(?:of )?{_N}{_CHECK}",
            (">", ">="),
        ),
        (rf"(?:between |from )?{_N} ?(?:and|to|-|–|\.\.) ?{_N}", ("=",)),
        (r"(?:divisible by|(?:(?:an?|the) )?multiples? of) ([1-9]\d{0,5})", ("%",)),
    )
)
_NO_MORE = re.compile(
    r"(?:to )?(?:miss(?:es|ing)?|fail(?:s|ing)?|botch(?:es|ing)?|flub(?:s|bing)?|flunk(?:s|ing)?|"
    rf"bungl(?:e|es|ing)|blow(?:s|ing)?|whiff(?:s|ing)?)"
    rf"(?: (?:on(?= {_ARTICLE}{_TARGET})|at|against|vs\.?))?"
    rf"( {_ARTICLE}(?:{_TARGET}:? ?)?(?:of )?{_N}{_CHECK})",
    re.IGNORECASE,
)
"""Words for failure: ``misses AC 15`` is the opposite of ``hits AC 15``."""
_NOT = re.compile(
    r"(?:(?:(?:is|are|does|do|will|would|can|could|to) )?(?:not|never)|cannot|"
    r"(?:is|are|does|do|wo|would|ca|could)n't|outside(?: of)?|"
    r"(?:any|every)thing (?:but|except)(?: for)?|"
    r"(?:to )?(?:fail(?:s|ing)? to|avoid(?:s|ing)?)) "
    r"(?:(?:be|being|rolls?|rolling|get|getting|throw|throwing|score|scoring|show|showing|come up|"
    r"coming up|come to|coming to) )?(?:an? (?=\d))?(?!vs|versus|against)",
    re.IGNORECASE,
)
_EVEN = re.compile(r"(?:an? )?(even|odd)(?: (?:number|total|result|sum|roll)s?)?", re.IGNORECASE)
CONDITION_WORDS = frozenset(
    word
    for pattern in (*(each for each, _ in _READINGS), _NO_MORE, _NOT)
    for word in re.findall(r"[a-z]+", pattern.pattern)
)
_BARE = re.compile(r"(?:an? |the )?(?:total of )?(-?\d{1,6})s?", re.IGNORECASE)
_STARTS = re.compile(
    r"(?: (?:will|would|can|does|do))?"
    r"(?: (?:is|are|being|be|to be|comes? to|coming to|comes? up|coming up|rolls?|rolling|gets?|"
    r"getting|shows?|showing|gives?|giving|scores?|to roll|to get|will be))? ",
    re.IGNORECASE,
)
_CAPS = re.compile(r"(?:a )?(?:min|max)", re.IGNORECASE)
"""Words that limit a total when they follow dice: ``2d6-2 minimum 1``."""


def total_conditions(text: str, *, bare: bool = False) -> tuple[Condition, ...]:
    """The comparisons of a total; several if the text is ambiguous.

    With ``bare``, a number alone is exactly that number, or at least it.
    """
    if bare and (found := _BARE.fullmatch(text)):
        return Condition("=", int(found[1])), Condition(">=", int(found[1]))
    if bare and " or " in text and (several := _several(text)):
        return (several,)
    if found := _NO_MORE.fullmatch(text):
        return tuple(each.opposite for each in total_conditions(f"hit{found[1]}"))
    if found := _NOT.match(text):
        denied = total_conditions(text[found.end() :], bare=True)
        exactly = bool(denied) and _BARE.fullmatch(text[found.end() :]) is not None
        return tuple(each.opposite for each in (denied[:1] if exactly else denied))
    if found := _EVEN.fullmatch(text):
        return (Condition("% 2 =", int(found[1].lower() == "odd")),)
    for pattern, signs in _READINGS:
        if found := pattern.fullmatch(text):
            low, *high = (int(each) for each in found.groups() if each is not None)
            if high and high[0] <= low:
                return ()
            return tuple(_condition(sign, low, *high) for sign in signs)
    return ()


def _several(text: str) -> Condition | None:
    """``7 or 11``: separate numbers; a range if they are consecutive."""
    if not _SEVERAL.fullmatch(text):
        return None
    numbers = sorted({int(each) for each in re.findall(r"-?\d+", text)})
    low, high = numbers[0], numbers[-1]
    if len(numbers) == 1:
        return None
    in_a_row = high - low == len(numbers) - 1
    return Condition("=", low, high, several=() if in_a_row else tuple(numbers))


def _condition(sign: str, low: int, high: int | None = None) -> Condition:
    if sign == "%":
        return Condition(f"% {low} =", 0)
    if sign == _VERSUS:
        return Condition(">=", low, versus=True)
    return Condition(sign, low, high)


def split_total(text: str, *, bare: bool = False) -> tuple[str, tuple[Condition, ...]] | None:
    """Split dice from the condition that follows them."""
    for found in _STARTS.finditer(text, 1):
        says_is = found.end() - found.start() > 1
        added = text[found.end() : found.end() + 1] in ("+", "-") and not says_is
        if added or _CAPS.match(text, found.end()):
            continue
        conditions = total_conditions(text[found.end() :], bare=bare and says_is)
        if conditions:
            return text[: found.start()], conditions
    return None


_FACE = re.compile(rf"(?:an? |any |all |natural )?{_N}s?", re.IGNORECASE)
_PARITY = re.compile(r"(even|odd)s", re.IGNORECASE)
_JOINED = r"(?:, ?(?:and |or )?| and | or )(?:an? )?"
_SEVERAL = re.compile(rf"(?:an? |either )?-?\d{{1,6}}s?(?:{_JOINED}-?\d{{1,6}}s?)+", re.IGNORECASE)


def face_condition(text: str) -> Condition | None:
    """The condition for faces of dice: ``1s``, ``5 and 6``, ``2 or less``, ``evens``."""
    if found := _FACE.fullmatch(text):
        return Condition("=", int(found[1]))
    if several := _several(text):
        return several
    conditions = total_conditions(_PARITY.sub(r"\1", text))
    return conditions[0] if len(conditions) == 1 else None
