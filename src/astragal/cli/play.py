"""``astragal play``: the rules of a game or of a file, each with options made from its parameters."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import click

from astragal.catalogue import check_gifts, find_game, find_rule, game_names
from astragal.cli.answers import FORMS, answer, check_plot, one_form, report
from astragal.cli.axes import parse_axes
from astragal.cli.decisions import Asker, Heard
from astragal.cli.options import as_typed, choose_source
from astragal.cli.rule_files import load_rules
from astragal.cli.seat import Seat
from astragal.cli.stakes import read_stakes
from astragal.cli.terminal import Terminal
from astragal.errors import AstragalError, ChoiceError, ParameterError, RuleError
from astragal.experiment.decisions import Decide
from astragal.experiment.experiment import Experiment
from astragal.experiment.solve.advice import Adviser
from astragal.mechanics.ranges import RangeTable
from astragal.mechanics.tables import RandomTable
from astragal.odds.views import values_missed
from astragal.rolling.sources import SYSTEM, HandSource
from astragal.rules.kinds import OneOf, Optional, Truth, WrittenAs, names_of
from astragal.rules.parameters import Parameter
from astragal.rules.rule import Applied, Rule
from astragal.table.sheets import Sheet, may_be_named

T = TypeVar("T")


class _Games(click.Group):
    """Every game is a group of commands, its rules; and so is every file of rules."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(game_names())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return rules_command(as_typed(cmd_name), Seat())


def rules_command(name: str, seat: Seat) -> click.Command:
    """The rules of a game or of a file, as commands of whoever sits there."""
    if name.endswith(".py") or "/" in name or Path(name).is_file():
        rules = load_rules(name)
        about = f"The rules of {name}. Each has options of its own: --help."
        return _Rules(name, rules, about, seat)
    game = _found(find_game, name)
    about = f"{name}: {game.title}. `astragal games {name}` explains it."
    return _Rules(name, game.rules, about, seat)


def _found(find: Callable[..., T], *names: Any) -> T:
    """What goes by a name; what does not exist is wrong use."""
    try:
        return find(*names)
    except ParameterError as error:
        raise click.UsageError(f"{error.message}; {error.hint}") from None


class _Rules(click.Group):
    def __init__(self, name: str, rules: dict[str, Rule[..., Any]], about: str, seat: Seat) -> None:
        super().__init__(name, help=about, subcommand_metavar="RULE [OPTIONS]...")
        self.rules = rules
        self.seat = seat

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.rules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        rule = _found(find_rule, str(self.name), self.rules, as_typed(cmd_name))
        return rule_command(rule, self.seat)


@click.command("play", cls=_Games, subcommand_metavar="GAME RULE [OPTIONS]...")
def command() -> None:
    """Roll a rule of a game, or of a Python file, or ask for its odds.

    The options of a rule come from its parameters. `astragal games` lists the games; docs/rules.md says how
    to write rules of your own.

    \b
    astragal play tiers check --stat 43 --advantages 3
    astragal play tiers check --help
    astragal play scores test --modifier "Focus Save" --sheet alice.toml
    astragal play scores test --sweep modifier=-2..5 --of passes
    astragal play duel.py attack --bonus 5 --odds

    The exit status is 1 if the rule could not be rolled or analysed.
    """


COMMON = [
    click.Option(["--sheet"], metavar="FILE", help="Named values (TOML): a name is a number then."),
    click.Option(
        ["--stakes"], metavar="TEXT", help="wants: …; success: …; failure: …; for: …; against: …"
    ),
    click.Option(["--seed"], metavar="TEXT", help="The same faces every time for the same seed."),
    click.Option(["--faces"], metavar="6,5,4,2", help="Faces rolled by hand, in order."),
    click.Option(["--decide"], multiple=True, metavar="A,B", help="What to choose, in order."),
    click.Option(["--times"], type=click.IntRange(min=1), metavar="N", help="Roll so often."),
    click.Option(["--explain"], is_flag=True, help="Tell what happened, step by step."),
    click.Option(["--odds"], is_flag=True, help="Exact odds instead of a roll."),
    click.Option(["--steps"], is_flag=True, help="How many steps it takes, exactly."),
    click.Option(["--advise"], is_flag=True, help="What each option of a choice is worth."),
    click.Option(["--of"], metavar="WHAT", help="A field of the outcome; or score>=7, outcome=us."),
    click.Option(["--aim"], metavar="WHAT", help="What choices are made for; as for --of."),
    click.Option(["--sweep"], multiple=True, metavar="NAME=0..9", help="A table over a parameter."),
    click.Option(
        ["--within"], type=click.IntRange(min=0), metavar="N", help="Ended within N steps."
    ),
    click.Option(["--reach"], metavar="65%", help="The least value of a sweep that reaches this."),
    click.Option(["--greatest"], is_flag=True, help="With --reach: the greatest value that does."),
    click.Option(["--json", "as_json"], is_flag=True, help="As JSON, one a line."),
    click.Option(["--csv", "as_csv"], is_flag=True, help="As CSV."),
    click.Option(["--markdown", "as_markdown"], is_flag=True, help="As a Markdown table."),
    click.Option(["--plot"], metavar="FILE", help="Draw it into an .svg or .png file."),
]
_SHORT = 40
_OWN = "parameter_"
"""What stands before the names of a rule's own options, so that none meets a common one."""


def rule_command(rule: Rule[..., Any], seat: Seat) -> click.Command:
    """The command of a rule."""
    taken: set[str] = set()
    own = [_option(parameter, taken) for parameter in rule.parameters]
    return click.Command(
        rule.name.rpartition(".")[2],
        params=[*own, *COMMON],
        callback=lambda **given: _Run(rule, given, seat).run(),
        help=rule.text,
        short_help=rule.text.partition("\n")[0],
    )


def _option(parameter: Parameter, taken: set[str]) -> click.Option:
    name = parameter.name.replace("_", "-")
    # A common option of the same name wins; the rule's is then spelt with its own prefix.
    common = {"--help", *(option for each in COMMON for option in each.opts)}
    spelt = f"--{name}"
    while spelt in taken or spelt in common:
        spelt = f"--rule-{spelt[2:]}"
    taken.add(spelt)
    about = parameter.help or parameter.kind.wanted()
    if names := names_of(parameter.kind):
        about += f": {', '.join(names)}"
    if not parameter.required and parameter.default not in (None, ()):
        about += f"  [default: {parameter.spell(parameter.default)}]"
    if isinstance(parameter.kind, Truth):
        return click.Option(
            [f"{spelt}/--no-{spelt[2:]}", _OWN + parameter.name], default=None, help=about
        )
    return click.Option([spelt, _OWN + parameter.name], metavar=_metavar(parameter), help=about)


def _metavar(parameter: Parameter) -> str:
    """What an option takes, in a word: the choices themselves, where they are short."""
    kind = parameter.kind.inner if isinstance(parameter.kind, Optional) else parameter.kind
    choices = "|".join(kind.names()) if isinstance(kind, OneOf) else ""
    return choices if 0 < len(choices) <= _SHORT else kind.name.upper()


def _table_of(parameter: Parameter) -> type[RandomTable] | None:
    """The type of random table that a parameter takes, if it takes one: it may stand in a file."""
    kind = parameter.kind.inner if isinstance(parameter.kind, Optional) else parameter.kind
    takes = isinstance(kind, WrittenAs) and issubclass(kind.type, RandomTable)
    return RandomTable if takes else None


class _Job(NamedTuple):
    """One of the things a rule can be asked for, and the options that mean something for it."""

    name: str
    wanted: bool
    do: Callable[[], None]
    takes: set[str]


_ROLLING = {"seed", "faces", "decide", "times", "explain", "aim", "stakes"}
_OPTIONS = _ROLLING | {"of", "within", "reach", "greatest"}


_HINTS = {
    "undecided": "--aim says what choices are for; in a roll, --decide says what to choose",
    "not-numbers": "--of says what to look at: a field of the outcome, or e.g. outcome=won",
}
"""What helps on a command line, where Python's own words would not."""

_GOES_WITH = {
    "of": "--odds, --steps or --sweep",
    "aim": "a roll, --odds, --steps, --advise or --sweep",
    "within": "--sweep",
    "reach": "--sweep",
    "greatest": "--reach",
    "faces": "a roll or --advise",
    "decide": "a roll or --advise",
    "seed": "a roll",
    "times": "a roll",
    "explain": "a roll",
    "stakes": "a roll",
}


class _Run:
    """One call of a rule's command."""

    def __init__(self, rule: Rule[..., Any], given: dict[str, Any], seat: Seat) -> None:
        self.rule = rule
        self.given = given
        self.seat = seat
        self.sheet = seat.sheet
        self.form = one_form({name: given[f"as_{name[2:]}"] for name in FORMS})
        self.terminal = seat.terminal

    def run(self) -> None:
        try:
            check_plot(self.given["plot"])
            if self.given["sheet"] is not None:
                self.sheet = Sheet.load(as_typed(self.given["sheet"]))
                for standing in self.sheet.circumstances.each:
                    check_gifts(standing, (each.name for each in self.rule.parameters))
            self._job()()
        except AstragalError as error:
            if error.code in _HINTS:
                error.hint = _HINTS[error.code]
            report(error, self.form)
            sys.exit(1)
        except Exception as error:
            # A mistake of the rule itself: where it is says more than how we got there.
            notes = getattr(error, "__notes__", ())
            if not notes:
                raise
            said = f"{type(error).__name__}: {error}"
            report(RuleError("raised", said, hint="; ".join(notes)), self.form)
            sys.exit(1)

    def _job(self) -> Callable[[], None]:
        """What is wanted; refused where two things are, or where an option means nothing for it."""
        sweeping = bool(self.given["sweep"])
        jobs = [
            _Job("--odds", self.given["odds"], self._odds, {"of", "aim"}),
            _Job("--steps", self.given["steps"] and not sweeping, self._steps, {"aim", "of"}),
            _Job("--advise", self.given["advise"], self._advise, {"aim", "faces", "decide"}),
            _Job("--sweep", sweeping, self._sweep, {"of", "aim", "within", "reach", "greatest"}),
        ]
        wanted = [job for job in jobs if job.wanted]
        if len(wanted) > 1:
            raise click.UsageError(f"give one of {' and '.join(job.name for job in wanted)}")
        job = wanted[0] if wanted else _Job("", True, self._roll, _ROLLING)
        for option in sorted(_OPTIONS - job.takes):
            if self.given[option] not in (None, False, ()):
                raise click.UsageError(f"--{option} goes with {_GOES_WITH[option]}")
        return job.do

    def _values(self) -> dict[str, Any]:
        """The rule's own parameters that were given; where names may stand, as they were typed."""
        values: dict[str, Any] = {}
        for parameter in self.rule.parameters:
            typed = self.given[_OWN + parameter.name]
            if typed is None:
                continue
            if isinstance(typed, str):
                typed = as_typed(typed)
                absent = typed.strip() == "none" and isinstance(parameter.kind, Optional)
                if typed.endswith(".toml") and (table := _table_of(parameter)):
                    typed = table.load(typed)
                elif absent or not may_be_named(parameter.kind):
                    typed = parameter.read(typed, self.rule.name)
            values[parameter.name] = typed
        return values

    def _experiment(self) -> Experiment[Any]:
        stakes = self.given["stakes"]
        settled = None if stakes is None else read_stakes(as_typed(stakes))
        return self.sheet.applied(self.rule, self._values(), settled)

    def _view(self, name: str) -> Any:
        typed = self.given[name]
        return None if typed is None else as_typed(typed)

    def _aim(self) -> Any:
        """What choices are for: as somebody says, or as the rule does."""
        return self._view("aim") or self.rule.aim or None

    def _decisions(self) -> tuple[str, ...] | None:
        given = [as_typed(text) for text in self.given["decide"]]
        if not given:
            return None
        # One option each, where it is given several times: a label may have a comma in it.
        words = given[0].split(",") if len(given) == 1 else given
        return tuple(word.strip() for word in words if word.strip())

    def _roll(self) -> None:
        if self.form not in (None, "--json") or self.given["plot"] is not None:
            unfit = "--plot" if self.form in (None, "--json") else self.form
            raise click.UsageError(f"a roll has no {unfit}: give --odds with it, or --json")
        experiment = self._experiment()
        self._lint(experiment)
        source = choose_source(self.given["seed"], self.given["faces"]) or self.seat.source
        decisions = self._decisions()
        aim = self._view("aim")
        if aim is not None and decisions is not None:
            raise click.UsageError("give --decide or --aim, not both")
        for _ in range(self.given["times"] or 1):
            heard = Heard(SYSTEM if source is None else source)
            decide: Decide | None = None
            if decisions is None:
                asker = Asker(Terminal(sys.stderr), experiment, heard)
                decide = asker if aim is None else Adviser(aim)
            roll = experiment.roll(heard, decide=decide, decisions=decisions)
            self.seat.last = roll
            if self.form == "--json":
                self.terminal.record(roll.to_data())
                continue
            self.terminal.roll(roll)
            if self.given["explain"]:
                for step in roll.explain():
                    self.terminal.paragraph(step, "  ")
        if isinstance(source, HandSource):
            source.finish()

    def _odds(self) -> None:
        odds = self._analysed(lambda experiment, aim: experiment.odds(aim=aim))
        view = self._view("of")
        if view is None:
            self._answer(odds)
            return
        seen = odds.of(view)
        if odds.finite and (values := values_missed(view, odds)):
            self._remark(f"{view} never comes up; there are {', '.join(values)}")
        self._answer(seen)

    def _analysed(self, analyse: Callable[[Experiment[Any], Any], Any]) -> Any:
        """What is found out; where there are choices and nobody says what for, for the rule's own aim."""
        experiment, aim = self._experiment(), self._view("aim")
        try:
            return analyse(experiment, aim)
        except ChoiceError as error:
            if error.code != "undecided" or not self.rule.aim:
                raise
            self._remark(f"with the best decisions for: {self.rule.aim}")
            return analyse(experiment, self.rule.aim)

    @staticmethod
    def _remark(text: str) -> None:
        Terminal(sys.stderr).paragraph(text)

    def _steps(self) -> None:
        duration = self._analysed(lambda experiment, aim: experiment.duration(aim=aim))
        view = self._view("of")
        self._answer(duration if view is None else duration.of(view))

    def _advise(self) -> None:
        aim = self._aim()
        if aim is None:
            raise click.UsageError("advise on what? --aim says what to make likely, or large")
        source = choose_source(None, self.given["faces"])
        faces = source.faces if isinstance(source, HandSource) else ()
        decisions = self._decisions() or ()
        experiment = self._experiment()
        self._answer(experiment.advise(aim, faces=faces, decisions=decisions))

    def _sweep(self) -> None:
        from astragal.cli.sweeps import swept

        parameters = {each.name: each for each in self.rule.parameters}

        def read(name: str, text: str) -> Any:
            if name not in parameters:
                return text
            try:
                return parameters[name].read(text, self.rule.name)
            except ParameterError as error:
                error.hint = f"a range is written {name}=10..14 or {name}=10..20/5"
                raise

        axes = {
            name.replace("-", "_"): values
            for name, values in parse_axes(self.given["sweep"], read).items()
        }
        for name in axes.keys() - parameters.keys():
            near = get_close_matches(name, parameters, 1)
            listed = f"did you mean {near[0]}?" if near else f"it takes {', '.join(parameters)}"
            raise click.UsageError(f"{self.rule.name} has no {name} to sweep; {listed}")
        given = {name: each for name, each in self._values().items() if name not in axes}
        fixed, _ = Sheet(self.sheet.name, dict(self.sheet)).filled(self.rule, given)
        measure = {
            "of": self._view("of"),
            "aim": self._aim(),
            "within": self.given["within"],
            "steps": self.given["steps"],
        }
        what: Any = self.rule
        if self.sheet.circumstances.each:
            # What stands is added to every value of the table.
            what, fixed = self._circumstanced(given), {}
        found = swept(
            what,
            axes,
            self.given["reach"],
            greatest=self.given["greatest"],
            fixed=fixed,
            **measure,
        )
        self._answer(found)

    def _circumstanced(self, given: Mapping[str, Any]) -> Callable[..., Experiment[Any]]:
        def rule(**values: Any) -> Experiment[Any]:
            return self.sheet.applied(self.rule, {**given, **values})

        rule.__name__ = self.rule.name
        return rule

    def _lint(self, experiment: Experiment[Any]) -> None:
        """Say what is wrong with ranges that were typed."""
        assert isinstance(experiment, Applied)
        for value in experiment.arguments.values():
            for finding in value.lint() if isinstance(value, RangeTable) else ():
                self._remark(f"these ranges have a {finding}")

    def _answer(self, found: Any) -> None:
        answer(found, self.form, self.given["plot"], self.terminal)
