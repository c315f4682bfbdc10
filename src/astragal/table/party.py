"""A party: several sheets at once, each with its own values and circumstances."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import Any

from astragal._generic import T
from astragal._visible import in_short, visible
from astragal.errors import ParameterError
from astragal.limits import Limits, bounded
from astragal.notation.expression import Expression
from astragal.notation.syntax.parser import parse
from astragal.outcome import Number
from astragal.rolling.roll import Roll
from astragal.rules.game import Game
from astragal.rules.rule import Applied, Rule
from astragal.table.calling import Filled, applied, checked_rule, filled_in, parameters_in_order
from astragal.table.calls import listed, plain_name
from astragal.table.circumstances import Circumstance, Circumstances
from astragal.table.people import People, with_dice
from astragal.table.saved_rolls import SavedRoll, not_saved
from astragal.table.sheets import Sheet, call_of
from astragal.table.stakes import Stakes

_MOST = 50


class Party(Mapping[str, Number]):
    """Several sheets. ``Alice: Stealth`` is Alice's; a unique name needs no owner.

    In a rule with several participants, a name on all sheets means everyone's value, in the order
    of the sheets. As a mapping, the party holds the numbers, for notation: ``@{Alice: Stealth}``.

    >>> import astragal
    >>> from astragal.games import scores
    >>> alice, bob = astragal.Sheet("Alice", {"Stealth": 2}), astragal.Sheet("Bob", {"Stealth": 1})
    >>> party = astragal.Party([alice, bob])
    >>> party.call(scores.group_test, "Stealth")
    scores.group_test(modifiers=[2, 1] (Stealth), names=['Alice', 'Bob'])
    >>> party.call(scores.test, "Bob: Stealth")
    scores.test(modifier=1 (Bob: Stealth))
    """

    def __init__(self, sheets: Iterable[Sheet] = ()) -> None:
        given = sheets
        if isinstance(sheets, Iterable) and not isinstance(sheets, str | bytes | Mapping):
            sheets = tuple(islice(sheets, _MOST + 1))
        if not isinstance(sheets, tuple) or not all(isinstance(each, Sheet) for each in sheets):
            raise ParameterError("bad-party", f"a party is a list of sheets, not {in_short(given)}")
        if len(sheets) > _MOST:
            raise ParameterError("bad-party", f"a party is at most {_MOST} sheets")
        names = [plain_name(each.name) for each in sheets]
        for place, each in enumerate(sheets):
            if len(sheets) > 1 and not each.name:
                raise ParameterError("bad-party", "with several sheets, each needs a name")
            if names[place] in names[:place]:
                raise ParameterError("bad-party", f"two sheets are called {each.name}")
        self.sheets: tuple[Sheet, ...] = sheets
        self._people = People(self.sheets)

    # Values for notation

    def __getitem__(self, name: str) -> Number:
        if not isinstance(name, str):
            raise KeyError(name)
        number = self._numbers.get(plain_name(name))
        owned = self._people.owned(name) if number is None else None
        found = None if owned is None else owned[0].found(owned[1])
        if found is not None and not isinstance(found[1], str):
            number = found[1]
        if number is None:
            raise KeyError(name)
        return number

    @cached_property
    def _numbers(self) -> dict[str, Number]:
        """Numbers by plain name: all with their owners, and unique names without."""
        alone: dict[str, Number] = {}
        shared: set[str] = set()
        for sheet in self.sheets:
            own = {plain_name(name): number for name, number in sheet.items()}
            shared |= alone.keys() & own.keys()
            alone |= own
        owned = {
            plain_name(f"{sheet.name}: {name}"): number
            for sheet in self.sheets
            for name, number in sheet.items()
        }
        return owned | {name: each for name, each in alone.items() if name not in shared}

    def __iter__(self) -> Iterator[str]:
        several = len(self.sheets) > 1
        for sheet in self.sheets:
            for name in sheet:
                yield f"{sheet.name}: {name}" if several else name

    def __len__(self) -> int:
        return sum(map(len, self.sheets))

    def __eq__(self, other: object) -> bool:
        return self.sheets == other.sheets if isinstance(other, Party) else super().__eq__(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        names = [each.name for each in self.sheets if each.name]
        return visible(f"<Party: {listed(names) if names else 'nobody'}>")

    @bounded
    def parse(
        self,
        text: str | Expression,
        *,
        given: Mapping[str, Number] | None = None,
        limits: Limits | None = None,
    ) -> Expression:
        """Parse notation with dice from the sheets; ``given`` holds values for other names.

        An expression that is already parsed, perhaps from another program's notation, may replace
        the text.
        """
        read = text if isinstance(text, Expression) else parse(text, limits=limits)
        return with_dice(read, self._people, given or {})

    # Sheets and circumstances

    def sheet(self, name: str) -> Sheet:
        """The sheet with this name; a ParameterError if there is none."""
        wanted = plain_name(name) if isinstance(name, str) else None
        found = [each for each in self.sheets if plain_name(each.name) == wanted]
        if not found:
            known = ", ".join(each.name for each in self.sheets) or "none"
            raise ParameterError(
                "no-sheet", f"there is no sheet of {in_short(name)}", hint=f"the sheets: {known}"
            )
        return found[0]

    def having(self, circumstance: str) -> list[Sheet]:
        """The sheets that hold a circumstance of this name."""
        wanted = plain_name(circumstance) if isinstance(circumstance, str) else None
        return [
            sheet
            for sheet in self.sheets
            if any(plain_name(each.name) == wanted for each in sheet.circumstances.each)
        ]

    def saved(self, name: str) -> tuple[Sheet, SavedRoll] | None:
        """Find a saved roll, by its name or as ``Alice: Magic Missile``, with its sheet."""
        if not isinstance(name, str):
            return None
        owned = self._people.owned(name)
        found = [(sheet, roll) for sheet in self.sheets if (roll := sheet.saved(name)) is not None]
        if not found and owned is not None:
            sheet = self.sheet(owned[0].name)
            roll = sheet.saved(owned[1])
            found = [(sheet, roll)] if roll is not None else []
        if len(found) > 1:
            people = listed([sheet.name for sheet, _ in found])
            raise ParameterError(
                "whose",
                f"{in_short(name)} is saved on the sheets of {people}",
                hint=f"say whose: {found[0][0].name}: {found[0][1].name}",
            )
        return found[0] if found else None

    @property
    def known_names(self) -> list[str]:
        """Names of the values on all sheets."""
        return [name for sheet in self.sheets for name in sheet.known_names]

    @property
    def saved_names(self) -> list[str]:
        """Names of all saved rolls."""
        return [name for sheet in self.sheets for name in sheet.rolls]

    def with_sheet(self, sheet: Sheet) -> Party:
        """The party with a sheet added, or replaced if it has the same name."""
        if not isinstance(sheet, Sheet):
            raise ParameterError("bad-party", f"expected a sheet, not {in_short(sheet)}")
        names = [plain_name(each.name) for each in self.sheets]
        if plain_name(sheet.name) not in names:
            return Party([*self.sheets, sheet])
        at = names.index(plain_name(sheet.name))
        return Party([*self.sheets[:at], sheet, *self.sheets[at + 1 :]])

    def begin(self, name: str, circumstance: Circumstance) -> Party:
        """The party after adding a circumstance to someone's sheet."""
        return self.with_sheet(self.sheet(name).begin(circumstance))

    def end(self, name: str, circumstance: str) -> Party:
        """The party after removing a circumstance from someone's sheet."""
        return self.with_sheet(self.sheet(name).end(circumstance))

    def without_circumstances(self) -> Party:
        return Party([each.with_circumstances(Circumstances()) for each in self.sheets])

    def after(self, roll: Roll) -> Party:
        """The party after a roll: the roll may end or begin circumstances."""
        if len(self.sheets) == 1:
            return Party([self.sheets[0].after(roll)])
        call = call_of(roll)
        if call is None:
            return self
        after = []
        for sheet in self.sheets:
            whose = f"{sheet.name}'s "
            said = {
                each.removeprefix(whose) for each in call.circumstances if each.startswith(whose)
            }
            outcome = roll.outcome if sheet.name in call.people else None
            after.append(sheet.with_circumstances(sheet.circumstances.after_roll(said, outcome)))
        return Party(after)

    def after_round(self) -> Party:
        """The party after a round."""
        return Party([each.after_round() for each in self.sheets])

    def changes(self, after: Party) -> list[str]:
        """Sentences about the circumstances that ended or began in between."""
        several = len(self.sheets) > 1
        return [
            f"{sheet.name}'s {line}" if several else line
            for sheet, now in zip(self.sheets, after.sheets, strict=True)
            for line in sheet.circumstances.changes(now.circumstances)
        ]

    # Calls

    def call(
        self, rule: Rule[..., T], /, *args: Any, stakes: Stakes | None = None, **given: Any
    ) -> Applied[T]:
        """Fill in a rule's parameters from the sheets.

        Names give their values, and everyone's circumstances are added to their own numbers. The
        roll's record holds the call, with the stakes.
        """
        return self.applied(rule, parameters_in_order(rule, args, given), stakes)

    def call_saved(
        self, name: str, rules: Game | Iterable[Rule[..., Any]], /, **given: Any
    ) -> Applied[Any]:
        """A roll saved on a sheet; its rule is one of ``rules``, which may be a game."""
        found = self.saved(name)
        if found is None:
            raise not_saved(name, self.saved_names)
        rule = found[1].found(rules)
        return self.applied(rule, {**found[1].values(rule), **given}, saved=name)

    def applied(
        self,
        rule: Rule[..., T],
        given: Mapping[str, Any],
        stakes: Stakes | None = None,
        saved: str = "",
    ) -> Applied[T]:
        """Like ``call``, with the parameters as a mapping; ``saved`` is a saved roll's name."""
        return applied(checked_rule(rule), self.filled(rule, given, stakes, saved))

    def filled(
        self,
        rule: Rule[..., Any],
        given: Mapping[str, Any],
        stakes: Stakes | None = None,
        saved: str = "",
    ) -> Filled:
        """The values for a rule, with names and circumstances resolved, and the call, if any."""
        found = self.saved(saved) if saved else None
        if found is None:
            return filled_in(self.sheets, rule, given, stakes)
        by, roll = found
        return filled_in(self.sheets, rule, given, stakes, roll.name, by)
