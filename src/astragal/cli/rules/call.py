"""One call of a rule on the command line: a roll, odds, steps, advice or a sweep."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from astragal._nearest import did_you_mean
from astragal.cli.hints import RULES, hinted
from astragal.cli.options import as_typed, choose_source, limits_given, parse_decisions
from astragal.cli.rules.options import own_values, read_stakes, said_values
from astragal.cli.rules.sets import RuleSet
from astragal.cli.screen import work
from astragal.cli.screen.answers import Output, chosen_format, chosen_plot
from astragal.cli.session import Session
from astragal.cli.sweeps import mattering, parse_axes, swept
from astragal.errors import AstragalError, Audience, ChoiceError, LimitError, ParameterError
from astragal.experiment.experiment import Experiment
from astragal.experiment.places import in_words
from astragal.experiment.solve.analysis import Analysis
from astragal.experiment.solve.guides import Guide
from astragal.experiment.strategies import Strategy
from astragal.limits import Limits
from astragal.mechanics.ranges import RangeTable
from astragal.probability.views import never_happens
from astragal.render.formats import Layout
from astragal.render.headline import headline_of
from astragal.render.shares import Shares
from astragal.rolling.sources import HandSource
from astragal.rules.game import Game
from astragal.rules.rule import Applied, Rule
from astragal.service.subject import RuleSubject
from astragal.table.known import check_circumstances
from astragal.table.party import Party
from astragal.table.people import People
from astragal.table.sheets import Sheet

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution

_GOES_WITH = {
    "of": "--odds, --steps, --sweep or --matters",
    "aim": "a roll, --odds, --steps, --advise, --plan, --sweep or --matters",
    "table": "--odds or --advise",
    "when": "--plan",
    "strategy": "--odds or --plan",
    "within": "--sweep or --matters",
    "shares": "--sweep",
    "every": "--sweep, --plan or --advise --table",
    "reach": "--sweep",
    "end": "--reach",
    "by": "--matters",
    "workers": "--sweep",
    "cluster": "--sweep",
    "faces": "a roll or --advise",
    "decide": "a roll or --advise (after --pause, with astragal resume)",
    "pause": "a roll",
    "key": "--pause",
    "hidden": "a roll",
    "secret": "--hidden",
    "seed": "a roll",
    "times": "a roll without --pause or --hidden",
    "explain": "a roll",
    "stakes": "a roll",
    "sheet_out": "a roll",
}


_SPELT = {"every": "all", "end": "greatest and --least"}
"""Options that are not typed as they are called here."""

"""Values of a field that are listed in a sentence."""
_NOTHING: Mapping[str, Any] = MappingProxyType({})


class _Task(NamedTuple):
    """One of the things a rule can be asked for, and the options that go with it."""

    option: str
    wanted: bool
    do: Callable[[], None]
    takes: frozenset[str]


class RuleCall:
    """A rule, the options it was called with, and the session it is called in."""

    def __init__(
        self,
        rule: Rule[..., Any],
        rule_set: RuleSet,
        given: dict[str, Any],
        session: Session,
        saved: str = "",
    ) -> None:
        self.rule = rule
        self.rule_set = rule_set
        self.given = given
        self.session = session
        self.party = session.party
        self.saved = saved
        """the name of a roll saved on a sheet, if it was called by that"""
        plotting = chosen_plot(given)
        self.output = Output(session.terminal, chosen_format(given), plotting, session.errors)

    @property
    def limits(self) -> Limits:
        """What ``--limit`` and ``--time`` allow."""
        return limits_given(self.given)

    def run(self) -> None:
        """Do what was asked for. The exit status is 1 after an error, 130 after ctrl-C."""
        try:
            self.output.check_plot()
            self._open_sheets()
            self._task().do()
        except AstragalError as error:
            if error.code == "missing-parameter" and (example := self._example()):
                error.hint = f"e.g. {example}"
            if isinstance(error, LimitError) and self.rule_set.for_players:
                error = Game.in_players_words(error, self.rule)
            self._fail(hinted(error, RULES, self._audience))
        except work.CtrlCError:
            self.session.errors.write("stopped")
            sys.exit(130)
        except Exception as error:
            # A mistake in the rule: the note says where it is, which a traceback would bury.
            if not getattr(error, "__notes__", ()):
                raise
            self._fail(hinted(in_words(error), RULES, Audience.PROGRAMMER))

    @property
    def _audience(self) -> Audience:
        """Whoever calls the rules of a file has probably written them."""
        return Audience.PLAYER if self.rule_set.for_players else Audience.PROGRAMMER

    def _example(self) -> str | None:
        """A line to copy, of this rule."""
        name = self.rule.name.rpartition(".")[2]
        fitting = (each for each in self.rule_set.examples if each.split()[0] == name)
        return next(fitting, None)

    def _fail(self, error: AstragalError) -> None:
        self.output.error(error)
        sys.exit(1)

    def _open_sheets(self) -> None:
        if self.given["sheet"]:
            self.party = load_party(self.given["sheet"])
        if self.given["sheet_out"] and len(self.given["sheet_out"]) != len(self.given["sheet"]):
            raise click.UsageError("give --sheet-out once for each --sheet, in the same order")
        rules = self.rule_set.rules.values()
        check_circumstances(People(self.party.sheets), rules, self.rule_set.name)

    def _task(self) -> _Task:
        """What is wanted; refused if two things are, or if an option does not go with it."""
        given, sweeping = self.given, bool(self.given["sweep"])
        measuring = sweeping or given["matters"]
        measured = {"of", "aim", "within"}
        tasks = [
            _Task(
                "--odds", given["odds"], self._odds, frozenset({"of", "aim", "table", "strategy"})
            ),
            _Task(
                "--steps", given["steps"] and not measuring, self._steps, frozenset({"aim", "of"})
            ),
            _Task(
                "--advise",
                given["advise"],
                self._advise,
                frozenset({"aim", "faces", "decide", "table", "every"}),
            ),
            _Task(
                "--plan", given["plan"], self._plan, frozenset({"aim", "when", "strategy", "every"})
            ),
            _Task(
                "--sweep",
                sweeping,
                self._sweep,
                frozenset(measured | {"shares", "every", "reach", "end", "workers", "cluster"}),
            ),
            _Task("--matters", given["matters"], self._matters, frozenset(measured | {"by"})),
        ]
        wanted = [task for task in tasks if task.wanted]
        if len(wanted) > 1:
            raise click.UsageError(f"give one of {' and '.join(task.option for task in wanted)}")
        task = wanted[0] if wanted else self._rolling()
        for option in sorted(_GOES_WITH.keys() - task.takes):
            if given[option] not in (None, False, ()):
                spelt = _SPELT.get(option, option.replace("_", "-"))
                raise click.UsageError(f"--{spelt} goes with {_GOES_WITH[option]}")
        form = chosen_format(given)
        if given["explain"] and form is not None:
            raise click.UsageError(f"give --explain or {form.option}, not both")
        return task

    def _rolling(self) -> _Task:
        takes = {"seed", "faces", "decide", "times", "explain", "aim", "stakes", "sheet_out"}
        takes |= {"pause", "hidden"}
        if self.given["pause"] is not None:
            takes -= {"decide", "times", "aim", "sheet_out"}
            takes.add("key")
        if self.given["hidden"]:
            takes -= {"times"}
            takes.add("secret")
        return _Task("", True, self._roll, frozenset(takes))

    # What was given

    def typed(self) -> dict[str, Any]:
        """The parameters that were given, as options or by their places."""
        typed = own_values(self.rule, self.given)
        return typed | said_values(self.rule, self.given["words"], typed, self._on_a_sheet)

    def _values(self) -> dict[str, Any]:
        typed = self.typed()
        found = self.party.saved(self.saved) if self.saved else None
        return typed if found is None else {**found[1].values(self.rule), **typed}

    def _on_a_sheet(self, name: str) -> bool:
        return bool(People(self.party.sheets).having(name))

    def experiment(self, more: Mapping[str, Any] = _NOTHING) -> Experiment[Any]:
        """The rule with its parameters filled in, and perhaps some that are no options."""
        return self._subject({**self._values(), **more}).experiment

    def _subject(self, values: Mapping[str, Any]) -> RuleSubject:
        stakes = self.given["stakes"]
        read = None if stakes is None else read_stakes(as_typed(stakes))
        return RuleSubject(self.rule, values, self.party, read, self.saved)

    def view(self, name: str) -> Any:
        typed = self.given[name]
        return None if typed is None else as_typed(typed)

    def _aim(self) -> Any:
        """What choices are for: the option says, or else the rule."""
        return self.view("aim") or self.rule.aim or None

    def decisions(self) -> tuple[str, ...] | None:
        return parse_decisions(self.given["decide"])

    # Rolls

    def _roll(self) -> None:
        from astragal.cli.rules.roll import RuleRoll

        if self.given["plot"] is not None:
            raise click.UsageError("a roll cannot be plotted: add --odds")
        RuleRoll(self).run()

    def lint(self, experiment: Experiment[Any]) -> None:
        """Point out what is likely a slip: gaps and overlaps in ranges."""
        assert isinstance(experiment, Applied)
        for value in experiment.arguments.values():
            if isinstance(value, RangeTable):
                for finding in value.lint():
                    self._remark(f"these ranges have a {finding}")

    def _remark(self, text: str) -> None:
        self.session.errors.paragraph(text)

    # Odds, steps, advice

    def _odds(self) -> None:
        odds = self._analysed(_listed_odds)
        view = self.view("of")
        if view is None:
            short = None if self.given["table"] or self.output.form else headline_of(odds)
            self.output.show(odds if short is None else short)
            if short is not None:
                shown = "lists" if self.output.plot is None else "draws"
                self._remark(f"--table {shown} all {len(odds):,} outcomes")
            return
        seen = odds.of(view)
        if odds.finite and (never := never_happens(view, odds)) is not None:
            self._remark(never)
        self.output.show(seen)

    def odds(self) -> Distribution:
        """The odds alone, for whoever compares them; refused if more than odds was asked for."""
        self.given["odds"] = True
        self._open_sheets()
        self._task()
        odds: Distribution = self._analysed(_listed_odds)
        view = self.view("of")
        return odds if view is None else odds.of(view)

    def _steps(self) -> None:
        duration = self._analysed(_duration)
        view = self.view("of")
        self.output.show(duration if view is None else duration.of(view))

    def _analysed(self, analyse: Callable[..., Any]) -> Any:
        """The analysis; choices without an --aim are made for the rule's own aim."""
        experiment, aim = self.experiment(), self.view("aim")
        self.lint(experiment)
        if (strategy := self.view("strategy")) is not None:
            if aim is not None:
                raise click.UsageError("give --aim or --strategy, not both")
            decide = Strategy(strategy)
            return work.done(partial(analyse, experiment, None, decide=decide), self.limits)
        try:
            return work.done(partial(analyse, experiment, aim), self.limits)
        except ChoiceError as error:
            if error.code != "undecided" or not self.rule.aim:
                raise
        self._remark(f"with the best decisions for: {self.rule.aim}")
        return work.done(partial(analyse, experiment, self.rule.aim), self.limits)

    def _advise(self) -> None:
        aim = self._aim()
        if aim is None:
            raise click.UsageError("advice for what? --aim says what to make likely, or large")
        source = choose_source(None, self.given["faces"])
        faces = source.faces if isinstance(source, HandSource) else ()
        advise = partial(
            self.experiment().advise,
            aim,
            faces=faces,
            decisions=self.decisions() or (),
            odds=self.given["table"],
        )
        self.output.show(work.done(advise, self.limits), Layout(every=self.given["every"]))

    def _plan(self) -> None:
        aim = self._aim()
        if aim is None:
            raise click.UsageError("a plan for what? --aim says what to make likely, or large")
        ask = partial(_guide, self.experiment(), aim, self.view("when"), self.view("strategy"))
        self.output.show(work.done(ask, self.limits), Layout(every=self.given["every"]))

    # Sweeps

    def _sweep(self) -> None:
        axes = self._axes()
        what, fixed = self._subject(self._values()).swept(axes)
        found = swept(what, axes, self.given, limits=self.limits, fixed=fixed, **self._measure())
        self.output.show(found, Layout(every=self.given["every"]))
        if isinstance(found, Shares) and self.given["of"] is None and not self.output.form:
            self._remark_fields()
        if found.refuses:
            sys.exit(1)

    def _remark_fields(self) -> None:
        if fields := self.rule.outcome_fields:
            self._remark(f"--of looks at one of: {', '.join(fields)}")

    def _matters(self) -> None:
        found = mattering(self.experiment(), self.given, limits=self.limits, **self._measure())
        self.output.show(found)

    def _measure(self) -> dict[str, Any]:
        """What is measured of each cell."""
        return {
            "of": self.view("of"),
            "aim": self._aim(),
            "within": self.given["within"],
            "steps": self.given["steps"],
        }

    def _axes(self) -> dict[str, tuple[Any, ...]]:
        names = [each.name for each in self.rule.parameters]
        axes = {
            name.replace("-", "_"): values
            for name, values in parse_axes(self.given["sweep"], self._swept_value).items()
        }
        for name in axes.keys() - set(names):
            hint = did_you_mean(name, names, f"it takes {', '.join(names)}")
            raise click.UsageError(f"{self.rule.name} has no {name} to sweep; {hint}")
        return axes

    def _swept_value(self, name: str, text: str) -> Any:
        parameter = next((each for each in self.rule.parameters if each.name == name), None)
        if parameter is None:
            return text
        try:
            return parameter.parse(text, self.rule.name)
        except ParameterError as error:
            error.hint = f"write a range like {name}=10..14 or {name}=10..20/5"
            raise


def load_party(paths: Iterable[str]) -> Party:
    """The sheets in some files."""
    return Party([Sheet.load(as_typed(path)) for path in paths])


def _guide(
    experiment: Experiment[Any], aim: Any, when: str | None, strategy: str | None, *, limits: Limits
) -> Guide:
    return experiment.plan(aim, limits=limits).guide_for(when, strategy)


def _listed_odds(
    experiment: Experiment[Any], aim: Any, *, limits: Limits, decide: Strategy | None = None
) -> Distribution:
    odds = Analysis(experiment, aim=aim, decide=decide, limits=limits, own=False).odds()
    len(odds)  # lists the outcomes of dice that explode, which takes time too
    return odds


def _duration(experiment: Experiment[Any], aim: Any, *, limits: Limits) -> Any:
    return Analysis(experiment, aim=aim, limits=limits, own=False).duration()
