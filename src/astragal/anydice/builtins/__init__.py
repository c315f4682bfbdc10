"""The built-in functions of programs."""

from __future__ import annotations

from astragal.anydice.builtins.builtin import Builtin
from astragal.anydice.builtins.counting import COUNTING
from astragal.anydice.builtins.ranking import RANKING
from astragal.anydice.builtins.single import SINGLE

BUILTINS: dict[str, Builtin] = {each.shape: each for each in (*COUNTING, *RANKING, *SINGLE)}
"""All built-in functions by shape."""
