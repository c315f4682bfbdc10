"""The parameters of rules: what they take, how they are described, what is refused."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, Literal

import pytest

import astragal
from astragal import (
    Asks,
    AstragalError,
    Bounds,
    Die,
    Expression,
    ParameterError,
    Rule,
    RuleError,
    d,
    note,
    rule,
)
from astragal.mechanics.rerolls import Reroll
from astragal.rules.parameters import Names, ReadAs
from tests.support.small_rules import (
    contest,
)

WRONG: Any = "x"


EIGHT, TWO, SIX = astragal.parse("1d8+3"), astragal.parse("2d6"), d(6)


class Size(Enum):
    SMALL = 1
    LARGE = 2


@dataclass(frozen=True)
class Bonus:
    amount: int
    kind: Literal["luck", "dodge"] = "luck"


@rule
def everything(
    number: Annotated[int, Bounds(1, 99), "a number"],
    share: Annotated[Fraction, Bounds(0)] = Fraction(1, 2),
    sure: bool = False,
    name: str = "x",
    size: Size = Size.SMALL,
    mode: Literal["fast", "slow"] = "fast",
    stats: Annotated[list[int], Bounds(0, 3)] = (),  # type: ignore[assignment]
    bonuses: tuple[Bonus, ...] = (),
    limit: int | None = None,
    die: Die = SIX,
    dice: Expression = TWO,
    *,
    last: Annotated[int | None, Bounds(0), "for", "the end"] = None,
) -> Asks[int]:
    """Every kind of parameter."""
    face: int = yield die
    return face + number


loosely: Any = everything


"""The same for those who write what a type checker would not pass."""


def test_parameters_are_described_as_data() -> None:
    described = json.loads(json.dumps(everything.to_data()))
    assert described["name"] == "everything"
    assert described["text"] == "Every kind of parameter."
    by_name = {each["name"]: each for each in described["parameters"]}
    assert by_name["number"] == {
        "name": "number",
        "type": "integer",
        "least": 1,
        "most": 99,
        "required": True,
        "help": "a number",
    }
    assert by_name["share"]["default"] == {"numerator": 1, "denominator": 2}
    assert by_name["size"]["choices"] == ["small", "large"]
    assert by_name["size"]["default"] == "small"
    assert by_name["mode"]["choices"] == ["fast", "slow"]
    assert by_name["stats"]["items"] == {"type": "integer"}
    assert by_name["stats"]["longest"] == 3
    assert by_name["bonuses"]["items"]["fields"]["kind"]["choices"] == ["luck", "dodge"]
    assert by_name["bonuses"]["items"]["required"] == ["amount"]
    assert by_name["limit"]["optional"] is True
    assert by_name["die"]["default"] == 6
    assert by_name["dice"] == {
        "name": "dice",
        "type": "notation",
        "required": False,
        "default": "2d6",
        "help": "",
    }
    assert by_name["last"]["help"] == "for the end"
    assert by_name["last"]["least"] == 0

    @rule
    def optional(n: Annotated[int, Bounds(1), "how many"] | None = None) -> Asks[int]:
        yield d(6)
        return n or 0

    assert optional.parameters[0].help == "how many"
    assert optional.parameters[0].to_data()["least"] == 1


def test_values_are_taken_in_their_usual_forms() -> None:
    experiment = loosely(
        5, size="large", mode="slow", stats=[1, 2], bonuses=[{"amount": 2}], die=8, dice="1d4"
    )
    arguments = experiment.arguments
    assert arguments["size"] is Size.LARGE
    assert arguments["stats"] == (1, 2)
    assert arguments["bonuses"] == (Bonus(2),)
    assert arguments["die"] == Die(8)
    same = {"stats": (1, 2), "bonuses": (Bonus(2),), "die": Die(8), "dice": astragal.parse("1d4")}
    assert experiment == loosely(5, size=Size.LARGE, mode="slow", **same)
    assert loosely(share=Fraction(4, 2), number=1).arguments["share"] == 2


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda f: f(), "everything: number is missing: a whole number from 1 to 99 (a number)"),
        (lambda f: f(0), "everything: number must be a whole number from 1 to 99, not 0"),
        (lambda f: f(True), "everything: number must be a whole number from 1 to 99, not True"),
        (lambda f: f(1, 0.5),
         "everything: share must be a whole number or a Fraction of at least 0, not 0.5"),
        (lambda f: f(1, sure=1), "everything: sure must be True or False, not 1"),
        (lambda f: f(1, name=3), "everything: name must be a text, not 3"),
        (lambda f: f(1, size="huge"), "everything: size must be one of small, large, not 'huge'"),
        (lambda f: f(1, mode=1), "everything: mode must be one of fast, slow, not 1"),
        (lambda f: f(1, stats=[1, "2"]), "everything: stats[1] must be a whole number, not '2'"),
        (lambda f: f(1, stats="5"),
         "everything: stats must be a list, each entry a whole number, 0 to 3 of them, not '5'"),
        (lambda f: f(1, stats=[1] * 4),
         "everything: stats must be a list, each entry a whole number, 0 to 3 of them, "
         "not (1, 1, 1, 1)"),
        (lambda f: f(1, bonuses=[{"amount": "x"}]),
         "everything: bonuses[0].amount must be a whole number, not 'x'"),
        (lambda f: f(1, bonuses=[{}]),
         "everything: bonuses[0] must be a Bonus (amount, kind), not {}"),
        (lambda f: f(1, bonuses=[Bonus(1, kind=WRONG)]),
         "everything: bonuses[0].kind must be one of luck, dodge, not 'x'"),
        (lambda f: f(1, limit="1"), "everything: limit must be a whole number, not '1'"),
        (lambda f: f(1, die="d6"),
         "everything: die must be a Die, or its number of sides, not 'd6'"),
        (lambda f: f(1, dice=6), "everything: dice must be dice in notation, such as 2d6+3, not 6"),
        (lambda f: f(1, last=-1),
         "everything: last must be a whole number of at least 0, not -1"),
        (lambda f: f(1, what=2),
         "everything has no what; it takes number, share, sure, name, size, mode, stats, "
         "bonuses, limit, die, dice, last"),
        (lambda f: f(1, number=2), "everything: number is given twice"),
        (lambda f: f(*range(1, 13)), "everything takes 11 values by position, not 12"),
    ],
)  # fmt: skip
def test_wrong_values_are_refused_in_plain_words(call: Callable[[Any], Any], message: str) -> None:
    with pytest.raises(ParameterError) as caught:
        call(everything)
    assert caught.value.message == message


def test_bad_notation_for_a_parameter_keeps_its_caret() -> None:
    with pytest.raises(astragal.NotationError):
        loosely(1, dice="2d")


def test_rules_that_cannot_be_understood_are_refused_when_they_are_made() -> None:
    def untyped(n):  # type: ignore[no-untyped-def]
        yield n

    def unnamed(*numbers: int) -> Asks[int]:
        yield 1
        return 1

    def inexact(x: float) -> Asks[int]:
        yield 1
        return 1

    def bad_default(x: int = "1") -> Asks[int]:  # type: ignore[assignment]
        yield 1
        return 1

    def unbounded(x: Annotated[str, Bounds(1)]) -> Asks[int]:
        yield 1
        return 1

    for function, code in (
        (untyped, "untyped-parameter"),
        (unnamed, "bad-signature"),
        (inexact, "float"),
        (bad_default, "bad-parameter"),
        (unbounded, "bad-bounds"),
        (len, "not-a-function"),
    ):
        with pytest.raises(AstragalError) as caught:
            rule(function)  # type: ignore[arg-type]
        assert caught.value.code == code
    with pytest.raises(RuleError):
        Bounds(3, 1)


def test_rules_are_values_that_say_what_they_are() -> None:
    assert repr(contest) == "<rule contest(modifier=0, opponent=0)>"
    assert contest.text == contest.__doc__
    assert contest.name == "contest"
    assert isinstance(contest, Rule)
    assert contest(1) == contest(modifier=1) != contest(2)
    assert len({contest(1), contest(modifier=1), contest(1, 0)}) == 1
    assert repr(contest(1)) == "contest(modifier=1)"
    assert pickle.loads(pickle.dumps(contest)) is contest
    assert pickle.loads(pickle.dumps(contest(1))) == contest(1)
    roll = contest(1).roll()
    assert pickle.loads(pickle.dumps(roll)) == roll

    @rule(name="scores.test")
    def named() -> Asks[int]:
        yield note("")
        return 1

    assert str(named()) == "scores.test()"


def test_every_kind_of_parameter_is_read_back() -> None:
    roll = loosely(5, size="large", bonuses=[Bonus(2, "dodge")], die=Die([2, 2, 5]), last=3).roll()
    assert astragal.verify(roll.to_json(), rules=[everything]) == roll


def test_notation_in_rules() -> None:
    @rule
    def damage(dice: Expression = EIGHT) -> Asks[int]:
        number: int = yield dice
        return number

    assert damage().odds() == astragal.odds("1d8+3")
    assert damage("2d6").odds() == astragal.odds("2d6")  # type: ignore[arg-type]
    assert str(damage("2d6")) == "damage(dice='2d6')"  # type: ignore[arg-type]
    assert damage("2d6").roll(faces=[1, 5]).groups[0].total == 6  # type: ignore[arg-type]


# Other ways to write a value


def _dozens(text: str) -> int | None:
    return 12 * int(text[:-1]) if text[:-1].isdecimal() and text.endswith("z") else None


@rule
def eggs(
    number: Annotated[int, Bounds(1, 99), Names({"a few": 3}), ReadAs(_dozens)],
    more: list[Annotated[int, ReadAs(_dozens)]] = (),  # type: ignore[assignment]
    reroll: Reroll = Reroll.NEVER,
) -> Asks[int]:
    """Nothing but what is given."""
    return number + sum(more)
    yield


EGGS: Any = eggs


@pytest.mark.parametrize(("text", "number"), [("2z", 24), ("7", 7), ("a few", 3), ("+5", 5)])
def test_numbers_can_be_read_in_another_way(text: str, number: int) -> None:
    assert eggs.parameters[0].parse(text, "eggs") == number


@pytest.mark.parametrize("text", ["z", "9z", "-1z", "two", "−3"])
def test_what_no_way_reads_or_bounds_forbid_is_refused(text: str) -> None:
    with pytest.raises(ParameterError, match="number must be a whole number from 1 to 99"):
        eggs.parameters[0].parse(text, "eggs")


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1z, 2", (12, 2)),
        ("1z 2z", (12, 24)),
        ("1 2,3z", (1, 2, 36)),
        ("−3 –4", (-3, -4)),
        ("", ()),
    ],
)
def test_lists_of_numbers_are_parted_by_commas_or_blanks(
    text: str, numbers: tuple[int, ...]
) -> None:
    assert eggs.parameters[1].parse(text, "eggs") == numbers


def test_only_whole_numbers_are_read_in_other_ways() -> None:
    with pytest.raises(RuleError, match="only whole numbers"):

        @rule
        def wrong(name: Annotated[str, ReadAs(_dozens)]) -> Asks[int]:
            yield d(6)
            return 1


def test_true_and_false_stand_for_choices_that_can_be_switched() -> None:
    assert EGGS(1, reroll=True) == EGGS(1, reroll="choose") == EGGS(1, reroll=Reroll.CHOOSE)
    assert EGGS(1, reroll=False) == EGGS(1)
    assert eggs.from_data({"number": 1, "reroll": True}) == EGGS(1, reroll="choose")
    assert eggs.parameters[2].type.switched_on == "choose"
    assert everything.parameters[4].type.switched_on is None
    with pytest.raises(ParameterError, match="one of never, choose, always"):
        EGGS(1, reroll=1)
    plain: Any = everything
    with pytest.raises(ParameterError, match="size must be one of"):
        plain(1, size=True)
