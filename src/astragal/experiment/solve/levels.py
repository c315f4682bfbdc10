"""Every path through a generator that can be split, level by level.

All paths with the same number of answers are followed together, and those that reach the same state
(the same request with the same variables) are merged. The work grows with the number of states, not
of paths.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from astragal._steady import WARY_TIMES
from astragal.errors import RuleError
from astragal.experiment.choices import Choice, OpenChoiceError
from astragal.experiment.experiment import Experiment, any_continues
from astragal.experiment.generators import resumed
from astragal.experiment.outcomes import is_outcome, may_be_outcome
from astragal.experiment.places import blamed
from astragal.experiment.solve.repeating import play_again
from astragal.experiment.splitting.normal_form import NotSplitError
from astragal.experiment.splitting.splits import Segment, is_ask, linear, started
from astragal.experiment.splitting.states import can_change, copier, held_in, key_of
from astragal.outcome import typed, untyped
from astragal.probability.sums import sum_of_weights
from astragal.probability.weights import AtOnce, Weights, merged

if TYPE_CHECKING:
    from astragal.experiment.solve.memory import Memory


class FailedError(Exception):
    """An error on one path: its answers, and the error itself if a replay would not raise it."""

    def __init__(self, answers: tuple[Any, ...], error: Exception | None = None) -> None:
        super().__init__()
        self.answers = answers
        self.error = error


class State:
    """Paths that wait at the same request with the same variables, and their total weight."""

    __slots__ = (
        "answer",
        "before",
        "denominator",
        "place",
        "request",
        "segment",
        "variables",
        "weight",
    )

    def __init__(
        self,
        ask: tuple[Any, Segment, Any, tuple[Any, ...]],
        denominator: int = 1,
        before: State | None = None,
        place: int = 0,
        answer: Any = None,
    ) -> None:
        _, self.segment, self.request, self.variables = ask
        self.weight = 0
        self.denominator = denominator
        self.before = before
        """the previous state, on the first path that leads here"""
        self.place = place
        """the index of the previous state's answer that leads here"""
        self.answer = answer

    def waits_like(self, other: State) -> bool:
        """True if another state differs from this one only in its variables."""
        return (
            self.segment is other.segment
            and self.denominator == other.denominator
            and (self.request is other.request or bool(self.request == other.request))
        )

    def path(self) -> Iterator[State]:
        """The states on the first path that leads here, the last one first."""
        state: State | None = self
        while state is not None:
            yield state
            state = state.before

    def answers(self) -> tuple[Any, ...]:
        return tuple(state.answer for state in self.path() if state.before is not None)[::-1]

    def places(self) -> tuple[int, ...]:
        return tuple(state.place for state in self.path() if state.before is not None)[::-1]


class Levels:
    """The paths through one experiment."""

    def __init__(
        self,
        experiment: Experiment[Any],
        memory: Memory,
        look: Callable[[Any], Any] | None = None,
    ) -> None:
        """``look``: a view of the outcome, if only that is needed."""
        self.experiment = experiment
        self.memory = memory
        self._look = look
        self._tables: dict[tuple[int, int], dict[Any, int]] = {}
        """the weights of outcomes, by level and denominator"""
        self._origins: list[tuple[Any, State, int, Any]] = []
        """each outcome with the state, the place and the answer that first led to it"""

    def weigh(self) -> Generator[Any, Weights, Weights]:
        """The weights of all outcomes; a NotSplitError if the generator cannot be split."""
        try:
            generator: Any = self.experiment.starter()()
            begun = started(generator)
        except NotSplitError:
            raise
        except Exception:
            raise FailedError(()) from None
        if not is_ask(begun):
            if not is_outcome(begun) or self._look is not None:
                raise FailedError(())
            return AtOnce({begun: 1}, 1)
        start = State(begun)
        start.weight = 1
        same = self._same_start(begun)
        if same is not None and (known := self.memory.followed.get(same)) is not None:
            return known
        level: dict[Any, State] = {None: start}
        depth = 0
        while level:
            depth += 1
            self.memory.check_asks(self.experiment, depth)
            level = yield from self._next(level, depth)
        self._check()
        weights = self._weights()
        if same is not None:
            self.memory.followed[same] = weights
        return weights

    def _same_start(self, begun: tuple[Any, Segment, Any, tuple[Any, ...]]) -> Any:
        """A key that is equal if experiments differ only in what nothing after the start needs.

        None if the request has no hash, or only part of the outcome is looked at.
        """
        _, segment, request, variables = begun
        key = segment, request, key_of(variables)
        try:
            hash(key)
        except TypeError:
            return None
        return key if self._look is None else None

    def _next(
        self, level: dict[Any, State], depth: int
    ) -> Generator[Any, Weights, dict[Any, State]]:
        """The states after all answers to the requests of a level."""
        following: dict[Any, State] = {}
        plain = self._look is None and not self._tables
        if len(level) > 1 and plain and (yield from self._added_up(level, depth)):
            return following
        for place, state in enumerate(level.values()):
            options = self._known_options(state)
            if options is None:
                options = yield from self._options(state)
            if place == 0 < len(level) - 1:
                self._foresee(level)
            each = 1
            if can_change(state.variables):
                each = max(_COPYING, held_in(state.variables) // _COPIED)
            self.memory.count_paths(self.experiment, each * len(options.table))
            self._follow(state, options, depth, following)
        return following

    def _added_up(self, level: dict[Any, State], depth: int) -> Generator[Any, Weights, bool]:
        """Weigh a level at once by convolution, if its states only add to the same answer.

        Returns whether that was possible.
        """
        states = list(level.values())
        first, *others = states
        form = linear(first.segment)
        if form is None or not all(map(first.waits_like, others)):
            return False
        sums = [form.without_answer(state.variables) for state in states]
        options = self._known_options(first)
        if options is None:
            options = yield from self._options(first)
        if None in sums or options.kinds != {int} or not form.answer:
            return False
        before: dict[Any, int] = {}
        for total, state in zip(sums, states, strict=True):
            before[total] = before.get(total, 0) + state.weight
        added = {form.answer * answer: weight for answer, weight in options.table.items()}
        self.memory.count_paths(self.experiment, len(states) + len(added))
        with self.memory.watchdog.rest():
            table, denominator = sum_of_weights(
                Weights(before, first.denominator),
                Weights(added, options.denominator),
                self.memory.budget,
            )
        if len(before) * len(added) <= _LISTED:
            # Listed in the order of the first paths to them; if there are too many, by size.
            ways = (map(total.__add__, added) for total in before)
            table = {each: table[each] for each in dict.fromkeys(chain.from_iterable(ways))}
        else:
            table = {each: table[each] for each in sorted(table) if table[each]}
        self._tables[depth, denominator] = table
        last = len(added) - 1
        (*_, answer), (*_, more) = options.table, added
        self._origins.append((sums[-1] + more, states[-1], last, answer))
        return True

    def _foresee(self, level: dict[Any, State]) -> None:
        """Raise a LimitError early if the known answers alone make too many paths."""
        requests = [state.request for state in level.values()]
        if any(isinstance(request, Choice) for request in requests):
            return
        known = filter(None, map(self.memory.known.get, requests))
        self.memory.foresee_paths(self.experiment, sum(len(each.table) for each in known))

    def _known_options(self, state: State) -> Weights | None:
        try:
            return self.memory.known[state.request]
        except (KeyError, TypeError):
            return None

    def _options(self, state: State) -> Generator[Any, Weights, Weights]:
        """The answers to a state's request, with their weights."""
        try:
            wanted = self.memory.wanted(state.request, self.experiment, None)
        except OpenChoiceError:
            raise
        except Exception:
            raise FailedError(state.answers()) from None
        try:
            return (yield wanted)
        except OpenChoiceError:
            raise
        except Exception as error:
            raise FailedError(state.answers(), error) from None

    def _follow(
        self, state: State, options: Weights, depth: int, following: dict[Any, State]
    ) -> None:
        """Give every answer to a state's request."""
        results = self._results(state, options)
        denominator = state.denominator * options.denominator
        self.memory.budget.room(len(options.table), denominator.bit_length())
        table = self._tables.get((depth, denominator), {})
        new: list[tuple[Any, int]] = []
        weight, shares = state.weight, options.table.values()
        try:
            if _LOOKED_AT.isdisjoint(map(type, results)):
                for place, (result, share) in enumerate(zip(results, shares, strict=True)):
                    before = table.get(result)
                    if before is None:
                        before = 0
                        new.append((result, place))
                    table[result] = before + weight * share
            else:
                self._lead_on(state, options, results, table, new, following)
        except TypeError:  # not hashable
            raise self._failed(state, options, results) from None
        if new:
            self._tables[depth, denominator] = table
            self._note_origins(state, options, results, new)

    def _results(self, state: State, options: Weights) -> list[Any]:
        """The result of each answer: an outcome or an ask."""
        segment, variables = state.segment, state.variables
        results: list[Any] = []
        fresh = copier(variables)
        try:
            found: Iterator[Any]
            if fresh is None:
                found = map(partial(segment, *variables), options.table)
            else:
                found = (segment(*fresh(), answer) for answer in options.table)
            most = 1  # if one leads to a choice, nearly all of them do
            while part := list(islice(found, most)):
                results += part
                self._leave_choices(part)
                most = _LOOKED_THROUGH
        except OpenChoiceError:
            raise
        except NotSplitError:
            raise
        except Exception:
            answer = list(options.table)[len(results)]
            raise FailedError((*state.answers(), answer)) from None
        return results if self._look is None else self._seen(results)

    def _seen(self, results: list[Any]) -> list[Any]:
        """The results, with each outcome replaced by its view."""
        kinds = set(map(type, results))
        if any_continues(kinds) or not all(map(may_be_outcome, kinds - {tuple})):
            raise NotSplitError
        look: Any = self._look
        seen = []
        for each in results:
            if type(each) is not tuple:
                seen.append(look(each))
            elif is_ask(each):
                seen.append(each)
            elif is_outcome(each):
                seen.append(look(each))
            else:
                raise NotSplitError
        return seen

    def _leave_choices(self, results: list[Any]) -> None:
        """Raise an OpenChoiceError if any result leads to a choice; the rest can be skipped."""
        if tuple in set(map(type, results)):
            for each in results:
                if is_ask(each) and isinstance(each[2], Choice):
                    self.memory.wanted(each[2], self.experiment, None)

    @staticmethod
    def _lead_on(
        state: State,
        options: Weights,
        results: list[Any],
        table: dict[Any, int],
        new: list[tuple[Any, int]],
        following: dict[Any, State],
    ) -> None:
        """Add the weights of results, where some are asks or are equal but of different types."""
        denominator = state.denominator * options.denominator
        for place, (answer, share) in enumerate(options.table.items()):
            result = results[place]
            if is_ask(result):
                key = (result[1], result[2], key_of(result[3]), denominator)
                onward = following.get(key)
                if onward is None:
                    onward = following[key] = State(result, denominator, state, place, answer)
                onward.weight += state.weight * share
            else:
                key = typed(result)
                if key not in table:
                    table[key] = 0
                    new.append((key, place))
                table[key] += state.weight * share

    def _note_origins(
        self, state: State, options: Weights, results: list[Any], new: list[tuple[Any, int]]
    ) -> None:
        """Check new outcomes, and record the states and answers that led to them."""
        answers = list(options.table)
        if not all(map(may_be_outcome, {type(results[place]) for _, place in new})):
            bad = (answers[at] for _, at in new if not is_outcome(results[at]))
            raise FailedError((*state.answers(), *islice(bad, 1)))
        self._origins += [(key, state, place, answers[place]) for key, place in new]

    @staticmethod
    def _failed(state: State, options: Weights, results: list[Any]) -> FailedError:
        """The error for the first result that is not a valid outcome."""
        pairs = zip(options.table, results, strict=True)
        bad = (answer for answer, each in pairs if not (is_ask(each) or is_outcome(each)))
        return FailedError((*state.answers(), *islice(bad, 1)))

    def _check(self) -> None:
        """Follow some paths again with the generator itself.

        This detects rules that use their own randomness or other changing state.
        """
        experiment, memory = self.experiment, self.memory
        for place, times in memory.repeats_of(experiment.definition).among(len(self._origins)):
            key, state, _, answer = self._origins[place]
            path = (*state.answers(), answer)
            first = resumed(experiment.steps(), path)
            look = self._look if first.ended else None
            same = first.ended and typed(look(first.outcome) if look else first.outcome) == key
            # If the result differs, either the segments are wrong or the rule is not steady.
            again = times if same else WARY_TIMES
            play_again(experiment, path, first, again, memory.watchdog)
            if not same:
                raise NotSplitError

    def _weights(self) -> Weights:
        tables: dict[int, dict[Any, int]] = {}
        for (_, denominator), table in self._tables.items():
            sums = tables.setdefault(denominator, table)
            for key, weight in table.items() if sums is not table else ():
                sums[key] = sums.get(key, 0) + weight
        try:
            weights = merged(tables)
        except RuleError as error:
            raise blamed(error, self.experiment, "") from None
        if len(self._tables) < 2:
            return weights
        # Outcomes without an order are listed like the answers that lead to them: at each request
        # first those that end there, then those that lead on.
        first: dict[Any, tuple[tuple[bool, int], ...]] = {}
        for key, state, place, _ in self._origins:
            places = (*((True, each) for each in state.places()), (False, place))
            first[key] = min(first.get(key, places), places)
        outcomes = map(untyped, sorted(first, key=first.__getitem__))
        return Weights({each: weights.table[each] for each in outcomes}, weights.denominator)


def passed_on(experiment: Experiment[Any], memory: Memory) -> Experiment[Any]:
    """The experiment whose outcome this one returns unchanged; itself if it does more."""
    while type(experiment).weigh is Experiment.weigh and not experiment.plays_itself:
        try:
            begun = started(experiment.starter()())
            form = linear(begun[1]) if is_ask(begun) else None
            if form is None or not form.is_answer or isinstance(begun[2], Choice):
                break
            experiment = experiment.asked(begun[2], memory.limits)
        except Exception:
            break
    return experiment


_COPYING, _COPIED = 2, 8
"""The cost of a path whose lists have to be copied, in ordinary paths: the first number, or the
values held divided by the second, if that is more."""

_LOOKED_AT = frozenset({tuple, bool})
"""Types of results that are checked one by one: asks, and outcomes that equal others."""

_LOOKED_THROUGH = 1_000
"""After this many results, they are searched for choices, which end the work here."""

_LISTED = 20_000
"""With up to this many paths, they are listed just to put their outcomes in order."""
