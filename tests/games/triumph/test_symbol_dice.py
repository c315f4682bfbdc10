"""d20s with symbols (R2, R3, R4): as written, as rolled, and their odds in two ways."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import astragal
from astragal import ChoiceError, ParameterError
from astragal.games.triumph.d20s import D20Result, D20s
from astragal.games.triumph.fortunes import Fortune, fortune_of
from astragal.games.triumph.symbol_dice import CheckDice, Reroll
from tests.games.triumph.by_hand import KeptD20s, face_law, total_chance
from tests.support.examples import examples

T, D, N = Fortune.TRIUMPH, Fortune.DISASTER, Fortune.NONE
ALWAYS, NEVER, CHOOSE = Reroll.ALWAYS, Reroll.NEVER, Reroll.CHOOSE


def d20s(text: str, reroll: Reroll = ALWAYS) -> D20s:
    return D20s(CheckDice.of(text), reroll)


def odds_of(experiment: Any, **how: Any) -> dict[Any, Fraction]:
    return dict(experiment.odds(**how).items())


def shares(counts: Counter[Any]) -> dict[Any, Fraction]:
    whole = sum(counts.values())
    return {outcome: Fraction(count, whole) for outcome, count in counts.items()}


# Writing


@pytest.mark.parametrize(
    ("text", "dice"),
    [
        ("d20", CheckDice(1)),
        ("2d20▲", CheckDice(2, highest=1)),
        ("2d20▼", CheckDice(2, lowest=1)),
        ("4d20▲▲▲", CheckDice(4, highest=3)),
        ("1d20!", CheckDice(1, explodes=True)),
        ("1d20♻♻♻", CheckDice(1, rerolls=3)),
        ("2d20♻▲!", CheckDice(2, 1, 0, True, 1)),
        ("2d20!▼♻♻", CheckDice(2, 0, 1, True, 2)),
        ("3d20kh2r", CheckDice(3, highest=2, rerolls=1)),
        ("2D20 KL !", CheckDice(2, lowest=1, explodes=True)),
        ("2d20^", CheckDice(2, highest=1)),
        ("2d20v", CheckDice(2, lowest=1)),
        ("10d20▲", CheckDice(10, highest=1)),
        ("1d20♻️♻️", CheckDice(1, rerolls=2)),
        ("2d20▲ ♻♻? r?", CheckDice(2, highest=1, rerolls=3)),
        ("3d20▲▲!", CheckDice(3, highest=2, explodes=True)),
    ],
)
def test_r2_r4_dice_as_they_are_written(text: str, dice: CheckDice) -> None:
    """The order of the symbols does not matter to a check."""
    assert CheckDice.of(text) == dice
    assert CheckDice.of(str(dice)) == dice


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: CheckDice.of("2d20▲▼"), "cannot both follow"),
        (lambda: CheckDice(2, 1, 1), "cannot do both"),
        (lambda: CheckDice.of("11d20▲"), "1 to 10 d20s, not 11"),
        (lambda: CheckDice.of("0d20"), "1 to 10 d20s, not 0"),
        (lambda: CheckDice.of("1d20" + 20 * "♻"), "must leave a face"),
        (lambda: CheckDice.of("2d20kh0"), "`kh0` keeps 0 dice"),
        (lambda: CheckDice.of("2d20kl0"), "`kl0` keeps 0 dice"),
        (lambda: CheckDice.of("2d20kh1kh00"), "keeps 0 dice"),
        (lambda: CheckDice.of("2d20kh1▲"), "a check does one, once"),
        (lambda: CheckDice.of("100d20"), "1 to 10 d20s, not 100"),
        (lambda: CheckDice(2, highest=-1), "cannot be negative"),
        (lambda: CheckDice(2, lowest=-1), "cannot be negative"),
        (lambda: CheckDice(2, rerolls=-1), "cannot be negative"),
    ],
)
def test_r2_dice_that_make_no_sense(make: Callable[[], Any], says: str) -> None:
    """▲ and ▼ on one group is an error, and so are too many dice."""
    with pytest.raises(ParameterError, match=says):
        make()


@pytest.mark.parametrize(
    "text", ["", "2d6▲", "20", "2d20▲+1", "1d20r<=2", "2d20x", "d200", "-1d20"]
)
def test_other_texts_are_no_d20s(text: str) -> None:
    with pytest.raises(ParameterError, match=f"^expected d20s .*, not {re.escape(repr(text))}$"):
        CheckDice.of(text)


# Falling


@pytest.mark.parametrize(
    ("text", "faces", "fortune", "total"),
    [
        # R2
        ("1d20", [7], N, 7),
        ("2d20▲", [7, 12], N, 12),
        ("2d20▼", [7, 12], N, 7),
        ("3d20▲▲", [7, 12, 3], N, 19),
        ("3d20▼▼", [7, 12, 3], N, 10),
        ("2d20▲▲▲", [7, 3], N, 10),
        ("2d20▼▼▼", [7, 3], N, 10),
        ("2d20", [7, 3], N, 10),
        # R7: each die that is kept is natural by itself
        ("2d20", [20, 6], T, 26),
        ("2d20", [19, 1], D, 20),
        ("2d20", [1, 20], N, 21),
        ("2d20", [10, 10], N, 20),
        ("3d20▲▲", [1, 20, 7], T, 27),
        ("3d20▼▼", [1, 20, 7], D, 8),
        ("2d20!", [20, 1, 4], N, 25),
        # R3: the natural of an exploding d20 is its first face
        ("1d20!", [19], N, 19),
        ("1d20!", [20, 5], T, 25),
        ("1d20!", [20, 20, 1], T, 41),
        ("2d20▲!", [20, 19, 4], T, 24),
        ("2d20▼!", [20, 19, 4], N, 19),
        ("2d20▼!", [20, 20, 4, 9], T, 24),
        ("2d20▲!", [20, 20, 4, 9], T, 29),
        ("2d20▼!", [20, 20, 20, 3, 9], T, 29),
        # R4: the new result is binding
        ("1d20♻", [1, 1], D, 1),
        ("1d20♻", [2], N, 2),
        ("1d20♻♻♻", [3, 2], N, 2),
        ("1d20♻♻♻", [4], N, 4),
        ("2d20▲♻", [1, 1, 7, 9], N, 9),
        ("2d20▼♻", [1, 5, 3], N, 3),
        ("2d20▼♻♻", [2, 1, 17, 9], N, 9),
        ("2d20♻", [1, 5, 3], N, 8),
        # ♻ first, then !, then ▲ or ▼
        ("1d20!♻", [1, 20, 7], T, 27),
        ("1d20!♻", [20, 1], T, 21),
        ("2d20▲!♻", [1, 20, 20, 3, 8], T, 28),
        ("2d20▼!♻", [1, 20, 20, 3, 8], T, 23),
        ("2d20▼!♻", [1, 20, 6, 5], N, 6),
        ("2d20▼!♻♻", [20, 2, 1, 5], D, 1),
    ],
)
def test_r2_r3_r4_the_symbols_together(
    text: str, faces: list[int], fortune: Fortune, total: int
) -> None:
    assert d20s(text).roll(faces=faces).outcome == D20Result(fortune, total)


@pytest.mark.parametrize(
    ("text", "faces", "going"),
    [
        ("1d20!", [20] * 5, 1),
        ("2d20▲!", [20, 7, 20, 20, 20, 20], 1),
        ("2d20▲!", [20] * 10, 2),
        ("2d20▼!", [20] * 10, 2),
    ],
)
def test_r3_from_100_on_it_is_only_said_that_a_die_goes_on(
    text: str, faces: list[int], going: int
) -> None:
    rolled = d20s(text).roll(faces=faces).outcome
    assert rolled == D20Result(T, 100, going)
    assert str(rolled) == "100 or more"


@pytest.mark.parametrize(
    ("text", "faces", "rolled"),
    [
        ("1d20!", [20], D20Result(T, 20, 1)),
        ("2d20▲!", [20, 20], D20Result(T, 20, 2)),
        ("2d20▲!", [20, 3], D20Result(T, 20, 1)),
        ("2d20▼!", [20, 3], D20Result(N, 3)),
        ("2d20▼!♻", [20, 1, 20], D20Result(T, 20, 2)),
    ],
)
def test_r3_r8_in_a_contest_a_die_is_rolled_one_level_at_a_time(
    text: str, faces: list[int], rolled: D20Result
) -> None:
    one = D20s(CheckDice.of(text), ALWAYS, 1)
    assert one.roll(faces=faces).outcome == rolled
    assert D20s(CheckDice.of(text), ALWAYS, 5) == D20s(CheckDice.of(text), ALWAYS)


def test_r3_the_lowest_goes_on_only_if_all_do() -> None:
    assert d20s("2d20▼!").roll(faces=[20, 20, *[20] * 4, 5]).outcome == D20Result(T, 25)


WHICH = "re-roll which?"


@pytest.mark.parametrize(
    ("text", "faces", "said", "asked", "total"),
    [
        ("1d20♻♻♻", [3], ["keep"], [("re-roll the 3?", (3,))], 3),
        ("1d20♻♻♻", [3, 2], ["re-roll"], [("re-roll the 3?", (3,))], 2),
        ("3d20▲♻♻", [2, 9, 1], ["keep"], [(WHICH, (9, 2, 1))], 9),
        (
            *("3d20▲♻♻", [1, 9, 2, 15], ["re-roll the 1", "keep"]),
            *([(WHICH, (9, 2, 1)), ("re-roll the 2?", (15, 9, 2))], 15),
        ),
        (
            *("3d20▼♻♻♻", [3, 1, 9, 2, 12], ["re-roll the 3", "re-roll"]),
            *([(WHICH, (9, 3, 1)), ("re-roll the 1?", (9, 2, 1))], 2),
        ),
        (
            *("2d20▼♻", [1, 1, 1, 7], ["re-roll the 1", "re-roll"]),
            *([(WHICH, (1, 1)), ("re-roll the 1?", (1, 1))], 1),
        ),
        (
            *("3d20♻♻♻", [1, 2, 3, 10, 11, 12], ["re-roll the 2", "re-roll the 1", "re-roll"]),
            *([(WHICH, (3, 2, 1)), (WHICH, (10, 3, 1)), ("re-roll the 3?", (11, 10, 3))], 33),
        ),
    ],
)
def test_r4_a_reroll_is_a_may(
    text: str, faces: list[int], said: list[str], asked: list[Any], total: int
) -> None:
    """Who may re-roll chooses which die is next, or keeps what is left, and knows the faces."""
    heard: list[Any] = []

    def decide(choice: Any) -> str:
        heard.append((choice.question, choice.about["faces"]))
        return said[len(heard) - 1]

    rolled = d20s(text, CHOOSE).roll(faces=faces, decide=decide)
    assert rolled.outcome == D20Result(fortune_of(total), total)
    assert heard == asked
    assert d20s(text, CHOOSE).roll(faces=faces, decisions=said) == rolled


def test_r4_each_die_that_may_be_rerolled_is_an_option_once() -> None:
    def options(faces: list[int]) -> tuple[str, ...]:
        heard: list[Any] = []

        def decide(choice: Any) -> str:
            heard.append(choice.labels)
            return "keep"

        d20s("3d20▲♻♻♻", CHOOSE).roll(faces=faces, decide=decide)
        return heard[0]  # type: ignore[no-any-return]

    assert options([1, 7, 3]) == ("re-roll the 3", "re-roll the 1", "keep")
    assert options([1, 7, 1]) == ("re-roll the 1", "keep")
    assert options([1, 7, 8]) == ("re-roll", "keep")


def test_r4_who_may_not_or_need_not_is_not_asked() -> None:
    dice = d20s("3d20▲♻♻", CHOOSE)
    assert dice.roll(faces=[3, 4, 5]).outcome == D20Result(N, 5), "nothing to ask"
    assert d20s("1d20♻", NEVER).roll(faces=[1]).outcome == D20Result(D, 1)
    with pytest.raises(ChoiceError):
        d20s("1d20♻", CHOOSE).odds()


# Odds


KEEPING = ["", "▲", "▼", "▲▲", "▼▼"]
PLAIN = [f"{number}d20{keep}" for number in (1, 2) for keep in KEEPING]


@pytest.mark.slow
@pytest.mark.parametrize("reroll", [ALWAYS, NEVER])
@pytest.mark.parametrize(
    "text",
    [
        *(f"{text}{again}" for text in PLAIN for again in ("", "♻", "♻♻♻")),
        *("3d20▲", "3d20▼▼", "3d20", "3d20▲▲♻", "1d20" + 19 * "♻", "2d20▲" + 4 * "♻"),
    ],
)
def test_r2_r4_the_odds_are_those_of_every_face(text: str, reroll: Reroll) -> None:
    dice = CheckDice.of(text)
    covered = dice.rerolls if reroll is ALWAYS else 0
    face_of = Counter(
        new if face <= covered else face for face, new in product(range(1, 21), repeat=2)
    )
    law: Counter[Any] = Counter()
    for faces in product(range(1, 21), repeat=dice.number):
        kept = sorted(faces, reverse=not dice.lowest)[: dice.kept]
        ways = 1
        for face in faces:
            ways *= face_of[face]
        lucks = {fortune_of(face) for face in kept} - {N}
        law[D20Result(lucks.pop() if len(lucks) == 1 else N, sum(kept))] += ways
    assert odds_of(d20s(text, reroll)) == shares(+law)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["1d20♻♻", "2d20▼♻♻♻", "2d20▲♻", "1d20!♻"])
@pytest.mark.parametrize(("place", "same"), [(0, ALWAYS), (-2, ALWAYS), (-1, NEVER)])
def test_r4_choosing_always_the_same_is_always_or_never(
    text: str, place: int, same: Reroll
) -> None:
    """Whether the highest or the lowest is re-rolled first; the last option is to keep them."""
    chosen = odds_of(d20s(text, CHOOSE), decide=lambda choice: choice.options[place])
    assert chosen == odds_of(d20s(text, same))


@pytest.mark.slow
@pytest.mark.parametrize(
    "dice",
    [
        KeptD20s(number, lowest, True, rerolls)
        for number in (1, 2, 3)
        for lowest in (False, True)
        for rerolls in (0, 1, 4)
    ],
    ids=str,
)
def test_r3_exploding_dice_level_by_level(dice: KeptD20s) -> None:
    """Each total under 100 by what must have happened before; then how many dice go on."""
    law = odds_of(d20s(str(dice)))
    assert sum(law.values()) == 1
    totals = {rolled.total for rolled in law if not rolled.exploding}
    assert not totals & {20, 40, 60, 80, 100}
    for rolled, chance in law.items():
        if not rolled.exploding:
            assert rolled.fortune is fortune_of(min(rolled.total, 20))
            if rolled.total % 7 in (0, 3) or rolled.total < 25:
                assert chance == total_chance(dice, rolled.total)
    five = face_law(dice.rerolls)[20] * Fraction(1, 20) ** 4
    expected = {
        count: comb(dice.number, count) * five**count * (1 - five) ** (dice.number - count)
        for count in range(1, dice.number + 1)
        if count == dice.number or not dice.lowest
    }
    assert {each.exploding: law[each] for each in law if each.exploding} == expected


@examples(60)
@given(
    st.builds(
        CheckDice,
        st.integers(4, 10),
        st.integers(0, 4),
        st.just(0),
        st.just(False),
        st.integers(0, 19),
    )
)
def test_dice_can_be_read_again(dice: CheckDice) -> None:
    assert CheckDice.of(str(dice)) == dice
    assert 1 <= dice.kept <= dice.number


# The same symbols in notation (R1 to R4)


@pytest.mark.parametrize(
    ("text", "faces", "outcome"),
    [
        ("3d6+7", [1, 2, 6], 16),
        ("2d20▲", [7, 12], 12),
        ("2d20▼", [7, 12], 7),
        ("4d6▲▲▲", [1, 4, 5, 6], 15),
        ("4d6▼▼", [1, 4, 5, 6], 5),
        ("1d6!", [6, 6, 2], 14),
        ("1d20♻", [1, 1], 1),
        ("1d20♻♻♻", [3, 9], 9),
        ("2d4▲-1d4", [2, 3, 4], -1),
        ("1d10", [10], 10),
    ],
)
def test_r1_r4_in_notation(text: str, faces: list[int], outcome: int) -> None:
    assert astragal.roll(text, faces=faces).outcome == outcome


def test_r2_notation_agrees_with_every_face() -> None:
    for text, keep in (("4d6▲▲▲", slice(1, 4)), ("4d6▼▼", slice(0, 2))):
        sums = Counter(sum(sorted(faces)[keep]) for faces in product(range(1, 7), repeat=4))
        assert odds_of(astragal.parse(text)) == shares(sums)
