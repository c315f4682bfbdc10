"""``astragal find``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import click

from astragal.cli.asking import Way, as_typed, options_of
from astragal.cli.call import Call, errors_shown
from astragal.cli.hints import FOUND
from astragal.cli.open_numbers import Open, Typed, open_notation, open_rule
from astragal.cli.options import parse_number
from astragal.cli.own_options import PLOTS, WORK, formats
from astragal.cli.reading import load_party
from astragal.cli.screen import work
from astragal.cli.session import Session, in_session
from astragal.cli.wrong_use import PlainCommand
from astragal.finding.find import find
from astragal.finding.wishes import Wish
from astragal.service.questions.find import Find

WAYS = (Way(Find, (*formats(), *PLOTS), called="a search"),)


def _find(session: Session, /, words: tuple[str, ...], **typed: Any) -> None:
    """Find dice for a wish, or the parameters of a rule: exact, best first.

    The dice tried are 1 to 12 of one kind, all or some of them kept, alone or with some of
    another kind, plus -20 to 20; --family says which instead.

    \b
    astragal find --mean 12 --sd 3
    astragal find --chance ">=15" 65% --chance "<=5" 5%
    astragal find --range 3..18 --mean 12 --near 0.2
    astragal find --mean 12 --sd 3 --weight mean=2
    astragal find --family XdY+Z --X 1..10 --Y 4,6,8 --Z 0..5 --mean 12
    astragal find tiers check --stat 30..60/5 --chance passes 50%

    A chance that is off by 5 % counts like a mean that is off by 1.
    """
    call = Call(session, WAYS, typed)
    with errors_shown(call.output, FOUND):
        call.output.check_plot()
        given = call.way.given(typed, wishes=(), sheets=())
        opened = _opened(session, Typed.of(words), typed)
        job = partial(
            find,
            opened.what,
            opened.axes or None,
            wishes=list(wishes_given(typed)),
            of=given["of"],
            fixed=opened.fixed or None,
            aim=given["aim"] or opened.aim,
            show=given["show"],
            near=parse_number(given["near"], "--near"),
        )
        call.show(work.done(job, call.limits))


command = PlainCommand(
    "find",
    callback=in_session(_find),
    params=[
        click.Argument(["words"], nargs=-1, metavar="[GAME RULE]", type=click.UNPROCESSED),
        *options_of(WAYS, WORK),
    ],
    help=_find.__doc__,
    context_settings={"ignore_unknown_options": True},
)


def _opened(session: Session, typed: Typed, given: Mapping[str, Any]) -> Open:
    if given["family"] is not None:
        return open_notation(as_typed(given["family"]), typed)
    if typed.words:
        party = load_party(given["sheet"]) if given["sheet"] else session.party
        return open_rule(typed, party)
    for name in typed.options:
        raise click.NoSuchOption(f"--{name}")
    return Open(None, {}, {})


def wishes_given(given: Mapping[str, Any]) -> Iterator[Wish]:
    """What is wished for, each with its weight."""
    weights = dict(map(_weight, given["weight"]))
    for of, target in _wished(given):
        yield Wish(of, target, weights.pop(of, 1))
    for of in weights:
        raise click.UsageError(f"--weight {of}: nothing is wished for of that name")


def _wished(given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    options = {"mean": "mean", "sd": "sd", "range": "range", "steps": "steps_mean"}
    for of, option in options.items():
        if given[option] is not None:
            yield of, as_typed(given[option])
    for condition, target in given["chance"]:
        yield as_typed(condition).strip(), as_typed(target)


def _weight(typed: str) -> tuple[str, Any]:
    name, sign, number = as_typed(typed).rpartition("=")
    if not sign or not name:
        raise click.BadParameter("write it like mean=2", param_hint="'--weight'")
    return name.strip(), parse_number(number, "--weight")
