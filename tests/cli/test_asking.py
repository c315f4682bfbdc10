"""Options are fields of questions: what may be typed, what goes together, and what is read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import import_module

import click
import pytest
from click.testing import CliRunner

from astragal.cli.asking import FieldOption, Way, chosen, given_of, options_of, value_of
from astragal.cli.call import Call
from astragal.cli.main import COMMANDS, main
from astragal.cli.own_options import FILE, WORK
from astragal.cli.question_command import ways_of
from astragal.cli.rules import options
from astragal.service import Service
from astragal.service.fields import AIM, AXES, DECISIONS, FACES, SEED, VARIABLES, switch
from astragal.service.question import AboutSubject, question_of_command
from astragal.service.questions.odds import Odds
from astragal.service.questions.reach import Reach
from astragal.service.questions.steps import Steps
from astragal.service.questions.sweep import Sweep

OF_THE_TERMINAL = ("prompt", "serve")
"""Commands that ask nothing: what they take is about the terminal, files and the server."""
QUESTIONS = "astragal.cli.question_command"
"""Where questions become commands by themselves."""
LOUD = switch("loud", "say it twice", needs="aim")
WAYS = (
    Way(Odds, (LOUD,), called="the odds"),
    Way(Steps, (switch("steps", "how long it takes"),), "steps"),
    Way(Sweep, (), "sweep"),
    Way(Reach, (), "reach"),
)


def asked(**typed: object) -> Way:
    return chosen(WAYS, typed)


def ways_of_command(command: str) -> Sequence[Way]:
    found: object = question_of_command(command)
    if isinstance(found, AboutSubject):
        return ways_of(found)
    import_module(COMMANDS[command])
    calls = {each.name: each for each in Call.__subclasses__() if each.__module__ != QUESTIONS}
    return calls[command].ways


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in OF_THE_TERMINAL])
def test_every_option_is_a_field_of_a_question_or_the_terminals_own(command: str) -> None:
    ways = ways_of_command(command)
    with click.Context(main) as context:
        found = main.get_command(context, command)
    assert found is not None
    params = options.COMMON if command == "play" else found.params
    fields = {each.place: each for way in ways for each in way.options.values()}
    fields |= {each.place: each for each in ((FILE,) if command == "games" else WORK)}
    typed = [each for each in params if isinstance(each, click.Option)]
    assert {each.name for each in typed} == set(fields)
    for each in typed:
        assert each.opts[0] == fields[str(each.name)].option
    questions = [way.question for way in ways if way.question is not None]
    of_questions = {each.place for asked in questions for each in asked.fields if each.spelt}
    of_questions |= {each.place for asked in questions for each in asked.typed}
    own = {each.place for way in ways for each in way.own}
    assert set(fields) <= of_questions | own | {each.place for each in (*WORK, FILE)}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_made_from_a_field(command: str) -> None:
    with click.Context(main) as context:
        found = main.get_command(context, command)
    assert found is not None
    listed = options.COMMON if command == "play" else found.params
    typed = [each for each in listed if isinstance(each, click.Option) and not each.hidden]
    assert typed
    assert all(isinstance(each, FieldOption) for each in typed)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_says_what_it_does_in_a_sentence(command: str) -> None:
    with click.Context(main) as context:
        found = main.get_command(context, command)
    assert found is not None
    for each in found.params:
        if isinstance(each, click.Option) and not each.hidden:
            assert each.help
            assert each.help[0].isupper() or each.help[0].isdigit()


def test_a_switch_says_which_question_is_asked() -> None:
    assert asked().question is Odds
    assert asked(steps=True).question is Steps
    assert asked(sweep=("a=1..2",)).question is Sweep
    assert asked(sweep=("a=1..2",), reach="65%").question is Reach


def test_a_switch_that_is_a_field_of_another_question_only_adds_to_it() -> None:
    way = asked(sweep=("a=1..2",), steps=True)
    assert way.question is Sweep
    assert way.given({"sweep": ("a=1..2",), "steps": True})["steps"] is True


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"steps": True, "reach": "9%", "sweep": ()}, None),
        ({"shares": True}, "--shares goes with --sweep"),
        ({"shares": True, "sweep": ("a=1",), "reach": "9%"}, "leave out --shares"),
        ({"greatest": False}, "--least goes with --reach"),
        ({"greatest": True}, "--greatest goes with --reach"),
        ({"loud": True}, "--loud goes with --aim"),
        ({"loud": True, "aim": "passes"}, None),
        ({"strategy": "hold", "aim": "passes"}, "give --strategy or --aim, not both"),
        ({"within": "3"}, "--within goes with --sweep"),
        ({"strategy": "hold", "steps": True}, "--strategy goes with the odds"),
    ],
)
def test_what_does_not_go_together_is_said_plainly(
    typed: dict[str, object], said: str | None
) -> None:
    if said is None:
        chosen(WAYS, typed)
        return
    with pytest.raises(click.UsageError) as caught:
        chosen(WAYS, typed)
    assert said in caught.value.message


def test_a_needed_field_is_missed() -> None:
    with pytest.raises(click.UsageError, match="--sweep is missing"):
        given_of(Reach, {"reach": "65%"})


def test_what_is_typed_is_read_by_the_type_of_the_field() -> None:
    assert value_of(VARIABLES, ("str=3", "half=1/2")) == {"str": 3, "half": (1 / 2)}
    assert value_of(FACES, "6,5 4") == (6, 5, 4)
    assert value_of(FACES, "7/0,2hit+crit") == ((7, 0), "2hit+crit")
    assert value_of(DECISIONS, ("re-roll, keep",)) == ("re-roll", "keep")
    assert value_of(DECISIONS, ("Ann, then Bob", "nobody")) == ("Ann, then Bob", "nobody")
    assert value_of(SEED, "none") == "none"
    assert value_of(AIM, None) is None


def test_the_field_completes_its_option() -> None:
    found = [each for each in options_of(WAYS) if each.name == "dialect"]
    with click.Context(click.Command("odds")) as context:
        names = [each.value for each in found[0].shell_complete(context, "roll2")]
    assert names == ["roll20"]


def test_a_name_is_swept_once() -> None:
    with pytest.raises(click.UsageError, match="--sweep a is given twice"):
        value_of(AXES, ("a=1..2", "a=3"))


def test_an_option_says_with_which_others_it_goes() -> None:
    helps = {each.name: each.help or "" for each in options_of(WAYS)}
    assert helps["shares"].startswith("With --sweep: the chance")
    assert helps["greatest"].startswith("With --reach: ")
    assert helps["of"].startswith("A field of the outcome")


def test_a_chance_is_asked_over_the_service_as_on_the_command_line() -> None:
    typed = CliRunner().invoke(main, ["odds", "2d6", "--at-least", "10", "--json"])
    assert json.loads(typed.stdout) == Service().ask(
        "chance", {"expression": "2d6", "at_least": "10"}
    )
    refused = Service().reply('{"ask": "chance", "expression": "2d6"}')
    assert "chance takes one of at_least, at_most, exactly" in refused.body
