"""Which generators are worth splitting: those with many paths, followed or still to come."""

from __future__ import annotations

from collections import OrderedDict
from types import CodeType
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from astragal.experiment.splitting.splits import Split

_KEPT = 1_000
_FEW = 300
"""A generator with more paths than this is worth splitting."""

Kind: TypeAlias = tuple[CodeType, int]
"""The code of a generator and the identity of its globals: equal code in two modules may differ."""

splits: OrderedDict[Kind, Split | int | None] = OrderedDict()
"""The split of each kind of generator, or the number of its paths so far.

None if it cannot be split.
"""


def kind_of(generator: Any) -> Kind:
    """The key under which a fresh generator is remembered."""
    return generator.gi_code, id(generator.gi_frame.f_globals)


def is_worth_splitting(kind: Kind, paths: int, ahead: int = 0) -> bool:
    """True if generators of this kind should be split.

    ``paths`` more paths have been followed, and at least ``ahead`` more are certain to follow.
    """
    known = splits.get(kind, 0)
    if isinstance(known, int):
        remember(kind, known + paths)
        return known + paths + ahead > _FEW
    return known is not None


def give_up(kind: Kind) -> None:
    """Remember that generators of this kind cannot be split."""
    remember(kind, None)


def remember(kind: Kind, what: Split | int | None) -> None:
    splits[kind] = what
    if len(splits) > _KEPT:
        splits.popitem(last=False)
