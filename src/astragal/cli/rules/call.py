"""One call of a rule on the command line: a roll, odds, steps, advice or a sweep."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import click

from astragal.cli.asking import Typed, as_typed
from astragal.cli.call import Call
from astragal.cli.reading import load_party
from astragal.cli.rules.options import WAYS, own_values, read_stakes, said_values
from astragal.cli.rules.sets import RuleSet
from astragal.cli.session import Session
from astragal.errors import AstragalError, Audience, ChoiceError, LimitError, OddsError
from astragal.experiment.experiment import Experiment
from astragal.render.headline import headline_of
from astragal.rules.game import Game
from astragal.rules.rule import Applied, Rule
from astragal.service.questions.advise import Advise
from astragal.service.questions.odds import Odds, odds_data, seen
from astragal.service.questions.plan import Plan
from astragal.service.questions.roll import Roll
from astragal.service.questions.start import Start
from astragal.service.questions.steps import Steps
from astragal.service.questions.sweep import Sweep
from astragal.service.rule_subject import RuleSubject
from astragal.table.known import check_circumstances
from astragal.table.people import People

if TYPE_CHECKING:
    from astragal.probability.distribution import Distribution
    from astragal.render.grid import RenderedGrid
    from astragal.service.question import Given

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class RuleCall(Call):
    """A rule, its typed options, and the session of the call."""

    name = "play"
    ways = WAYS

    def __init__(
        self,
        rule: Rule[..., Any],
        rule_set: RuleSet,
        typed: Typed,
        session: Session,
        saved: str = "",
    ) -> None:
        super().__init__(session, typed)
        self.rule = rule
        self.rule_set = rule_set
        self.party = session.party
        self.saved = saved
        """the name of the saved roll on a sheet that was called; "" if the rule itself was"""
        if not rule_set.for_players:
            self.audience = Audience.PROGRAMMER  # the caller probably wrote the rules of the file

    def answer(self) -> None:
        self._open_sheets()
        if self.way.question in (Roll, Start):
            from astragal.cli.rules.roll import RuleRoll

            RuleRoll(self).run()
        elif self.way.question is Odds:
            self._show_odds()
        else:
            self._show_found()

    def report(self, error: AstragalError, about: Mapping[str, Any] | None = None) -> None:
        if error.code == "missing-parameter" and (example := self._example()):
            error.hint = f"e.g. {example}"
        if isinstance(error, LimitError) and self.rule_set.for_players:
            error = Game.in_players_words(error, self.rule)
        super().report(error, about)

    def _example(self) -> str | None:
        """An example of this rule to copy."""
        name = self.rule.name.rpartition(".")[2]
        fitting = (each for each in self.rule_set.examples if each.split()[0] == name)
        return next(fitting, None)

    def _open_sheets(self) -> None:
        if self.typed["sheet"]:
            self.party = load_party(self.typed["sheet"])
        if self.typed["sheet_out"] and len(self.typed["sheet_out"]) != len(self.typed["sheet"]):
            raise click.UsageError("give --sheet-out once for each --sheet, in the same order")
        rules = self.rule_set.rules.values()
        check_circumstances(People(self.party.sheets), rules, self.rule_set.name)

    # Input

    def parameters(self) -> dict[str, Any]:
        """The given parameters, from options or by position."""
        given = own_values(self.rule, self.typed)
        return given | said_values(self.rule, self.typed["words"], given, self._on_a_sheet)

    def _on_a_sheet(self, name: str) -> bool:
        return bool(People(self.party.sheets).having(name))

    def subject(self, more: Mapping[str, Any] = _NOTHING) -> RuleSubject:
        """The rule with its parameters filled in, and with those in ``more``."""
        found = self.party.saved(self.saved) if self.saved else None
        saved = {} if found is None else found[1].values(self.rule)
        stakes = self.typed["stakes"]
        read = None if stakes is None else read_stakes(as_typed(stakes))
        values = {**saved, **self.parameters(), **more}
        return RuleSubject(self.rule, values, self.party, read, self.saved)

    def given(self) -> Given:
        """The fields of the question."""
        return self.way.given(self.typed, sheets=(), stakes=None, hidden=())

    # Questions

    def lint(self, experiment: Experiment[Any]) -> None:
        """Point out likely mistakes in ranges: gaps and overlaps."""
        from astragal.mechanics.ranges import RangeTable

        assert isinstance(experiment, Applied)
        for value in experiment.arguments.values():
            if isinstance(value, RangeTable):
                for finding in value.lint():
                    self._say(f"these ranges have a {finding}")

    def _say(self, text: str) -> None:
        self.session.errors.paragraph(text)

    def _analysed(self, subject: RuleSubject, given: Given) -> Any:
        """Odds or steps; without --aim, choices follow the rule's own aim."""
        try:
            return self.found(subject, given, own=False)
        except ChoiceError as error:
            aim = subject.experiment.own_aim
            if error.code != "undecided" or not aim:
                raise
        self._say(f"with the best decisions for: {aim}")
        return self.found(subject, {**given, "aim": aim})

    def _odds(self, subject: RuleSubject) -> tuple[Distribution, Distribution, Sequence[str]]:
        """The whole odds, the view of them that --of names, and remarks on it."""
        given = self.given()
        self.lint(subject.experiment)
        odds = self._analysed(subject, given)
        view, remarks = seen(odds, given["of"])
        for each in remarks:
            self._say(each)
        return odds, view, remarks

    def _show_odds(self) -> None:
        subject = self.subject()
        odds, view, remarks = self._odds(subject)
        if self.output.writes_records:
            if not self.output.drawn(view.plot, alone=True):
                self.output.record(odds_data(view, subject, remarks, self.limits))
            return
        whole = view is odds and not (self.typed["table"] or self.output.for_programs)
        short = headline_of(odds) if whole else None
        self.show(view if short is None else short)
        if short is not None:
            shown = "lists" if self.output.plot is None else "draws"
            self._say(f"--table {shown} all {len(odds):,} outcomes")

    def odds(self) -> Distribution:
        """The odds alone, for a comparison."""
        self._open_sheets()
        return self._odds(self.subject())[1]

    def _show_found(self) -> None:
        subject, given = self.subject(), self.given()
        if self.way.question in (Advise, Plan) and not (given["aim"] or self.rule.aim):
            what = "advice" if self.way.question is Advise else "a plan"
            raise click.UsageError(f"{what} for what? --aim says what to make likely, or large")
        if self.way.question is Steps:
            self.lint(subject.experiment)
            self.show(self._analysed(subject, given))
            return
        if "axes" not in given:
            self.show(self.found(subject, given))
            return
        found, remark = self._swept(subject, given)
        self.show(found)
        if remark:
            self._say(remark)
        self.failed = found.refuses

    def _swept(self, subject: RuleSubject, given: Given) -> tuple[RenderedGrid, str]:
        """The answer along the axes, and a remark on it.

        Where nobody says what to measure, it is what players ask about first.
        """
        says = any(given.get(each) for each in ("of", "within", "steps", "shares"))
        whole = says or self.layout.every or self.output.for_programs
        fields = self.rule.outcome_fields
        for field in () if whole or self.way.question is not Sweep else self.rule.headline:
            try:
                found: RenderedGrid = self.found(subject, {**given, "of": field})
            except OddsError:  # these outcomes do not have it
                continue
            others = f"--of asks for another: {', '.join(each for each in fields if each != field)}"
            return found, f"{others}; --all shows every outcome"
        found = self.found(subject, given)
        from astragal.render.shares import Shares

        listed = isinstance(found, Shares) and fields and not (says or self.output.form)
        return found, f"--of looks at one of: {', '.join(fields)}" if listed else ""
