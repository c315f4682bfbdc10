"""How a command ends that has no answer."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from astragal.cli.hints import Words, hinted
from astragal.cli.screen import work
from astragal.cli.screen.answers import Output
from astragal.errors import AstragalError


@contextmanager
def errors_shown(output: Output, words: Words) -> Iterator[None]:
    """Show an error with its hint in these words; the exit status is 1, or 130 after ctrl-C."""
    try:
        yield
    except AstragalError as error:
        output.error(hinted(error, words))
        sys.exit(1)
    except work.CtrlCError:
        output.errors.write("stopped")
        sys.exit(130)
