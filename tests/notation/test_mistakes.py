"""What a mistake gets: a code, the place, plain words, and a hint where there is one."""

from __future__ import annotations

import pickle

import pytest

from astragal import (
    AstragalError,
    Die,
    HandSource,
    LimitError,
    Limits,
    NotationError,
    RollError,
    parse,
    roll,
)

TABLE = [
    # typed, code, the part of the text pointed at, part of the message, part of the hint
    ("2d", "missing-sides", "2d", "how many sides", "2d6"),
    ("d0", "no-such-die", "d0", "at least one side", None),
    ("((1d6)", "unclosed", "(", "this `(` is never closed", None),
    ("2d{hit", "unclosed", "{", "this `{` is never closed", None),
    ("2d{hit,,miss}", "unexpected", ",", "a face must be symbols", None),
    ("4d6c=evening", "unknown-modifier", "ing", "`ing` is not a modifier", "label"),
    ("4d6k=oddx=3", "unknown-modifier", "x", "`x` is not a modifier", "multiply"),
    ("2d{hit,3}", "bad-symbols", "{hit,3", "numbers or symbols, not both", "blank"),
    ("2d{hit+blank}", "bad-symbols", "hit+blank", "a blank face has no symbols", None),
    (f"2d{{{'x' * 301}}}", "bad-symbols", "x" * 301, "at most 300 characters", None),
    ("2d{0hit}", "bad-symbols", "0hit", "1 to 1,000 of a symbol, not 0", None),
    ("2d{hit,d6}", "unexpected", "d6", "a face must be symbols", None),
    ("2d{hit,miss}kh1", "needs-numbers", "kh1", "these dice show symbols", "`k=hit`"),
    ("2d{hit,miss}!", "needs-numbers", "!", "needs numbers", "`!=hit`"),
    ("2d{hit,miss}!!=hit", "needs-numbers", "!!=hit", "needs numbers", None),
    ("2d{hit,miss}r", "needs-numbers", "r", "needs numbers", "`r=hit`"),
    ("2d{hit,miss}r=hit?", "needs-numbers", "r=hit?", "needs numbers", None),
    ("2d{hit,miss}min2", "needs-numbers", "min2", "needs numbers", None),
    ("2d{hit,miss}s", "needs-numbers", "s", "needs numbers", None),
    ("2d{hit,miss}r>=2", "missing-symbol", ">=2", "symbols have no order", "`=hit`"),
    ("2d{hit,miss}c=2", "missing-symbol", "=2", "needs one to compare with", "`=hit`"),
    ("2d{hit,miss}c=mis", "unknown-symbol", "mis", "no face shows `mis`", "`miss`"),
    ("2d{hit,miss}rr=x", "unknown-symbol", "x", "no face shows", "hit, miss"),
    ("2d{hit}!=hit", "endless", "!=hit", "every face of a d{hit} explodes", None),
    ("2d{hit,miss} + 3", "not-a-number", "2d{hit,miss}", "a bag of symbols", "count(…, hit)"),
    ("2d{hit,miss} >= 1", "not-a-number", "2d{hit,miss}", "a bag of symbols", "count(…, hit)"),
    ("2 * 2d{hit,miss}", "not-a-number", "2d{hit,miss}", "a bag of symbols", None),
    ("2d{a} - 1d{b}", "bad-sum", "1d{b}", "added, not taken away", "cancel"),
    ("highest(2d{hit})", "not-a-pool", "2d{hit}", "a bag of symbols", None),
    ("count(2d6, hit)", "not-symbols", "2d6", "reads symbols", "count(2d{"),
    ("count(2d{hit,miss}, mis)", "unknown-symbol", "mis", "no face shows", "`miss`"),
    ("count(2d{hit})", "wrong-arguments", "count(2d{hit})", "symbols by name", None),
    ("count(2d{hit}, hit, hit)", "wrong-arguments", "count(2d{hit}, hit, hit)", "twice", None),
    ("net(2d{a,b}, a)", "wrong-arguments", "net(2d{a,b}, a)", "two symbols", None),
    ("cancel(2d{a,b}, a)", "wrong-arguments", "cancel(2d{a,b}, a)", "in pairs", None),
    ("cancel(2d{a,b}, x, y)", "unknown-symbol", "x", "no face shows", None),
    ("count(2d{a,b}, 2)", "unexpected", "2", "a symbol was expected", None),
    ("count()", "empty-group", "()", "`count` of what?", None),
    ("1d6/0", "division-by-zero", "0", "division by zero", None),
    ("1d6//0", "division-by-zero", "0", "division by zero", None),
    ("1d6!>=1", "endless", "!>=1", "every face of a d6 explodes: it would never stop", None),
    ("1d6!p>=1", "endless", "!p>=1", "never stop", None),
    ("1d6!!≠9", "endless", "!!≠9", "never stop", None),
    ("1d6!1..6", "endless", "!1..6", "never stop", None),
    ("1d1!", "endless", "!", "every face of a d1 explodes", None),
    ("1d6rr<=6", "endless", "rr<=6", "every face of a d6 is re-rolled", None),
    ("1d1rr", "endless", "rr", "never stop", None),
    ("abc", "unknown-word", "abc", "not dice", "`2d6`, `d20+5`"),
    ("again", "unknown-word", "again", "not dice", "`2d6`, `d20+5`"),
    ("foo", "unknown-word", "foo", "not dice", "`2d6`, `d20+5`"),
    ("flor(7/2)", "unknown-word", "flor", "not dice", "did you mean `floor(7/2)`?"),
    ("mni(1d6,4)", "unknown-word", "mni", "not dice", "did you mean `min(1d6,4)`?"),
    ("total = 3d6; totl", "unknown-word", "totl", "not dice", "did you mean `total`?"),
    ("1d20+strength", "unknown-word", "strength", "not dice", "`@strength`"),
    ("advantage+5", "unknown-word", "advantage", "not dice", "for advantage, write `2d20kh1`"),
    ("１d６", "not-ascii", "１", "full-width", "1d6"),
    ("2d６", "not-ascii", "６", "full-width", "2d6"),
    ("٣d6", "not-ascii", "٣", "foreign digit", "3d6"),
    (
        "999999999d6",
        "too-many-dice",
        "999999999d6",
        "999,999,999 dice; the limit is 10,000",
        "dice=",
    ),
    ("8d10>=7", "ambiguous-comparison", "8d10>=7", "count dice or compare", "`8d10c>=7`"),
    ("8d10>=7", "ambiguous-comparison", "8d10>=7", "count dice or compare", "`(8d10)>=7`"),
    ("3d6>3", "ambiguous-comparison", "3d6>3", "count dice", "(Roll20 means `3d6c>=3`)"),
    ("3d6<3", "ambiguous-comparison", "3d6<3", "count dice", "(Roll20 means `3d6c<=3`)"),
    (
        "10d6 << 3",
        "unexpected",
        "<<",
        "`<<` is not a comparison",
        "as it does in Rollem, write `c<=3`",
    ),
    ("4d6r>>3", "unexpected", ">>", "`>>` is not a comparison", "`>` or `>=`"),
    ("1d20===3", "unexpected", "===", "is not a comparison", "write `=`"),
    ("2d6>1d12", "ambiguous-comparison", "2d6>1d12", "count dice", "`(2d6)>1d12` compares"),
    ("10d6>4f1", "ambiguous-comparison", "10d6>4f1", "count dice", "`10d6c>4f=1` counts"),
    ("10d6>4f<2", "ambiguous-comparison", "10d6>4f<2", "count", "means `10d6c>=4f<=2`"),
    ("10d6>4f1", "ambiguous-comparison", "10d6>4f1", "count dice", "`(10d6)>4` compares"),
    ("2d6>1d12", "ambiguous-comparison", "2d6>1d12", "count dice", "`2d6c>(1d12)` counts"),
    ("3d6>@{my goal}", "ambiguous-comparison", "3d6>@{my goal}", "count", "`3d6c>@{my goal}`"),
    ("{3d8+5}>9", "ambiguous-comparison", "{3d8+5}>9", "count", "means `3d8each+5c>=9`"),
    ("{3d8+5}>9", "ambiguous-comparison", "{3d8+5}>9", "count", "`(3d8+5)>9` compares"),
    ("{2d6+3d8}<4", "ambiguous-comparison", "{2d6+3d8}<4", "count", "`{2d6 & 3d8}c<4` counts"),
    ("{2d6, 3d8}<4", "ambiguous-comparison", "{2d6, 3d8}<4", "count", "counts the totals"),
    ("{2d6 + 3d8}k4", "one-in-group", "{2d6 + 3d8}k4", "one total", "`{2d6 & 3d8}kh4`"),
    ("{2d6}dl1", "one-in-group", "{2d6}dl1", "one total", "`2d6dl1`"),
    ("{2d6 + 1}dl1", "one-in-group", "{2d6 + 1}dl1", "one total", "directly after them"),
    ("2d20cs>18", "unknown-modifier", "cs", "not a modifier", "`crit>=19` marks them"),
    ("2d20cs>18", "unknown-modifier", "cs", "not a modifier", "as `cs` does in Foundry"),
    ("(1d8, 2d4)kh1", "unexpected", "(1d8, 2d4)", "one expression", "`{1d8, 2d4}`"),
    ("3d6even", "unknown-modifier", "even", "not a modifier", "`c=even`"),
    ("1d20 != 5", "ambiguous-inequality", "!=", "two ways", "≠"),
    ("1d20r >= 15", "ambiguous-comparison", "r >=", "condition of `r`", "`r>=…`"),
    ("1d20! >= 15", "ambiguous-comparison", "! >=", "condition of `!`", "(…) >= …"),
    ("4d6c>5..7", "bad-range", ">5..", "range", "5..7"),
    ("(2d6)>5..7", "bad-range", ">5..", "range", None),
    ("1d8+3 damage", "unexpected", "damage", "nothing joins", "[damage]"),
    ("1d20+5 DC 15", "unexpected", "DC", "nothing joins", "#"),
    ("1d20+5 adv", "unexpected", "adv", "nothing joins", "2d20kh1"),
    ("2d6 fire", "unknown-modifier", "fire", "not a modifier", "[fire]"),
    ("1d8 slashing", "unknown-modifier", "slashing", "not a modifier", "[slashing]"),
    ("4d6 keep 3", "unknown-modifier", "keep", "not a modifier", "kh3"),
    ("2d6[fire]kh1", "unexpected", "kh1", "nothing joins", "before the label"),
    ("2(3)", "unexpected", "(", "nothing joins", "`*`"),
    ("d20 [7-9] hit", "bad-range", "[7-9]", "not how a range is written", "[7..9]"),
    ("d20 [10+] hit", "bad-range", "[10+]", "not how a range is written", "[10..]"),
    ("d20 [<=5] hit", "bad-range", "[<=5]", "not how a range is written", "[..5]"),
    ("{2d20}kh1+5", "one-in-group", "{2d20}kh1", "nothing to keep", "`2d20kh1`"),
    ("d = 2d6; d", "bad-name", "d", "cannot be a name", None),
    ("highest(2d20) [20!] x", "no-natural-result", "[20!]", "looks at a die", "2d20kh1"),
    ("{d20,d20}kh1 [20!] x", "no-natural-result", "[20!]", "looks at a die", None),
    ("p=d20; p [20!] x", "no-natural-result", "[20!]", "looks at a die", None),
    ("2d6[a\x1b]", "bad-label", "[a\x1b]", "invisible", None),
    ("2d6 # a\x1b[2J", "bad-comment", " a\x1b[2J", "invisible", None),
    ("1d(99999999)", "too-many-sides", "1d(99999999)", "99,999,999 sides", "sides="),
    (f"1d({'9' * 30})", "too-many-sides", f"1d({'9' * 30})", "sides", "sides="),
    ("4d6d1", "ambiguous-drop", "d1", "lowest or the highest", "`dl1` or `dh1`"),
    ("", "empty", "", "nothing to roll", "2d6"),
    ("  \t", "empty", "  \t", "nothing to roll", "2d6"),
    ("2d6+", "missing-value", "+", "missing after `+`", None),
    ("max(1,)", "missing-value", ")", "something is missing here", None),
    ("2d6 1d8", "unexpected", "1d8", "nothing joins `1d8` to what comes before it", "+"),
    ("d20 d12", "unexpected", "d12", "nothing joins `d12`", "`d20, d12` rolls each alone"),
    ("4d6kh3  d6 d%", "unexpected", "d6", "nothing joins", "`4d6kh3 + d6 + d%` adds them up"),
    ("4d6 d1", "ambiguous-drop", "d1", "lowest or the highest", "`dl1` or `dh1`"),
    ("4d6h3", "unknown-modifier", "h", "not a modifier", "`kh3`"),
    ("4d6zz", "unknown-modifier", "zz", "not a modifier", "`dl1` drops the lowest"),
    ("3w6", "unknown-word", "3w6", "not dice", "3d6"),
    ("2d6)", "unexpected", ")", "never opened", None),
    ("2.", "not-whole", "2.", "no decimals after this point", "`2.5`"),
    (".5", "unexpected", ".", "begins with a digit", "`0.5`"),
    ("2.5d6", "not-whole", "2.5", "the number of dice must be whole", "floor"),
    ("d2.5", "unexpected", ".", "this point means nothing", "whole"),
    ("4d6kh1.5", "unexpected", ".", "this point means nothing", "whole"),
    ("1.2.3", "unexpected", ".", "this point means nothing", None),
    ("2dl1", "missing-sides", "2d", "how many sides", "2d6"),
    ("2**", "missing-value", "*", "something is missing after", None),
    ("2^3", "unexpected", "^", "means nothing", "`**`"),
    ("%2", "unexpected", "%", "nothing to divide", "d%"),
    ("50%", "missing-value", "%", "missing after `%`", None),
    ("7%0", "division-by-zero", "0", "division by zero", None),
    ("3x(1d6) ** 2", "not-a-number", "3x(1d6)", "`**` needs a number", None),
    ("rem(7)", "wrong-arguments", "rem(7)", "takes 2 values", None),
    ("(2d6,3)", "unexpected", "(2d6,3)", "one expression", None),
    ("2d6,", "missing-value", ",", "missing after `,`", None),
    ("3x(d6 [..3] x)s", "not-a-number", "s", "sorts numbers", None),
    ("5!", "unexpected", "!", "only dice can explode", "3d6!"),
    ("{2d6}!", "not-dice", "!", "needs dice", None),
    ("{}", "empty-group", "{}", "nothing in this group", None),
    ("{2d6", "unclosed", "{", "never closed", None),
    ("d{1,2", "unclosed", "{", "never closed", None),
    ("d{1,a}", "unexpected", "a", "whole number", None),
    ("d{3..1}", "backwards-range", "3..1", "backwards", "1..3"),
    ("d6 [9..3] x", "backwards-range", "[9..3]", "backwards", "3..9"),
    ("3d6r5..2", "backwards-range", "5..2", "backwards", "2..5"),
    ("d6 [..3] [4..] hi", "missing-name", "[..3]", "called", None),
    ("d6 [..] hi", "bad-range", "[..]", "no ends", None),
    ("[..6] miss", "unexpected", "[", "at the end", None),
    ("(d6 [..6] miss)", "unexpected", "[", "at the end", None),
    ("5 [10!] crit", "no-natural-result", "[10!]", "does not start with dice", None),
    ("d6>3 [..3] x", "not-a-number", "d6>3", "true or false", None),
    ("2d6[", "unclosed", "[", "never closed", None),
    ("2d6[ ]", "bad-label", "[ ]", "words", None),
    ("@", "bad-name", "@", "name", "@str"),
    ("@{x", "unclosed", "{", "never closed", None),
    ("p = 3d6", "nothing-rolled", "p", "nothing is rolled", "; p"),
    ("p = 3d6; q", "unknown-word", "q", "not dice", None),
    ("max = 3; max", "bad-name", "max", "cannot be a name", None),
    ("d6; d8", "unexpected", ";", "named rolls", None),
    ("6x4d6", "missing-brackets", "6x4d6", "brackets", "6x(4d6)"),
    ("0x(d6)", "bad-count", "0x(d6)", "at least once", None),
    ("6x(d6)+1", "not-a-number", "6x(d6)", "list of results", "inside the brackets"),
    ("max(3)", "wrong-arguments", "max(3)", "2 values or more", "max(1d6,4)"),
    ("floor 3", "missing-brackets", "floor", "needs brackets", "floor(7/2)"),
    ("highest(3)", "not-a-pool", "3", "reads dice", "highest(4d6,3)"),
    ("4d6kh0", "bad-count", "kh0", "at least 1", None),
    ("4d6▲▼", "both-arrows", "▼", "▲ and ▼", "kh3kl1"),
    ("4d6c>=3kh1", "after-count", "kh1", "nothing can follow `c>=3`", "kh1c>=3"),
    ("8d10f=1", "nothing-counted", "f", "nothing is counted", "c>=7f=1"),
    ("8d10c", "missing-condition", "c", "which dice", "c>=7"),
    ("4d6min", "missing-number", "min", "needs a number", "min2"),
    ("4d6r>=", "missing-number", ">=", "what number", None),
    ("4d6!5", "ambiguous-condition", "5", "exactly 5", ">=5"),
    ("4d6r!=3", "ambiguous-inequality", "r!=", "two ways", "r≠3"),
    ("(4d6)kh3", "after-bracket", "kh", "inside the bracket", None),
    ("4d6e6", "unknown-modifier", "e", "not a modifier", "`!`"),
    ("2d20 adv", "unknown-modifier", "adv", "not a modifier", "2d20kh1"),
    ("d20ish", "no-such-die", "20ish", "only a d10", "d10ish"),
    ("1d20 => 3", "unexpected", "=>", "other way round", ">="),
    ("1<2<3", "chained-comparison", "<", "one comparison", "(2d6) = 7..9"),
    ("d6×", "missing-value", "×", "missing after", None),
    ("d6\x00", "unexpected", "\x00", "invisible character", None),
    ("1d9999999", "too-many-sides", "d9999999", "9,999,999 sides", "sides="),
    ("d{1..5000}", "too-many-custom-faces", "{1..5000", "5,000 custom faces", "custom_faces="),
    ("1000000d1000000", "too-many-dice", "1000000d1000000", "1,000,000 dice", "dice="),
    ("1000x(1000x(1d6))", "too-many-results", "1000x(1d6)", "1,000,000 results", "results="),
    ("600x(600d6)", "too-many-dice", "600d6", "360,000 dice", "dice="),
]


@pytest.mark.parametrize(("text", "code", "place", "message", "hint"), TABLE)
def test_a_mistake(text: str, code: str, place: str, message: str, hint: str | None) -> None:
    with pytest.raises(AstragalError) as caught:
        parse(text)
    error = caught.value
    assert error.code == code
    assert error.span is not None
    assert text[slice(*error.span)] == place
    assert message in error.message
    assert str(error) == error.message
    if hint is not None:
        assert hint in (error.hint or "")


BOMBS = {
    "5,000 digits": ("9" * 5000, "number-too-long"),
    "5,000 brackets": ("(" * 5000 + "1" + ")" * 5000, "too-deep"),
    "5,000 opening brackets": ("(" * 5000, "too-deep"),
    "5,000 minus signs": ("-" * 5000 + "1", "too-deep"),
    "5,000 nested functions": ("abs(" * 5000 + "1", "too-long"),
    "3,000 nested functions": ("abs(" * 3000 + "1", "too-deep"),
    "20,000 terms": ("+".join(["1"] * 20000), "too-long"),
    "a chain of products": ("*".join(["9" * 90] * 50), "number-too-long"),
    "a pile of modifiers": ("9999d6" + "r " * 7000, "too-many-work"),
    "a repeated pile": ("1000x(" + "1+" * 3000 + "1)", "too-many-work"),
    "a pile on a group": (
        "1000x({" + ",".join("1" * 200) + "}" + "s" * 3000 + ")",
        "too-many-work",
    ),
    "a pile of tallies": ("10000d6" + "c=1" * 5000, "too-many-work"),
    "a pile on no dice": ("1000x(0d6" + "s" * 3000 + ")", "too-many-work"),
    "a long spelling, often": (
        "1000x({" * 1 + "{" * 47 + "1d6[" + "y" * 9000 + "]" + "}" * 48 + ")",
        "too-many-work",
    ),
    "products in a repeat": (f"a={'9' * 99};900x({'*'.join('a' * 200)}*0)", "number-too-long"),
    "a sum of odd fractions": ("highest(900x(1/(1d1000000*1d1000000)),900)", "number-too-long"),
}


@pytest.mark.parametrize(("text", "code"), BOMBS.values(), ids=BOMBS)
def test_a_bomb_is_refused(text: str, code: str) -> None:
    with pytest.raises(LimitError) as caught:
        roll(text)
    assert caught.value.code == code
    assert len(caught.value.render(80).splitlines()[1]) <= 80


def test_as_many_terms_as_fit_are_summed() -> None:
    assert roll("+".join(["1"] * 4000)).outcome == 4000


def test_a_text_that_would_not_fit_its_own_record_is_refused() -> None:
    with pytest.raises(LimitError, match="written out in full that is 31,997 characters"):
        roll("+".join(["1"] * 8000))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("(10000*9)d6", "too-many-dice"),
        ("(9999)d6 + 2d6", "too-many-dice"),
        ("p = 9999d6; " + "+".join(["distinct(p)"] * 500), "too-many-work"),
        ("1d(2000000+1d2)", "too-many-sides"),
        ("1d1000000!>=2", "too-many-extra-dice"),
        ("1d1000000!!>=2", "too-many-extra-dice"),
        ("1d1000000rr>=2", "too-many-extra-dice"),
        ("1d5000!>=2" + "s" * 15_000, "too-many-extra-dice"),
    ],
)
def test_what_is_rolled_is_limited_as_it_is_rolled(text: str, code: str) -> None:
    with pytest.raises(LimitError) as caught:
        parse(text).roll(_Highest())
    assert caught.value.code == code


def test_modifiers_behind_an_explosion_are_counted_by_the_dice_they_look_at() -> None:
    source = HandSource([*[5000] * 3000, 1])
    with pytest.raises(LimitError) as caught:
        parse("1d5000!>=2" + "s " * 7000).roll(source)
    assert caught.value.code == "too-many-work"


@pytest.mark.slow
def test_a_long_row_of_modifiers_is_read_in_one_go() -> None:
    assert roll("4d6" + "s" * 15_000, faces=[1, 2, 3, 4]).outcome == 10


def test_an_odd_die_and_a_wide_range_do_not_take_for_ever() -> None:
    far = 10**20
    text = f"1d{{-{far},{far}}}!≠-999999999999999..999999999999999"
    with pytest.raises(RollError, match="never stop"):
        parse(text)
    with pytest.raises(RollError, match="never stop"):
        parse("1d1000000!≠-5..0")
    assert parse("1d1000000!≠5..9").roll(HandSource([7])).outcome == 7


def test_limits_can_be_raised_in_python() -> None:
    assert len(roll("20000d6", limits=Limits(dice=20_000)).faces) == 20_000
    deep = "(" * 60 + "1" + ")" * 60
    assert parse(deep, limits=Limits(depth=60)).roll().outcome == 1


def test_a_depth_limit_beyond_python_is_still_an_error_of_ours() -> None:
    text = "(" * 100_000 + "1" + ")" * 100_000
    with pytest.raises(LimitError, match="too many brackets"):
        parse(text, limits=Limits(depth=10**6, length=10**6))


def test_an_explosion_that_could_run_long_goes_on() -> None:
    faces = [100] * 9_000 + [1]
    assert roll("1d100!>=2", faces=faces).outcome == 900_001


@pytest.mark.parametrize("text", ["1d(1d1)!", "1d@n!", "1d6!>=@n", "1d(@n)rr"])
def test_what_can_never_end_is_refused_before_it_is_rolled(text: str) -> None:
    with pytest.raises(RollError) as caught:
        roll(text, variables={"n": 1})
    assert caught.value.code == "endless"


def test_division_by_zero_that_some_faces_lead_to_is_said_with_its_odds() -> None:
    with pytest.raises(RollError) as caught:
        roll("12/(1d6-1)", faces=[1])
    assert caught.value.code == "division-by-zero"
    assert caught.value.message == (
        "division by zero: `1d6 - 1` came to 0; that happens with probability 1/6"
    )
    assert roll("12/(1d6-1)", faces=[4]).outcome == 4


@pytest.mark.slow
def test_the_odds_of_a_division_by_zero_are_found_quickly_or_not_at_all() -> None:
    text = "p = 1d20000; " + "1+" * 3_500 + "1/(p-1)"
    with pytest.raises(RollError, match="probability 1/20000"):
        roll(text, faces=[1])
    with pytest.raises(RollError, match="with these faces"):
        roll("1/(100d100*100d100 - 10000)", faces=[1] * 200)


def test_division_by_zero_through_a_name_or_a_weighted_die() -> None:
    with pytest.raises(RollError, match="probability 1/20"):
        roll("p = d10ish; 1/p", faces=[0])
    with pytest.raises(RollError, match="probability 5/36"):
        roll("1/(1d6-1d6+1)", faces=[1, 2])


def test_a_rare_division_by_zero_is_said_with_its_odds_too() -> None:
    with pytest.raises(RollError, match="probability 1/10077696"):
        roll("1/(9d6-9)", faces=[1] * 9)


def test_division_by_zero_on_every_face_is_plain() -> None:
    with pytest.raises(RollError) as caught:
        roll("1/(1d6*0)", faces=[3])
    assert caught.value.message == "division by zero: `1d6 * 0` came to 0"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1d20+@str", "no value was given for @str"),
        ("1d20+@{fire damage}", "no value was given for @{fire damage}"),
        ("(1d4-3)d6", "a number of dice cannot be -2: `1d4 - 3` came to that"),
        ("(1/2)d6", "a number of dice cannot be 1/2: `1 / 2` came to that"),
        ("2d(1d4-3)", "a number of sides cannot be -2"),
        ("highest(1d4, -1)", "a number of dice cannot be -1"),
    ],
)
def test_what_cannot_be_rolled(text: str, message: str) -> None:
    with pytest.raises(RollError) as caught:
        parse(text).roll(_Ones())
    assert caught.value.message.startswith(message)
    assert caught.value.text == text


class _Highest:
    def draw(self, die: Die, count: int) -> list[int]:
        return [die.highest] * count


class _Ones:
    def draw(self, die: object, count: int) -> list[int]:
        return [1] * count


def test_a_name_is_given_without_its_sign() -> None:
    with pytest.raises(RollError, match="without the @"):
        roll("@x", variables={"@x": 3})
    assert roll("1d1", variables=None).outcome == 1


@pytest.mark.parametrize("value", [1.5, "3", True, None])
def test_a_value_that_is_no_number_is_refused(value: object) -> None:
    with pytest.raises(RollError) as caught:
        roll("@x", variables={"x": value})  # type: ignore[dict-item]
    assert caught.value.code == "bad-variable"


def test_a_fraction_where_a_whole_number_is_needed() -> None:
    from fractions import Fraction

    with pytest.raises(RollError) as caught:
        roll("4d6kh@n", variables={"n": Fraction(3, 2)})
    assert caught.value.code == "not-whole"


def test_a_huge_value_is_refused() -> None:
    with pytest.raises(LimitError):
        roll("@x", variables={"x": 10**5000})


def test_a_number_may_have_exactly_as_many_digits_as_the_limit_says() -> None:
    most = 10**100 - 1
    assert roll(f"{most}").outcome == most
    for text in (f"{most}+1", f"{most}*2", f"-{most}-1", f"1/{most}/2"):
        with pytest.raises(LimitError) as caught:
            roll(text)
        assert caught.value.code == "number-too-long"


def test_more_digits_than_python_reads_are_refused_whatever_the_limit() -> None:
    with pytest.raises(LimitError):
        parse("9" * 5000, limits=Limits(digits=10_000))


@pytest.mark.parametrize("text", [None, 3, b"2d6", ["2d6"]])
def test_notation_is_text(text: object) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text)  # type: ignore[arg-type]
    assert caught.value.code == "not-text"


def test_the_caret_stands_under_the_place() -> None:
    with pytest.raises(NotationError) as caught:
        parse("2d6 + 4d6d1")
    assert caught.value.render().splitlines()[1:3] == ["2d6 + 4d6d1", "         ^^"]


def test_the_caret_allows_for_wide_characters() -> None:
    with pytest.raises(NotationError) as caught:
        parse("1d6[火] + 2d")
    assert caught.value.drawing() == "1d6[火] + 2d\n          ^^"


def test_the_caret_fits_a_narrow_screen() -> None:
    with pytest.raises(NotationError) as caught:
        parse("1d6 + " * 100 + "2d")
    text, carets = caught.value.drawing(60).splitlines()
    assert len(text) <= 60
    assert text[carets.index("^") :].startswith("2d")


def test_the_caret_in_ascii_only() -> None:
    with pytest.raises(NotationError) as caught:
        parse("4d6▲ + 2d")
    assert caught.value.drawing(ascii_only=True) == "4d6? + 2d\n       ^^"


def test_nothing_in_the_text_moves_the_cursor() -> None:
    with pytest.raises(NotationError) as caught:
        parse("2d6\x1b[31m\n\r\x07")
    assert not set(caught.value.drawing()) & set("\x1b\r\x07")


def test_an_error_as_data_and_through_pickle() -> None:
    with pytest.raises(NotationError) as caught:
        parse("2d")
    error = caught.value
    assert error.to_dict() == {
        "code": "missing-sides",
        "message": "how many sides?",
        "span": [0, 2],
        "hint": "e.g. `2d6`",
    }
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is NotationError
    assert (again.code, again.span, again.hint, again.text) == (
        error.code,
        error.span,
        error.hint,
        "2d",
    )


def test_letters_are_parted_into_modifiers_in_one_walk() -> None:
    """All ways to part them would be twice as many for each letter: this would never end."""
    with pytest.raises(NotationError) as caught:
        parse("4d6" + "r" * 3_000 + "q")
    assert caught.value.code == "unknown-modifier"
    assert str(parse("4d6rl1rh1")) == "4d6rl1rh1"
