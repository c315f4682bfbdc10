"""What dice count as in Foundry, held against a die-by-die twin that goes word by word."""

from __future__ import annotations

import operator
import re
from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from hypothesis import example, given
from hypothesis import strategies as st

import astragal

_SIGNS = {
    "=": operator.eq,
    "": operator.eq,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_WORD = re.compile(r"(kh|kl|dh|dl|min|max|even|odd|cs|cf|df|sf)([<>=]*)(\d*)")
_SIDES = 4


@dataclass
class Shown:
    """A die on the table: its face never changes."""

    face: int
    active: bool = True
    count: int | None = None
    success: bool | None = None
    failure: bool = False

    @property
    def worth(self) -> int:
        if not self.active:
            return 0
        return self.face if self.count is None else self.count


def matches(die: Shown, sign: str, number: str, default: int) -> bool:
    return bool(_SIGNS[sign](die.face, int(number or default)))


def keep(dice: list[Shown], word: str, number: int) -> None:
    active = sorted((die for die in dice if die.active), key=lambda die: die.face)
    if word in ("kh", "dl"):
        active.reverse()
    left = number if word[0] == "k" else len(active) - number
    if left <= 0:
        return  # where all would go, all stay
    for die in active[left:]:
        die.active = False


def score(die: Shown, word: str, sign: str, number: str, *, bare: bool) -> None:
    if word == "min" and die.face < int(number):
        die.count = int(number)
    if word == "max" and die.face > int(number):
        die.count = int(number)
    if word in ("cs", "even", "odd"):
        hit = (
            die.face % 2 == (word == "odd") if word != "cs" else matches(die, sign, number, _SIDES)
        )
        die.success, die.count = hit, int(hit)
        die.failure = die.failure and not hit
    if word == "cf":
        die.failure = matches(die, sign, number, 1)
        die.success, die.count = None, int(die.failure)
    if word in ("df", "sf"):
        if sign or number:
            die.failure = die.failure or matches(die, sign, number, 1)
        elif bare:
            die.failure = die.face == 1
        else:
            die.failure = die.failure or die.success is False
        if die.failure:
            die.count = -1 if word == "df" else -die.face


def total(faces: tuple[int, ...], words: list[tuple[str, str, str]]) -> int:
    dice = [Shown(face) for face in faces]
    scored = False
    for word, sign, number in words:
        if word[0] in "kd" and word != "df":
            keep(dice, word, int(number or 1))
        for die in dice:
            score(die, word, sign, number, bare=not scored)
        scored = scored or word in ("cs", "cf", "even", "odd")
    return sum(die.worth for die in dice)


def word_texts() -> st.SearchStrategy[str]:
    kept = st.tuples(st.sampled_from(["kh", "kl", "dh", "dl"]), st.sampled_from(["1", "2"]))
    bound = st.tuples(st.sampled_from(["min", "max"]), st.sampled_from(["2", "3"]))
    condition = st.sampled_from(["", "2", "=3", "<2", "<=3", ">2", ">=4"])
    counted = st.tuples(st.sampled_from(["cs", "cf", "df", "sf"]), condition)
    parity = st.tuples(st.sampled_from(["even", "odd"]))
    return st.one_of(kept, bound, counted, parity).map("".join)


@given(words=st.lists(word_texts(), min_size=1, max_size=4))
@example(["cs>2", "df"])
@example(["min3", "cs>2", "kh2"])
@example(["cf<2", "df=3"])
@example(["max2", "min3", "kl1"])
@example(["kh2", "dl2"])
def test_every_order_of_words_means_what_the_twin_says(words: list[str]) -> None:
    text = f"3d{_SIDES}{''.join(words)}"
    try:
        odds = astragal.parse(text, dialect="foundry").odds()
    except astragal.AstragalError:
        return
    parts = [(found[1], found[2], found[3]) for found in map(_WORD.fullmatch, words) if found]
    faces = product(range(1, _SIDES + 1), repeat=3)
    twin = Counter(total(each, parts) for each in faces)
    for outcome, count in twin.items():
        assert odds.probability(outcome) == Fraction(count, _SIDES**3)
