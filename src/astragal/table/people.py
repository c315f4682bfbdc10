"""Looking up names on sheets: their owners, their values, and unknown names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple, Protocol

from astragal._nearest import did_you_mean
from astragal._visible import in_short
from astragal.errors import NOWHERE, ParameterError
from astragal.notation.expression import Expression
from astragal.notation.putting_in import put_in
from astragal.outcome import Number, read_number
from astragal.table.calls import listed, plain_name, spoken_forms
from astragal.table.circumstances import Circumstances


class Character(Protocol):
    """A person with named values and circumstances."""

    @property
    def name(self) -> str: ...
    @property
    def circumstances(self) -> Circumstances: ...
    @property
    def known_names(self) -> Sequence[str]: ...
    def found(self, name: str) -> tuple[str, Number | str] | None: ...


class Named(NamedTuple):
    """A value with its owner; the name is "" for a plain number of theirs, ``Alice: 3``."""

    owner: Character
    name: str
    value: Number | str


class People:
    """The owners of the open sheets."""

    def __init__(self, characters: Iterable[Character]) -> None:
        self.each = tuple(characters)
        self.several = len(self.each) > 1
        self._by_name = {plain_name(each.name): each for each in self.each if each.name}

    def called(self, name: str) -> Character | None:
        """The person with this name."""
        return self._by_name.get(plain_name(name))

    def owned(self, text: str) -> tuple[Character, str] | None:
        """Split ``Alice: Stealth`` into owner and name; None if it does not start with an owner."""
        name, colon, rest = text.partition(":")
        owner = self.called(name) if colon and rest.strip() else None
        return None if owner is None else (owner, rest.strip())

    def having(self, name: str) -> list[Named]:
        """The value of this name on every sheet that has it, in the order of the sheets."""
        found = ((each, each.found(name)) for each in self.each)
        return [Named(owner, *each) for owner, each in found if each is not None]

    def shown(self, named: Named) -> str:
        """A name, with its owner if there are several sheets."""
        if not named.name:
            return named.owner.name
        return f"{named.owner.name}: {named.name}" if self.several else named.name

    @property
    def where(self) -> str:
        """The sheets searched for names, in words."""
        if self.several:
            return f"the sheets of {listed([each.name for each in self.each])}"
        return sheet_of(self.each[0]) if self.each else "the sheet"

    @property
    def have_names(self) -> bool:
        """True if any sheet has a value."""
        return any(each.known_names for each in self.each)

    def whose(self, name: str, having: Sequence[Named]) -> ParameterError:
        """The error for a name on several sheets."""
        people = listed([each.owner.name for each in having])
        return ParameterError(
            "whose",
            f"{in_short(name)} is on the sheets of {people}",
            hint=f"say whose: {having[0].owner.name}: {having[0].name}",
        )

    def hint(self, name: str, others: Sequence[str] = ()) -> str:
        """Hint for an unknown name: the most similar one, or a list of all."""
        owned = self.owned(name)
        if owned is None and ":" in name and self._by_name:
            first, _, _ = name.partition(":")
            if not any(each.found(name) for each in self.each):
                people = [each.name for each in self.each if each.name]
                return _meant(first, people, "they are of")
        looked_at = self.each if owned is None else (owned[0],)
        wanted = name if owned is None else owned[1]
        known = [*others, *(each for person in looked_at for each in person.known_names)]
        all_of_them = "it has" if len(looked_at) == 1 else "they have"
        return _meant(wanted, list(dict.fromkeys(known)), all_of_them)


def sheet_of(character: Character) -> str:
    """Wording for a person's sheet."""
    return f"{character.name}'s sheet" if character.name else "the sheet"


def _meant(name: str, known: Sequence[str], all_of_them: str) -> str:
    everything = f"{all_of_them} {', '.join(known) or 'nothing'}"
    hints = (did_you_mean(form, known) for form in spoken_forms(name))
    return next(filter(None, hints), everything)


class Asked:
    """Looks up names for one value of a parameter, and remembers those found and missed.

    For a name on several sheets, the ``preferred`` person's value is used if they have one.
    """

    def __init__(self, people: People, preferred: Character | None = None) -> None:
        self.people = people
        self.preferred = preferred
        self.found: list[Named] = []
        self.missed: list[str] = []

    def __call__(self, text: str) -> tuple[str, Number | str] | None:
        named = self._named(text)
        if named is None:
            self.missed.append(text)
            return None
        if named not in self.found:
            self.found.append(named)
        return self.people.shown(named), named.value

    def _named(self, text: str) -> Named | None:
        having = self.people.having(text)
        owned = self.people.owned(text) if not having else None
        if owned is not None:
            owner, rest = owned
            number = read_number(rest)
            found = owner.found(rest) if number is None else ("", number)
            return None if found is None else Named(owner, *found)
        own = [each for each in having if each.owner is self.preferred]
        if len(having) > 1 and not own:
            raise self.people.whose(text, having)
        return next(iter(own or having), None)


def with_dice(
    expression: Expression, people: People, set_values: Collection[str] = ()
) -> Expression:
    """Replace names in an expression by dice from the sheets.

    Numbers stay names, so that a record shows where they come from. ``set_values`` are names with
    other values.
    """
    if not expression.variables:
        return expression
    asked = Asked(people)
    length = 0

    def dice(name: str) -> tuple[str, Number | str] | None:
        nonlocal length
        try:
            found = None if name in set_values else asked(name)
        except ParameterError as error:
            having = people.having(name)
            error.hint = f"say whose: @{{{having[0].owner.name}: {having[0].name}}}"
            raise
        if found is None or not isinstance(found[1], str):
            return None
        # Check the total length before any text is parsed or inserted.
        length += len(found[1])
        expression.limits.check("length", length, NOWHERE)
        return found

    return put_in(expression, dice)
