"""Everything that can come up where a rule leaves choices: a graph of situations.

A situation is what is being worked out, from the outside in, each with the answers it has had. Experiments
that leave no choice are one answer; those that do are gone through step by step. Situations that are the
same, however they came about, are one.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

from astragal.errors import AstragalError
from astragal.experiment.choices import Choice, ChoosesError
from astragal.experiment.experiment import Experiment, goes_on
from astragal.experiment.never import NEVER
from astragal.experiment.places import asking_line, blamed
from astragal.experiment.solve.memory import Memory
from astragal.experiment.solve.paths import replayed_to
from astragal.odds.weights import AtOnce, Weights
from astragal.outcome import typed

Situation: TypeAlias = tuple[tuple[Experiment[Any], tuple[Any, ...]], ...]
"""Experiments under way, the innermost last, each with the answers it has had."""


class Edge(NamedTuple):
    """The way to another situation, and whether a step of the whole ends on it."""

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
    """It is over."""

    outcome: Any


Node: TypeAlias = Chance | Fork | End


class Settled(NamedTuple):
    """Where some frames lead, without anybody being asked or anything being rolled on the way."""

    where: Situation | End
    request: Any
    finishes: bool
    """whether a step of the whole ends on the way"""


class Situations:
    """Every situation that can come up from the first one, which is number 0."""

    def __init__(self, start: Situation, memory: Memory) -> None:
        self.memory = memory
        self.nodes: list[Node] = []
        self.places: dict[Any, int] = {}
        self._waiting: list[tuple[int, Situation, Any]] = []
        self._begun: dict[Any, Settled] = {}
        with memory.watchdog:
            self.start = self._edge(start).target
            while self._waiting:
                self._expand(*self._waiting.pop())

    def _edge(self, frames: Situation, weight: int = 1, finished: bool = False) -> Edge:
        """The way to where some frames lead."""
        settled, request, finishes = self._settled(frames)
        if isinstance(settled, End):
            return self._to_end(settled, weight, finished or finishes)
        key = typed(settled)
        place = self.places.get(key)
        if place is None:
            place = self.places[key] = len(self.nodes)
            self.memory.check_states(frames[0][0], place + 1)
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
        """Where something is asked for next, or where it is over; and whether a step ends before."""
        steps = 0
        seen = {frames}
        begun: list[tuple[Any, int]] = []
        while True:
            # What has just begun is met again and again, on all the ways that lead to it.
            key = None if frames[-1][1] else typed(frames)
            known = None if key is None else self._begun.get(key)
            if known is None:
                if key is not None:
                    begun.append((key, steps))
                ended, what = self._asked(frames)
                if ended:
                    # Where nothing waits for what ends here, a step of the whole is over.
                    steps += len(frames) == 1
                    frames = self._ended(frames, what)
                    if frames and frames not in seen:
                        seen.add(frames)
                        continue
                    known = Settled(End(NEVER if frames else what), None, False)
                else:
                    known = Settled(frames, what, False)
            for met, before in begun:
                self._begun[met] = known._replace(finishes=known.finishes or steps > before)
            return known._replace(finishes=known.finishes or steps > 0)

    def _asked(self, frames: Situation) -> tuple[bool, Any]:
        """Whether the innermost experiment has ended; its outcome, or what it asks for next."""
        experiment, answers = frames[-1]
        law = None if answers else self.memory.stage(experiment)
        if law is not None and not isinstance(law, AtOnce):
            return False, law
        self.memory.check_asks(experiment, max(len(answers), len(frames)))
        ended, request, outcome, generator = replayed_to(experiment, answers, self.memory.watchdog)
        return ended, outcome if ended else self._checked(request, experiment, generator)

    @staticmethod
    def _ended(frames: Situation, outcome: Any) -> Situation:
        """What is left when the innermost experiment ends; nothing, where it was the whole."""
        if goes_on(outcome):
            return (*frames[:-1], (frames[-1][0].asked(outcome), ()))
        if len(frames) == 1:
            return ()
        outer, answers = frames[-2]
        return (*frames[:-2], (outer, (*answers, outcome)))

    def _known(self, what: Any) -> Weights | None:
        """The weights of what leaves no choice."""
        try:
            return self.memory.weights(what)
        except ChoosesError:
            return None

    def _checked(self, request: Any, experiment: Experiment[Any], generator: Any) -> Any:
        if isinstance(request, Choice):
            return request
        try:
            return experiment.asked(request, self.memory.limits)
        except AstragalError as error:
            raise blamed(error, experiment, asking_line(generator)) from None

    def _expand(self, place: int, frames: Situation, request: Any) -> None:
        experiment, answers = frames[-1]
        if isinstance(request, Weights):
            # All of the innermost experiment at once: it ends, or goes on.
            finishes = len(frames) == 1
            edges = [
                self._after(frames, outcome, weight, finishes)
                for outcome, weight in request.table.items()
            ]
            self.nodes[place] = Chance(edges, request.denominator)
        elif isinstance(request, Choice):
            choice = request.at(frames, experiment.label)
            answered = [
                (*frames[:-1], (experiment, (*answers, option))) for option in choice.options
            ]
            self.nodes[place] = Fork(choice, [self._edge(each) for each in answered])
        elif (law := self._known(request)) is not None:
            self.nodes[place] = Chance(
                [
                    self._edge((*frames[:-1], (experiment, (*answers, answer))), weight)
                    for answer, weight in law.table.items()
                ],
                law.denominator,
            )
        else:
            self.nodes[place] = Chance([self._edge((*frames, (request, ())))], 1)

    def _after(self, frames: Situation, outcome: Any, weight: int, finishes: bool) -> Edge:
        left = self._ended(frames, outcome)
        if left:
            return self._edge(left, weight, finishes)
        return self._to_end(End(outcome), weight, finishes)
