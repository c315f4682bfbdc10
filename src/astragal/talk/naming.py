"""Recognises names: labels from the lists, and titles made of words without another meaning."""

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
"""The most words in a listed label."""
TURNING = frozenset(
    {"not", "never", "no", "none", "nor", "neither", "don't", "dont", "doesn't", "isn't", "won't"}
    | {"can't", "without", "except", "unless", "maybe", "either", "but", "instead", "nothing"}
    | {"least", "most", "than", "under", "over", "exactly", "only", "almost", "about", "or"}
    | {"more", "less", "once", "approximately", "fail", "failed", "failing", "fails", "miss"}
    | {"missed", "misses", "missing", "lose", "loses", "losing", "lost", "opposite", "against"}
    | {"failure", "failures", "unlikely", "away", "out", "avoid", "avoids", "avoiding", "whiff"}
    | {"botch", "flub", "flunk", "bungle", "dodge", "evade"}
)
"""Words that change the meaning of a sentence, so they must not be ignored."""
_NEVER = (
    TURNING
    | {"again", "per", "each", "every", "compare", "resist", "resistant", "resistance", "immune"}
    | {"immunity", "vulnerable", "vulnerability", "lucky", "unlucky", "reliable", "weak"}
)
_CHANGING = re.compile(r".{3}(?:ed|ing|less|wards?)$")
"""Endings of words that describe a change to dice: ``sorted``, ``resisted``, ``rerolling``."""
_OFTEN = ("roll", "odds", "drop", "keep", "flip", "coin", "toss")
"""Commands that are often mistyped: a title may not be a typo of one."""
_BETWEEN = frozenset(
    {"of", "the", "a", "an", "my", "our", "his", "her", "their", "and", "with", "on", "for", "to"}
    | {"in", "from", "roll", "rolls"}
)
"""Linking words inside a title."""
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def is_label(words: str, names: Collection[str] = ()) -> bool:
    """True for words from the lists or names on a sheet: ``cold damage``, ``stealth check``."""
    return _is_listed(words.lower().split(), names)


def _is_listed(words: list[str], names: Collection[str] = ()) -> bool:
    for count in range(1, min(_LONGEST_LABEL, len(words)) + 1):
        first = " ".join(words[:count])
        known = first in LABELS or first in names
        if known and (len(words) == count or _is_listed(words[count:], names)):
            return True
    return False


def is_title(words: str) -> bool:
    """True for words that can name a roll: a label, or words that no phrase uses."""
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
