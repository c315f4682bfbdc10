"""How dice are read: the symbols in their order, and d20s against something as checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from astragal.die import Die
from astragal.errors import NotationError
from astragal.games.triumph.symbol_dice import CheckDice
from astragal.mechanics.conventions import everywhere, rounding
from astragal.notation.expression import Expression
from astragal.notation.modifiers.explode import Explode
from astragal.notation.modifiers.keep import Keep
from astragal.notation.modifiers.modifier import Modifier
from astragal.notation.modifiers.reroll import Reroll
from astragal.notation.nodes.arithmetic import Sum
from astragal.notation.nodes.dice import Dice
from astragal.notation.nodes.labels import Labelled
from astragal.notation.nodes.node import Node
from astragal.notation.nodes.values import Given, Literal
from astragal.rules.conventions import Against, Conventions, TypedCall

# Symbols

_FOLDED = {"!": "!!", "!p": "!!p"}


def _symbols(node: Node) -> Node:
    """Sort a die's symbols: ♻ first, as a choice, then !, then ▲ or ▼; others stay in place."""
    if not isinstance(node, Dice) or not node.modifiers or _shows_symbols(node.die):
        return node
    each = [_as_meant(modifier) for modifier in node.modifiers]
    places = [place for place, modifier in enumerate(each) if _rank(modifier)]
    for place, modifier in zip(places, sorted(filter(_rank, each), key=_rank), strict=True):
        each[place] = modifier
    return node if tuple(each) == node.modifiers else node.replaced(modifiers=tuple(each))


def _shows_symbols(die: Die | Node) -> bool:
    return isinstance(die, Die) and die.symbolic


def _as_meant(modifier: Modifier) -> Modifier:
    if isinstance(modifier, Reroll) and modifier.can_be_a_choice:
        return modifier.replaced(may=True)
    if isinstance(modifier, Explode) and modifier.burst in _FOLDED and modifier.at_most is None:
        return modifier.replaced(burst=_FOLDED[modifier.burst])
    return modifier


def _rank(modifier: Modifier) -> int:
    """The place of a symbol among the others; 0 for any other modifier."""
    kinds = (Reroll, Explode, Keep)
    return next((n for n, kind in enumerate(kinds, 1) if isinstance(modifier, kind)), 0)


SYMBOLS = everywhere(
    "♻ comes first and is a choice, ! adds to the die that exploded, and ▲ ▼ look at totals",
    _symbols,
)

# Checks

_D20 = Die(20)


def _judge(against: Against) -> TypedCall | None:
    """The call of a check against a DC, or of a contest of two checks."""
    if against.wanted == "under":
        return None
    ours = _party(against.dice)
    if not isinstance(against.goal, Expression):
        if ours is None:
            text = f"`{against.dice.typed} > {against.goal}`"
            raise NotationError(
                "not-a-check",
                f"a check rolls d20s, and there are none in `{against.dice.typed}`",
                hint=f"totals are compared with {text}, which fails on a tie, or with >=",
            )
        return TypedCall("check", {**ours, "dc": str(against.goal)})
    theirs = _party(against.goal)
    if ours is None and theirs is None:
        return None
    if ours is None or theirs is None:
        without = against.goal if theirs is None else against.dice
        raise NotationError(
            "not-a-check",
            f"both sides of a contest roll d20s, and there are none in `{without.typed}`",
        )
    reactive = {"reactive": against.reactive} if against.reactive else {}
    opponent = {"opponent": theirs.pop("ability", "0")}
    opponent |= {f"opponent_{name}": each for name, each in theirs.items()}
    return TypedCall("contest", {**ours, **opponent, **reactive})


def _party(side: Expression) -> dict[str, str] | None:
    """A side as the parameters of a check; None without a d20."""
    if side.bindings:
        return None
    terms = list(_terms("+", side.body))
    checks = [term for sign, term in terms if sign == "+" and isinstance(term, Dice)]
    checks = [dice for dice in checks if dice.die == _D20]
    if not checks:
        return None
    if len(checks) > 1:
        raise NotationError(
            "not-a-check",
            f"a check rolls its d20s together, as `2d20▲`, not as `{side.typed}`",
        )
    try:
        dice = CheckDice.of_dice(checks[0])
    except ValueError:
        raise NotationError(
            "not-a-check",
            f"`{checks[0]}` cannot be the dice of a check: these take only ▲ or ▼, ! and ♻",
        ) from None
    others = [(sign, term) for sign, term in terms if term is not checks[0]]
    match others:
        case [("+", Given(name=name))]:
            return {"ability": name, "dice": str(dice)}
    ability = sum(
        (term.n if sign == "+" else -term.n) for sign, term in others if isinstance(term, Literal)
    )
    bonus = _spelt((sign, term) for sign, term in others if not isinstance(term, Literal))
    found = {"ability": str(ability), "dice": str(dice)}
    return found | ({"bonus": bonus} if bonus else {})


def _terms(sign: str, node: Node) -> Iterator[tuple[str, Node]]:
    """The terms of a sum, including those of nested sums."""
    if isinstance(node, Labelled):
        node = node.inner
    if not isinstance(node, Sum):
        yield sign, node
        return
    for own, term in node.terms:
        yield from _terms("+" if own == sign else "-", term)


def _spelt(terms: Iterable[tuple[str, Node]]) -> str:
    return " ".join(f"{sign} ({term})" for sign, term in terms).removeprefix("+ ")


CONVENTIONS = Conventions(SYMBOLS, rounding("down"), against=_judge)
