"""Extended tests: degrees that add up over several tests, now and in later rounds."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, TypeAlias

from astragal._value import Value, field
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note, turning_point
from astragal.games.percentile.about import (
    LENGTHS,
    MOST,
    NO_MODIFIERS,
    Added,
    Difficulty,
    Helpers,
    Target,
    degrees_needed,
    difficulty_text,
    eased,
    game,
    with_step,
)
from astragal.games.percentile.tests import Goal, Tested, attempt
from astragal.mechanics.modifiers import Modifiers
from astragal.mechanics.rerolls import Reroll, Rerolling
from astragal.mechanics.unsettled import Unsettled
from astragal.outcome import Verdict
from astragal.rules.introductions import Words
from astragal.rules.ordered import Ordered, RankedOutcome
from astragal.rules.parameters import Bounds, Hideable, Names, OrText
from astragal.rules.requests.limited import limited
from astragal.rules.requests.request import Request

State: TypeAlias = tuple[int, int]
"""The degrees so far, and the number of steps by which the next test is easier."""


class Ending(Ordered):
    """The end of an extended test, or that it continues in a later round."""

    OUT_OF_TRIES = "out of tries"
    GOES_ON = "goes on"
    DONE = "done"


class Extended(RankedOutcome):
    """The state of an extended test; these numbers are enough to resume it."""

    headline: ClassVar[tuple[str, ...]] = ("passes", "ending")

    ending: Ending
    earned: int
    """degrees so far"""
    step: int
    """steps by which the next test is easier; harder if negative"""
    tries: int | None
    """tests so far; None without a limit, because they are not counted"""

    @property
    def passes(self) -> bool:
        return self.ending is Ending.DONE

    @property
    def verdict(self) -> Verdict | None:
        return None if self.ending is Ending.GOES_ON else super().verdict

    def order(self) -> tuple[int, int, int, int]:
        return (self.ending.rank, self.earned, self.step, -(self.tries or 0))

    @property
    def called(self) -> str:
        return self.ending.value

    @property
    def shows(self) -> tuple[str, ...]:
        eases = self.step if self.ending is Ending.GOES_ON else 0
        return _standing_text(self.earned, self.tries, eases)


class OpenExtended(Unsettled):
    """An extended test whose required degrees are hidden: the degrees so far."""

    step: int = 0
    tries: int | None = None

    def order(self) -> tuple[Any, ...]:
        return (*super().order(), self.step, -(self.tries or 0))

    def __str__(self) -> str:
        parts = _standing_text(self.total, self.tries, self.step)
        seen = f"{self.natural} unless it was done before" if self.natural else "so far"
        return ", ".join([*parts, seen])


def _standing_text(earned: int, tries: int | None, step: int) -> tuple[str, ...]:
    parts = [f"{earned} degree{'' if earned == 1 else 's'}"]
    if tries is not None:
        parts.append(f"{tries} {'try' if tries == 1 else 'tries'}")
    return (*parts, eased(step)) if step else tuple(parts)


class ExtendedCourse(Value):
    """The constants of an extended test."""

    target: int
    needed: int | None
    """the required degrees; None if hidden"""
    difficulty: int
    modifiers: Modifiers
    helpers: int
    reroll: Reroll
    tries: bool
    """True if the test ends for good after its last try, False if it goes on later"""

    def difficulty_at(self, step: int) -> int:
        """The difficulty after some steps, kept between Hellish and Trivial."""
        return max(-MOST, min(MOST, self.difficulty + 10 * step))

    def next_step(self, step: int, passes: bool) -> int:
        """The step for the next test; it does not go beyond the easiest or hardest difficulty."""
        following = step + (1 if passes else -1)
        return step if self.difficulty_at(following) == self.difficulty_at(step) else following

    def step(self, state: State) -> Experiment[State]:
        before, step = state
        goal = Goal(self.target, self.difficulty_at(step), self.modifiers, self.helpers)
        easier, harder = self.next_step(step, True), self.next_step(step, False)
        of = " so far" if self.needed is None else f" of {self.needed}"
        return _Test(goal, before, easier, harder, self.reroll, of)

    def over(self, state: State) -> bool:
        return self.needed is not None and state[0] >= self.needed

    def end(self, state: State, made: int | None) -> Extended | OpenExtended:
        earned, step = state
        ending = Ending.OUT_OF_TRIES if self.tries else Ending.GOES_ON
        if self.needed is None:
            return OpenExtended(earned, ending.value if self.tries else "", step, made)
        return Extended(Ending.DONE if self.over(state) else ending, earned, step, made)

    def called(self, state: State) -> str:
        return f"{difficulty_text(self.difficulty_at(state[1]))} test"


class _Test(Request[State]):
    """One test: what is earned then, and how much easier the next one is."""

    goal: Goal
    before: int
    after_success: int
    after_failure: int
    reroll: Reroll
    of: str = field(default="", compare=False)
    """the degrees needed, in words; odds do not depend on them"""

    inline: ClassVar[bool] = True

    def steps(self) -> Asks[State]:
        made: Tested = yield attempt(self.goal, self.reroll)
        earned = max(0, self.before + made.level)
        # Call both notes by name: odds then leave out the work for their arguments.
        if made.passes or earned < self.before:
            yield turning_point(": {}, {}{}", made, earned, self.of)
        else:
            yield note(": {}, {}{}", made, earned, self.of)
        return earned, self.after_success if made.passes else self.after_failure

    def __str__(self) -> str:
        return "test"


def _refuse(given: Any) -> str | None:
    if abs(given.difficulty + 10 * given.step) > MOST + 9:
        return f"step: difficulties end at -{MOST} and +{MOST}, which is beyond them"
    if given.tries == 0:
        return "tries: 0 would leave no test to make; none is no limit"
    if given.tries is not None and given.made > given.tries:
        return f"made: {given.made} tests are more than the {given.tries} tries there are"
    if given.needed is given.tries is given.now is None:
        return (
            "with the degrees hidden nothing ends this that those who roll could see; "
            "say how many tests are made now, as in now=3, or how many tries there are"
        )
    return None


@game.rule(
    aim="passes",
    open_aim=lambda given: "total" if given.needed is None else "",
    refuse=_refuse,
    rounds=True,
    title="Extended test",
)
def extended(
    target: Target,
    needed: Annotated[
        OrText[int] | None,
        Bounds(1, 1000),
        Names(LENGTHS),
        Hideable(),
        Words(degrees_needed, hidden="for a hidden number of degrees", always=True),
        "degrees to reach",
    ] = 3,
    difficulty: Difficulty = 0,
    tries: Annotated[
        int | None,
        Bounds(0, 1000),
        Words("in {} tries", one="in one try"),
        "the most tests in all, or none",
    ] = 20,
    earned: Annotated[
        int,
        Bounds(0),
        Words("from {} degrees", one="from a degree"),
        "degrees so far",
    ] = 0,
    step: Annotated[
        int,
        Bounds(-12, 12),
        Words(with_step),
        "steps easier so far; negative if harder",
    ] = 0,
    made: Annotated[
        int, Bounds(0, 1000), Words("after {} tests", one="after a test"), "tests so far"
    ] = 0,
    now: Annotated[
        int | None,
        Bounds(1, 1000),
        Words("with {} tests now", one="with one test now"),
        "tests this time; then it goes on later",
    ] = None,
    modifiers: Added = NO_MODIFIERS,
    helpers: Helpers = 0,
    reroll: Rerolling = Reroll.NEVER,
) -> Asks[Extended | OpenExtended]:
    """An extended test: tests until the degrees reach 3, 6 or 12 (Simple, Taxing, Involved).

    A success adds its degrees and makes the next test easier by 10; a failure subtracts its
    degrees, but never below 0, and makes the next one harder. Difficulties stay between Hellish and
    Trivial. A bad start can make success all but impossible, so the test ends after a number of
    tries. It can be left after some tests, and picked up again with the degrees earned, the step
    and the tests made so far. With a re-roll, each test may be made again once.
    """
    later = None if now is None else made + now
    last = min((each for each in (tries, later) if each is not None), default=None)
    course = ExtendedCourse(target, needed, difficulty, modifiers, helpers, reroll, tries == last)
    return limited(course, (earned, step), last, made)
    yield
