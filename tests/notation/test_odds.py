"""The exact odds of notation: known values, every operator against enumeration, refusals."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from fractions import Fraction

import pytest

from astragal import LimitError, Limits, OddsError, RollError, odds, parse
from astragal.render.figures import percent
from tests.support.brute import brute_odds, check_odds
from tests.support.paths import TooManyPathsError

F = Fraction

EVERYTHING = [
    # dice
    "1d6",
    "3d6",
    "d10ish",
    "2d10ish",
    "4dF",
    "2d{2,3,5,7}",
    "3d{1,1,1,2}",
    "2d{1,1000000000}",
    "3d{-4,0,0,17}",
    "0d6",
    "1d1",
    "(1d4)d6",
    "a = 1d4; 2d6c<a",
    "3d4k>=(1d4)",
    "a = 1d3; 3d4k>=a kh1",
    "a = 1d3; 2d4k>=a + a",
    "3d4dl(1d2)",
    "n = 2d2; 2d6min(n)",
    "{1d3, 1d4}k>=(1d4)",
    "highest(3d4k>=(1d3), 2)",
    "a = 1d2; p = 3d4k>=a; highest(p) + lowest(p) + a",
    "2d4!o>=(1d2 + 2)",
    "2d4r<=(1d3)",
    "(1d2)d4d=(1d3)",
    "3d4k≠2u",
    "4d4d>=3kh2",
    "(1d3-1)d4",
    "2d(1d4)",
    "(1d2)d(1d3)kh1",
    "(1d2)d(1d3)!o",
    # keep and drop
    "4d6kh3",
    "4d6kl3",
    "4d6dl1",
    "4d6dh1",
    "2d20kh1",
    "4d6kh9",
    "4d6dl9",
    "4d6dl0",
    "5d4dh1dl1",
    "5d4kh4kl2",
    "5d4kl4kh3dl1",
    "3d10ishkh2",
    "4d{-4,0,0,17}dl1dh1",
    "4d{1,1000000000}kh2",
    # changes, before and after a keep
    "3d6r",
    "3d6♻♻",
    "3d6r<=2",
    "3d6r≠4",
    "2d{1,5,9}♻♻",
    "4d6min2max5",
    "4d6min3kh3",
    "4d6kh3min3",
    "4d6rkh2",
    "4d4kh2r",
    "4d4kh2r<=2kh1",
    "4d4kh3r<=2dl1c>=3",
    "4d4dh1dl1r",
    "3d{0,9}min5max7",
    # counts
    "4d6c>=5",
    "4d6c>=5c=6f=1",
    "4d6kh3c>=4f<=1",
    "4d6c2..4",
    "2d6c≠3",
    "3d6c>4",
    "3d6c<3f<=1",
    "2d6r>4",
    "2d6r<3",
    "2d6!o<3",
    # explosions that end
    "2d6!o",
    "2d6!o>=4",
    "3d4!okh2",
    "3d4!odl1",
    "2d4!odh2",
    "2d3max2!o<6:1r=1",
    "8d3max2!o<6:1c>=2",
    "3d4kh2!o",
    "3d4!okl2c>=3",
    "2d4r!o",
    "2d4!omin2",
    "2d4!o r",
    # distinct, sorted
    "4d4u",
    "4d4us",
    "4d{-2,0,3}u",
    "4d4ukh2",
    "4d4ukl1",
    "4d4udl1",
    "4d4kh3u",
    "4d4uc>=3",
    "4d4ur<=2",
    "3d4!ou",
    # readings
    "highest(4d6,3)",
    "lowest(4d6)",
    "highest(4d6,0)",
    "highest(3d4,1d3)",
    "middle(3d6)",
    "middle(4d6)",
    "middle(0d6)",
    "middle(4d6kh3)",
    "middle({1d4, 1d6, 3})",
    "largest_set(4d4)",
    "largest_set(4d10ish)",
    "largest_set(5d{1,1,2})",
    "largest_set(4d4kh3)",
    "largest_set({1d4, 1d4, 1d6})",
    "longest_run(4d4)",
    "longest_run(4d{2,3,5,7})",
    "longest_run(3d10ish)",
    "longest_run(4d6kh3)",
    "distinct(4d4)",
    "distinct(3d10ish)",
    "distinct(4d4u)",
    "longest_run(4d4u)",
    "largest_set(4d4u)",
    "highest(3x(1d4+1d6), 2)",
    "3x(1d4)sh",
    "2x(1d3/2)s",
    "highest(3x(1d4)s, 2)",
    "1d4, 2d3",
    "p = 1d4; p, 2x(p+1d2)s",
    "middle(3x(1d4/2))",
    "largest_set(3x(2d3))",
    # groups
    "{2d6, 1d12}kh1",
    "{2d6, 1d12, 5}kl2",
    "{1d4, 1d4, 1d6}dl1",
    "{1d4, 1d4, 1d4}dh1",
    "{1d4, 1d6, 1d4}u",
    "{1d4, 1d6}c>=4",
    "{1d4/2, 1d3}min1kh1",
    "{1d4, 1d6}",
    "{1d4-1d4, 1d4}kh1",
    # arithmetic
    "1d6 + 1d8 - 2",
    "-1d6",
    "1d6 * 1d6",
    "1d6 * 3 - 1",
    "1d6 * 0",
    "1d6 / 1d4",
    "(1d6 - 3) / 2",
    "(1d6 - 4) // 2",
    "1d6 // 1d4",
    "7 / 2",
    "1d6 + 10000000000000000000000000 * 1d2",
    "floor(1d6 / 2)",
    "ceil(1d6 / 2)",
    "round(1d6 / 2)",
    "abs(1d6 - 1d6)",
    "min(1d6, 1d8, 4)",
    "max(1d6, 4)",
    "max(1d6/2, 1d4/3)",
    # comparisons
    "1d20 + 5 >= 15",
    "1d6 > 1d8",
    "1d6 = 1d6",
    "1d6 < 1d4 + 1",
    "(2d6) ≠ 7",
    "(2d6) = 5..9",
    "(2d6) ≠ 5..9",
    "(2d6) = 1d6..(1d12)",
    "(1d6 > 3) + (1d6 > 3)",
    # ranges
    "d10ish + 2 [..6] miss [7..9] graze [10..] hit",
    "d10ish + 2 [0!] fumble [..6] miss [7..] hit [10!] crit",
    "2d6 [..4] low [9..] high",
    "2d6 [..9] a [3..9] b [7..] c [8] d",
    "2d20kh1 + 5 [20!] crit [1!] fumble [..14] miss [15..] hit",
    "1d6!o + 1 [6!] crit [..3] low",
    "3d4!o [12!] best [..8] low [9..] high",
    "3d4kh2!o [8!] best [..6] low [7..] high",
    "-1d6 + 2 [6!] crit [..0] low [1..] high",
    "1d6 / 1d3 [10!] never [..2] low [3..] high",
    "1d6 // 1d3 [10!] never [..2] low",
    # the natural result is what the kept dice showed before they exploded
    "2d4!okh1 + 1 [4!] crit [1!] fumble [..3] low [4..] high",
    "3d3!okl1 [3!] crit [1!] fumble [..1] low",
    "2d4!odl1 [4!] crit [3!] three [..3] low [4..] high",
    "3d3!odh1 [3!] crit [..2] low",
    "2d4!ok>=3 [4!] crit [0!] none [..3] low [4..] high",
    "3d3!ou [3!] crit [5!] both [..3] low",
    "2d3skh2!okh1 [3!] crit [..2] low",
    "3d3kl2!okl1 [1!] one [2!] two [..2] low",
    "2d4!omax3kh1 [4!] crit [..2] low",
    "2d4!okh2kl1 [4!] crit [..2] low",
    "2d3!okh1min2 [3!] crit [..2] low",
    "1d6 / 2 [1..2] middle",
    "1d6 / (1d6 > 0)",
    "1d6 * (1d6 < 0)",
    "longest_run(2x(1d3/2))",
    "longest_run({1d4/2, 1d2})",
    "3d{1,2,1000000000000000000000000000000}u",
    "2d6max1000000000000000000000000000000",
    "(2d6) >= 1000000000000000000000000000000",
    "5d4kh2c>=3 + 1d3c<=2",
    # names
    "p = 2x(1d3/2); longest_run(p) + 0 * highest(p)",
    "x = 1d2; y = 2d4; x - x + highest(y, max(1, y - 6))",
    "p = 4d4; lowest(p,2) + highest(p,2)",
    "p = 4d4; p - p",
    "x = 1d6; x * x + x",
    "x = 1d6 > 3; x + x",
    "p = 4d4; highest(p, 1d2) - lowest(p) + middle(p)",
    "p = 4d4; largest_set(p) * 10 + longest_run(p) + distinct(p) + p",
    "p = 3d4!o; highest(p) - lowest(p)",
    "p = {1d4, 1d6}; highest(p) - lowest(p)",
    "p = 2x(1d4); highest(p) - lowest(p)",
    "a = 1d4; b = a + 1d4; a * b",
    "x = 1d4; 2x(x + 1d2)",
    "x = 1d4; x [2..] many [..1] few",
    "p = (1d2)d4; highest(p) + p",
    "p = 2d4[fire]; p + highest(p[fire])",
    "p = 3x(1d2); p",
    # repeats
    "2x(1d4)",
    "2x(2x(1d2))",
    "3x(1d6 > 2)",
    "2x(1d6 [..2] low [3..] high)",
]


@pytest.mark.parametrize("text", EVERYTHING)
def test_odds_are_those_of_every_face(text: str) -> None:
    """The brute-force twin: plain enumeration of the very expression."""
    exact = check_odds(text)
    assert sum(exact.weight(outcome) for outcome in exact) == exact.denominator
    assert exact.label == str(parse(text))


ENDLESS = [
    "1d6!",
    "2d6!",
    "2d4!>=3",
    "1d4!!",
    "2d4!p",
    "1d4!p>=3",
    "2d6!!",
    "1d6!1..2",
    "3d4rr<=2",
    "2d4rr=1!",
    "1d4r!",
    "2d4min2!",
    "2d4!min2",
    "1d4!r<=2",
    "1d{0,1,2}!=0",
    "2d{-1,1,2}!",
    "1d{-3,1}!=-3",
    "2d10ish!",
    # keep, drop, count
    "2d4!kh1",
    "2d4!kl1",
    "3d4!kh2",
    "2d4!>=3kh2",
    "2d4!dl1",
    "2d4!dh1",
    "2d4!pkh2",
    "2d4r!kh2",
    "2d4!kh2kh1",
    "2d4!kh2c>=3",
    "2d4!kh2r",
    "2d4!dl1c>=3",
    "2d4!min2kh2",
    "2d4!!kh1",
    "2d4!!kl1",
    "3d4!!kh2",
    "3d4!!dh1dl1",
    "2d4r!!kh1",
    "2d4!!>=3kh1",
    "2d4!!max6kh1",
    "2d4kh1!",
    "3d4kh2!",
    "2d4kh1!!",
    "2d6!c>=5",
    "2d6!c>=5f=1",
    "2d6!!c>=7",
    "2d4!u",
    "2d4!ukh1",
    "2d4!>=3u",
    # readings and groups
    "largest_set(2d4!)",
    "longest_run(2d4!)",
    "distinct(2d4!>=3)",
    "highest(2d4!, 1d2)",
    "{1d4!, 1d6!}kh1",
    "{1d4!, 1d6!}kl1",
    "{1d4!, 1d6}kh1",
    "{1d4!, 1d4!}",
    "{1d4!!, 1d6!!, 2}dl2",
    # arithmetic, functions, comparisons
    "1d4! + 1d4",
    "1d4! - 1d4!",
    "3 - 1d4!",
    "1d4! * 2",
    "1d4! * 1d2",
    "1d4! * (1d3 - 2)",
    "1d4! / 2",
    "(1d4!) // 3",
    "floor((1d4! - 7) / 2)",
    "ceil((1d4!) / 2)",
    "round((1d4!) / 2)",
    "abs(1d4! - 5)",
    "abs(1d4! - 1d4!)",
    "max(1d4!, 3)",
    "min(1d4!, 6)",
    "max(1d4!, 1d6!)",
    "min(1d4!, -(1d4!))",
    "max(1d4!, -(1d4!))",
    "max(1d4!, 1d6!, 2d3)",
    "(1d4!)d2",
    "(1d4!)d{0,2}",
    "(1d3!)d3!",
    "(1d4!) >= 5",
    "(1d4!) > (1d6!)",
    "(1d4!) = (1d4!)",
    "(1d4!) = 3..7",
    "(1d4!) = 1d2..(1d8)",
    "1d8 = (1d4!)..(1d4! + 2)",
    "1d4! [..3] low [4..7] middle [8..] high",
    "1d4! + 1 [4!] crit [..2] low [3..] high",
    "2d4! [8!] both [..5] low [6..] high",
    "2d4kh1! [4!] crit [..2] low",
    "2d4!kh1 [4!] crit [..2] low",
    "2d4!kl1 [4!] crit [0!] extra [..2] low",
    "3d3!kh2 [6!] crit [3!] one [..4] low",
    "2d3!dl1 [3!] crit [..4] low",
    "2d4!pdh1 [4!] crit [..4] low",
    "2d4!!kh1 + 1 [4!] crit [3!] three [..9] low",
    "3d4!!kl1 [4!] crit [1!] one [..9] low",
    "2d4!k>=3 [4!] crit [7!] both [..9] low",
    "2d3!u [3!] crit [..3] low",
    "2d4!!k>=3 ! [4!] crit [..9] low",
    "1d4!!r=1kh1 [4!] crit [..3] low",
    "p = 2d4!; p + 1",
    "1d6!dl1 [6!] crit [..1] miss",
    "1d6!dh1 [1!] fumble [..1] miss",
    "1d4!!dl1 [4!] crit [..1] miss",
    "2d4!!!!kh1",
    "3d{-2,-1}dh1!",
    "(1d3!!)d{-2,-1}",
    "1d{-1,2}! r",
    "2d{-3,0,1}! r<1",
    "(1d4!)//97",
    "(1d2)d4!",
    "(1d4!)//1d3",
]


@pytest.mark.slow
@pytest.mark.parametrize("text", ENDLESS)
def test_odds_without_end_are_exact_as_far_as_enumeration_reaches(text: str) -> None:
    """Every path with a few extra dice: the others can add no more than they weigh."""
    expression = parse(text)
    for extra_dice in (5, 4, 3, 2, 1):
        with suppress(TooManyPathsError):
            twin, missing = brute_odds(expression, extra_dice=extra_dice, most_paths=20_000)
            break
    assert 0 < missing < F(1, 2)
    exact = expression.odds()
    for (_, outcome), chance in twin.items():
        assert chance <= exact.probability(outcome) <= chance + missing
    assert sum(chance for _, chance in exact.items()) + exact.tail == 1
    assert exact.tail < F(1, 10**12)
    if exact.finite:
        return
    mean = square = 0.0
    for outcome, chance in exact.items():
        assert isinstance(outcome, int | Fraction)
        mean += float(outcome * chance)
        square += float(outcome**2 * chance)
    assert float(exact.mean) == pytest.approx(mean, abs=1e-6)
    assert float(exact.variance) == pytest.approx(square - mean**2, abs=1e-6)


@pytest.mark.parametrize("text", [text for text in ENDLESS if not odds(text).finite])
def test_far_tails_and_the_listing_say_the_same(text: str) -> None:
    exact = odds(text)
    reach = dict(exact.cumulative())
    for outcome, over in exact.cumulative(at_least=True)[::7]:
        assert isinstance(outcome, int | Fraction)
        assert exact.at_least(outcome) == over
        assert exact.at_most(outcome) == reach[outcome]
        assert exact.probability(outcome) == over + reach[outcome] - 1
        assert exact.quantile(reach[outcome]) == outcome


def test_known_values() -> None:
    assert odds("4d6kh3").mean == F(15869, 1296)
    assert odds("2d20kh1").at_least(15) == F(51, 100)
    assert odds("2d20kh1 >= 15").probability(True) == F(51, 100)
    assert odds("3d6!").mean == F(63, 5)
    d10ish = odds("d10ish")
    assert [chance for _, chance in d10ish.items()] == [F(1, 20), *[F(1, 10)] * 9, F(1, 20)]
    assert f"{float(odds('100d10kh10').mean):.6f}" == "98.809644"
    fares = odds("20d6kh5").versus(odds("15d8kh4"))
    assert [f"{float(chance):.9f}" for chance in fares] == [
        "0.292856433",
        "0.130692016",
        "0.576451551",
    ]
    assert sum(fares) == 1


def test_a_die_that_explodes_is_known_in_closed_form() -> None:
    """A d6! is 6k + r, r from 1 to 5, with probability 1/6 to the k + 1."""
    exact = odds("1d6!")
    assert exact.probability(23) == F(1, 6**4)
    assert exact.probability(6) == exact.probability(18) == exact.probability(F(1, 2)) == 0
    assert exact.at_least(6001) == F(1, 6**1000)
    assert exact.at_least(6 * 10**5 + 1) == F(1, 6 ** (10**5))
    assert (exact.mean, exact.variance) == (F(21, 5), F(266, 25))
    assert exact.lowest == 1
    assert exact.highest is None
    assert exact.denominator == 6**16
    assert len(exact) == 79


def test_outcomes_are_listed_until_the_tail_is_light_enough() -> None:
    for text in ("1d6!", "10d6!", "1d6! - 1d6!", "1d6! * 1d6", "-(2d4!!)"):
        for tail in (F(1, 10), F(1, 10**6), F(1, 10**30)):
            exact = parse(text).odds(tail=tail)
            assert 0 < exact.tail < tail
            assert exact == odds(text)
    one_sided = parse("2d6!").odds(tail=F(1, 1000))
    *_, last = one_sided
    assert isinstance(last, int)
    assert one_sided.at_least(last) >= F(1, 1000) > one_sided.more_than(last) == one_sided.tail


def test_far_out_the_odds_have_too_many_digits() -> None:
    with pytest.raises(LimitError, match="millions of digits"):
        odds("1d6!").at_least(10**10)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1d6 / 1d6!", "endless-divisor"),
        ("1d6 // 1d6!", "endless-divisor"),
        ("1d6! * 1d6!", "no-closed-form"),
        ("1dF!≠0", "explodes-both-ways"),
        ("3d6!>=5c=6f=5", "explodes-both-ways"),
        ("x = 1d6!; x + x", "endless"),
        ("p = 2d6!; highest(p) + lowest(p)", "endless"),
        ("2x(1d6!)", "endless"),
        ("middle(3d6!)", "no-closed-form"),
        ("4d6!!>=5kh2", "no-closed-form"),
        ("3d6kh2!kh1", "no-closed-form"),
        ("{1d6!, 1d8!, 1d4!}kh2", "no-closed-form"),
        ("1d(1d6!)", "endless"),
        ("2d6!!u", "no-closed-form"),
        ("largest_set(4d6!!)", "no-closed-form"),
        ("longest_run(4d6!!)", "no-closed-form"),
        ("distinct(4d6!!)", "no-closed-form"),
        ("matches(4d6!!)", "no-closed-form"),
        ("2d6 !! !=3 dh1", "no-closed-form"),
        ("9x(1d100)", "too-many-lists"),
    ],
)
def test_what_has_no_closed_form_is_refused_by_name(text: str, code: str) -> None:
    with pytest.raises(OddsError) as caught:
        odds(text)
    assert caught.value.code == code
    assert caught.value.hint
    assert caught.value.span is not None
    assert caught.value.drawing()


def test_two_walks_without_end_have_odds_that_are_no_fractions() -> None:
    """dF that explodes on both -1 and 1 is a random walk: it ends at 0 with probability 1/√5."""
    with pytest.raises(OddsError, match="upwards and downwards"):
        odds("1dF!≠0")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("12/(1d6-1)", "division by zero: `1d6 - 1` came to 0; that happens with probability 1/6"),
        ("7//(1d2-1d2)", "`1d2 - 1d2` came to 0; that happens with probability 1/2"),
        ("1/(1d6*0)", "division by zero: `1d6 * 0` came to 0"),
        ("(1d4-2)d6", "a number of dice cannot be -1: `1d4 - 2` came to that"),
        ("2d(1d4-1)", "a number of sides cannot be 0"),
        ("(1d4/2)d6", "a number of dice cannot be 1/2"),
        ("x = 1d4; 1/(x-1) + x", "that happens with probability 1/4"),
        ("x = 1d4; x/(1d2-1) + x", "that happens with probability 1/2"),
        ("1d(1d4)!", "every face of a d1 explodes: it would never stop; that happens with prob"),
        ("1d6 + @str", "no value was given for @str"),
        ("1d6!>=@n", "no value was given for @n"),
    ],
)
def test_what_some_faces_make_impossible_is_said_with_its_odds(text: str, message: str) -> None:
    with pytest.raises(RollError) as caught:
        odds(text)
    assert message in caught.value.message


def test_values_from_the_caller() -> None:
    expression = parse("2d20kh@n + @str >= @{target number}")
    given = {"n": 1, "str": 5, "target number": 20, "unused": 3}
    assert expression.odds(variables=given).probability(True) == F(51, 100)
    again = {**given, "target number": 21}
    assert expression.odds(variables=again).probability(True) == 1 - F(225, 400)
    assert odds("1d6 * @half", variables={"half": F(1, 2)}).probability(F(3, 2)) == F(1, 6)


def test_the_same_roll_used_twice_is_one_roll_and_two_dice_terms_are_two() -> None:
    assert odds("x = 1d6; x - x").outcomes == (0,)
    assert odds("1d6 - 1d6").probability(0) == F(1, 6)
    assert odds("p = 2d6; highest(p) >= lowest(p)").probability(True) == 1
    assert odds("x = 1d6; 2x(x)").probability((3, 4)) == 0
    assert odds("2x(1d6)").probability((3, 4)) == F(1, 36)


def test_a_comment_or_label_changes_nothing() -> None:
    assert odds("2d6[fire] # hot") == odds("2d6")


def test_sizes_that_no_enumeration_could_do() -> None:
    assert odds("1000d6").mean == 3500
    assert odds("1000d6").variance == F(35000, 12)
    assert odds("1000d6c=6").probability(0) == F(5, 6) ** 1000
    assert odds("200d6!").mean == 840
    assert odds("40d100kh20").highest == 2000
    assert odds("50d10!kh10").at_least(101) == 0
    assert sum(chance for _, chance in odds("largest_set(60d20)").items()) == 1
    assert odds("longest_run(1000d6)").probability(6) > F(99, 100)
    assert odds("distinct(100d20)").mean == 20 * (1 - F(19, 20) ** 100)
    assert odds("highest(100d1000)").mean == sum(1 - F(k, 1000) ** 100 for k in range(1000))


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "9999d9999",
        "100d6*100d6*100d6",
        "5x(1d20)",
        "largest_set(3000d1000)",
        "p=20d20;p*highest(p)*middle(p)*lowest(p,3)",
    ],
)
def test_what_would_take_too_long_is_refused_before_the_work(text: str) -> None:
    with pytest.raises(LimitError) as caught:
        odds(text)
    error = caught.value
    assert error.code == "too-many-odds"
    assert "500,000,000" in error.message
    assert "Limits(odds=…)" in str(error.hint)
    assert error.drawing()


HUGE = 10**30


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        f"1d6! + 1d{{1,{HUGE}}}",
        f"1d6! * {HUGE} + 1d6",
        f"max(1d6! * {HUGE}, 1d6!)",
        f"1d{{1,{HUGE}}}!",
        "3d{1,1000000000}!",
        "1d2 * 10000000 + 1d6!!",
        "max(1d6!, 1000000)",
        "1d6!!c>=1000000",
        f"abs(1d6! - {HUGE})",
        f"1d6!!min{HUGE}",
        f"(1d6!) < {HUGE}",
        f"2d6!kh{HUGE}",
        "(1d1000)d6!",
        "(1d6! * 1000)d6",
        "(1d100)d(1d100)",
        "1d1000000!",
    ],
)
def test_what_would_fill_the_memory_is_refused_at_once(text: str) -> None:
    """FLINT gives up the whole process where memory ends: it must not come to that."""
    with pytest.raises(LimitError) as caught:
        odds(text)
    assert caught.value.hint
    assert caught.value.drawing()


@pytest.mark.slow
def test_numbers_too_long_for_python_to_write() -> None:
    long = odds("6000d6kl1")
    assert len(json.loads(long.to_json())["denominator"]) > 4300
    assert "6000d6" in long.to_csv()
    assert "true" in str(odds("(6000d6) >= 21000"))
    with pytest.raises(RollError, match="probability about 0"):
        odds("12/(6000d6 - 20999)")


def test_what_was_worked_out_before_does_not_change_what_comes() -> None:
    """The law of these dice is remembered as a table, and its row is made for the sum."""
    for _ in range(2):
        assert odds("1d3c<=2").outcomes == (0, 1)
        assert odds("1d3c<=2 + 1d6").mean == F(2, 3) + F(7, 2)


@pytest.mark.slow
def test_the_limit_can_be_lowered_and_raised() -> None:
    with pytest.raises(LimitError):
        odds("123d7", limits=Limits(odds=1000))
    with pytest.raises(LimitError):
        parse("123d7").odds(limits=Limits(odds=1000))
    text = "3x(1d100)"
    with pytest.raises(LimitError):
        parse(text).odds(limits=Limits(odds=10**7))
    assert len(parse(text).odds(limits=Limits(odds=10**10))) == 10**6


def test_threads_share_what_was_worked_out() -> None:
    texts = [f"{n}d6kh{k} + {n}d8!" for n in range(1, 5) for k in range(1, 4)] * 3
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(odds, texts))
    assert together == [odds(text) for text in texts]


@pytest.mark.parametrize(
    ("chance", "text"),
    [
        (F(0), "0 %"),
        (F(1), "100 %"),
        (F(1, 3), "33.33 %"),
        (F(1, 12345678), "0.0000081 %"),
        (F(1, 10**12), "1.0e-10 %"),
        (F(99999999, 100000000), "100 % less 1.0e-06 %"),
        (F(1, 10**400), "0.00…1 %"),
    ],
)
def test_chances_for_people(chance: Fraction, text: str) -> None:
    assert percent(chance) == text


@pytest.mark.parametrize(
    ("text", "lowest", "highest"),
    [("d6+2-5", -2, 3), ("5-d6", -1, 4), ("3-4", -1, -1), ("3+4", 7, 7), ("2d6+0", 2, 12)],
)
def test_numbers_in_a_sum_shift_it(text: str, lowest: int, highest: int) -> None:
    assert odds(text).outcomes == tuple(range(lowest, highest + 1))
