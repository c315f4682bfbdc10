"""The modifiers, a module each: importing this package registers all of them."""

from __future__ import annotations

from astragal.notation.modifiers.modifier import MODIFIERS, Modifier
from astragal.notation.operation import import_modules

import_modules(__name__, __path__)

WORDS = tuple(sorted({word for each in MODIFIERS for word in each.words}, key=len, reverse=True))
"""Every word that begins a modifier, the longest first."""

CANDIDATES: dict[str, list[type[Modifier]]] = {
    word: [each for each in MODIFIERS if word in each.words] for word in WORDS
}
"""The modifiers that may begin with each word."""
