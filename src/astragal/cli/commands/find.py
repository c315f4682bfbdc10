"""``astragal find``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

import click

from astragal.cli.hints import FOUND
from astragal.cli.open_numbers import Open, Typed, open_notation, open_rule
from astragal.cli.options import LIMIT, TIME, as_typed, limits_given, parse_number
from astragal.cli.screen import work
from astragal.cli.screen.answers import (
    Output,
    chosen_format,
    chosen_plot,
    format_options,
    plot_options,
)
from astragal.cli.screen.endings import errors_shown
from astragal.cli.session import Session, in_session
from astragal.cli.wrong_use import PlainCommand, WholeNumber
from astragal.finding.find import find
from astragal.finding.wishes import Wish

_OPTIONS = [
    click.Option(["--mean"], metavar="12", help="The mean; or at least: '>=12', or 10..12."),
    click.Option(["--sd"], metavar="3", help="The standard deviation; as for --mean."),
    click.Option(["--range", "range_"], metavar="3..18", help="The lowest and the highest number."),
    click.Option(
        ["--chance"],
        nargs=2,
        multiple=True,
        metavar="'>=15' 65%",
        help="A chance: of a number, =7, 3..8, or of what a rule gives: passes '>=90%'.",
    ),
    click.Option(["--steps-mean"], metavar="4", help="Of a rule: how many steps it takes."),
    click.Option(
        ["--weight"],
        multiple=True,
        metavar="mean=2",
        help="What matters more: mean, sd, range, steps, or a chance such as '>=15=2'.",
    ),
    click.Option(
        ["--family"], metavar="XdY+Z", help="Dice with open numbers: --X 1..10 --Y 4,6,8 …"
    ),
    click.Option(["--of"], metavar="WHAT", help="Of a rule: the field that is looked at."),
    click.Option(["--aim"], metavar="WHAT", help="Of a rule: what choices are made for."),
    click.Option(["--sheet", "sheets"], multiple=True, metavar="FILE", help="A sheet (TOML)."),
    click.Option(
        ["--show"], type=WholeNumber(1, 200), default=10, metavar="N", help="Show the best N."
    ),
    click.Option(
        ["--near"], metavar="0.2", help="What is not farther off is equal: the simplest first."
    ),
    *format_options(),
    *plot_options(),
    click.Option(["--limit"], **LIMIT),
    click.Option(["--time"], **TIME),
]


@in_session
def _find(session: Session, /, words: tuple[str, ...], **given: Any) -> None:
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
    output = Output(session.terminal, chosen_format(given), chosen_plot(given), session.errors)
    with errors_shown(output, FOUND):
        output.check_plot()
        opened = _opened(session, Typed.of(words), given)
        job = partial(
            find,
            opened.what,
            opened.axes or None,
            wishes=list(wishes_given(given)),
            of=given["of"] and as_typed(given["of"]),
            fixed=opened.fixed or None,
            aim=(given["aim"] and as_typed(given["aim"])) or opened.aim,
            show=given["show"],
            near=parse_number(given["near"] or "0", "--near"),
        )
        limits = limits_given(given)
        output.show(work.done(job, limits))


command = PlainCommand(
    "find",
    callback=_find,
    params=[
        click.Argument(["words"], nargs=-1, metavar="[GAME RULE]", type=click.UNPROCESSED),
        *_OPTIONS,
    ],
    help=_find.__doc__,
    context_settings={"ignore_unknown_options": True},
)


def _opened(session: Session, typed: Typed, given: Mapping[str, Any]) -> Open:
    if given["family"] is not None:
        return open_notation(as_typed(given["family"]), typed)
    if typed.words:
        from astragal.cli.rules.call import load_party

        party = load_party(given["sheets"]) if given["sheets"] else session.party
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
    options = {"mean": "mean", "sd": "sd", "range": "range_", "steps": "steps_mean"}
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
