"""Instructions in front of the dice: explode 6s on 5d6, drop ones from 4d6."""

from __future__ import annotations

import re

from astragal.talk.phrase import Heard, NotHeardError, Said, phrases

ROWS = """
# What to do, before the dice | pool | behind_dice
{does} on|in|of|from|with|among {dice}
explode 6s on 5d6 => 5d6!=6
drop 1s from 5d6 => 5d6d=1
count dice above 4 in 6d6 => 6d6c>4
"""
_VERB = re.compile(
    r"(?:explod|drop|discard|ignor|remov|los|re-?roll|count|keep|tak|treat)\w*(?= )", re.IGNORECASE
)
_DICE = re.compile(
    r"\b(?:any |all |the |each )?(?:dice|die|ones that (?:are|show)) ", re.IGNORECASE
)


def behind_dice(said: Said) -> Heard:
    does = said["does"]
    if not _VERB.match(does) or not said.dice.rolls:
        raise NotHeardError
    return said.retold(f"{said['dice']} {_DICE.sub('', does)}")


PHRASES = phrases(ROWS, globals())
