"""The graph of all situations that can come up in an experiment that leaves choices.

A situation is the list of experiments under way, the outermost first, each with the answers it got
so far. An experiment that leaves no choice is a single transition; one that does is entered and
followed request by request. Equal situations are one node, whatever led to them.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from astragal.errors import AstragalError
from astragal.experiment.choices import Choice, OpenChoiceError
from astragal.experiment.experiment import PATHS_OF_A_REPLAY, Experiment, continues
from astragal.experiment.generators import asking_line
from astragal.experiment.outcomes import NEVER
from astragal.experiment.places import blamed
from astragal.experiment.solve.memory import Memory
from astragal.experiment.solve.paths import replayed_to
from astragal.experiment.solve.repeating import play_again
from astragal.experiment.solve.stages import is_within_step
from astragal.experiment.solve.waiting import Over, Waiting, Where, after, answers_of, begun
from astragal.outcome import typed
from astragal.probability.weights import AtOnce, Weights

Situation: TypeAlias = tuple[tuple[Experiment[Any], Where], ...]
"""Experiments under way, the innermost last, each with the answers it got or where it waits."""


class Edge(NamedTuple):
    """A transition to another situation, and whether it finishes a step of the whole chain."""

    target: int
    finishes: bool
    weight: int = 1


class Chance(NamedTuple):
    """The dice decide."""

    edges: list[Edge]
    denominator: int


class Fork(NamedTuple):
    """A player decides."""

    choice: Choice
    edges: list[Edge]


class End(NamedTuple):
    """The outermost experiment has ended."""

    outcome: Any


Node: TypeAlias = Chance | Fork | End


class Settled(NamedTuple):
    """The next situation with a request, or the end, that a situation leads to by itself."""

    where: Situation | End
    request: Any
    finishes: bool
    """whether a step of the whole chain is finished on the way"""


_PATHS_OF_AN_OPTION = 10
"""To follow an option, a generator is started and its new situation compared with all others."""

_PATHS_OF_GOING_ON = 2
"""To go on with what asked for an experiment that has ended, its generator is started anew."""

_STEPS_OF_A_NODE = 5_000
"""To keep a situation, and to find what it is worth."""


class Situations:
    """Every situation that can be reached from the first one, which is number 0."""

    def __init__(self, start: Situation, memory: Memory) -> None:
        self.memory = memory
        self.nodes: list[Node] = []
        self.places: dict[Any, int] = {}
        self._waiting: list[tuple[int, Situation, Any]] = []
        self._begun: dict[Any, Settled] = {}
        self._first: dict[Experiment[Any], Where] = {}
        """where experiments wait that have just begun"""
        self._outermost = start[0][0]
        with memory.watchdog:
            if not start[-1][1]:
                start[-1][0].look_ahead(memory)
            self.start = self._edge(start).target
            while self._waiting:
                self._expand(*self._waiting.pop())

    def _edge(self, frames: Situation, weight: int = 1, finished: bool = False) -> Edge:
        """The transition to the situation that these frames settle in."""
        settled, request, finishes = self._settled(frames)
        if isinstance(settled, End):
            return self._to_end(settled, weight, finished or finishes)
        key = typed(settled)
        place = self.places.get(key)
        if place is None:
            place = self.places[key] = len(self.nodes)
            self.memory.check_states(frames[0][0], place + 1)
            if settled[-1][0].replays:
                self.memory.budget.spend(_STEPS_OF_A_NODE)
            if isinstance(request, Choice):
                # Counted when it is met: what led here may lead to thousands of choices more.
                options = len(request.options)
                self.memory.count_paths(settled[-1][0], _PATHS_OF_AN_OPTION * options)
            self.nodes.append(Chance([], 1))
            self._waiting.append((place, settled, request))
        return Edge(place, finished or finishes, weight)

    def _to_end(self, end: End, weight: int, finishes: bool) -> Edge:
        key = (End, typed(end.outcome))
        if key not in self.places:
            self.places[key] = len(self.nodes)
            self.nodes.append(end)
        return Edge(self.places[key], finishes, weight)

    def _settled(self, frames: Situation) -> Settled:
        """The situation of the next request, or the end; and whether a step is finished before."""
        steps = 0
        seen = {frames}
        begun: list[tuple[Any, int]] = []
        while True:
            # Many transitions lead to a situation in which an experiment has just begun.
            key = None if frames[-1][1] else typed(frames)
            known = None if key is None else self._begun.get(key)
            if known is None:
                if key is not None:
                    begun.append((key, steps))
                ended, what, frames = self._asked(frames)
                if ended:
                    steps += self._finishes(frames, what)
                    frames = self._ended(frames, what)
                    if frames and frames not in seen:
                        seen.add(frames)
                        self.memory.count_paths(frames[-1][0], _PATHS_OF_GOING_ON)
                        continue
                    known = Settled(End(NEVER if frames else what), None, False)
                else:
                    known = Settled(frames, what, False)
            for met, before in begun:
                self._begun[met] = known._replace(finishes=known.finishes or steps > before)
            return known._replace(finishes=known.finishes or steps > 0)

    def _asked(self, frames: Situation) -> tuple[bool, Any, Situation]:
        """Whether the innermost experiment has ended, with its outcome or its next request."""
        experiment, answers = frames[-1]
        weights = None if answers else self.memory.stage(experiment)
        if weights is not None and not isinstance(weights, AtOnce):
            return False, weights, frames
        if not answers:
            if experiment not in self._first:
                self._first[experiment] = begun(experiment, self.memory)
            answers = self._first[experiment]
            frames = (*frames[:-1], (experiment, answers))
        self.memory.check_asks(experiment, max(len(answers_of(answers)), len(frames)))
        if isinstance(answers, Over):
            return True, answers.outcome, frames
        if isinstance(answers, Waiting):
            return False, self._checked(answers.request, experiment, answers.answers), frames
        if experiment.replays:
            self.memory.budget.spend(experiment.steps_of_replay(len(answers)))
        found = replayed_to(experiment, answers, self.memory.watchdog)
        if not experiment.replays:
            for _, times in self.memory.repeats_of(experiment.definition).among(1):
                play_again(experiment, answers, found, times, self.memory.watchdog)
        what = found.outcome if found.ended else self._checked(found.request, experiment, answers)
        return found.ended, what, frames

    def _finishes(self, frames: Situation, outcome: Any) -> bool:
        """Whether a step of the chain is finished: a stage of the outermost experiment ends."""
        return len(frames) == 1 and not is_within_step(outcome, self._outermost)

    def _ended(self, frames: Situation, outcome: Any) -> Situation:
        """The situation after the innermost experiment ends; empty if it was the only one."""
        if continues(outcome):
            return (*frames[:-1], (frames[-1][0].asked(outcome), ()))
        if len(frames) == 1:
            return ()
        return self._answered(frames[:-1], outcome)

    def _answered(self, frames: Situation, answer: Any) -> Situation:
        """The situation after the innermost experiment gets an answer."""
        experiment, where = frames[-1]
        return (*frames[:-1], (experiment, after(experiment, where, answer, self.memory)))

    def _known(self, what: Any) -> Weights | None:
        """The weights of a request; None if it leaves a choice."""
        try:
            return self.memory.weights(what)
        except OpenChoiceError:
            return None

    def _checked(self, request: Any, experiment: Experiment[Any], answers: Any) -> Any:
        if isinstance(request, Choice):
            return request
        try:
            return experiment.asked(request, self.memory.limits)
        except AstragalError as error:
            waiting = replayed_to(experiment, answers, self.memory.watchdog).generator
            raise blamed(error, experiment, asking_line(waiting)) from None

    def _expand(self, place: int, frames: Situation, request: Any) -> None:
        experiment, _ = frames[-1]
        if isinstance(request, Weights):
            # The whole stage of the innermost experiment is one transition.
            self.memory.count_paths(experiment, len(request.table))
            edges = [
                self._after(frames, outcome, weight) for outcome, weight in request.table.items()
            ]
            self.nodes[place] = Chance(edges, request.denominator)
        elif isinstance(request, Choice):
            met = tuple((each, answers_of(where)) for each, where in frames)
            choice = request.at(met, experiment.label)
            answered = [self._answered(frames, option) for option in choice.options]
            self.nodes[place] = Fork(choice, [self._edge(each) for each in answered])
        elif (weights := self._known(request)) is not None:
            # Each answer is followed by starting the generator anew: as much work as a path.
            work = PATHS_OF_A_REPLAY if experiment.replays else 1
            self.memory.count_paths(experiment, work * len(weights.table))
            self.nodes[place] = Chance(
                [
                    self._edge(self._answered(frames, answer), weight)
                    for answer, weight in weights.table.items()
                ],
                weights.denominator,
            )
        else:
            entered = request.filled(self.memory.variables)
            entered.look_ahead(self.memory)
            self.nodes[place] = Chance([self._edge((*frames, (entered, ())))], 1)

    def _after(self, frames: Situation, outcome: Any, weight: int) -> Edge:
        left = self._ended(frames, outcome)
        finishes = self._finishes(frames, outcome)
        if left:
            return self._edge(left, weight, finishes)
        return self._to_end(End(outcome), weight, finishes)
