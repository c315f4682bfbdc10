"""Families of texts that grow, put together at random from all that the notation registers.

A modifier or a function that is added is in them by itself. The letters that grow are those of
``tools.costs``; the same random numbers give the same families.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from astragal import AstragalError, parse
from astragal.notation.functions import FUNCTIONS
from astragal.notation.modifiers.modifier import all_modifiers
from tools.costs import text_of

_SMALL = ("1", "2", "3", "5", "9")
_GROWING = ("N", "N", "H", "M")
_COUNTS = (*_SMALL, *_SMALL, "N", "N", "N", "N", "H", "(1dN)", "(1d6)", "(1d4*N)", "(Nd2)", "(2dN)")
_SIDES = (
    "2",
    "3",
    "6",
    "20",
    "100",
    "N",
    "N",
    "(1dN)",
    "(1d6)",
    "(1d3+N)",
    "66",
    "%",
    "F",
    "10ish",
)
_FACES = (
    *("{0,0,0,1}", "{1,1,2,2,2,3}", "{0,N}", "{-N,N}", "{1,1000000}", "{-N,0,1,999999}", "{0..N}"),
    *("{1,1,1,2..N}", "{-N..N}", "{⟨,I⟩}", "{⟨,I000⟩}", "{⟨,1⟩,2}", "{⟨,I⟩,⟨,I⟩}", "{1,3,9,27,81}"),
    *("{1..N,900000..900009}", "{-7,-7,0,13}"),
)
_SYMBOL_FACES = (
    *(
        "{a,b}",
        "{a,b,c}",
        "{a,2a,b+c,blank}",
        "{Na,b}",
        "{a+b,b+c,c+a}",
        "{a,b,c,d}",
        "{⟨,sI⟩,a,b}",
    ),
    *("{Na+Hb,a,b}", "{⟨,Ia⟩,b}", "{a,a,a,b}"),
)
_SYMBOL_MODIFIERS = ("", "", "r=a", "!=b", "!o=a", "k=a", "d≠a", "u", "rr=b", "r≠a:H", "ru", "!:N")
_SYMBOL_READINGS = (
    *("{}", "count({},a)", "count({},a,b)", "net({},a,b)", "cancel({},a,b)", "{}+Nd{a,b,c}"),
    *("count(cancel({},b,a),b)", "distinct({})", "largest_set({})", "matches({})", "3x({})"),
    *("p={}; count(p,a)*count(p,b)", "p={}; net(p,a,b), count(p,b)", "2d6, {}", "count({},a) >= H"),
)
_BY_CHOICE = ("r<=H?", "♻♻?", "r?", "r<=2?", "r=odd?")
_OPERATORS = ("+", "-", "*", "*", "/", "//", "%", "+", "-")
_COMPARED = ("=", "!=", "<", "<=", ">", ">=")
_AROUND = (
    *(
        "({})*N",
        "-({})",
        "({})/N",
        "({})//3",
        "({})%7",
        "({})**2",
        "2**({})",
        "N-({})",
        "({})/7+1/3",
    ),
    *("({})d6", "1d({})", "({})d6kh2", "3d6c>=({})", "Nd6min({})", "4d6each*({})", "4d6kh({})"),
    *("(({}) >= N)", "(({}) = H..N)", "(({}) != 3)", "(not ({}) > H)", "(({}) > 3 and 1dN > 2)"),
    *("(1dN = 1 or ({}) < N)", "({})[a]", "(({}) = (1dN)..(2dN))"),
)
_LAST = (
    *("{} [..H] a [M..] b", "{} [N!] a [..5] b", "{} R", "3x({})", "Nx({})"),
    *("highest(Nx({}),2)", "middle(3x({}))", "2x(3x({}))", "3x({})sh", "{}, Nd6", "{} vs 2dN"),
    *("1dN vs {}", "x={}; x*x", "x={}; x+x/7", "x={}; y=1dN; x*y > x+y", "x={}; x > 2 and x < N"),
    *("x={}; (x)d6+x", "x={}; max(x,1dN)-x", "x={}; x, x*2, 1dN", "⟨+({})⟩", "max(⟨,{}⟩)"),
    *("not ({}) = 1 or 1d6 > 2", "x={}; ⟨+x⟩", "x={}; ⟨x*⟩2", "x={}; y=x+1d6; z=y*x; x+y+z"),
    *("longest_run(5x({}))", "distinct({⟨,{}⟩})", "x={}; {x,1dN,x*2}kh2", "⟨x=1d6;⟩{}"),
)
_MODIFIERS = [sample for each in all_modifiers() if not each.ends for sample in each.samples]
_ENDS = [sample for each in all_modifiers() if each.ends for sample in each.samples]
_POOL_READINGS = [each for each in FUNCTIONS.values() if each.pools == 1]
_OF_NUMBERS = [
    each for each in FUNCTIONS.values() if not (each.pools or each.reads_deck or each.reads_symbols)
]


def families(seed: int) -> Iterator[str]:
    """Families without end, each drawn from its own seed; their small members are notation."""
    number = 0
    while True:
        number += 1
        yield family_of(random.Random(f"{seed} {number}"))


def family_of(rng: random.Random) -> str:
    """A family whose small members are notation, drawn as often as it takes."""
    while True:
        family = _symbols(rng) if rng.random() < 0.1 else _last(rng)
        if any(letter in family for letter in "NHMR⟨") and _is_notation(family):
            return family


def _is_notation(family: str) -> bool:
    try:
        for size in (4, 9):
            parse(text_of(family, size))
    except AstragalError:
        return False
    return True


def _last(rng: random.Random) -> str:
    """A whole text: a reading of numbers, perhaps of two pools or one that has a name."""
    if rng.random() < 0.2:
        first, second = (_reading_of(rng, "p") for _ in range(2))
        return f"p={_pool(rng)}; {first}{rng.choice(_OPERATORS)}{second}"
    whole = "{}" if rng.random() < 0.5 else rng.choice(_LAST)
    return whole.replace("{}", _number(rng, rng.choice((0, 0, 0, 1, 1, 2))))


def _number(rng: random.Random, depth: int) -> str:
    """Something that comes to a number."""
    if not depth or rng.random() < 0.4:
        return _pool(rng)
    match rng.randrange(6):
        case 0 | 1:
            return rng.choice(_AROUND).replace("{}", _number(rng, depth - 1))
        case 2:
            return _reading_of(rng, _pool(rng))
        case 3:
            function = rng.choice(_OF_NUMBERS)
            count = rng.randint(function.least, function.most or 3)
            return f"{function.name}({','.join(_number(rng, depth - 1) for _ in range(count))})"
        case 4:
            left, right = _number(rng, depth - 1), _number(rng, depth - 1)
            return f"(({left}) {rng.choice(_COMPARED)} ({right}))"
    left, right = _number(rng, depth - 1), _number(rng, depth - 1)
    return f"({left}){rng.choice(_OPERATORS)}({right})"


def _reading_of(rng: random.Random, pool: str) -> str:
    function = rng.choice(_POOL_READINGS)
    number = (
        f",{_size(rng)}"
        if function.most == 2 and (function.least == 2 or rng.random() < 0.6)
        else ""
    )
    return f"{function.name}({pool}{number})"


def _pool(rng: random.Random) -> str:
    """Dice or a group, with modifiers."""
    match rng.randrange(8):
        case 0:
            members = ",".join(_member(rng) for _ in range(rng.randint(2, 4)))
            return f"{{{members}}}{_modifiers(rng)}"
        case 1:
            return f"{{⟨,{_member(rng)}⟩}}{_modifiers(rng)}"
        case 2:
            members = " & ".join(_dice(rng) for _ in range(rng.randint(2, 3)))
            return f"{{{members}}}{_modifiers(rng)}"
    return f"{_plain_dice(rng)}{_modifiers(rng)}"


def _member(rng: random.Random) -> str:
    """One of a group: dice, with arithmetic now and then."""
    match rng.randrange(6):
        case 0:
            return f"{_dice(rng)}/{rng.choice((*_SMALL, 'N', '1dN'))}"
        case 1:
            return f"{_dice(rng)}{rng.choice(_OPERATORS)}{_plain_dice(rng)}"
        case 2:
            return f"{rng.choice(('1', '2', 'I'))}d{rng.choice(('I', '6', 'N'))}"
    return _dice(rng)


def _dice(rng: random.Random) -> str:
    return _plain_dice(rng) + (_modifier(rng) if rng.random() < 0.4 else "")


def _plain_dice(rng: random.Random) -> str:
    faces = _FACES if rng.random() < 0.25 else _SIDES
    return f"{rng.choice(_COUNTS)}d{rng.choice(faces)}"


def _modifiers(rng: random.Random) -> str:
    """None to four of them, one of them as often as the family's size now and then."""
    chosen = [_modifier(rng) for _ in range(rng.choice((0, 0, 1, 1, 1, 2, 2, 3, 4)))]
    if chosen and rng.random() < 0.12:
        place = rng.randrange(len(chosen))
        chosen[place] = f"⟨{chosen[place]} ⟩"
    if rng.random() < 0.15:
        chosen.append(_resized(rng, rng.choice(_ENDS)))
    return " ".join(chosen)


def _modifier(rng: random.Random) -> str:
    if rng.random() < 0.03:
        return rng.choice(_BY_CHOICE)
    return _resized(rng, rng.choice(_MODIFIERS))


def _resized(rng: random.Random, sample: str) -> str:
    """A spelling of a modifier with other numbers; what is given or rolled in it may grow."""
    if rng.random() < 0.3:
        sample = re.sub(r"@\{n\}|\(1d\d+\)", "2", sample)
    sample = sample.replace("@{n}", "(1dN)" if rng.random() < 0.3 else "2")
    if rng.random() < 0.25:
        return sample
    return re.sub(r"(?<![\d(d])\d+", lambda _: _size(rng), sample)


def _size(rng: random.Random) -> str:
    return rng.choice(_GROWING) if rng.random() < 0.4 else rng.choice((*_SMALL, "20"))


def _symbols(rng: random.Random) -> str:
    """Dice with symbols, and what is read from them."""
    dice = f"{rng.choice(_COUNTS)}d{rng.choice(_SYMBOL_FACES)}{rng.choice(_SYMBOL_MODIFIERS)}"
    if rng.random() < 0.2:
        dice = f"({dice}+{rng.choice(_COUNTS)}d{rng.choice(_SYMBOL_FACES)})"
    reading = rng.choice(_SYMBOL_READINGS)
    return reading.replace("{}", dice)
