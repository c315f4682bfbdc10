"""Completion at the prompt: commands, options, rules, their parameters, names, and dice."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

import click

from astragal.cli.asking import FieldOption
from astragal.cli.line import first_word, unpasted
from astragal.cli.main import COMMANDS, main
from astragal.cli.prompt.commands import own_commands
from astragal.errors import AstragalError
from astragal.notation.completion import complete

if TYPE_CHECKING:
    from astragal.cli.prompt.prompt import Prompt
    from astragal.rules.parameters import Parameter
    from astragal.rules.rule import Rule
    from astragal.service.fields import Field


_WITH_DICE = ("roll", "odds", "set", "?")
"""Commands that take dice."""


class Next(NamedTuple):
    """A completion that replaces the last ``typed`` characters, and a description of it."""

    text: str
    typed: int
    about: str = ""


def completions(prompt: Prompt, before: str) -> Iterator[Next]:
    """Completions of a text: whole words first, then dice notation."""
    line = unpasted(before) if before.strip() else ""
    line += " " if before.endswith(" ") and line else ""
    word, _ = first_word(line)
    typed = line.rpartition(" ")[2]
    found: Iterable[Next]
    if " " not in line:
        found = _first_words(prompt, typed)
    elif typed.startswith("--"):
        found = _beginning(typed, _options(prompt, line))
    elif word in own_commands() and not own_commands()[word].alone:
        rest = line[len(word) :].lstrip()
        words = own_commands()[word].follows(prompt.session)
        found = _beginning(rest, ((each, "") for each in words))
    else:
        found = _values(prompt, line, typed)
    ours = not prompt.session.dialect
    dice = ours and (word in _WITH_DICE or not prompt.knows(line))
    seen = set()
    for each in (*found, *(_notation(prompt, line) if dice and typed else ())):
        if each.text not in seen:
            seen.add(each.text)
            yield each


def _beginning(typed: str, words: Iterable[tuple[str, str]]) -> Iterator[Next]:
    wanted = typed.casefold()
    for word, about in words:
        if word.casefold().startswith(wanted) and word.casefold() != wanted:
            yield Next(word, len(typed), about)


def _first_words(prompt: Prompt, typed: str) -> Iterator[Next]:
    own = {name: each.about for name, each in own_commands().items() if name == each.names[0]}
    session = prompt.session
    rules = {} if session.game is None else session.game.rules
    words = {
        **dict.fromkeys(prompt.names, "a name on a sheet"),
        **dict(session.macros),
        **{name: rule.text.partition("\n")[0] for name, rule in rules.items()},
        **dict.fromkeys(COMMANDS, ""),
        **own,
    }
    yield from _beginning(typed, sorted(words.items()))


def _options(prompt: Prompt, line: str) -> Iterator[tuple[str, str]]:
    """The options of the command that a line calls."""
    command = _command(prompt, line)
    for each in command.params if command is not None else ():
        if isinstance(each, click.Option) and not each.hidden:
            for spelt in (*each.opts, *each.secondary_opts):
                yield spelt, (each.help or "").partition("\n")[0]


def _field(prompt: Prompt, line: str, option: str) -> Field | None:
    """The field whose value is typed after an option, if it has completions."""
    command = _command(prompt, line) if option.startswith("--") else None
    for each in command.params if command is not None else ():
        if isinstance(each, FieldOption) and option in each.opts and any(each.field.completes()):
            return each.field
    return None


def _command(prompt: Prompt, line: str) -> click.Command | None:
    from astragal.cli.commands.play import rules_command

    words = line.split()
    game, rule = _rule_words(prompt, words)
    with click.Context(main) as ctx:
        if game:
            try:
                group = rules_command(game, prompt.session)
                return group.get_command(ctx, rule) if isinstance(group, click.Group) else None
            except (click.ClickException, AstragalError):
                return None
        return main.get_command(ctx, words[0] if words[0] in COMMANDS else "roll")


def _rule_words(prompt: Prompt, words: list[str]) -> tuple[str, str]:
    """The game and the rule that a line calls; two empty texts if it calls none."""
    game = prompt.session.game
    if words[0] == "odds" and len(words) > 2:
        words = words[1:]
    if words[0] == "play" and len(words) > 2:
        return words[1], words[2]
    if game is not None and words[0].replace("-", "_") in game.rules:
        return game.name, words[0]
    if game is not None and game.named and prompt.names.called(" ".join(words)):
        return game.name, game.named[0]
    return "", ""


def _rule(prompt: Prompt, words: list[str]) -> Rule[..., object] | None:
    from astragal.catalogue import find_game, is_game

    game, rule = _rule_words(prompt, words)
    known = find_game(game).rules if is_game(game) else {}
    return known.get(rule.replace("-", "_"))


def _values(prompt: Prompt, line: str, typed: str) -> Iterator[Next]:
    """Games and rules after ``play``; words and names for a parameter of a rule."""
    from astragal.catalogue import all_games, find_game, game_names, is_game

    words = line.split(" ")
    if words[0] == "play" and len(words) == 2:
        yield from _beginning(typed, ((game.name, game.title) for game in all_games()))
    elif words[0] == "play" and len(words) == 3 and is_game(words[1]):
        rules = find_game(words[1]).rules.items()
        yield from _beginning(typed, ((name, r.text.partition("\n")[0]) for name, r in rules))
    elif (field := _field(prompt, line, words[-2])) is not None:
        yield from _beginning(typed, field.completes())
    elif words[0] == "games" and len(words) == 2:
        yield from _beginning(typed, ((name, "") for name in game_names()))
    elif (rule := _rule(prompt, line.split())) is not None:
        parameter = _parameter(rule, words)
        own = () if parameter is None else _words_of(parameter)
        names = prompt.session.party.known_names
        yield from _beginning(typed, ((each, "") for each in (*own, *names)))


def _parameter(rule: Rule[..., object], words: list[str]) -> Parameter | None:
    """The parameter whose value is being typed, by the option before it or by position."""
    before = words[-2]
    if before.startswith("--"):
        name = before[2:].replace("-", "_")
        return next((each for each in rule.parameters if each.name == name), None)
    if any(word.startswith("--") for word in words):
        return None
    start = next((n for n, w in enumerate(words) if w == rule.name.rpartition(".")[2]), 0)
    place = len(words) - start - 2
    return rule.parameters[place] if 0 <= place < len(rule.parameters) else None


def _words_of(parameter: Parameter) -> tuple[str, ...]:
    return (*parameter.type.choices_shown(), *parameter.type.number_names())


def _notation(prompt: Prompt, line: str) -> Iterator[Next]:
    session = prompt.session
    names = [*session.values, *session.macros, *session.party]
    found = complete(line, None, names)
    for each in found.options:
        yield Next(each.text, found.end - found.start, each.about)
