"""Names of rolls and dice: words from the lists, or titles of words that mean nothing else."""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from astragal._nearest import nearest
from astragal.notation.functions import FUNCTIONS
from astragal.talk.conditions import CONDITION_WORDS
from astragal.talk.labels import LABELS
from astragal.talk.phrase import vocabulary
from astragal.talk.words import FILLERS, NUMBER_WORDS

LONGEST = 40
_LONGEST_LABEL = 4
"""The most words in a label from the lists."""
TURNING = frozenset(
    {"not", "never", "no", "none", "nor", "neither", "don't", "dont", "doesn't", "isn't", "won't"}
    | {"can't", "without", "except", "unless", "maybe", "either", "but", "instead", "nothing"}
    | {"least", "most", "than", "under", "over", "exactly", "only", "almost", "about", "or"}
    | {"more", "less", "once", "approximately", "fail", "failed", "failing", "fails", "miss"}
    | {"missed", "misses", "missing", "lose", "loses", "losing", "lost", "opposite", "against"}
    | {"failure", "failures", "unlikely", "away", "out", "avoid", "avoids", "avoiding", "whiff"}
    | {"botch", "flub", "flunk", "bungle", "dodge", "evade"}
)
"""Words that change the meaning of a phrase."""
_NEVER = (
    TURNING
    | {"again", "per", "each", "every", "compare", "resist", "resistant", "resistance", "immune"}
    | {"immunity", "vulnerable", "vulnerability", "lucky", "unlucky", "reliable", "weak"}
)
_CHANGING = re.compile(r".{3}(?:ed|ing|less|wards?)$")
"""Endings of words that describe an action on dice: ``sorted``, ``resisted``, ``rerolling``."""
_OFTEN = ("roll", "odds", "drop", "keep", "flip", "coin", "toss")
"""Words that are often mistyped; a short word near one of them is not a title."""
_BETWEEN = frozenset(
    {"of", "the", "a", "an", "my", "our", "his", "her", "their", "and", "with", "on", "for", "to"}
    | {"in", "from", "roll", "rolls"}
)
"""Words that join the other words of a title."""
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def is_label(words: str, names: Collection[str] = ()) -> bool:
    """Whether words are from the lists, or names of a sheet: ``cold damage``, ``stealth check``."""
    return _is_listed(words.lower().split(), names)


def _is_listed(words: list[str], names: Collection[str] = ()) -> bool:
    for count in range(1, min(_LONGEST_LABEL, len(words)) + 1):
        first = " ".join(words[:count])
        known = first in LABELS or first in names
        if known and (len(words) == count or _is_listed(words[count:], names)):
            return True
    return False


def is_title(words: str) -> bool:
    """Whether words can name a roll: a label, or words that no phrase is made of."""
    if is_label(words):
        return True
    said = [each.lower() for each in _WORD.findall(words)]
    naming = [each for each in said if each not in _BETWEEN and not _is_listed([each])]
    return len(words) <= LONGEST and bool(said) and all(map(_is_free, naming))


def _is_free(word: str) -> bool:
    if len(word) < 3 or word in _taken() or _CHANGING.search(word):
        return False
    return nearest(word, _OFTEN if len(word) < 5 else _long_words()) is None


@cache
def _taken() -> frozenset[str]:
    return vocabulary() | _NEVER | NUMBER_WORDS | FILLERS | CONDITION_WORDS | FUNCTIONS.keys()


@cache
def _long_words() -> list[str]:
    return sorted(word for word in vocabulary() if len(word) > 4)
