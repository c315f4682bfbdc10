"""Foundry: what its documentation says, text by text."""

from __future__ import annotations

import pytest

import astragal
from astragal.dialects.dialect import find_dialect
from astragal.dialects.normal import same
from astragal.dialects.writer import write
from tests.dialects.support import faces_for

FOUNDRY = find_dialect("foundry")


def read(text: str) -> astragal.Expression:
    return astragal.parse(text, dialect="foundry")


MEANINGS = [
    # re-rolls and explosions
    ("1d10r1", "1d10r=1"),
    ("1d20r<10", "1d20r<10"),
    ("1d20rr<3", "1d20rr<3"),
    ("20d20r", "20d20r"),
    ("20d20r=1", "20d20r=1"),
    ("20d20r1=1", "20d20r=1:1"),
    ("6d6r2<3", "6d6r<3:2"),
    ("6d6x6r1=1", "6d6!=6r=1:1"),
    ("5d10x10", "5d10!=10"),
    ("5d10X", "5d10!"),
    ("1d20x<10", "1d20!<10"),
    ("5d10xo10", "5d10!o=10"),
    ("5d10xo", "5d10!o"),
    ("3d6x2=6", "3d6!=6:2"),
    ("3d6xo2>=5", "3d6!o>=5:2"),
    # what is kept
    ("20d20k", "20d20kh1"),
    ("20d20kh10", "20d20kh10"),
    ("20d20kl", "20d20kl1"),
    ("20d20d", "20d20dl1"),
    ("20d20dh10", "20d20dh10"),
    ("4d6kh3dl1", "4d6kh3dl1"),
    ("4d6kh3x6", "4d6kh3!=6"),
    ("4d6x6kh3", "4d6!=6kh3"),
    ("4d6xkh", "4d6!kh1"),
    ("4d6kh(1d4)", "4d6kh(1d4)"),
    ("2d12kh=1min5", "2d12kh1min5"),
    ("2d8dl3", "2d8"),
    ("2d8d2", "2d8"),
    ("5d8kh2dh2", "5d8kh2"),
    ("2d8xdl", "2d8!dl1"),
    ("5d8kl0", "5d8kl1"),
    ("5d8d0", "5d8dl1"),
    ("6d6min2", "6d6min2"),
    ("6d6min", "6d6"),
    ("6d6max-2", "6d6 - 2"),
    ("6d6max5", "6d6max5"),
    ("6d6min2max5", "6d6min2max5"),
    ("6d6min2kh3", "6d6min2kh3"),
    ("4d6min2x6", "4d6min2!=6"),
    # counts, failures and margins
    ("20d20cs", "20d20c=20"),
    ("20d20cs>10", "20d20c>10"),
    ("6d6cf", "6d6c=1"),
    ("6d6cf<=3", "6d6c<=3"),
    ("6d6even", "6d6c=even"),
    ("6d6odd", "6d6c=odd"),
    ("6d6df", "6d6worth(=1: -1)"),
    ("6d6df<3", "6d6worth(<3: -1)"),
    ("6d6cs>3df", "6d6c>3f<=3"),
    ("6d6cf<3df", "6d6worth(<3: -1, else: 0)"),
    ("6d6evendf", "6d6c=even f=odd"),
    ("8d10cs>=8df1", "8d10c>=8f=1"),
    ("8d10cs>=8df>9", "8d10worth(>9: -1, >=8: 1, else: 0)"),
    ("6d6cf<3df6", "6d6worth(=6: -1, <3: -1, else: 0)"),
    ("6d6sf<3", "6d6worth(<3: -face)"),
    ("6d6sf", "6d6worth(=1: -face)"),
    ("6d6cs>3sf", "6d6worth(>3: 1, else: -face)"),
    ("6d6cs>(1d4)df", "6d6worth(>(1d4): 1, else: -1)"),
    ("7d8cs>5x8", "7d8!=8c>5"),
    ("7d8evenxo", "7d8!oc=even"),
    ("7d8cs>5df1x=8", "7d8!=8c>5f=1"),
    ("6d6ms>12", "6d6 - 12"),
    ("6d6ms<12", "12 - 6d6"),
    ("6d6ms12", "6d6 - 12"),
    ("4d6kh3ms>=10", "4d6kh3 - 10"),
    ("3d12ms>(4d6)", "3d12 - 4d6"),
    ("3d12cs<=(@attributes.power)", "3d12c<=@{attributes.power}"),
    ("3d12cs<=@attributes.power", "3d12c<=@{attributes.power}"),
    ("4d6kh@n", "4d6kh@{n}"),
    # by the face, whatever a die counts as
    ("6d6min3cs>=3", "6d6c>=3"),
    ("6d6cs>3kh3", "6d6kh3c>3"),
    ("6d6min5max2", "6d6worth(>2: 2, <5: 5)"),
    ("6d6cs>3min2", "6d6worth(<2: 2, >3: 1, else: 0)"),
    # dice
    ("1d%", "1d100"),
    ("d66", "1d{1..66}"),
    ("4df", "4dF"),
    ("4dFkh2", "4dFkh2"),
    ("4dfr=1", "4dFr=1"),
    ("3dc", "3d{0,1}"),
    ("3dcc1", "3d{0,1}c=1"),
    ("2dcc0", "2d{0,1}c=0"),
    ("1d(1d20)", "1d(1d20)"),
    ("(1d20*2)d(1d10)", "(1d20 * 2)d(1d10)"),
    ("(@n)d6", "@{n}d6"),
    ("2d@size", "2d@{size}"),
    # pools
    ("{1d6,1d8,1d10,1d12}kh2", "{1d6, 1d8, 1d10, 1d12}kh2"),
    ("{1d12,6}kl", "{1d12, 6}kl1"),
    ("{1d6,1d8}dl", "{1d6, 1d8}dl1"),
    ("{1d6,1d8}dl2", "{1d6, 1d8}"),
    ("{1d6,1d8}cs>4dh3", "{1d6, 1d8}c>4"),
    ("{4d6}dl1", "4d6"),
    ("{1d20,1d20+2}cs>10", "{1d20, 1d20 + 2}c>10"),
    ("{1d20,2d10}cs>10kh", "{1d20, 2d10}kh1c>10"),
    ("{4d6 + 1}", "4d6 + 1"),
    ("{2d6 + 1d8}kh2", "2d6 + 1d8"),
    ("{2d10 + 1}cs>=12", "{2d10 + 1}c>=12"),
    # numbers, values and text
    ("15/2", "15 / 2"),
    ("-7 % 3", "rem(-7, 3)"),
    ("1d6 % 2", "1d6 % 2"),
    ("floor(1d6/2) + max(1d6, 3)", "floor(1d6 / 2) + max(1d6, 3)"),
    ("pow(2, 3) + sqrt(16) + sign(-4)", "2 ** 3 + sqrt(16) + sign(-4)"),
    ("max(1d6) + min(2d4)", "1d6 + 2d4"),
    ("trunc(-7/2)", "trunc(-7 / 2)"),
    ("1d20 + @abilities.str.mod", "1d20 + @{abilities.str.mod}"),
    ("@scale.rogue.sneak-attack + 1", "@{scale.rogue.sneak-attack} + 1"),
    ("1d20 + @prof - 1", "1d20 + @prof - 1"),
    ("(1d6+2)[fire] + 5[str]", "(1d6 + 2)[fire] + 5[str]"),
    ("2d6[fire] # sneak attack", "2d6[fire] # sneak attack"),
    # chat commands and rolls in texts
    ("/r 3d8kh # Bow", "3d8kh1 # Bow"),
    ("/roll 2d4", "2d4"),
    ("/gmr 1d12", "1d12"),
    ("/blindroll 1d12", "1d12"),
    ("/sr 1d12", "1d12"),
    ("/publicroll 1d12", "1d12"),
    ("[[2d8 + 1]]", "2d8 + 1"),
    ("[[/r 2d8]]", "2d8"),
    ("[[/gmr 2d8]]{Axe}", "2d8 # Axe"),
    ("[[/r 2d8 # Mace]]{Axe}", "2d8 # Mace"),
]


@pytest.mark.parametrize(("text", "meaning"), MEANINGS)
def test_what_foundry_makes_of_it(text: str, meaning: str) -> None:
    assert str(read(text)) == meaning


@pytest.mark.parametrize(("text", "meaning"), MEANINGS)
def test_scripted_dice_come_to_the_same(text: str, meaning: str) -> None:
    ours = astragal.parse(meaning)
    given = dict.fromkeys(ours.variable_names or (), 4)
    faces = faces_for(ours, given)
    theirs = read(text).roll(faces=faces, variables=given)
    assert theirs.outcome == ours.roll(faces=faces, variables=given).outcome


@pytest.mark.parametrize(
    "text",
    [text for text, _ in MEANINGS if text not in ("6d6min5max2", "6d6cs>3min2", "6d6cf<3df6")],
)
def test_what_was_read_is_written_again(text: str) -> None:
    again = read(write(read(text), FOUNDRY))
    assert same(again, read(text))


def test_failures_are_taken_away() -> None:
    faces = [1, 2, 3, 4, 5, 6]
    assert read("6d6cs>3df").roll(faces=faces).outcome == 0
    assert read("6d6df<3").roll(faces=faces).outcome == 18 - 2
    assert read("6d6sf<3").roll(faces=faces).outcome == 18 - 3
    assert read("6d6cf<3df").roll(faces=faces).outcome == -2


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("20d20cs", "count nothing without a number"),
        ("6d6df", "take nothing away without a number"),
        ("{4d6}kh3", "one total"),
        ("{4d6}dl1", "one total"),
        ("2d8dl3", "keeps all dice"),
        ("(@n)d8dl1", "keeps them"),
        ("(1d3)d8kh1", ""),
        ("(2d3)d8dl1", ""),
        ("3d8dl2", ""),
        ("5d8kl0", "for 1"),
        ("7d8cs>5x8", "adds what they show"),
        ("7d8x8cs>5", ""),
        ("7d8kh3xo8", "goes on"),
        ("7d8dl1r1", "goes on"),
        ("7d8kh3x8", ""),
        ("7d8xo8kh3", ""),
        ("6d6cs>3df", ""),
        ("6d6df1", ""),
    ],
)
def test_what_surprises_is_remarked_on(text: str, why: str) -> None:
    remarks = read(text).remarks
    assert why in remarks[0] if why else not remarks


@pytest.mark.parametrize("text", ["6d6cs>3cf1", "6d6cs6even"])
def test_the_last_count_counts_and_is_remarked_on(text: str) -> None:
    expression = read(text)
    assert str(expression) in ("6d6c=1", "6d6c=even")
    assert "last count wins" in expression.remarks[0]
    assert "`cf1`" in expression.remarks[0] or "`even`" in expression.remarks[0]


@pytest.mark.parametrize(
    ("text", "code", "why"),
    [
        ("5d10cs>=8r1", "untranslatable", "count as their face"),
        ("5d8x8r1>=5", "untranslatable", "which dice come first"),
        ("4d8min3x<4min2", "untranslatable", "count as their face"),
        ("4d8min3rr>5kl1", "untranslatable", "count as their face"),
        ("4d8max4r1df2", "untranslatable", "count as their face"),
        ("4d8cs2max1sf", "not-known", "`sf` here"),
        ("(1d3)d8dl1", "untranslatable", "all of them would be dropped"),
        ("1d8x8dh", "untranslatable", "all of them would be dropped"),
        ("3d8dl(1d3)", "untranslatable", "all of them would be dropped"),
        ("1000d8", "too-many-dice", "999"),
        ("4d6max5x6", "untranslatable", "count as their face"),
        ("4d6xkh3", "untranslatable", "loses the number"),
        ("4d6xkh@n", "untranslatable", "loses the number"),
        ("2d20khmin5", "untranslatable", "loses the number"),
        ("6d6rr2=1", "untranslatable", "cannot be limited"),
        ("4dfr", "not-known", "Fate dice"),
        ("4dfx", "not-known", "Fate dice"),
        ("3dckh1", "not-known", "these dice"),
        ("4d6c1", "not-known", "these dice"),
        ("3dcc2", "missing-number", "c1"),
        ("6d6df1sf2", "not-known", "`sf`"),
        ("6d6df1cs>3", "not-known", "`cs`"),
        ("6d6ms>3ms>4", "not-known", "several margins"),
        ("6d6ms", "missing-number", "ms"),
        ("6d6cs>-1", "missing-number", ""),
        ("6d6cs==3", "missing-number", ""),
        ("4d6kh=3", "not-known", "behind `kh=`"),
        ("[[/em 1d20]]", "not-a-formula", ""),
        ("{1d20,1d20}cs", "not-known", "without a number"),
        ("{1d20,1d20}r1", "bad-modifier", "pool"),
        ("{1d20,1d20}even", "bad-modifier", "pool"),
        ("1d20+@prof-1", "bad-name", "all of `prof-1`"),
        ("1d20+@", "bad-name", "needs a name"),
        ("1d20 > 5", "unexpected", "nothing here"),
        ("1d20 + 5 fire", "unexpected", "nothing here"),
        ("1d6 ** 2", "unexpected", ""),
        ("6d6=3", "unexpected", ""),
        ("4d6 kh3", "unexpected", ""),
        ("3 d6", "unexpected", ""),
        ("pow(2)", "wrong-arguments", "two"),
        ("log(2)", "untranslatable", "log"),
        ("logs(2)", "unknown-word", "logs"),
    ],
)
def test_what_is_not_documented_is_refused(text: str, code: str, why: str) -> None:
    with pytest.raises(astragal.NotationError) as caught:
        read(text)
    assert caught.value.code == code
    assert why in caught.value.message


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("4d6!kh3", "4d6x6kh3"),
        ("4d6r", "4d6r1"),
        ("3d6!:2", "3d6x2=6"),
        ("20d20r<=2:1", "20d20r1<=2"),
        ("8d10c>=8f=1", "8d10cs>=8df1"),
        ("6d6c>3f<=3", "6d6cs>3df"),
        ("6d6worth(<3: -face)", "6d6sf<3"),
        ("6d6worth(<3: -1, else: 0)", "6d6cf<3df"),
        ("6d6c=odd", "6d6odd"),
        ("2d{0,1}c=0", "2dcc0"),
        ("2 ** 1d4", "pow(2, 1d4)"),
        ("1d20 + @{abilities.str.mod}", "1d20 + @abilities.str.mod"),
        ("@{n}d6kh@{k}", "(@n)d6kh(@k)"),
        ("rem(1d6 - 4, 3)", "((1d6 - 4) % 3)"),
    ],
)
def test_written_for_foundry(text: str, written: str) -> None:
    assert write(astragal.parse(text), FOUNDRY) == written


@pytest.mark.parametrize(
    "text", ["4d6!!", "4d6!p", "4d6c>=4c=6", "1d20 >= 15", "4d6u", "1d6 + @{fire damage}"]
)
def test_what_foundry_cannot_say(text: str) -> None:
    with pytest.raises(astragal.NotationError) as caught:
        write(astragal.parse(text), FOUNDRY)
    assert caught.value.code == "untranslatable"


@pytest.mark.parametrize(
    ("text", "hint"), [("1d20 Attack", "`1d20 # Attack`"), ("3d6>3", "cs"), ("3d6!", "x")]
)
def test_what_other_programs_write_gets_a_hint(text: str, hint: str) -> None:
    with pytest.raises(astragal.NotationError) as caught:
        astragal.parse(text, dialect="foundry")
    assert hint in str(caught.value.hint)
