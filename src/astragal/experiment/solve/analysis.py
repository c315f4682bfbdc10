"""An analysis: the exact odds, duration or plan of an experiment."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from astragal.errors import ChoiceError, LimitError, RuleError
from astragal.experiment.choices import Choice, Decide, OpenChoiceError, check_decider, without_aim
from astragal.experiment.experiment import Experiment, Variables
from astragal.experiment.outcomes import NEVER
from astragal.experiment.places import blamed
from astragal.experiment.solve.memory import Memory
from astragal.limits import Limits, check_limits
from astragal.outcome import is_hashable
from astragal.probability.budget import Budget
from astragal.probability.checks import checked_tail
from astragal.probability.distribution import Distribution
from astragal.probability.joint import Joint
from astragal.probability.laws.law import Law
from astragal.probability.listing import TAIL, listing_cost
from astragal.probability.views import View, view_name, view_of
from astragal.probability.weights import Settled, Weights
from astragal.rolling.frame import NO_VARIABLES

if TYPE_CHECKING:
    from astragal.experiment.solve.aims import Aim
    from astragal.experiment.solve.plans import Plan
    from astragal.experiment.solve.policy import Policy
    from astragal.experiment.solve.valuation import Valuation
    from astragal.probability.markov.duration import Duration

# Chains, choices and plans are imported lazily, because most odds need none of them.


_VIEWED = 3
"""Listing an outcome and looking at it takes as long as this many entries of a table."""


class Analysis:
    """One question about an experiment. The arguments of all such questions are checked here."""

    def __init__(
        self,
        experiment: Experiment[Any],
        variables: Variables | None = None,
        aim: View | None = None,
        decide: Decide | None = None,
        limits: Limits | None = None,
        memory: Memory | None = None,
        *,
        own: bool = True,
    ) -> None:
        """``own``: True if the experiment's own aim is the default."""
        if aim is not None and decide is not None:
            raise ChoiceError("two-deciders", "give aim or decide, not both")
        if decide is not None:
            check_decider(decide)
        if aim is not None:
            view_of(aim)
        self.experiment = experiment
        self.aim = aim
        self.decide = decide
        self._own = own
        self._viewed: tuple[View, Weights | None] | None = None
        if memory is None:
            allowed = experiment.limits if limits is None else check_limits(limits)
            given = NO_VARIABLES if variables is None else experiment.given(variables)
            memory = Memory(allowed, given)
        self.memory = memory

    def odds(self, tail: Fraction | None = None) -> Distribution:
        listed_to = TAIL if tail is None else checked_tail(tail)
        return self.listed(self.weighed(), listed_to)

    def listed(self, found: Weights | Law, listed_to: Fraction = TAIL) -> Distribution:
        """A weighing result as a distribution."""
        return _listed(self.experiment, found, listed_to, self.memory.budget)

    def odds_of(self, view: View) -> Distribution:
        """The odds of a view of the outcome, ignoring everything else the outcome contains."""
        look = view_of(view)
        with suppress(OpenChoiceError):
            seen = self._seen(view)
            if seen is not None:
                return Distribution(seen.table, label=view_name(view))
        found = self.weighed()
        if not isinstance(found, Weights) or type(found.table) is Joint:
            if isinstance(found, Law) and found.finite:
                self.memory.budget.spend_entries(_VIEWED * found.size, found.bits)
            return self.listed(found).of(view)
        table: dict[Any, int] = {}
        for outcome, weight in with_never(found).table.items():
            seen = look(outcome)
            table[seen] = table.get(seen, 0) + weight
        return Distribution(table, label=view_name(view))

    def value_of(self, view: View) -> tuple[Fraction, bool] | None:
        """The chance or mean of a view that all decisions aim for, and whether it is a chance.

        None if the view is not the aim, or if there are no choices: then it has to be read from
        odds.
        """
        experiment, own = self.experiment, self.experiment.own_aim if self._own else None
        aim = own if self.aim is None else self.aim
        if self.memory.together is None or self.decide is not None or view != aim:
            return None
        if experiment.decided() is not None or not self._leaves_choices(view):
            return None
        self.aim = aim
        found = self._among_others(experiment)
        if found is None or not found.graph.sure or len(found.shared.aim.goals) > 1:
            return None
        if isinstance(view, str) and not all(hasattr(e, view) for e in found.graph.outcomes[:1]):
            return None
        return found.value(found.worths[found.graph.start]), found.shared.aim.chance

    def _leaves_choices(self, view: View) -> bool:
        if self.experiment.plays_itself:
            return False
        try:
            if self._seen(view) is None:
                self.memory.odds(self.experiment)
        except OpenChoiceError:
            return True
        return False

    def _seen(self, view: View) -> Weights | None:
        """The weights of a view; None if there are decisions or outcomes have to be listed."""
        if self.memory.together is None or self.decide is not None:
            return None
        if self._viewed is None or self._viewed[0] is not view:
            self._viewed = view, self.memory.viewed(self.experiment, view_of(view))
        return self._viewed[1]

    def weighed(self) -> Weights | Law:
        """The odds, before infinitely many outcomes are cut to a list."""
        experiment = self.experiment
        if self.decide is not None:
            return self._decided(experiment)
        if self.aim is None and experiment.leaves_choices:
            self.aim = experiment.own_aim
        if self.aim is None:
            try:
                return self.memory.odds(experiment)
            except OpenChoiceError as error:
                self._assume_aim(error)
            assert self.aim is not None
        return self._decided(self._best(self.aim) or experiment)

    def _best(self, aim: View) -> Experiment[Any] | None:
        """An experiment with the odds of the best decisions, if there is a shortcut."""
        decided = self.experiment.decided()
        return None if decided is None else decided.best(aim)

    def _decided(self, experiment: Experiment[Any]) -> Weights | Law:
        """The odds; remaining choices are decided for the aim or by ``decide``."""
        try:
            return self.memory.odds(experiment)
        except OpenChoiceError:
            return self._weights_with_choices(experiment)

    def _assume_aim(self, error: OpenChoiceError) -> None:
        """Fall back on the experiment's own aim; a ChoiceError if it has none."""
        self.aim = self.experiment.own_aim if self._own else None
        if self.aim is None:
            raise error.choice.undecided() from None

    def _weights_with_choices(self, experiment: Experiment[Any]) -> Weights:
        from astragal.experiment.solve.valuation import completed

        try:
            weights: Weights = completed(self._policy(experiment).weighed())
        except RuleError as mixed:
            raise blamed(mixed, self.experiment, "") from None
        return weights

    def duration(self) -> Duration:
        from astragal.probability.markov.duration import Duration

        self.memory.by_steps = True
        try:
            chain = self.memory.chain_of_steps(self.experiment)
        except OpenChoiceError as error:
            if self.aim is None and self.decide is None:
                self._assume_aim(error)
            from astragal.experiment.solve.valuation import completed

            chain = completed(self._policy(self.experiment).step_chain())
        return Duration(chain.at_rest(), self.experiment.label)

    def plan(self) -> Plan:
        from astragal.experiment.solve.aims import Aim
        from astragal.experiment.solve.plans import Plan

        view = self.experiment.own_aim if self.aim is None else self.aim
        if view is None:
            raise without_aim(self.experiment.label)
        aim, label = Aim(view), self.experiment.label
        best = self._best(view)
        if best is not None:
            found = self.memory.weights(best)
            reached = aim.reached(found)
            aim.check(whole=True)
        else:
            valuation, skipped = self._valued(self.experiment, aim)
            if not skipped:
                return Plan.of(valuation, label)
            reached = valuation.reached
        return Plan(label, reached, lambda: self._looked_through(aim), self._quickly)

    def _valued(self, experiment: Experiment[Any], aim: Aim) -> tuple[Valuation, bool]:
        """The valuation of all situations, and whether some were skipped thanks to a shortcut."""
        from astragal.experiment.solve.valuation import valued

        filled = experiment.filled(self.memory.variables)
        found = valued(aim, self.memory, lambda graphs: graphs.of(filled))
        aim.check(whole=True)
        return found

    def _among_others(self, experiment: Experiment[Any]) -> Valuation | None:
        """The valuation, sharing work with earlier experiments; None if that is not possible."""
        from astragal.experiment.solve.aims import Aim, UndecidedError
        from astragal.experiment.solve.valuation import Together

        together, aim = self.memory.together, self.aim
        if together is None or aim is None or not is_hashable(aim):
            return None
        if aim not in together:
            together[aim] = Together(Aim(aim), self.memory)
        if together[aim] is None:
            return None
        try:
            found: Valuation = together[aim].valued(experiment.filled(self.memory.variables))
        except UndecidedError:
            together[aim] = None
            return None
        return found

    def _looked_through(self, aim: Aim) -> Valuation:
        """The valuation of every situation, without shortcuts."""
        from astragal.experiment.solve.situations import Graphs
        from astragal.experiment.solve.valuation import Valuations

        filled = self.experiment.filled(self.memory.variables)
        valuation = Valuations(aim, self.memory).of(Graphs(self.memory).of(filled))
        aim.check(whole=True)
        return valuation

    def _quickly(self, choice: Choice) -> int | None:
        """The best option by a shortcut; None if the choice came up in another experiment."""
        from astragal.experiment.solve.advice import best_place

        view = self.experiment.own_aim if self.aim is None else self.aim
        if view is None or not choice.situation or choice.situation[0][0] != self.experiment:
            return None
        return best_place(choice, view, self.memory.limits)

    def _policy(self, experiment: Experiment[Any]) -> Policy:
        """The situations, with the decision in each."""
        from astragal.experiment.solve.aims import Aim
        from astragal.experiment.solve.plans import Plan
        from astragal.experiment.solve.policy import Policy, decided, following
        from astragal.experiment.solve.situations import Graphs
        from astragal.experiment.strategies import Strategy

        if self.aim is not None:
            valuation = self._among_others(experiment)
            if valuation is None:
                valuation, _ = self._valued(experiment, Aim(self.aim))
            return valuation.policy(self.memory.budget)
        assert self.decide is not None
        filled = experiment.filled(self.memory.variables)
        if isinstance(self.decide, Plan) and (valued := self.decide.valuation_of(filled)):
            return valued.policy(self.memory.budget)
        if isinstance(self.decide, Strategy):
            graph = Graphs(self.memory).of(filled)
            self.decide.check(graph.choices)
            return following(graph, self.decide, self.memory.budget)
        # A function may look at the whole history, so situations cannot be merged.
        graph = Graphs(self.memory, merging=False).of(filled)
        return Policy(graph, decided(graph, self.decide), self.memory.budget)


def odds_alone(
    experiment: Experiment[Any],
    variables: Variables | None,
    limits: Limits | None,
    tail: Fraction | None,
) -> Distribution | None:
    """The odds of an experiment that can be weighed alone; None for others."""
    allowed = experiment.limits if limits is None else check_limits(limits)
    given = NO_VARIABLES if variables is None else experiment.given(variables)
    budget = Budget(allowed)
    listed_to = TAIL if tail is None else checked_tail(tail)
    found = experiment.weigh_alone(given, budget)
    return None if found is None else _listed(experiment, found, listed_to, budget)


def _listed(
    experiment: Experiment[Any], found: Weights | Law, listed_to: Fraction, budget: Budget
) -> Distribution:
    """Odds as a distribution; if the law is infinite or fractional, listing it is charged."""

    def label() -> str:
        return experiment.label

    if isinstance(found, Weights):
        if type(found) is Settled:
            return Distribution.of_settled(found, label)
        return Distribution.of_weights(with_never(found), label=label)
    if not found.finite or found.fractional:
        try:
            budget.spend(listing_cost(found, listed_to))
        except LimitError as error:
            raise experiment.located(error) from None
    return Distribution.of_law(found, label=label, tail=listed_to)


def with_never(weights: Weights) -> Weights:
    """The weights, with an entry for never ending if that is possible."""
    never = weights.never
    return Weights({**weights.table, NEVER: never}, weights.denominator) if never else weights
