"""triumph: ♻ as a decision of both sides (R4, R8), in damage too, against expectimax by hand."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import astragal
from astragal import Asks, Experiment, SeededSource
from astragal.experiment.solve.situations import Graphs
from astragal.games import triumph
from astragal.games.triumph import Attack, CheckDice, Contest, Fortune
from astragal.games.triumph.d20s import D20Result, D20s
from astragal.rules.ordered import Side
from tests.games.triumph.by_hand import fortune_of_several, sixes
from tests.support.examples import examples
from tests.support.sampling import agrees

check: Any = triumph.check
contest: Any = triumph.contest
attack: Any = triumph.attack

D20 = range(1, 21)
T, N = Fortune.TRIUMPH, Fortune.NONE
Naturals = tuple[int, ...]
Worth = Callable[..., Fraction]
"""What the dice that are kept are worth, from the face of each."""


class Twin(Experiment[Any]):
    """The same rule without its quick ways: every situation is looked at."""

    inner: Any

    def steps(self) -> Asks[Any]:
        return self.inner.steps()  # type: ignore[no-any-return]

    def __str__(self) -> str:
        return f"twin of {self.inner}"


def looked_through(ask: Callable[[], Any]) -> Any:
    """The answer where nothing knows its best decisions: every situation is looked at."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Graphs, "_decided", lambda graphs, wanted: None)
        return ask()


def odds_of(experiment: Any, **how: Any) -> dict[Any, Fraction]:
    return dict(experiment.odds(**how).items())


def chance(experiment: Any, view: str, **how: Any) -> Fraction:
    return Fraction(experiment.odds(**how).of(view).probability(True))


# Checks


class Player:
    """Who may re-roll, from the rules' text: dice one by one, in any order, until they stop."""

    def __init__(self, text: str, worth: Worth, *, opposed: bool = False) -> None:
        self.dice = CheckDice.of(text)
        self.worth = worth
        self.best: Callable[[list[Fraction]], Fraction] = min if opposed else max

    def value(self) -> Fraction:
        found: Fraction = Fraction(0)
        for faces, ways in Counter(
            tuple(sorted(each)) for each in product(D20, repeat=self.dice.number)
        ).items():
            waiting = tuple(face for face in faces if face <= self.dice.rerolls)
            standing = tuple(face for face in faces if face > self.dice.rerolls)
            found += ways * self.decided(standing, waiting)
        return Fraction(found / 20**self.dice.number)

    @cache  # noqa: B019
    def decided(self, standing: tuple[int, ...], waiting: tuple[int, ...]) -> Fraction:
        options = [self.worth(*self.kept(standing + waiting))]
        for face in set(waiting):
            place = waiting.index(face)
            left = waiting[:place] + waiting[place + 1 :]
            rolled = (self.decided(tuple(sorted((*standing, new))), left) for new in D20)
            options.append(sum(rolled, Fraction(0)) / 20)
        return self.best(options)

    def kept(self, faces: tuple[int, ...]) -> list[int]:
        return sorted(faces, reverse=not self.dice.lowest)[: self.dice.kept]


def passing(dc: int, net: int = 0, ranges: tuple[int, int] = (20, 1)) -> Worth:
    """The chance to pass with ability 2."""

    @cache
    def worth(*naturals: int) -> Fraction:
        if luck := fortune_of_several(naturals, ranges):
            return Fraction(int(luck > 0))
        law = sixes(net)
        return sum((p for more, p in law.items() if sum(naturals) + 2 + more > dc), Fraction(0))

    return worth


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "dc", "net", "ranges"),
    [
        ("2d20▲♻♻♻♻♻♻", 14, 0, (20, 1)),
        ("2d20▼♻♻♻♻♻♻", 7, 1, (19, 2)),
        ("2d20♻♻♻♻", 22, 0, (20, 3)),
        ("2d20♻♻♻♻", 4, -1, (15, 3)),
        ("3d20▲▲♻♻", 25, 0, (20, 4)),
        ("3d20▼▼♻♻♻", 10, 0, (18, 4)),
        ("3d20▼♻♻", 3, 0, (20, 2)),
    ],
)
def test_r4_the_best_rerolls_whatever_is_kept(
    text: str, dc: int, net: int, ranges: tuple[int, int]
) -> None:
    """Each of several kept dice is natural by itself; a triumph and a disaster cancel out."""
    made = check(
        *(2, dc), dominance=max(net, 0), threat=max(-net, 0), dice=text,
        triumph_from=ranges[0], disaster_to=ranges[1],
    )  # fmt: skip
    value = Player(text, passing(dc, net, ranges)).value()
    assert chance(made, "passes") == value
    assert made.plan().value == value


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "aim"),
    [
        ("1d20♻♻♻", "passes"),
        ("2d20▲♻♻", "passes"),
        ("2d20▼!♻", "passes"),
        ("2d20!♻♻", "passes"),
        ("2d20▲!♻♻", "triumph"),
        ("2d20♻♻", "margin"),
        ("2d20▼♻♻♻", "disaster"),
    ],
)
def test_r3_r4_the_quick_way_is_that_of_every_situation(text: str, aim: str) -> None:
    made = check(3, 9, dice=text, disaster_to=2, threat=1)
    twin = Twin(made)
    assert odds_of(made, aim=aim) == looked_through(lambda: odds_of(twin, aim=aim))
    assert made.plan(aim).value == looked_through(lambda: twin.plan(aim).value)
    number = made.arguments["dice"].number
    for faces in ((1, 20), (1, 1), (1, 2), (1, 7)):
        rolled = faces[:number]
        assert made.advise(aim, faces=rolled).values == twin.advise(aim, faces=rolled).values, (
            rolled
        )


@pytest.mark.slow
@pytest.mark.parametrize("rerolls", [1, 3, 10, 19])
@pytest.mark.parametrize("keep", ["▲", "▼", "▲▲", ""])
def test_r4_up_to_four_d20s_are_within_the_limits(keep: str, rerolls: int) -> None:
    made = check(3, 25 if len(keep) != 1 else 12, dice=f"4d20{keep}{'♻' * rerolls}")
    value = chance(made, "passes")
    assert made.plan().value == value
    faces = [1, 1, 2, 20] if rerolls > 1 else [1, 1, 1, 20]
    assert made.advise(faces=faces).value <= 1


def test_r4_a_plan_decides_rolls() -> None:
    made = check(3, 12, dice="2d20▲♻♻♻")
    plan = made.plan()
    rolled = made.roll(faces=[3, 2, 15, 4], decide=plan)
    assert rolled.decisions == ("re-roll the 3", "re-roll")
    assert len(plan) == len(plan.items()) > 50
    other = check(4, 12, dice="2d20▲♻♻♻")
    with pytest.raises(astragal.ChoiceError, match="cannot come up"):
        other.roll(faces=[3, 2, 15], decide=plan)


# Explosions of several kept dice (R3)


@pytest.mark.slow
@pytest.mark.parametrize("text", ["1d20!", "2d20!", "2d20▲!", "2d20▼!"])
def test_r3_what_explosions_add_against_every_face(text: str) -> None:
    """Two rolls of each die that shows a 20; then it goes on."""
    dice = CheckDice.of(text)
    law: dict[Any, int] = defaultdict(int)
    for faces in product(product(D20, repeat=2), repeat=dice.number):
        rolled = [(first + second if first == 20 else first, first) for first, second in faces]
        kept = sorted(rolled, reverse=not dice.lowest)[: dice.kept]
        luck = fortune_of_several(tuple(first for _, first in kept))
        on = sum(total == 40 for total, _ in kept)
        going = sum(total == 40 for total, _ in rolled) if on else 0
        law[luck, sum(total for total, _ in kept), going, on or 1] += 1
    signs = {Fortune.TRIUMPH: 1, Fortune.NONE: 0, Fortune.DISASTER: -1}
    found = {
        (signs[each.fortune], each.total, each.exploding, each.keeping): chance
        for each, chance in odds_of(D20s(dice, levels=2)).items()
    }
    assert found == {each: Fraction(ways, 400**dice.number) for each, ways in law.items()}


@pytest.mark.parametrize(
    ("text", "faces", "rolled"),
    [
        ("2d20!", [20, 7, 5], D20Result(T, 32)),
        ("2d20!", [20, 20, 5, 3], D20Result(T, 48)),
        ("3d20▲▲!", [20, 7, 9, 5], D20Result(T, 34)),
        ("3d20▼▼!", [20, 7, 9, 5], D20Result(N, 16)),
        ("3d20▲▲!", [20, 20, 20, 1, 2, 3], D20Result(T, 45)),
        ("2d20!", [20, 1, 20, 3], D20Result(N, 44)),
    ],
)
def test_r3_r7_the_natural_results_are_the_first_faces(
    text: str, faces: list[int], rolled: D20Result
) -> None:
    assert D20s(CheckDice.of(text)).roll(faces=faces).outcome == rolled


# Contests


def lead_worth(ours: Naturals, theirs: Naturals, lead: int, tie: Fraction) -> Fraction:
    mood, other = fortune_of_several(ours), fortune_of_several(theirs)
    if mood != other:
        return Fraction(int(mood > other))
    ahead = sum(ours) + lead - sum(theirs)
    return tie if ahead == 0 else Fraction(int(ahead > 0))


def contest_by_hand(ours: str, theirs: str, lead: int, tie: Fraction) -> Fraction:
    """The opponent sees our result, and leaves us the least; knowing that, we decide."""

    @cache
    def against(*naturals: int) -> Fraction:
        return Player(
            theirs, lambda *other: lead_worth(naturals, other, lead, tie), opposed=True
        ).value()

    return Player(ours, against).value()


TIES = {"us": Fraction(1), "them": Fraction(0), "nobody": Fraction(1, 2)}


@pytest.mark.parametrize(
    ("ours", "theirs", "lead", "reactive"),
    [
        ("1d20♻♻♻", "1d20♻♻♻", 0, "nobody"),
        ("1d20", "1d20♻♻♻♻♻♻♻♻", 3, "them"),
        ("1d20♻♻♻♻♻♻♻♻♻♻", "1d20♻♻♻♻♻♻♻♻♻♻", -5, "us"),
        ("1d20♻", "1d20", 15, "nobody"),
        ("1d20♻♻", "2d20▼♻♻", 2, "nobody"),
    ],
)
def test_r4_r8_both_sides_of_a_contest_decide(
    ours: str, theirs: str, lead: int, reactive: str
) -> None:
    made = contest(lead, 0, reactive=reactive, dice=ours, opponent_dice=theirs)
    value = contest_by_hand(ours, theirs, lead, TIES[reactive])
    assert chance(made, "wins") == value
    assert made.plan().value == value


@pytest.mark.slow
@pytest.mark.parametrize(
    ("given", "aim"),
    [
        ({"dice": "1d20♻♻", "opponent_dice": "1d20♻♻"}, "wins"),
        ({"dice": "1d20♻♻", "opponent_dice": "1d20♻♻", "threat": 1}, "margin"),
        ({"dice": "1d20♻♻", "opponent_dice": "1d20!♻♻", "reactive": "us"}, "wins"),
        ({"dice": "1d20!♻", "opponent_dice": "1d20!♻"}, "wins"),
        ({"proficiency": "aptitude", "opponent_dice": "1d20♻♻", "opponent_bonus": "1d2"}, "wins"),
        ({"dice": "2d20!", "opponent_dice": "1d20♻"}, "wins"),
    ],
)
def test_r4_r8_the_quick_way_is_that_of_every_situation(given: dict[str, Any], aim: str) -> None:
    made = contest(1, 0, **given)
    twin = Twin(made)
    assert odds_of(made, aim=aim) == looked_through(lambda: odds_of(twin, aim=aim))
    assert made.plan(aim).value == looked_through(lambda: twin.plan(aim).value)


def test_r4_the_opponent_is_asked_by_name_and_advised_from_their_side() -> None:
    made = contest(*(0, 0, "aptitude"), opponent_dice="1d20♻♻", names=["Ann", "Bob"], reactive="us")
    heard: list[Any] = []

    def decide(choice: Any) -> str:
        heard.append((choice.asked, choice.opposed))
        return "re-roll"

    rolled = made.roll(faces=[10, 2, 12], decide=decide)
    assert heard == [("Bob: re-roll the 2?", True)]
    assert rolled.outcome == Contest(Side.LOSE, -2, total=10, opponent_total=12)
    assert "Bob 2; the 2 is re-rolled: 12; " in str(rolled)
    advice = made.advise(faces=[10, 2])
    assert advice.values == {"re-roll": Fraction(1, 2), "keep": 0}
    assert "(against us)" in str(advice)
    assert advice.best == "re-roll"
    low = made.advise(faces=[1, 2])
    assert low.values["keep"] == 1
    assert low.best == "keep"


def test_r4_the_opponent_may_be_made_to_reroll_or_not() -> None:
    for reroll, faces in (("always", [10, 2, 12]), ("never", [10, 2])):
        made = contest(0, 0, "aptitude", opponent_dice="1d20♻♻", opponent_reroll=reroll)
        assert made.roll(faces=faces).outcome.opponent_total == faces[-1]
        assert chance(contest(0, 0, "aptitude", opponent_dice="1d20♻♻"), "wins") <= chance(
            made, "wins"
        )


# Attacks against a defender (R5, R7, R8)


@pytest.mark.parametrize(
    ("faces", "outcome"),
    [
        ([12, 9, 4], Attack(True, damage=4)),
        ([9, 12], Attack(False)),
        ([9, 10], Attack(False)),
        ([20, 9, 5, 6], Attack(True, Fortune.TRIUMPH, 11)),
        ([20, 20, 4], Attack(True, damage=4)),
        ([20, 1, 5, 6], Attack(True, Fortune.TRIUMPH, 11, Fortune.DISASTER)),
        ([2, 1, 4], Attack(True, damage=4, theirs=Fortune.DISASTER)),
        ([19, 20], Attack(False, theirs=Fortune.TRIUMPH)),
        ([1, 9], Attack(False, Fortune.DISASTER)),
    ],
)
def test_r8_an_attack_is_a_contest(faces: list[int], outcome: Attack) -> None:
    """Ability 3 against 2; a tie goes to the defender, and two triumphs cancel out."""
    made = attack(
        3, damage="1d6", critical="2d6", proficiency="aptitude",
        opponent=2, opponent_proficiency="aptitude",
    )  # fmt: skip
    assert made.roll(faces=faces).outcome == outcome


def test_r8_attacks_against_a_defender_by_every_face() -> None:
    made = attack(3, damage="1d4", critical="2d4", proficiency="aptitude", opponent=2,
                  opponent_proficiency="aptitude", reactive="nobody")  # fmt: skip
    fought = odds_of(contest(3, 2, "aptitude", "aptitude"))
    law: dict[Attack, Fraction] = defaultdict(Fraction)
    for each, p in fought.items():
        if not each.wins:
            law[Attack(False, each.ours, 0, each.theirs)] += p
            continue
        rolls = list(product(range(1, 5), repeat=2 if each.ours is Fortune.TRIUMPH else 1))
        for roll in rolls:
            law[Attack(True, each.ours, sum(roll), each.theirs)] += p / len(rolls)
    assert odds_of(made) == law
    assert str(Attack(True, Fortune.TRIUMPH, 7, Fortune.DISASTER)) == (
        "critical hit, 7 damage, the defender's disaster"
    )


@pytest.mark.slow
@pytest.mark.parametrize("aim", ["hits", "damage", "damage>=5", "critical"])
@pytest.mark.parametrize("against", [{"dc": 12}, {"opponent": 2, "opponent_dice": "1d20♻"}])
def test_r4_r7_attacks_with_every_kind_of_choice(aim: str, against: dict[str, Any]) -> None:
    made = attack(3, damage="1d6♻♻♻", critical="2d4♻", dice="1d20♻♻", **against)
    seen = made.odds(aim=aim).of(aim)
    value = looked_through(lambda: Twin(made).plan(aim).value)
    assert made.plan(aim).value == value
    assert (seen.mean if aim == "damage" else seen.probability(True)) == value


def test_r4_damage_may_be_rerolled() -> None:
    made = attack(3, 12, "2d6♻", proficiency="aptitude")
    rolled = made.roll(faces=[15, 1, 3, 6], decisions=["re-roll"])
    assert rolled.outcome == Attack(True, damage=9)
    assert made.roll(faces=[15, 1, 3], decisions=["keep"]).outcome.damage == 4
    assert astragal.verify(rolled.to_json()) == rolled
    advice = made.advise("damage", faces=[15, 1, 3])
    assert advice.values == {"keep": 4, "re-roll": Fraction(13, 2)}
    # Without an aim that looks at it, damage is as high as it can be.
    usual = attack(3, 12, "2d6♻♻", proficiency="aptitude")
    best = astragal.odds("2d6♻♻?").mean * usual.odds().of("hits").probability(True)
    assert usual.odds().of("damage").mean == best
    always = attack(3, 12, "2d6♻♻", proficiency="aptitude", reroll="always")
    assert always.roll(faces=[15, 2, 3, 1]).outcome.damage == 4
    never = attack(3, 12, "2d6♻♻", proficiency="aptitude", reroll="never")
    assert never.roll(faces=[15, 2, 3]).outcome.damage == 5


def test_r3_damage_that_explodes() -> None:
    """Exact below 100, and the rest with its exact mass."""
    made = attack(3, 12, "1d6!-1", "2d6!", "aptitude")
    odds = made.odds()
    plain = attack(3, 12, "1d6", proficiency="aptitude").odds()
    assert odds.of("hits") == plain.of("hits")
    assert odds.of("critical") == plain.of("critical")
    hits = odds.of("hits").probability(True) - Fraction(1, 20)
    for damage in (0, 4, 7, 40):
        rolled = astragal.odds("1d6!-1").probability(damage)
        critical = astragal.odds("2d6!").probability(damage)
        found = odds.probability(lambda each, d=damage: each.hits and each.damage == d)
        assert found == hits * rolled + critical / 20
    beyond = odds.probability(lambda each: not isinstance(each.damage, int))
    tail = hits * astragal.odds("1d6!-1").at_least(100)
    assert beyond == tail + astragal.odds("2d6!").at_least(200) / 20
    far = attack(3, 12, "1d6!", proficiency="aptitude").roll(faces=[15, *[6] * 20, 1])
    assert str(far.outcome) == "hit, 100 or more damage"
    assert astragal.verify(far.to_json()) == far


# Bonuses that are dice, ranges as they are written


def test_r5_a_bonus_may_be_dice() -> None:
    made = check(2, 12, "aptitude", bonus="1d4")
    assert made.roll(faces=[9, 2]).outcome.margin == 1
    by_hand = Fraction(0)
    for face, more in product(D20, range(1, 5)):
        won = face == 20 or (face > 1 and face + 2 + more > 12)
        by_hand += Fraction(int(won), 80)
    assert chance(made, "passes") == by_hand
    assert check(2, 12, bonus="3") == check(2, 12, bonus=3) == check(2, 12, bonus="+3")
    assert check(2, 12, bonus="−3") == check(2, 12, bonus=-3)
    rolled = made.roll(faces=[9, 2])
    assert astragal.verify(rolled.to_json()) == rolled
    assert "9 + 2 (1d4) + 2 = 13" in str(rolled)


@pytest.mark.parametrize("text", ["18-20", "18–20", "18..20", " 18 - 20 ", "18"])
def test_r7_a_range_of_triumphs_as_it_is_written(text: str) -> None:
    asked = text if text != "18" else 18
    assert check(0, 15, triumph_from=asked) == check(0, 15, triumph_from=18)


@pytest.mark.parametrize("text", ["1-3", "1–3", "1..3"])
def test_r7_a_range_of_disasters_as_it_is_written(text: str) -> None:
    assert check(0, 15, disaster_to=text) == check(0, 15, disaster_to=3)


def test_headlines_are_fields() -> None:
    made = (
        check(0, 12),
        contest(),
        attack(0, 12),
    )
    for experiment in made:
        outcome = experiment.roll(SeededSource(3)).outcome
        assert type(outcome).headline
        for name in type(outcome).headline:
            assert hasattr(outcome, name)


@examples(15)
@given(st.integers(0, 2**32), st.sampled_from(["1d20♻♻", "2d20▲!♻♻♻", "2d20▼♻"]))
def test_records_of_both_sides_verify(seed: int, dice: str) -> None:
    for made in (
        contest(1, 2, dice=dice, opponent_dice=dice, names=["Ann", "Bob"], bonus="1d4"),
        attack(1, damage="2d6♻♻!", dice=dice, opponent=1, opponent_dice=dice),
    ):
        rolled = made.roll(
            SeededSource(seed), decide=lambda choice: choice.options[seed % len(choice.options)]
        )
        assert astragal.verify(rolled.to_json()) == rolled


@pytest.mark.slow
def test_rolls_fall_as_the_odds_say() -> None:
    for made in (
        contest(1, 0, dice="1d20♻♻", opponent_dice="1d20♻♻"),
        attack(3, 12, "1d6♻♻", dice="1d20♻♻♻"),
    ):
        assert agrees(made, 2_000, "both", decide=made.plan())


def test_advice_on_damage_shows_damage() -> None:
    """That it hits is settled; unless somebody asks for the chance of something else."""
    hit = attack(30, 2, damage="2d6▲♻", proficiency="aptitude")
    advice = hit.advise(faces=[9, 1, 3])
    assert (advice.kind, advice.values) == ("mean", {"keep": 3, "re-roll": 4})
    assert "(hits)" not in str(advice)
    asked = hit.advise("damage>=4", faces=[9, 1, 3])
    assert (asked.kind, asked.values) == ("chance", {"keep": 0, "re-roll": Fraction(1, 2)})
    assert "(damage>=4)" in str(asked)


def test_a_plan_for_hits_decides_on_damage_by_damage() -> None:
    """No re-roll of damage changes whether it hits: what the dice are for decides, as in advice."""
    experiment = attack(3, 12, "1d8♻")
    plan = experiment.plan()
    assert [option for _, option in plan.items()] == ["re-roll"]
    assert "keep" not in str(plan)
    assert experiment.advise(faces=[19, 18, 1]).as_good == ("re-roll",)
