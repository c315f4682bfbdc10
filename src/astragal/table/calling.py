"""Filling in a rule's parameters from sheets: names give values, circumstances are added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from astragal._generic import T
from astragal._visible import in_short
from astragal.errors import AstragalError, ParameterError
from astragal.rules.parameters import Parameter
from astragal.rules.rule import Applied, Rule
from astragal.rules.sides import Side, side_of
from astragal.rules.types import ListType, MismatchError
from astragal.table.adding import Place, add_circumstances
from astragal.table.calls import Call, plain_name
from astragal.table.known import check_circumstances
from astragal.table.people import Asked, Character, Named, People, sheet_of
from astragal.table.sides import sides_of
from astragal.table.stakes import Stakes


class Filled(NamedTuple):
    """The values for a rule, and the call if it holds any information."""

    values: dict[str, Any]
    call: Call | None


def parameters_in_order(
    rule: Rule[..., Any], args: Sequence[Any], given: Mapping[str, Any]
) -> dict[str, Any]:
    """Convert positional and keyword values to values by name."""
    names = [each.name for each in checked_rule(rule).parameters]
    if len(args) > len(names):
        raise ParameterError(
            "too-many-parameters", f"{rule.name} takes {len(names)} values, not {len(args)}"
        )
    in_order = dict(zip(names, args, strict=False))
    for name in in_order.keys() & given.keys():
        raise ParameterError("given-twice", f"{rule.name}: {name} is given twice")
    return {**in_order, **given}


def checked_rule(rule: Rule[..., Any]) -> Rule[..., Any]:
    if not isinstance(rule, Rule):
        raise ParameterError("not-a-rule", f"expected a rule, not {in_short(rule)}")
    return rule


def applied(rule: Rule[..., T], filled: Filled) -> Applied[T]:
    """The rule with its parameters filled in, and the call."""
    experiment = rule(**filled.values)
    return experiment if filled.call is None else experiment.called(filled.call)


def filled_in(
    characters: Sequence[Character],
    rule: Rule[..., Any],
    given: Mapping[str, Any],
    stakes: Stakes | None = None,
    saved: str = "",
    saved_by: Character | None = None,
) -> Filled:
    """The values for a rule, with names and circumstances resolved, and the call, if any.

    ``saved`` is the name of a saved roll, on the sheet of ``saved_by``.
    """
    if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
        raise ParameterError("bad-parameters", f"parameters have names: {in_short(given)}")
    if not isinstance(stakes, Stakes | None):
        raise ParameterError("bad-stakes", f"expected Stakes, not {in_short(stakes)}")
    people = People(characters)
    if checked_rule(rule).siblings:
        game = rule.name.partition(".")[0]
        check_circumstances(people, rule.siblings.values(), game)
    filling = _Filling(people, rule, saved_by)
    filling.fill(rule.settled(given))
    places = filling.places(saved)
    values, circumstances = add_circumstances(filling.people, filling.sides, filling.values, places)
    filling.name_players(values, places)
    settled = stakes if stakes is not None and stakes.to_data() else None
    if not (filling.said or circumstances or settled or saved):
        return Filled(values, None)
    call = Call(filling.by(places), filling.said, circumstances, settled, saved=saved)
    return Filled(values, call)


class _Filling:
    """The parameters of one call while they are being filled in."""

    def __init__(
        self, people: People, rule: Rule[..., Any], saved_by: Character | None = None
    ) -> None:
        self.people = people
        self.rule = rule
        self.saved_by = saved_by
        self.sides = sides_of(rule)
        self.values: dict[str, Any] = {}
        self.said: dict[str, str] = {}
        """names used for each parameter, in words"""
        self._used: dict[str, list[list[Named]]] = {}
        """sheet entries found for each parameter, entry by entry"""

    def fill(self, given: Mapping[str, Any]) -> None:
        leads = [each for each in self.sides.leads.values() if each in given]
        for name in dict.fromkeys((*leads, *given)):
            parameter = self.sides.parameters.get(name)
            self.values[name] = (
                given[name] if parameter is None else self._value(parameter, given[name])
            )
        # In the order given, not in the order looked up.
        self.values = {name: self.values[name] for name in given}
        self.said = {name: self.said[name] for name in given if name in self.said}

    def _value(self, parameter: Parameter, value: Any) -> Any:
        try:
            if self.sides.has_one_for_each(parameter.name):
                return self._list(parameter, value)
            return self._single(parameter, value)
        except ParameterError as error:
            message = f"{self.rule.name}: {parameter.name}: {error.message}"
            raise ParameterError(error.code, message, hint=error.hints) from None

    # One value, or one per participant

    def _single(self, parameter: Parameter, value: Any) -> Any:
        if isinstance(value, str) and parameter.type.choices_shown() and self.people.called(value):
            return value  # the rule finds out which side that is
        asked = Asked(self.people, self._leader(side_of(parameter.name)))
        resolved = parameter.type.resolve(value, asked)
        self._check(parameter, resolved, asked)
        self._used[parameter.name] = [asked.found]
        if asked.found:
            self.said[parameter.name] = ", ".join(map(self.people.shown, asked.found))
        return resolved

    def _leader(self, side: Side) -> Character | None:
        """The only known person who rolls on a side, if there is one."""
        entries = self._used.get(self.sides.leads[side], [])
        owners = {id(each.owner): each.owner for entry in entries for each in entry}
        if not owners and side is Side.OURS:
            return self.saved_by
        return next(iter(owners.values())) if len(owners) == 1 else None

    def _list(self, parameter: Parameter, value: Any) -> Any:
        kind = parameter.type
        assert isinstance(kind, ListType)
        parts = kind.parts(value)
        if not isinstance(parts, list | tuple):
            return value
        values, found, said = [], [], []
        for part in parts:
            everybody = self._everybodys(parameter, part)
            if everybody and len(parts) > 1 and parameter.name == self.sides.leads[Side.OURS]:
                raise ParameterError(
                    "everybody-twice",
                    f"{self.rule.name}: {parameter.name}: {part} is everybody's, and more is given",
                    hint=f"name one value for all, or say whose each is: {everybody[0]}, …",
                )
            said += [part] if everybody else []
            for each in everybody or [part]:
                asked = Asked(self.people)
                values.append(kind.item.resolve(each, asked))
                self._check(parameter, values[-1:], asked, kind=ListType(kind.item))
                found.append(asked.found[:1])
                said += [] if everybody else map(self.people.shown, asked.found)
        self._used[parameter.name] = found
        if any(found):
            self.said[parameter.name] = ", ".join(said)
        return values

    def _everybodys(self, parameter: Parameter, part: Any) -> list[str]:
        """Expand a name that several have into one name per person; empty if the owner is given."""
        having = self.people.having(part) if isinstance(part, str) else []
        if len(having) < 2:
            return []
        wanted = self._meant(parameter)
        if not wanted:
            raise self.people.whose(part, having)
        for person in wanted:
            if not any(each.owner is person for each in having):
                raise self._lacks(person, part, having)
        names = {id(each.owner): each.name for each in having}
        return [f"{person.name}: {names[id(person)]}" for person in wanted]

    def _meant(self, parameter: Parameter) -> list[Character]:
        """Owners meant by a plain name in a list: the players, or everyone else on other sides."""
        lead = self.sides.leads[Side.OURS]
        entries = self._used.get(lead, [])
        players = [each.owner for entry in entries for each in entry[:1]]
        if parameter.name == lead:
            return list(self.people.each)
        if side_of(parameter.name) is Side.OURS:
            return players if len(players) == len(entries) else []
        playing = {id(each) for each in players}
        return [each for each in self.people.each if id(each) not in playing]

    def _lacks(self, person: Character, part: str, having: Sequence[Named]) -> ParameterError:
        said = ", ".join(f"{each.owner.name}: {each.name}" for each in having)
        return ParameterError(
            "not-on-sheet",
            f"{in_short(part)} is not on {person.name}'s sheet",
            hint=f"say who rolls: {said}",
        )

    def _check(
        self, parameter: Parameter, resolved: Any, asked: Asked, kind: ListType | None = None
    ) -> None:
        """Refuse a text that is neither a value nor a name, in an error that mentions the sheet."""
        if not self.people.have_names:
            return
        texts = [each for each in asked.found if isinstance(each.value, str)]
        try:
            (kind or parameter.type).check(resolved)
        except MismatchError as error:
            if texts:
                raise _unfit(texts[0], f"and this must be {error.wanted}") from None
            if asked.missed and not asked.found:
                raise self._not_on_sheet(parameter, error, asked.missed) from None
        except AstragalError as error:
            if texts:
                raise _unfit(texts[0], error.message) from None
            if resolved in asked.missed and not any(map(str.isdecimal, resolved)):
                raise ParameterError(
                    "not-on-sheet",
                    f"{in_short(resolved)} is neither dice nor on {self.people.where}",
                    hint=self.people.hint(resolved),
                ) from None
        # The rule itself refuses any other wrong value.

    def _not_on_sheet(
        self, parameter: Parameter, error: MismatchError, missed: Sequence[str]
    ) -> ParameterError:
        name = error.got if isinstance(error.got, str) and error.got in missed else missed[0]
        own = parameter.names_of_values
        several = "one of " if len(own) > 1 else ""
        what = (
            f"neither a number nor {several}{', '.join(own)}, and not"
            if own
            else "neither a number nor"
        )
        return ParameterError(
            "not-on-sheet",
            f"{in_short(name)} is {what} on {self.people.where}",
            hint=self.people.hint(name, own),
        )

    # Participants

    def places(self, saved: str) -> list[Place]:
        """Everyone who rolls, as far as they are known."""
        places = [place for side in Side for place in self._places(side, saved)]
        only = self.saved_by if self.people.several else next(iter(self.people.each), None)
        if only is None or self.sides.several or any(place.owner is only for place in places):
            return places
        return [*places, Place(Side.OURS, None, only, (saved,))]

    def _places(self, side: Side, saved: str) -> list[Place]:
        lead = self.sides.leads[side]
        several = lead in self.sides.parameters and self.sides.has_one_for_each(lead)
        owners: dict[int | None, Character] = {}
        names: dict[int | None, list[str]] = {}
        for name, entries in sorted(self._used.items(), key=lambda each: each[0] != lead):
            if side_of(name) is not side or (several and not self.sides.has_one_for_each(name)):
                continue
            for index, entry in enumerate(entries):
                place = index if several else None
                for each in entry:
                    owners.setdefault(place, each.owner)
                    if owners[place] is each.owner:
                        names.setdefault(place, []).append(each.name)
        if several and side is Side.OURS:
            owners = {**self._owners_by_name(), **owners}
        return [
            Place(side, index, owner, (*names.get(index, ()), saved))
            for index, owner in sorted(owners.items(), key=lambda each: each[0] or 0)
        ]

    def _owners_by_name(self) -> dict[int | None, Character]:
        """The people named as players, by their position."""
        given = self.values.get("names", ()) if self.sides.names_of(Side.OURS) else ()
        if not isinstance(given, list | tuple):
            return {}
        found = (
            (at, self.people.called(each)) for at, each in enumerate(given) if isinstance(each, str)
        )
        return {at: owner for at, owner in found if owner is not None}

    def by(self, places: Sequence[Place]) -> str | tuple[str, ...]:
        """Names of the participants on our side."""
        if not self.people.several:
            return self.people.each[0].name if self.people.each else ""
        owners = [place.owner.name for place in places if place.side is Side.OURS]
        several = tuple(dict.fromkeys(owners))
        return several[0] if len(several) == 1 else several or ""

    def name_players(self, values: dict[str, Any], places: Sequence[Place]) -> None:
        """Fill in the participants' names from their sheets, unless names are given."""
        if self.sides.two_roll:
            sides: tuple[tuple[Side, ...], ...] = ((Side.OURS, Side.OPPONENT),)
        else:
            sides = ((Side.OURS,), (Side.OPPONENT,))
        for together in sides:
            name = self.sides.names_of(together[0])
            if name is not None and name not in values:
                names = self._names_of(together, values, places)
                values.update({name: names} if names else {})

    def _names_of(
        self, sides: Sequence[Side], values: Mapping[str, Any], places: Sequence[Place]
    ) -> list[str]:
        """Names of the participants on these sides; empty if some would be missing or ambiguous."""
        known = {(place.side, place.at): place.owner.name for place in places}
        names = []
        for side in sides:
            players = values.get(self.sides.leads[side])
            count = len(players) if isinstance(players, list) else 1
            alone = not isinstance(players, list)
            names += [known.get((side, None if alone else at), "") for at in range(count)]
        if not any(names) or (len(sides) > 1 and not all(names)):
            return []
        called = [name or f"player {at}" for at, name in enumerate(names, 1)]
        return called if len({plain_name(name) for name in called}) == len(called) else []


def _unfit(named: Named, why: str) -> ParameterError:
    return ParameterError(
        "bad-parameter",
        f"{named.name} is {in_short(named.value)} on {sheet_of(named.owner)}, {why}",
    )
