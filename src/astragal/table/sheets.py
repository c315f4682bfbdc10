"""A sheet: a character's named values, saved rolls and circumstances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from itertools import chain
from pathlib import Path
from types import MappingProxyType
from typing import Any

from astragal._generic import T
from astragal._visible import in_short, visible
from astragal.errors import ParameterError
from astragal.notation.expression import Expression
from astragal.notation.syntax.parser import parse
from astragal.outcome import Number
from astragal.rolling.roll import Roll
from astragal.rules.game import Game
from astragal.rules.rule import Applied, Rule
from astragal.table.calling import Filled, applied, checked_rule, filled_in, parameters_in_order
from astragal.table.calls import Call, plain_name, spoken_forms, visible_name
from astragal.table.circumstances import Circumstance, Circumstances
from astragal.table.files import parse_toml, read_text
from astragal.table.people import People, with_dice
from astragal.table.saved_rolls import SavedRoll, not_saved
from astragal.table.sheet_data import (
    checked_headings,
    exact_decimal,
    leaves,
    sheet_value,
    toml_key,
    toml_table,
)
from astragal.table.stakes import Stakes

_MOST_NAMES = 2_000
_VALUES = ("values",)


class Sheet(Mapping[str, Number]):
    """Named values, for rules and notation. Immutable: ``begin`` and ``end`` return new sheets.

    A value is a number, or a text for parameters that take one: dice, ranges, tags, typed
    modifiers. As a mapping, the sheet holds the numbers; ``texts`` and ``rolls`` hold the rest.

    >>> import astragal
    >>> from astragal.games import scores
    >>> alice = astragal.Sheet("Alice", {"Focus Save": 1, "Sneaking": 3})
    >>> alice.call(scores.test, "Focus Save").roll(faces=[8])
    Alice, Focus Save +1: 8 + 1 (Focus Save) = 9 → 9, Mixed
    >>> astragal.roll("2d12 + @{Focus Save}", faces=[4, 6], variables=alice).outcome
    11
    """

    def __init__(
        self,
        name: str = "",
        values: Mapping[str, Number | str] | None = None,
        circumstances: Circumstances | None = None,
        rolls: Iterable[SavedRoll] = (),
        *,
        headings: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        if not isinstance(name, str) or not isinstance(values or {}, Mapping):
            raise ParameterError(
                "bad-sheet", "a sheet needs a text as its name and a mapping as its values"
            )
        if not isinstance(circumstances, Circumstances | None):
            raise ParameterError(
                "bad-sheet", f"expected circumstances, not {in_short(circumstances)}"
            )
        if not isinstance(rolls, list | tuple) or not all(isinstance(e, SavedRoll) for e in rolls):
            raise ParameterError("bad-sheet", f"expected saved rolls, not {in_short(rolls)}")
        self.name = visible_name("bad-sheet", "the sheet", name) if name else ""
        self.circumstances = circumstances or Circumstances()
        self._numbers: dict[str, Number] = {}
        self._texts: dict[str, str] = {}
        self._rolls: dict[str, SavedRoll] = {}
        self._plain: dict[str, str] = {}
        self._headings: dict[str, tuple[str, ...]] = {}
        """headings of each value in its file, outermost first"""
        for each, value in (values or {}).items():
            under = (headings or {}).get(each, _VALUES)
            self._add(each, value, checked_headings(under))
        for roll in rolls:
            self._rolls[self._new(roll.name)] = roll

    def _add(self, name: Any, value: Any, headings: tuple[str, ...] = _VALUES) -> None:
        name = self._new(name)
        self._headings[name] = headings
        read = sheet_value(name, value)
        if isinstance(read, str):
            self._texts[name] = read
        else:
            self._numbers[name] = read

    def _new(self, name: Any) -> str:
        """Validate a name that must not be on the sheet yet."""
        if not isinstance(name, str):
            raise ParameterError(
                "bad-sheet", f"the name of a value must be text, not {in_short(name)}"
            )
        spelt = visible_name("bad-sheet", "a value", name)
        if plain_name(spelt) in self._plain:
            raise ParameterError("bad-sheet", f"{spelt} is on the sheet twice")
        if len(self._plain) == _MOST_NAMES:
            raise ParameterError("bad-sheet", f"a sheet holds at most {_MOST_NAMES:,} names")
        self._plain[plain_name(spelt)] = spelt
        return spelt

    # Files

    @classmethod
    def load(cls, path: str | Path) -> Sheet:
        """Load a TOML file: ``name``, values in any tables, ``[rolls]``, ``[[circumstances]]``."""
        text = read_text(path, "sheet")
        try:
            return cls.read(text)
        except ParameterError as error:
            raise ParameterError(error.code, f"{path}: {error.message}", hint=error.hints) from None

    @classmethod
    def read(cls, text: str) -> Sheet:
        """Parse a sheet written in TOML.

        >>> Sheet.read('name = "Alice"\\n[saves]\\n"Focus Save" = 1')["focus save"]
        1
        """
        data = parse_toml(text, "sheet", exact_decimal)
        name = data.pop("name", "")
        if not isinstance(name, str):
            raise ParameterError("bad-sheet", f"name must be text, not {in_short(name)}")
        circumstances = Circumstances()
        listed = [data.pop(key, []) for key in ("circumstances", "circumstance")]
        for each in chain.from_iterable(_each(several) for several in listed):
            circumstances = circumstances.begin(Circumstance.from_data(each))
        saved = data.get("rolls")
        rolls = [
            SavedRoll.from_data(each, roll)
            for each, roll in (saved.items() if isinstance(saved, Mapping) else ())
            if isinstance(roll, Mapping)
        ]
        if isinstance(saved, Mapping):
            data["rolls"] = {k: each for k, each in saved.items() if not isinstance(each, Mapping)}
        sheet = cls(name, {}, circumstances, rolls)
        for headings, key, value in leaves(data):
            sheet._add(key, value, headings)
        return sheet

    def to_toml(self) -> str:
        """The current sheet as text for ``read``, under its original headings.

        >>> print(Sheet("Alice", {"Focus Save": 1, "Sword": "1d8+2"}).to_toml(), end="")
        name = "Alice"
        <BLANKLINE>
        [values]
        "Focus Save" = 1
        Sword = "1d8+2"
        """
        top, tables = self._tables()
        named = {"name": self.name} if self.name else {}
        parts = [toml_table({**named, **top})] if named or top else []
        parts += [
            f"[{'.'.join(map(toml_key, headings))}]\n" + toml_table(values)
            for headings, values in tables.items()
        ]
        parts += [
            f"[rolls.{toml_key(name)}]\n" + toml_table(roll.to_data())
            for name, roll in self._rolls.items()
        ]
        parts += [
            "[[circumstances]]\n" + toml_table(each.to_data()) for each in self.circumstances.each
        ]
        return "\n".join(parts)

    def _tables(self) -> tuple[dict[str, Any], dict[tuple[str, ...], dict[str, Any]]]:
        """The values above all headings, and those under each heading."""
        tables: dict[tuple[str, ...], dict[str, Any]] = {(): {}}
        for name, headings in self._headings.items():
            value = self._numbers[name] if name in self._numbers else self._texts[name]
            tables.setdefault(headings, {})[name] = value
        return tables.pop(()), tables

    # A mapping from names to numbers; case and spacing do not matter

    def __getitem__(self, name: str) -> Number:
        found = self._plain.get(plain_name(name)) if isinstance(name, str) else None
        if found not in self._numbers:
            raise KeyError(name)
        return self._numbers[found]

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __len__(self) -> int:
        return len(self._numbers)

    def __eq__(self, other: object) -> bool:
        return self._parts == other._parts if isinstance(other, Sheet) else super().__eq__(other)

    __hash__ = None  # type: ignore[assignment]

    @property
    def _parts(self) -> tuple[Any, ...]:
        return self.name, self._numbers, self._texts, self._rolls, self.circumstances

    def __repr__(self) -> str:
        names = ", ".join(self.known_names) or "nothing"
        return visible(f"<Sheet {self.name or '(nobody)'}: {names}>")

    @property
    def texts(self) -> Mapping[str, str]:
        """The values that are not numbers: dice, ranges, tags, modifiers with types."""
        return MappingProxyType(self._texts)

    @property
    def headings(self) -> Mapping[str, tuple[str, ...]]:
        """The headings of each value in its file, outermost first."""
        return MappingProxyType(self._headings)

    @property
    def rolls(self) -> Mapping[str, SavedRoll]:
        """The saved rolls by name."""
        return MappingProxyType(self._rolls)

    @property
    def known_names(self) -> tuple[str, ...]:
        """All names on the sheet."""
        return (*self._numbers, *self._texts, *self._rolls)

    def find(self, name: str) -> Number | str:
        """The value of a name, or of "a Sneaking Score"; an error suggests a similar name."""
        name = self.named(name)
        return self._numbers[name] if name in self._numbers else self._texts[name]

    def named(self, name: str) -> str:
        """The name on the sheet for a spoken name; a ParameterError if there is none."""
        if not isinstance(name, str):
            raise ParameterError("not-on-sheet", f"names are texts, not {in_short(name)}")
        found = self.found(name)
        if found is None:
            people = People([self])
            raise ParameterError(
                "not-on-sheet",
                f"{in_short(name)} is neither a number nor on {people.where}",
                hint=people.hint(name),
            )
        return found[0]

    def found(self, name: str) -> tuple[str, Number | str] | None:
        """The name as spelt on the sheet, with its value; None if it is missing."""
        for form in spoken_forms(name):
            spelt = self._plain.get(form)
            if spelt in self._numbers:
                return spelt, self._numbers[spelt]
            if spelt in self._texts:
                return spelt, self._texts[spelt]
        return None

    def saved(self, name: str) -> SavedRoll | None:
        """The roll saved under this name, if any."""
        forms = spoken_forms(name) if isinstance(name, str) else ()
        spelt = next((self._plain[form] for form in forms if form in self._plain), "")
        return self._rolls.get(spelt)

    # Circumstances

    def begin(self, circumstance: Circumstance) -> Sheet:
        """The sheet with a circumstance added."""
        if not isinstance(circumstance, Circumstance):
            raise ParameterError(
                "bad-circumstance", f"expected a Circumstance, not {in_short(circumstance)}"
            )
        return self.with_circumstances(self.circumstances.begin(circumstance))

    def end(self, name: str) -> Sheet:
        """The sheet with a circumstance removed."""
        return self.with_circumstances(self.circumstances.end(name))

    def after(self, roll: Roll) -> Sheet:
        """The sheet after a roll: the roll may end or begin circumstances.

        >>> from astragal.games import scores
        >>> bob = Sheet("Bob", {"Attack": 2})
        >>> bob = bob.begin(Circumstance("inspired", {"advantages": 1}, lasts="next"))
        >>> roll = bob.call(scores.test, "Attack").roll(faces=[4, 8])
        >>> bob.after(roll).circumstances.each
        ()
        """
        call = call_of(roll)
        said = call.circumstances if call is not None else ()
        own = {each.removeprefix(f"{self.name}'s ") for each in said} | {*said}
        rolled = call is None or not call.people or self.name in call.people
        outcome = roll.outcome if rolled else None
        return self.with_circumstances(self.circumstances.after_roll(own, outcome))

    def after_round(self, rounds: int = 1) -> Sheet:
        """The sheet after one or more rounds."""
        return self.with_circumstances(self.circumstances.after_rounds(rounds))

    def with_circumstances(self, circumstances: Circumstances) -> Sheet:
        """The sheet with these circumstances instead of its own."""
        if not isinstance(circumstances, Circumstances):
            raise ParameterError(
                "bad-sheet", f"expected circumstances, not {in_short(circumstances)}"
            )
        other = copy(self)  # its values are never changed
        other.circumstances = circumstances
        return other

    # Calls

    def call(
        self, rule: Rule[..., T], /, *args: Any, stakes: Stakes | None = None, **given: Any
    ) -> Applied[T]:
        """Fill in a rule's parameters from the sheet.

        Names give their values, and circumstances are added. The roll's record holds the call, with
        the stakes.
        """
        return self.applied(rule, parameters_in_order(rule, args, given), stakes)

    def call_saved(
        self, name: str, rules: Game | Iterable[Rule[..., Any]], /, **given: Any
    ) -> Applied[Any]:
        """A roll saved on the sheet; its rule is one of ``rules``, which may be a game.

        >>> from astragal.games import scores
        >>> missile = SavedRoll("Magic Missile", "scores.test", {"modifier": "Arcana"})
        >>> alice = Sheet("Alice", {"Arcana": 2}, rolls=[missile])
        >>> alice.call_saved("Magic Missile", scores.game, advantages=1)
        scores.test(modifier=2 (Arcana), advantages=1)
        """
        roll = self.saved(name)
        if roll is None:
            raise not_saved(name, self._rolls)
        rule = roll.found(rules)
        return applied(rule, self.filled(rule, {**roll.values(rule), **given}, saved=roll.name))

    def applied(
        self, rule: Rule[..., T], given: Mapping[str, Any], stakes: Stakes | None = None
    ) -> Applied[T]:
        """Like ``call``, with the parameters as a mapping."""
        return applied(checked_rule(rule), self.filled(rule, given, stakes))

    def filled(
        self,
        rule: Rule[..., Any],
        given: Mapping[str, Any],
        stakes: Stakes | None = None,
        saved: str = "",
    ) -> Filled:
        """The values for a rule, with names and circumstances resolved, and the call, if any."""
        return filled_in((self,), rule, given, stakes, saved, self)

    def parse(self, text: str) -> Expression:
        """Parse notation with dice from the sheet, such as ``@{Attack}``.

        >>> print(Sheet("Alice", {"Attack": "1d4+3"}).parse("1d20 + @{Attack}"))
        1d20 + (1d4 + 3)
        """
        return with_dice(parse(text), People([self]))


NO_SHEET = Sheet()
"""A sheet without a name or values."""


def call_of(roll: Roll) -> Call | None:
    """The call for a roll, if known."""
    if not isinstance(roll, Roll):
        raise ParameterError("not-a-roll", f"expected a Roll, not {in_short(roll)}")
    call = getattr(roll.experiment, "call", None)
    return call if isinstance(call, Call) else None


def _each(listed: Any) -> list[Any]:
    return listed if isinstance(listed, list) else [listed]
