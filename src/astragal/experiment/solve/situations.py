"""The graph of all situations that can come up in an experiment that leaves choices.

A request that leaves no choice is a single transition. One that does has a graph of its own, which
is built once: what follows depends only on its outcome. Equal situations are one node, whichever
path led to them.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Sequence
from typing import Any, NamedTuple, TypeAlias

from astragal.errors import Hints, LimitError, RuleError, StoppedError
from astragal.experiment.choices import Choice, OpenChoiceError
from astragal.experiment.experiment import PATHS_OF_A_REPLAY, Asks, Experiment, continues
from astragal.experiment.outcomes import NEVER
from astragal.experiment.solve.aims import Decided
from astragal.experiment.solve.memory import Memory
from astragal.experiment.solve.points import Ended, Frame, Point, Points
from astragal.experiment.solve.stages import is_within_step
from astragal.outcome import typed
from astragal.probability.generating.fractions import seldom_collected
from astragal.probability.markov.linear import strongly_connected_components
from astragal.probability.weights import Weights

Situation: TypeAlias = tuple[Frame, ...]
"""Experiments in progress, the innermost last, each with its answers so far."""


class Edge(NamedTuple):
    """A transition to another situation, and whether it finishes a step of the whole chain."""

    target: int
    finishes: bool
    weight: int = 1


class Chance(NamedTuple):
    """A situation that dice decide."""

    edges: list[Edge]
    denominator: int


class Fork(NamedTuple):
    """A situation that a player decides."""

    request: Choice
    edges: list[Edge]
    situation: Situation

    @property
    def choice(self) -> Choice:
        """The choice, with its situation."""
        return self.request.at(self.situation)


class AtOnce:
    """An experiment with a shortcut to its best decisions, so its situations are not visited."""

    sure = True
    opposed = False

    def __init__(self, decided: Decided, outcomes: Sequence[Any]) -> None:
        self.decided = decided
        self.outcomes = outcomes


class Onward(Experiment[Any]):
    """A request for the stage that an experiment continues with."""

    stage: Experiment[Any]

    def steps(self) -> Asks[Any]:
        return (yield self.stage)

    def __str__(self) -> str:
        return str(self.stage)


class Nested(NamedTuple):
    """A nested experiment that leaves choices: it has an edge for each of its outcomes."""

    inner: Situations | AtOnce
    edges: list[Edge]
    situation: Situation

    def chance(self, weights: Weights) -> Chance:
        """The transitions for these weights of the outcomes."""
        edges = dict(zip(map(typed, self.inner.outcomes), self.edges, strict=True))
        table = weights.table.items()
        return Chance(
            [edges[typed(outcome)]._replace(weight=weight) for outcome, weight in table],
            weights.denominator,
        )


class End(NamedTuple):
    """The end of the outermost experiment."""

    outcome: Any


Node: TypeAlias = Chance | Fork | Nested | End

_PATHS_OF_AN_OPTION = 2
"""Keeping a choice, and comparing the situation after each option with all others."""

_PATHS_OF_GOING_ON = 2
"""Continuing the experiment that asked for one that has ended."""

_STEPS_OF_A_NODE = 5_000
"""Keeping a situation of an experiment that is replayed, and finding its worth."""


class Situations:
    """Every situation that can be reached from the first one."""

    def __init__(self, frames: Sequence[Frame], graphs: Graphs) -> None:
        """``frames``: experiments under way, each waiting for the next one."""
        self.memory = graphs.memory
        self.nodes: list[Node] = []
        self.components: list[list[int]] = []
        """strongly connected components, each after all components that it leads to"""
        self.outcomes: list[Any] = []
        """the possible outcomes"""
        self.sure = True
        """whether the number of steps is bounded, under any decisions"""
        self.opposed = False
        """whether an opponent makes any of the decisions"""
        self.start = 0
        self._points = graphs.points
        self._merging = graphs.merging
        self._at_once = graphs.at_once
        self._begun: dict[Experiment[Any], int] = {}
        """for each experiment, the situation where it has just begun and none other is waiting"""
        self.places: dict[Any, int] = {}
        """the indices of situations, by the keys of their points"""
        self._waiting: list[tuple[int, tuple[Point, ...]]] = []
        self.outermost = frames[0][0]
        self._frames = frames
        self._before = 0
        """the number of situations before the latest start was explored"""

    def begin(self, experiment: Experiment[Any]) -> None:
        """Add another start; exploring it only visits situations that are not known yet."""
        self.outermost, self._frames = experiment, [(experiment, ())]
        self._before = len(self.nodes)

    def explore(
        self, inner: Situations | None = None
    ) -> Generator[Any, Situations | AtOnce | None, None]:
        """Find every situation; yields nested experiments that leave choices, to get their graphs.

        ``inner`` is the graph of the first situation's request, if that is already under way.
        """
        last = self._frames[-1]
        found = self._points.at(last) if last[1] or inner else self._points.begun(last[0])
        outer = [self._points.at(frame) for frame in self._frames[:-1]]
        waiting = tuple(each for each in outer if isinstance(each, Point))
        if inner is None:
            self.start = self._edge(waiting, found).target
        else:
            assert isinstance(found, Point)
            self.nodes.append(End(NEVER))
            self.nodes[0] = self._nested((found,), inner)
        while self._waiting:
            place, frames = self._waiting.pop()
            request = frames[-1].request
            weights = request if isinstance(request, Weights) else self._known(request)
            if isinstance(request, Choice):
                self.nodes[place] = self._fork(frames, request)
            elif weights is not None:
                self.nodes[place] = self._chance(frames, weights)
            else:
                assert isinstance(request, Experiment)
                entered = request.filled(self.memory.variables)
                found_inner = (yield entered) if self._merging else None
                if found_inner is None or found_inner.opposed:
                    # The two sides may meet again, so their decisions belong to one graph.
                    edge = self._edge(frames, self._points.begun(entered))
                    self.nodes[place] = Chance([edge], 1)
                else:
                    self.nodes[place] = self._nested(frames, found_inner)
        self._sum_up()

    @property
    def choices(self) -> list[Choice]:
        """Every choice that can come up, including those in nested graphs."""
        graphs = {id(self): self}
        waiting = [self]
        found = []
        while waiting:
            for node in waiting.pop().nodes:
                if isinstance(node, Fork):
                    found.append(node.request)
                inner = node.inner if isinstance(node, Nested) else None
                if isinstance(inner, Situations) and id(inner) not in graphs:
                    graphs[id(inner)] = inner
                    waiting.append(inner)
        return found

    def edges(self, place: int) -> Sequence[Edge]:
        """The transitions from a situation."""
        node = self.nodes[place]
        return () if isinstance(node, End) else node.edges

    def targets(self, place: int) -> dict[int, None]:
        """The situations that may follow another."""
        return {edge.target: None for edge in self.edges(place)}

    def _sum_up(self) -> None:
        # Situations explored earlier never lead to new ones.
        before, new = self._before, self.nodes[self._before :]
        self.memory.budget.keep(sum(len(self.edges(at + before)) for at in range(len(new))), 64)
        targets: list[dict[int, None]] = [
            {to - before: None for to in self.targets(place) if to >= before}
            for place in range(before, len(self.nodes))
        ]
        components = list(strongly_connected_components(targets))
        self.components += [[place + before for place in each] for each in components]
        for node in new:
            if isinstance(node, End):
                if node.outcome is not NEVER:
                    self.outcomes.append(node.outcome)
                else:
                    self.sure = False
            elif isinstance(node, Chance):
                self.sure = self.sure and sum(e.weight for e in node.edges) == node.denominator
            elif isinstance(node, Nested):
                self.sure = self.sure and node.inner.sure
        in_circles = (len(c) > 1 or c[0] in targets[c[0]] for c in components)
        self.sure = self.sure and not any(in_circles)

    def _known(self, what: Any) -> Weights | None:
        """The weights of a request; None if it leaves a choice."""
        if isinstance(what, Choice):
            return None
        try:
            return self.memory.weights(what)
        except OpenChoiceError:
            return None

    # Nodes

    def _fork(self, frames: tuple[Point, ...], request: Choice) -> Fork:
        *outer, point = frames
        self.opposed = self.opposed or request.opposed
        edges = self._answered(tuple(outer), point, request.options)
        return Fork(request, edges, tuple(each.frame for each in frames))

    def _chance(self, frames: tuple[Point, ...], weights: Weights) -> Chance:
        *outer, point = frames
        experiment = point.experiment
        work = PATHS_OF_A_REPLAY if experiment.replays else 1
        self.memory.count_paths(experiment, work * len(weights.table))
        shares = weights.table.values()
        if isinstance(point.request, Weights):
            # A whole stage is one transition.
            ends = (Ended(experiment, outcome) for outcome in weights.table)
            pairs = zip(ends, shares, strict=True)
            edges = [self._edge(tuple(outer), end, share) for end, share in pairs]
        else:
            edges = self._answered(tuple(outer), point, weights.table, shares)
        return Chance(edges, weights.denominator)

    def _nested(self, frames: tuple[Point, ...], inner: Situations | AtOnce) -> Nested:
        *outer, point = frames
        self.memory.count_paths(point.experiment, len(inner.outcomes))
        edges = self._answered(tuple(outer), point, inner.outcomes)
        return Nested(inner, edges, tuple(each.frame for each in frames))

    def _answered(
        self,
        outer: tuple[Point, ...],
        point: Point,
        answers: Iterable[Any],
        weights: Iterable[int] | None = None,
    ) -> list[Edge]:
        after = self._points.after
        if weights is None:
            return [self._edge(outer, after(point, answer)) for answer in answers]
        pairs = zip(answers, weights, strict=True)
        return [self._edge(outer, after(point, answer), weight) for answer, weight in pairs]

    # Transitions

    def _edge(self, outer: tuple[Point, ...], found: Point | Ended, weight: int = 1) -> Edge:
        """The transition to the next situation with a request, or to the end."""
        finishes, begun = False, None
        seen: set[Any] = set()
        while isinstance(found, Ended):
            outcome = found.outcome
            within = is_within_step(outcome, self.outermost)
            finishes = finishes or not (outer or within)
            if continues(outcome):
                following = found.experiment.asked(outcome)
                if not outer and (place := self._begun.get(following)) is not None:
                    self.memory.count_paths(following, 1)
                    return Edge(place, finishes, weight)
                if (len(outer), following) in seen:
                    return self._to_end(NEVER, weight, finishes)
                seen.add((len(outer), following))
                self.memory.count_paths(following, _PATHS_OF_GOING_ON)
                decided = following.decided() if self._at_once else None
                known = decided is not None and decided.at_once
                found = self._points.begun(Onward(following) if known else following)
                begun = following if not outer else None
            elif not outer:
                return self._to_end(outcome, weight, finishes)
            else:
                self.memory.count_paths(outer[-1].experiment, _PATHS_OF_GOING_ON)
                found = self._points.after(outer[-1], outcome)
                outer, begun = outer[:-1], None
        frames = (*outer, found)
        key: Any = tuple(point.key if self._merging else typed(point.frame) for point in frames)
        place = self.places.get(key)
        if place is None:
            place = self.places[key] = len(self.nodes)
            self.memory.check_states(self.outermost, place + 1 - self._before)
            self.memory.check_asks(self.outermost, len(frames))
            if found.experiment.replays:
                self.memory.budget.spend(_STEPS_OF_A_NODE)
            if isinstance(found.request, Choice):
                # Counted when found: a single chance node may lead to thousands of choices.
                options = len(found.request.options)
                self.memory.count_paths(found.experiment, _PATHS_OF_AN_OPTION * options)
            self.nodes.append(End(NEVER))  # replaced when it is expanded
            self._waiting.append((place, frames))
        if begun is not None:
            self._begun[begun] = place
        return Edge(place, finishes, weight)

    def _to_end(self, outcome: Any, weight: int, finishes: bool) -> Edge:
        key = (End, typed(outcome))
        if key not in self.places:
            self.places[key] = len(self.nodes)
            self.nodes.append(End(outcome))
        return Edge(self.places[key], finishes, weight)


class Graphs:
    """The graphs of an experiment and of all those it asks for, each built once."""

    def __init__(self, memory: Memory, *, merging: bool = True, at_once: bool = False) -> None:
        """``merging``: whether situations that continue in the same way are merged.

        Otherwise situations with a different history stay separate. ``at_once``: whether
        experiments with a shortcut to their best decisions are left unexplored.
        """
        self.memory = memory
        self.merging = merging
        self.at_once = at_once
        self.skipped = False
        """whether any experiment was left unexplored for that reason"""
        self.points = Points(memory)
        self._known: dict[Experiment[Any], Situations | AtOnce] = {}
        self._whole: Situations | None = None
        """the joint graph of several starts"""

    def together(self, experiment: Experiment[Any]) -> Situations:
        """One graph for this and earlier experiments, which share equal situations."""
        experiment.look_ahead(self.memory)
        if self._whole is None:
            self._whole = Situations([(experiment, ())], self)
        else:
            self._whole.begin(experiment)
        return self._explored(self._whole)

    def of(self, experiment: Experiment[Any]) -> Situations:
        """The graph of an experiment from its beginning."""
        experiment.look_ahead(self.memory)
        return self._explored(Situations([(experiment, ())], self))

    def from_here(self, situation: Situation) -> Situations:
        """The graph of everything that may follow a situation reached by rolls and decisions."""
        if len(situation) == 1:
            return self._explored(Situations(situation, self))
        inner = self.from_here(situation[1:])
        if inner.opposed:
            return self._explored(Situations(situation, self))
        return self._explored(Situations(situation[:1], self), inner)

    def _explored(self, graph: Situations, inner: Situations | None = None) -> Situations:
        """Explore a graph, and the graphs of all experiments it asks for."""
        stack = [(None, graph, graph.explore(inner))]
        answer: Any = None
        with self.memory.watchdog, seldom_collected():
            while stack:
                experiment, explored, task = stack[-1]
                try:
                    wanted = task.send(answer)
                except StoppedError:
                    raise
                except LimitError as error:
                    raise self._too_large(graph, stack, error) from None
                except StopIteration:
                    stack.pop()
                    answer = explored
                    if experiment is not None:
                        self._known[experiment] = explored
                    continue
                answer = self._known.get(wanted) or self._decided(wanted)
                if answer is None:
                    wanted.look_ahead(self.memory)
                    self._check_not_begun(wanted, [each for each, *_ in stack])
                    following = Situations([(wanted, ())], self)
                    stack.append((wanted, following, following.explore()))
        return graph

    def _too_large(self, whole: Situations, stack: Sequence[Any], error: LimitError) -> LimitError:
        """The error for a plan that is too large, with the situations found and their cause."""
        from astragal.experiment.solve.remedies import making

        graphs = [*self._known.values(), *(graph for _, graph, _ in stack)]
        met = sum(len(graph.nodes) for graph in graphs if isinstance(graph, Situations))
        made = making(self.points.begun_so_far)
        if made is None:
            return error
        counted = f" {error.limit}" if error.limit in ("paths", "states") else ""
        message = (
            f"{whole.outermost.label}: what is best depends on more than {met:,} situations"
            f", made by {made}; {error.message.rpartition('; ')[2]}{counted}"
        )
        raised = f"{made.advice}; to raise it: limits=Limits({error.limit}=…)"
        refusal = LimitError(error.code, message, hint=Hints(raised, made.advice))
        refusal.limit, refusal.number = error.limit, error.number
        refusal.at_least, refusal.steps = error.at_least, error.steps
        return refusal

    def _decided(self, wanted: Experiment[Any]) -> AtOnce | None:
        """The shortcut of an experiment that need not be explored; None if it has to be."""
        decided = wanted.decided() if self.at_once else None
        if decided is None or not decided.at_once:
            return None
        outcomes = decided.outcomes(self.memory)
        if outcomes is None:
            return None
        self.skipped = True
        found = self._known[wanted] = AtOnce(decided, outcomes)
        return found

    def _check_not_begun(self, wanted: Experiment[Any], begun: Sequence[Any]) -> None:
        self.memory.check_asks(wanted, len(begun))
        if wanted in begun:
            raise RuleError(
                "needs-itself",
                f"what is best in {wanted} depends on itself",
                hint="return it (`return …` instead of `yield …`): that makes it a chain",
            )
