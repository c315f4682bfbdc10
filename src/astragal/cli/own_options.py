"""Options that exist only at a terminal: output formats, files and limits of work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from astragal.limits import DEFAULT_LIMITS, Limits
from astragal.service.fields import Field, integer, optional, own, several, switch, text

if TYPE_CHECKING:
    from collections.abc import Mapping

MOST_WORKERS = 256

LIMIT = optional(
    "limit",
    own("StepsType"),
    "how much work is allowed, e.g. 5e10: 2e10 is about a minute",
    shown="STEPS",
    example="5e10",
)
TIME = optional(
    "time",
    own("SecondsType"),
    "give up after this many seconds",
    shown="SECONDS",
    example="2 or 0.5",
)
WORK = (LIMIT, TIME)
"""The options that limit work."""

TIMES = optional("times", integer(1), "roll N times", shown="N", apart=("hidden",))
SHEET_OUT = optional(
    "sheet_out",
    text,
    "write the sheet as it stands after the roll; once for each --sheet",
    shown="FILE",
    several=True,
)
SECRET = optional(
    "secret", text, "with --hidden: the file that reveals it", shown="FILE", needs="hidden"
)
PAUSE = optional(
    "pause",
    text,
    "stop at a choice, a turn or a round; the token goes to FILE, or is printed",
    shown="[FILE]",
    bare="-",
)
KEY = optional("key", text, "a file with the secret that tokens are signed with", shown="FILE")
JSON = switch("json", "write records as JSON, one per line")
FORMAT = optional("format", text, "write rolls as chat, csv, html, markdown …", shown="NAME")
EXPLAIN = switch(
    "explain",
    "explain each roll, step by step",
    apart=("json", "csv", "markdown", "chat", "format"),
)
CUMULATIVE = switch("cumulative", "chances of at most and at least each number")
MATTERS = switch("matters", "what one step of each value changes")
EVERY = switch("every", "list every outcome, none grouped", spelt="all")

PLOT = optional("plot", text, "draw it into an .svg, .html, .png or .pdf file", shown="FILE")
PLOT_WIDTH = optional(
    "plot_width",
    integer(1),
    "with --plot: how wide, in pixels (800 without it)",
    shown="N",
    needs="plot",
)
PLOTS = (
    PLOT,
    PLOT_WIDTH,
    switch("dark", "with --plot: on dark paper", needs="plot"),
)
"""The options for plots."""

WORKERS = optional(
    "workers",
    integer(1, MOST_WORKERS),
    "share the work between N processes",
    shown="N",
    apart=("cluster",),
)
CLUSTER = optional(
    "cluster",
    text,
    "let a Dask cluster do the work, e.g. tcp://10.0.0.5:8786",
    shown="ADDRESS",
    apart=("workers",),
)
STAFF = (WORKERS, CLUSTER)
"""The options for parallel work."""


RULES = Field(
    "rules",
    several(text),
    "a Python file with the rules that were rolled",
    (),
    shown="FILE",
    several=True,
)


FILE = Field(
    "file",
    several(text),
    "a Python file with a game or with rules; it is there like a built-in game",
    (),
    shown="NIGHT.PY",
    several=True,
)
PORT = 8216
"""8, then 216, the number of ways in which three dice can fall."""
HERE = "127.0.0.1"
PORT_OPTION = optional(
    "port", integer(0, 65535), f"the port, {PORT} without it; 0: any free one", shown="N"
)
PROCESSES = optional(
    "workers",
    integer(1, 64),
    "processes for slow questions; one for each processor, and two at least",
    shown="N",
)
SERVED = (
    optional("host", text, f"the address to be reached at, {HERE} without it"),
    PORT_OPTION,
    PROCESSES,
    optional("log", text, "add the log to a file, not to the screen", shown="FILE"),
    switch("open", "open the page in a browser"),
    switch("prompt", "have the prompt here meanwhile"),
    Field("allow_host", text, "a name for this server", (), shown="NAME", several=True),
    Field("proxy", text, "a proxy to be believed", (), shown="ADDRESS", several=True),
)
"""The options of the server."""
FRESH = switch("fresh", "begin with nothing from last time, and keep nothing")


def formats() -> tuple[Field, ...]:
    """A switch for each format that has one."""
    from astragal.render.formats import all_formats

    names = [form.name for form in all_formats().values() if form.option is not None]
    return tuple(
        switch(
            form.name,
            form.help[:1].lower() + form.help[1:].rstrip("."),
            apart=tuple(name for name in names if name != form.name),
        )
        for form in all_formats().values()
        if form.option is not None
    )


def limits_of(typed: Mapping[str, Any]) -> Limits:
    """The limits that ``--limit`` and ``--time`` set."""
    from astragal.cli.asking import value_of

    limits = DEFAULT_LIMITS
    steps, seconds = value_of(LIMIT, typed.get("limit")), value_of(TIME, typed.get("time"))
    if steps is not None:
        # The limits on paths, states, memory and requests grow in proportion to the steps.
        usual = limits.odds
        counts = {
            name: max(1, max(steps, least) * getattr(limits, name) // usual)
            for name, least in (("paths", 0), ("states", 0), ("memory", usual), ("asks", usual))
        }
        limits = limits.replaced(odds=steps, **counts)
    return limits if seconds is None else limits.replaced(seconds=seconds)
