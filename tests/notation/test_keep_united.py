"""Keeps and drops that look at the same dice together: ``kh1&kl1``."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from astragal import AstragalError, odds, parse, roll
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.keep_united import KeepUnited
from tests.support.brute import check_endless_odds, check_odds


@pytest.mark.parametrize(
    ("text", "faces", "outcome"),
    [
        ("4d6kh1&kl1", [6, 5, 4, 2], 8),
        ("4d6 KH1 & KL1", [6, 5, 4, 2], 8),
        ("4d6k&kl", [6, 5, 4, 2], 8),
        ("4d6kh1&kl1", [3, 3, 3, 3], 6),  # the highest of several is never the lowest too
        ("1d6kh1&kl1", [3], 3),
        ("5d6dl1&dh1", [6, 5, 4, 2, 1], 11),
        ("5d6dl1&dl2", [6, 5, 4, 2, 1], 15),  # both look at all the dice
        ("5d6kh3&dh1", [6, 5, 4, 2, 1], 9),
        ("5d6kh3&dl1", [6, 5, 4, 2, 1], 15),
        ("3d6kh3&dl1", [6, 5, 4], 11),
        ("5d6kh1&kh2&kl1", [6, 5, 4, 2, 1], 12),
        ("2d6dl1&dh1", [6, 5], 0),
        ("4d6kh3&kl3", [6, 5, 4, 2], 17),
        ("3d6!kh1&kl1", [6, 2, 3, 5], 8),
        ("4d6dl1&dh1kh1", [6, 5, 4, 2], 5),
        ("{1d4, 1d6, 1d8}kh1&kl1", [4, 1, 7], 8),
        ("4d6kh1&kl1!=6", [6, 5, 4, 2, 6, 1], 15),
        ("4d6kh1&k!=6", [6, 5, 4, 2, 1], 7),
        ("4d6kh(1d2)&kl1", [6, 5, 4, 2, 2], 13),
    ],
)
def test_a_roll(text: str, faces: list[int], outcome: int) -> None:
    rolled = roll(text, faces=faces)
    assert rolled.outcome == outcome
    rolled.verify()


def test_of_equal_dice_those_rolled_first_are_kept() -> None:
    rolled = roll("5d6kh1&kl1", faces=[2, 5, 2, 5, 3])
    assert str(rolled) == "5d6kh1&kl1 → (2, 5, ~2~, ~5~, ~3~) = 7"
    assert rolled.explain()[1] == "  kh1&kl1 drops 2, 5, 3, keeps 2, 5"


@pytest.mark.parametrize(
    "text",
    [
        "4d4kh1&kl1",
        "5d4dl1&dh1",
        "4d4kh3&dh1",
        "4d4kh2&kl1&dh1",
        "1d4dl1&dh1",
        "5d3kh4kh1&kl1",
        "5d3kh1&kl1kh1",
        "4d4kh1&kl1r=1",
        "4d4kh1&kl1c>=3",
        "4d4kh1&kl1u",
        "4d4dl1&dh1!o",
        "4d4dl1&dh1min2",
        "4d{1,1000000000,5}kh1&kl1",
        "3d4!okh1&kl1",
        "3d4!odh1&dl1",
        "3d4!okh2&dl1min2",
        "3d4k>=2 kh1&kl1",
        "3d4k>=2 dl1&dh1",
        "{1d4, 1d6, 1d3}kh1&kl1",
        "highest(4d4kh1&kl1)",
        "4d4ukh1&kl1",
        "3d4kh(1d2)&kl1",
        "2d4!odl1&dh1 [4!] critical [..99] other",
        "1d4!odl1&dh1 [4!] critical [..99] other",
    ],
)
def test_odds_are_those_of_every_face(text: str) -> None:
    check_odds(text)


@pytest.mark.parametrize(
    "text",
    [
        "2d4!kh1&kl1",
        "2d4!dh1&dl1",
        "3d4!kh2&kl1",
        "2d4!>=3kh1&kl1",
        "2d4!pkh1&kl1",
        "2d4!kh3&dl1",
        "2d4!dh1&dl1r=1",
        "2d4!d=1 kh1&kl1",
        "3d4!!dl1&dh1",
        "2d4kh1&kl1!",
        "1d4!!dl1&dh1 [4!] critical [..99] other",
        "2d4!kh2dh1",
        "2d4!dl1dl1",
        "2d4!dl1dh1",
        "2d4!kh3kl1each+1",
        "nth(2d4!dl1,2)",
        "3d4!!kh2each*2",
    ],
)
def test_so_are_odds_of_dice_that_explode_without_limit(text: str) -> None:
    check_endless_odds(text)


def test_one_stretch_of_ranks_is_that_of_a_keep() -> None:
    assert odds("9d8kh4&dl1") == odds("9d8kh4")
    assert odds("6d6dl2&dh1") == odds("6d6dl2dh1")
    assert odds("30d6!kh10dl5").mean == odds("30d6!kh5").mean
    assert odds("10d10!kh4&dl1").mean == odds("10d10!kh4").mean
    assert odds("40d6kh1&kl1").mean == odds("40d6kh1").mean + odds("40d6kl1").mean


def test_words_and_spelling() -> None:
    assert "keep the highest and the lowest 2" in parse("4d6kh1&kl2").describe()
    assert "drop the lowest and the highest" in parse("5d6dl1&dh1").describe()
    assert "keep the highest 3, but not the lowest" in parse("5d6kh3&dl1").describe()
    assert str(parse("4d6 k & kl 2")) == "4d6kh1&kl2"
    assert parse("4d6kh1&dl1").body == parse("4d6").body.replaced(
        modifiers=(KeepUnited((Keep(1), Keep(1, highest=False, drop=True))),)
    )


def test_conditions_are_not_joined() -> None:
    with pytest.raises(AstragalError, match="by rank") as caught:
        parse("4d6kh1&k>=5")
    assert "`4d6kh1&kl1`" in (caught.value.hint or "")


@pytest.mark.parametrize("text", ["4d6kh1&", "4d6kh1&u", "4d6kh1&k>=5", "4d6kh1&kl0", "{4}kh1&kl1"])
def test_mistakes(text: str) -> None:
    with pytest.raises(AstragalError):
        parse(text)


def test_a_single_keep_is_no_union() -> None:
    with pytest.raises(AstragalError, match="joins two"):
        KeepUnited((Keep(1),))


# Where both ends overlap, the reading says what that comes to


@pytest.mark.parametrize(
    ("text", "reading"),
    [
        ("5d6kh4&kl2", "keep the highest 4 or the lowest 2, here all five"),
        ("5d6kh3&kl2", "keep the highest 3 and the lowest 2"),
        ("2d6kh2&kl1", "keep the highest 2 or the lowest, here both"),
        ("5d6kh4&kl2&dh1", "the lowest 2, but not the highest, here the lowest 4"),
        ("5d6dh3&dl3", "drop the highest 3 and the lowest 3, here all five"),
        ("5d6kh3&dl3", "keep the highest 3, but not the lowest 3, here the highest 2"),
        ("7d6kh4&kl4&dh1&dl1", "but not the highest and the lowest, here 5 of them"),
        ("{3d6 & 2d8}kh4&kl2", "keep the highest 4 or the lowest 2, here all five"),
        ("{1d6, 2d6, 1d8}kh2&kl2", "keep the highest 2 or the lowest 2, here all three"),
        ("6d6s kh5 kh4&kl2", "keep the highest 4 or the lowest 2, here all five"),
        ("5d6kh4|kl2", "keep the highest 4 or the lowest 2, here all five"),
        ("5d6dh3|dl3", "drop the highest 3 and the lowest 3, here all five"),
        ("5d6!kh4&kl2", "keep the highest 4 and the lowest 2"),
        ("5d6kh@n&kl2", "keep the highest @n and the lowest 2"),
    ],
)
def test_the_reading_of_an_overlap(text: str, reading: str) -> None:
    assert parse(text).describe().endswith(f"{reading}")


PARTS = st.lists(
    st.tuples(st.sampled_from(["kh", "kl", "dh", "dl"]), st.integers(1, 6)), min_size=2, max_size=4
)


@given(st.integers(2, 6), PARTS)
def test_an_overlap_is_read_as_what_is_kept(dice: int, parts: list[tuple[str, int]]) -> None:
    text = f"{dice}d6" + "&".join(f"{word}{number}" for word, number in parts)
    _, here, said = parse(text).describe().partition(", here ")
    if not here:
        return
    values = list(range(1, dice + 1))
    (group,) = roll(text, faces=values).groups
    kept = [die.value for die in group.dice if die.kept]
    if not any(word.startswith("k") for word, _ in parts):
        kept = [value for value in values if value not in kept]  # what is dropped
    named = {
        "both": values,
        "none": [],
        "the highest": values[-1:],
        "the lowest": values[:1],
        **{f"the highest {n}": values[-n:] for n in values},
        **{f"the lowest {n}": values[:n] for n in values},
    }
    if said.startswith("all "):
        assert kept == values
    elif said in named:
        assert kept == named[said]
    else:
        assert said == f"{len(kept)} of them"
