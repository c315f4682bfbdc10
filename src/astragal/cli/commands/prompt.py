"""``astragal prompt``."""

from __future__ import annotations

import click

from astragal.cli.options import choose_source
from astragal.cli.rules.sets import FILE
from astragal.cli.screen.terminal import Terminal
from astragal.cli.wrong_use import PlainCommand


@click.command("prompt", cls=PlainCommand)
@click.option("--seed", metavar="TEXT", help="The same seed always gives the same faces.")
@click.option("--fresh", is_flag=True, help="Begin with nothing from last time, and keep nothing.")
@click.option("--file", "opened", **FILE)
def command(seed: str | None, fresh: bool, opened: list[str]) -> None:
    """Roll dice at a prompt: type dice, see what they mean and what they roll.

    Everything that can be typed behind `astragal` in a shell can be typed here. Values, macros,
    open sheets and circumstances are kept until the next time.

    \b
    ?        help
    Tab      completes what you type
    arrows   lines typed before
    ctrl-D   leave

    \b
    astragal prompt
    astragal prompt --seed 42   the same faces every time
    astragal prompt --file night.py
    """
    from astragal.cli.prompt.memory import usual_memory
    from astragal.cli.prompt.prompt import Prompt

    memory = None if fresh else usual_memory()
    prompt = Prompt(Terminal(), choose_source(seed, None), memory)
    prompt.greet(opened)
    prompt.run()
