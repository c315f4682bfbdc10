"""Extended tests: degrees that add up over several tests, now and in later rounds."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, TypeAlias

from astragal._value import Value
from astragal.experiment.experiment import Asks, Experiment
from astragal.experiment.notes import note, turning_point
from astragal.games.percentile.about import (
    DIFFICULTIES,
    LENGTHS,
    MOST,
    NO_MODIFIERS,
    Added,
    Difficulty,
    Helpers,
    Target,
    degrees_needed,
    eased,
    game,
    with_step,
)
from astragal.games.percentile.tests import Goal, Tested, attempt
from astragal.mechanics.modifiers import Modifiers
from astragal.mechanics.rerolls import Reroll, Rerolling
from astragal.mechanics.unsettled import Unsettled
from astragal.outcome import Verdict
from astragal.probability.weights import Weights
from astragal.rules.introductions import Words
from astragal.rules.ordered import Ordered, RankedOutcome
from astragal.rules.parameters import Bounds, Hideable, Names, OrText
from astragal.rules.requests.request import Request

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory
    from astragal.probability.markov.chain import Markov
    from astragal.probability.markov.lanes import Lane
    from astragal.probability.weights import Weighing


Row: TypeAlias = tuple[int, int, int]
"""What a test may come to: its level, the number of faces that do, and the step after it."""


class Ending(Ordered):
    """How an extended test ended, or that it goes on in a later round."""

    OUT_OF_TRIES = "out of tries"
    GOES_ON = "goes on"
    DONE = "done"


class Extended(RankedOutcome):
    """How an extended test stands: with these numbers it can be picked up again."""

    headline: ClassVar[tuple[str, ...]] = ("passes", "ending")

    ending: Ending
    earned: int
    """degrees so far"""
    step: int
    """steps by which the next test is easier; harder, if negative"""
    tries: int | None
    """tests so far; None if they are not counted, because there is no limit"""

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
    """An extended test of which nobody knows how many degrees it needs: those so far."""

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


class Course(Value):
    """What stays the same throughout an extended test."""

    target: int
    needed: int | None
    """None if nobody who rolls knows it"""
    difficulty: int
    modifiers: Modifiers
    helpers: int
    reroll: Reroll
    tries: int | None
    """the most tests in all"""
    until: int | None
    """how many tests are made, in all, before it goes on later"""

    def difficulty_at(self, step: int) -> int:
        """Difficulties stay between Hellish and Trivial."""
        return max(-MOST, min(MOST, self.difficulty + 10 * step))

    def goal(self, step: int) -> Goal:
        return Goal(self.target, self.difficulty_at(step), self.modifiers, self.helpers)

    @property
    def counts(self) -> bool:
        return self.tries is not None or self.until is not None

    @property
    def last(self) -> int:
        """The number of tests after which there is none, now at least."""
        return min(each for each in (self.tries, self.until) if each is not None)

    def ending(self, earned: int, made: int | None) -> Ending | None:
        """How the test ends with so many degrees after so many tests; None if it does not."""
        if self.needed is not None and earned >= self.needed:
            return Ending.DONE
        if self.tries is not None and made == self.tries:
            return Ending.OUT_OF_TRIES
        return Ending.GOES_ON if self.until is not None and made == self.until else None

    def ended(self, earned: int, step: int, made: int | None) -> Extended | OpenExtended | None:
        """What the test has come to, as far as everybody sees; None if it goes on."""
        ending = self.ending(earned, made)
        if ending is None:
            return None
        if self.needed is None:
            seen = "" if ending is Ending.GOES_ON else ending.value
            return OpenExtended(earned, seen, step, made)
        return Extended(ending, earned, step, made)

    def next_step(self, step: int, passes: bool) -> int:
        """One step on, unless the easiest or the hardest is reached."""
        following = step + (1 if passes else -1)
        return step if self.difficulty_at(following) == self.difficulty_at(step) else following

    def steps_from(self, step: int, tests: int) -> Iterator[int]:
        """The steps at which one of the next tests may be made."""
        for direction in (True, False):
            at = step
            for _ in range(tests):
                yield at
                if (following := self.next_step(at, direction)) == at:
                    break
                at = following


class Going(Request[Extended]):
    """An extended test under way: the next test, and what follows from it."""

    course: Course
    earned: int
    step: int
    made: int | None

    def steps(self) -> Asks[Any]:
        made: Tested = yield self._attempt()
        earned, step = max(0, self.earned + made.level), self._steps()[made.passes]
        told = turning_point if made.passes or earned < self.earned else note
        needed = self.course.needed
        yield told(": {}, {}{}", made, earned, " so far" if needed is None else f" of {needed}")
        return self._after(earned, step)

    def weigh(self, memory: Memory) -> Weighing:
        weights = yield self._attempt()
        found = reached(self.earned, _rows(self.course, self.step, weights))
        table = {self._after(*place): weight for place, weight in found.items()}
        return Weights(table, weights.denominator)

    def weigh_chain(self, memory: Memory) -> Generator[Any, Weights, Markov] | None:
        if self.made is None:
            return self._weigh_without_end(memory)
        return self._weigh_forward(memory)

    def _weigh_without_end(self, memory: Memory) -> Generator[Any, Weights, Markov]:
        """The chain of a test without a last try: the degrees and the step are all that counts."""
        from astragal.probability.markov.chain import Absorbing, Markov, Step

        course = self.course
        tests = yield from self._tests(2 * MOST)

        def target(place: tuple[int, int]) -> Any:
            ended = course.ended(*place, None)
            return place if ended is None else Absorbing.of(ended)

        def step(place: tuple[int, int]) -> Step:
            rows, denominator = tests[place[1]]
            found = reached(place[0], rows)
            return Step.of(((target(to), w) for to, w in found.items()), denominator)

        return Markov.reachable((self.earned, self.step), step, memory.budget)

    def _tests(self, left: int) -> Generator[Any, Weights, dict[int, Lane]]:
        """What the next tests may come to, by the steps at which they may be made."""
        from astragal.probability.markov.lanes import Lane

        course = self.course
        tests = {}
        for step in course.steps_from(self.step, left):
            weights = yield attempt(course.goal(step), course.reroll)
            tests[step] = Lane(_rows(course, step, weights), weights.denominator)
        return tests

    def _weigh_forward(self, memory: Memory) -> Generator[Any, Weights, Markov]:
        """The chain of a test with a last try.

        What the next test comes to hardly depends on how many were made.
        """
        from astragal.probability.markov.forward import Forward
        from astragal.probability.markov.lanes import Lanes

        course, made = self.course, self.made
        assert made is not None
        left = course.last - made
        tests = yield from self._tests(left)

        @cache
        def move(place: tuple[int, int]) -> Weights:
            rows, denominator = tests[place[1]]
            return Weights(reached(place[0], rows), denominator)

        def ended(place: tuple[int, int], time: int) -> Extended | OpenExtended | None:
            return course.ended(*place, made + time)

        start = (self.earned, self.step)
        alone = (start, lambda at, _: move(at), ended, memory.budget, left)
        return Forward(*alone) if course.needed is None else Lanes(*alone, course.needed, tests)

    def _steps(self) -> tuple[int, int]:
        """The step after a failure, and after a success."""
        course, step = self.course, self.step
        return course.next_step(step, False), course.next_step(step, True)

    def _after(self, earned: int, step: int) -> Extended | OpenExtended | Going:
        made = None if self.made is None else self.made + 1
        return standing(self.course, earned, step, made)

    def _attempt(self) -> Experiment[Tested]:
        course = self.course
        return attempt(course.goal(self.step), course.reroll)

    def __str__(self) -> str:
        difficulty = self.course.difficulty_at(self.step)
        named = (f"{name} ({each:+})" for name, each in DIFFICULTIES.items() if each == difficulty)
        return f"{next(named, f'{difficulty:+}')} test"


def _rows(course: Course, step: int, test: Weights) -> list[Row]:
    """What a test may come to: its level, the weight of that, and the step after it."""
    steps = course.next_step(step, False), course.next_step(step, True)
    return [(made.level, weight, steps[made.passes]) for made, weight in test.table.items()]


def reached(earned: int, rows: Iterable[Row]) -> dict[tuple[int, int], int]:
    """The degrees and the step after a test."""
    found: dict[tuple[int, int], int] = {}
    for level, weight, step in rows:
        place = max(0, earned + level), step
        found[place] = found.get(place, 0) + weight
    return found


@lru_cache(maxsize=4096)
def standing(
    course: Course, earned: int, step: int, made: int | None
) -> Extended | OpenExtended | Going:
    """How a test stands: at an end, or at its next test. Many ways lead to the same standing."""
    ended = course.ended(earned, step, made)
    return Going(course, earned, step, made) if ended is None else ended


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


def _begun(
    target: int,
    needed: int | None,
    difficulty: int,
    tries: int | None,
    earned: int,
    step: int,
    made: int,
    now: int | None,
    modifiers: Modifiers,
    helpers: int,
    reroll: Reroll,
) -> tuple[Course, int, int, int | None]:
    until = None if now is None else made + now
    course = Course(target, needed, difficulty, modifiers, helpers, reroll, tries, until)
    return course, earned, step, made if course.counts else None


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
        Words("in {} tries"),
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
    begun = _begun(
        target, needed, difficulty, tries, earned, step, made, now, modifiers, helpers, reroll
    )
    return standing(*begun)
    yield
