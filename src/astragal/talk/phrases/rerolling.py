"""Dice that are rolled again."""

from __future__ import annotations

from astragal.talk.phrase import Heard, Said, phrases
from astragal.talk.unclear import ambiguous

ROWS = """
<reroll> = reroll|re-roll|rerolling|re-rolling|rerolls|re-rolls
<those> = any|all|the

# Re-roll, without dice | question | which_dice
<reroll> [<those>] {face}
reroll ones => e.g. `reroll 1s on 2d6`

# Re-roll until | pool | + rr{face}
{dice} keep|always <reroll> [<those>] {face}
{dice} <reroll> [<those>] {face} until|indefinitely|repeatedly|always \
[gone|none_is_left|none_are_left]
{dice} <reroll> until|till no [more] {face} [are_left|left|remain|show]
3d6 keep rerolling 1s => 3d6rr=1
3d6 reroll until no 1s => 3d6rr=1

# Re-roll once | pool | + r{face}
{dice} <reroll> [<those>] {face} [only|just] once
<reroll> [<those>] {face} on|in|of|with {dice} [only|just] once
2d6 rerolling 1s and 2s once => 2d6r1..2
reroll 1s once on 2d6 => 2d6r=1

# The lowest die | pool | + r{end}1
{dice} <reroll> [the] {end} die|1 [once]
reroll the lowest die of 4d6 => 4d6rl1

# Which are re-rolled | pool | ! re-rolls need a number :: e.g. `{dice} reroll 1s`
{dice} <reroll> [<those>] {end} [dice]
{dice} <reroll> [<those>] failures|misses|fails|failed_dice|dice|it|them|everything|all|doubles
10d6 reroll failures => e.g. `10d6 reroll 1s`

# Re-rolled if | pool | ! of a die, or of the total? :: \
e.g. `{dice} reroll below 3` looks at each die
{dice} <reroll> if {rest}
2d6 reroll if below 5 => e.g. `2d6 reroll below 3` looks at each die

# Great weapon fighting | title | ? {dice}r1..2 :: re-rolls 1s and 2s once :: {dice}min3 :: \
counts 1s and 2s as 3
{dice} [with] great weapon fighting|master
2d6+3 great weapon fighting => `2d6r1..2 + 3` re-rolls 1s and 2s once, `2d6min3 + 3` counts 1s \
and 2s as 3

# Re-roll | pool | + r{face} :: rr{face} :: re-rolls until none is left
{dice} [and] <reroll> [<those>] {face}
{dice} <reroll> anything|everything {face}
d6 reroll ones => 1d6r=1
3d6 rerolling 1s => 3d6r=1
reroll 1s on 2d6 => 2d6r=1
8d6 reroll 2 or less => 8d6r<=2
"""


def which_dice(said: Said) -> Heard:
    face = said.face
    exact = face.sign == "=" and face.high is None
    spoken = f"{face.low}s" if exact else face.words
    raise ambiguous("on which dice?", f"e.g. `reroll {spoken} on 2d6`")


PHRASES = phrases(ROWS, globals())
