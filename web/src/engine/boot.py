"""What the worker runs in its Python: how the core is put in place, and questions answered."""

import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from compression import zstd

PACKAGES = "/lib/python3.14/site-packages"
CORE = Path("/lib/core.zip")


def install(flint: Any, core: Any) -> None:
    """Put packed archives, buffers of JavaScript, where Python imports from.

    Machine code has to be in files; the rest is imported from its archive as it is.
    """
    with ZipFile(BytesIO(zstd.decompress(flint.to_bytes()))) as archive:
        archive.extractall(PACKAGES)
    CORE.write_bytes(zstd.decompress(core.to_bytes()))
    sys.path.append(str(CORE))


def start() -> Callable[[str], tuple[int, str]]:
    """A function that answers questions, and has answered a first one."""
    from astragal.limits import STRANGERS
    from astragal.service import Service

    # Counted limits are those of a server; the clock is for work that is slower here than there.
    service = Service(limits=STRANGERS.replaced(seconds=5))

    def reply(question: str) -> tuple[int, str]:
        answered = service.reply(question)
        return answered.status, answered.body

    reply('{"ask":"odds","expression":"4d6kh3+1d20!"}')
    return reply
