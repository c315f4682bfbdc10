"""Avrae, the bot for Discord, with its library d20.

Adjacent words of one kind are merged: ``k1k2`` keeps ones and twos. Sets are written in round
brackets: ``(1d8, 2d4)kh1``. The final total is truncated to a whole number.
"""

from __future__ import annotations

from astragal.dialects.complaining import in_macros
from astragal.dialects.dialect import SUMS, Dialect
from astragal.dialects.programs.avrae import reading
from astragal.dialects.programs.avrae.words import (
    AddsOnce,
    AvraeWriter,
    KeepsSome,
    Ranks,
    RefusesRanks,
)
from astragal.dialects.reader import DialectReader
from astragal.dialects.words import Clamps, Explodes, Filters, Rerolls
from astragal.die import Die

_ENDLESS = "one of the dice is always the highest or lowest, so this would never stop"
_RECORDS = "dice that explode as long as they are the highest or lowest cannot be said here"

DIALECT = Dialect(
    "avrae",
    "Avrae",
    words=(
        KeepsSome("kh"),
        KeepsSome("kl", highest=False),
        Filters("k", united=True),
        KeepsSome("ph", drop=True),
        KeepsSome("pl", highest=False, drop=True),
        Filters("p", drop=True, united=True),
        Rerolls("rr", until=True, needed=True, united=True),
        RefusesRanks("rrh", _ENDLESS, kind="rr"),
        RefusesRanks("rrl", _ENDLESS, kind="rr"),
        Rerolls("ro", needed=True, united=True),
        Ranks("roh"),
        Ranks("rol", highest=False),
        AddsOnce("ra", united=True),
        Ranks("rah", adds=True),
        Ranks("ral", highest=False, adds=True),
        Explodes("e", needed=True, united=True),
        RefusesRanks("eh", _RECORDS, kind="!"),
        RefusesRanks("el", _RECORDS, kind="!"),
        Clamps("mi"),
        Clamps("ma", raises=False),
    ),
    comparisons={">": ">", "<": "<"},
    levels=(
        reading.COMPARED,
        SUMS,
        {"*": "*", "//": "//", "/": "/", "%": "%"},
    ),
    dice={"%": Die(range(0, 100, 10))},
    letters=("d",),
    computed=(),
    decimals=r"\.[0-9]*",
    strict=True,
    floats=True,
    commands={"!r": "", "!roll": ""},
    hints={
        r"(?<=\s)[^\W\d_]": "leave out text behind the dice; advantage is `2d20kh1`, "
        "a label `1d20 [attack]`"
    },
    values={
        r"\.[0-9]": lambda reader, _: DialectReader.number(reader),
        r"\(": reading.bracketed,
    },
    refused={
        reading.VALUE: in_macros("Avrae"),
        r"\{": (
            "unexpected",
            "`{}` means nothing here in Avrae",
            "sets stand in round brackets: `(1d8, 2d4)kh1`",
        ),
    },
    label=reading.label,
    opening=reading.opening,
    comment=reading.comment,
    finish=reading.finish,
    join=reading.join,
    signed=reading.signed,
    pool=reading.pool,
    writer=AvraeWriter,
)
