"""``astragal play``: a group of commands for every game and every file of rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click

from astragal.catalogue import game_names
from astragal.cli.asking import WordsCommand, as_typed
from astragal.cli.rules.call import RuleCall
from astragal.cli.rules.options import COMMON, own_options, value_words
from astragal.cli.rules.sets import RuleSet, find_rules
from astragal.cli.screen.help import fitted
from astragal.cli.session import Session
from astragal.rules.rule import Rule


class _Games(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(game_names())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return fitted(rules_command(as_typed(cmd_name), ctx.find_object(Session) or Session()))


def rules_command(name: str, session: Session) -> click.Command:
    """The rules of a game or of a file, as commands in a session."""
    return _Rules(find_rules(name), session)


class _Rules(click.Group):
    def __init__(self, rule_set: RuleSet, session: Session) -> None:
        super().__init__(rule_set.name, help=rule_set.about, subcommand_metavar="RULE [OPTIONS]...")
        self.rule_set = rule_set
        self.session = session

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self.rule_set.rules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        rule = self.rule_set.find(as_typed(cmd_name))
        return RuleCommand(rule, self.rule_set, self.session)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = self.found(args)
        return name, command, rest

    def found(self, args: list[str]) -> tuple[str, RuleCommand, list[str]]:
        """The rule with this name, or with a name on a sheet; and the remaining words."""
        name = as_typed(args[0])
        if self.rule_set.has(name):
            rule = self.rule_set.find(name)
            return name, RuleCommand(rule, self.rule_set, self.session), args[1:]
        from astragal.cli.rules.saved import named_rule

        rule, rest, saved = named_rule(args, self.rule_set, self.session)
        return name, RuleCommand(rule, self.rule_set, self.session, saved), rest


class RuleCommand(WordsCommand):
    """A rule as a command."""

    def __init__(
        self, rule: Rule[..., Any], rule_set: RuleSet, session: Session, saved: str = ""
    ) -> None:
        super().__init__(
            rule.name.rpartition(".")[2],
            params=[value_words(rule), *own_options(rule), *COMMON],
            callback=lambda **given: self.call(given).run(),
            help=rule.text,
            short_help=rule.text.partition("\n")[0],
        )
        self.rule = rule
        self.rule_set = rule_set
        self.session = session
        self.saved = saved
        fitted(self)

    def call(self, given: dict[str, Any]) -> RuleCall:
        """The call of the rule with the typed options."""
        return RuleCall(self.rule, self.rule_set, given, self.session, self.saved)


def rule_call(words: list[str], session: Session, common: Mapping[str, Any]) -> RuleCall:
    """A rule as typed after ``play``, called for its odds: tiers check 45.

    Options in ``common`` apply unless the call itself sets them.
    """
    group = _Rules(find_rules(as_typed(words[0])), session)
    name, command, rest = group.found(words[1:])
    typed = command.make_context(name, rest).params
    return command.call(
        {**typed, **{name: typed[name] or each for name, each in common.items()}, "odds": True}
    )


@click.command("play", cls=_Games, subcommand_metavar="GAME RULE [OPTIONS]...")
def command() -> None:
    """Roll a rule of a game or of a Python file, or ask for its odds.

    A rule's options come from its parameters; the values of its first ones may also stand
    alone, in order. `astragal games` lists the games; docs/rules.md says how to write your own.

    \b
    astragal play tiers check 43
    astragal play tiers check --stat 43 --advantages 3
    astragal play tiers check --help
    astragal play scores test --modifier "Focus Save" --sheet alice.toml
    astragal play scores group_test --modifiers Stealth --sheet alice.toml --sheet bob.toml
    astragal play scores "Magic Missile" --sheet alice.toml
    astragal play scores test --sweep modifier=-2..5 --of passes
    astragal play duel.py attack --bonus 5 --odds

    The exit status is 1 if the rule cannot be rolled or analysed.
    """
