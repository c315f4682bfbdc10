"""Dice that explode."""

from __future__ import annotations

from astragal.talk.phrase import Heard, Said, phrases
from astragal.talk.results import check_or_more

ROWS = """
<exploding> = exploding|explode|explodes|exploded|ace|aces|acing
<that> = that|which|with|and|they

# Exploding once | pool | + !o{face=}
{dice} [<that>] <exploding> [only|just] once
{dice} <exploding> [on] [a|an] {face} [only|just] once
2d6 exploding once => 2d6!o

# Exploding twice | title | ? 2x({dice}!{face=}) :: rolls it all 2 times :: {dice}!o{face=} :: \
explodes once only
{dice} [<that>] <exploding> [on] [a|an] [{face}] 2 times
2d6 exploding twice => `2x(2d6!)` rolls it all 2 times, `2d6!o` explodes once only

# Exploding on | pool | explodes_on
{dice} [<that>] <exploding> [dice] on [a|an] {face}
<exploding> {dice} on [a|an] {face}
6d6 exploding on 5+ => 6d6!>=5
6d10 exploding on 9 => `6d10!=9` explodes 9 alone, `6d10!>=9` explodes 9 or more

# Exploding dice | pool | + !{face=}
{dice} [<that>] <exploding> [any|all|the] {face}
{dice} [<that>] <exploding> [dice]
{dice} [<that>] <exploding> on [a|the] max|maximum|highest
<exploding> on [a|the] max|maximum|highest [on|for|of] {dice}
<exploding> on {dice}
{dice} {face} <exploding>
<exploding> {dice}
exploding d6 => 1d6!
roll 3d6! => 3d6!
sneak attack 3d6! => 3d6! # sneak attack
3 exploding d6 => 3d6!
5d10 exploding => 5d10!
d10s that explode => 1d10!
5d10 tens explode => 5d10!=10

# Ten again | pool | + !>={n}
{dice} [with] {n} again
{n}-again on|with {dice}
5d10 with 10 again => 5d10!>=10

# Compounding | pool | + !!
{dice} compounding|compound|compounds
compounding {dice}
3d6 compounding => 3d6!!

# Penetrating | pool | + !p
{dice} penetrating|penetrate|penetrates
penetrating {dice}
3d6 penetrating => 3d6!p
"""


def explodes_on(said: Said) -> Heard:
    check_or_more(said, "!", "explodes")
    return said.retold(f"{said['dice']} exploding {said['face']}")


PHRASES = phrases(ROWS, globals())
