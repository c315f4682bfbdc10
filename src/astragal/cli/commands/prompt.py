"""``astragal prompt``."""

from __future__ import annotations

from astragal.cli.asking import as_typed, option_of
from astragal.cli.own_options import FRESH
from astragal.cli.rules.sets import file_option
from astragal.cli.screen.terminal import Terminal
from astragal.cli.wrong_use import PlainCommand
from astragal.rolling.sources import SeededSource
from astragal.service.fields import SEED


def _prompt(seed: str | None, fresh: bool, file: list[str]) -> None:
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

    source = None if seed is None else SeededSource(as_typed(seed))
    memory = None if fresh else usual_memory()
    prompt = Prompt(Terminal(), source, memory)
    prompt.greet(file)
    prompt.run()


command = PlainCommand(
    "prompt",
    params=[*map(option_of, (SEED, FRESH)), file_option()],
    callback=_prompt,
    help=_prompt.__doc__,
)
