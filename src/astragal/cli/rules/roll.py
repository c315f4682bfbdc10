"""Rolling a rule on the command line: once or repeatedly, paused, with hidden parameters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import click

from astragal.cli.asking import as_typed, value_of
from astragal.cli.decisions import TypedDecisions, decided
from astragal.cli.own_options import TIMES
from astragal.cli.pauses import PauseWriter, faces_up_to_the_pause, read_key
from astragal.errors import AstragalError
from astragal.experiment.experiment import Experiment
from astragal.hidden import Secret, hide, hideable
from astragal.rolling.roll import Roll
from astragal.rolling.sources import SYSTEM, HandSource, Source
from astragal.rules.rule import Rule
from astragal.service.questions.roll import source_given
from astragal.table.files import write_text
from astragal.table.party import Party

if TYPE_CHECKING:
    from astragal.cli.rules.call import RuleCall


class RuleRoll:
    """The rolls of a call of a rule, shown and recorded."""

    def __init__(self, call: RuleCall) -> None:
        self.call = call
        self.given = call.typed
        self.asked = call.given()
        self._secret: Secret | None = None

    def run(self) -> None:
        experiment = self._experiment()
        self.call.lint(experiment)
        given = self.given
        source = source_given(self.asked) or self.call.session.source
        if given["pause"] is not None:
            self._pause(experiment, source)
        else:
            self._show_all(self._rolls(experiment, SYSTEM if source is None else source), source)
        for sheet, path in zip(self.call.party.sheets, given["sheet_out"], strict=False):
            write_text(as_typed(path), sheet.to_toml(), "sheet")

    def _experiment(self) -> Experiment[Any]:
        hidden = _hidden_values(self.call.rule, self.given["hidden"])
        for name in hidden.keys() & self.call.parameters().keys():
            raise click.UsageError(f"{name} is given twice: openly, and with --hidden")
        experiment = self.call.subject(hidden).experiment
        if not hidden:
            return experiment
        if self.given["secret"] is None:
            raise click.UsageError("--secret names the file that reveals what is hidden")
        experiment, self._secret = hide(experiment, *hidden)
        return experiment

    # Repeated rolls

    def _rolls(self, experiment: Experiment[Any], source: Source) -> Iterator[tuple[Roll, Party]]:
        """Each roll with the sheets before it; it changes the sheets for the next roll."""
        for _ in range(value_of(TIMES, self.given["times"]) or 1):
            roll = self._rolled(experiment, source)
            before = self.call.party
            if self._changed_by(roll):
                experiment = self._experiment()
            yield roll, before

    def _rolled(self, experiment: Experiment[Any], source: Source) -> Roll:
        decisions, aim = self.asked["decisions"], self.asked["aim"]
        made = None if decisions is None else TypedDecisions(decisions)
        roll = decided(
            self.call.session.errors,
            experiment,
            source,
            decisions=made,
            aim=aim,
            limits=self.call.limits,
        )
        if made is not None:
            made.finish()
        return roll

    def _changed_by(self, roll: Roll) -> bool:
        """Update the sheets by a roll; True if that changed anything."""
        before = self.call.party
        self.call.party = before.after(roll)
        return self.call.party != before or bool(before.changes(self.call.party))

    def _show_all(self, rolls: Iterable[tuple[Roll, Party]], source: Source | None) -> None:
        if isinstance(source, HandSource):
            rolls = list(rolls)  # refuse unsuitable faces before showing anything
            source.finish()
        for roll, before in rolls:
            self._show(roll, before)

    def _show(self, roll: Roll, before: Party) -> None:
        self._save_secret()
        self._keep(roll)
        # At the prompt, an empty sheet stands for the player.
        known = any(sheet.to_toml() for sheet in before.sheets)
        in_json = self.call.output.writes_records
        self.call.show_roll(roll, before if known or not in_json else None)

    def _keep(self, roll: Roll) -> None:
        """Record the roll and its changes in the session."""
        session = self.call.session
        session.rolled(roll)
        if not self.given["sheet"] and self.call.party != session.party:
            session.change(self.call.party, "; ".join(session.party.changes(self.call.party)))

    def _save_secret(self) -> None:
        """Write the secret after the roll is made, and before it is shown."""
        if self._secret is not None:
            _write_secret(self._secret, as_typed(self.given["secret"]))
            self._secret = None

    # Pauses

    def _pause(self, experiment: Experiment[Any], source: Source | None) -> None:
        """Roll up to the first pause, and write its token."""
        key = read_key(self.given["key"])
        reached = experiment.start(source, limits=self.call.limits)
        if isinstance(source, HandSource):
            with faces_up_to_the_pause(reached):
                source.finish()
        if isinstance(reached, Roll):
            before = self.call.party
            self._changed_by(reached)
            self._show(reached, before)
            return
        self._save_secret()
        in_json = self.call.output.writes_records
        writer = PauseWriter(self.given["pause"], key, self.given["key"], in_json=in_json)
        writer.write(reached)


def _hidden_values(rule: Rule[..., Any], pairs: Iterable[str]) -> dict[str, Any]:
    """The values after ``--hidden``, by parameter name."""
    values: dict[str, Any] = {}
    for typed in map(as_typed, pairs):
        name, equals, value = typed.partition("=")
        name = name.strip().replace("-", "_")
        if not equals or name in values:
            can = (each.name for each in rule.parameters if each.hideable)
            raise click.UsageError(
                f"--hidden takes a difficulty once, such as {next(can, 'dc')}=15"
            )
        values[name] = hideable(rule, name).parse(value.strip(), rule.name)
    return values


def _write_secret(secret: Secret, path: str) -> None:
    """Write a secret to a new file; an existing file may hold another secret."""
    try:
        with open(path, "x", encoding="utf-8") as file:
            file.write(secret.to_json() + "\n")
    except FileExistsError:
        raise AstragalError(
            "cannot-write", f"{path}: this file exists already, and may hold another secret"
        ) from None
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or "not the path of a file"
        raise AstragalError("cannot-write", f"{path}: {why}") from None
