"""Adding circumstances to a roll: each changes its owner's numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from astragal.errors import ParameterError
from astragal.rules.sides import Side
from astragal.rules.types import ListType
from astragal.table.circumstances import Circumstance
from astragal.table.people import Character, People
from astragal.table.sides import Sides


class Place(NamedTuple):
    """A participant of a roll: side, position in a list, sheet and the names used."""

    side: Side
    at: int | None
    owner: Character
    names: tuple[str, ...]


def add_circumstances(
    people: People, sides: Sides, given: Mapping[str, Any], places: Sequence[Place]
) -> tuple[dict[str, Any], tuple[str, ...]]:
    """The values after adding everyone's circumstances, and those that applied, in words."""
    values, applied = dict(given), []
    for person in people.each:
        own = [place for place in places if place.owner is person]
        for circumstance in person.circumstances.current:
            adding = _Adding(people, sides, person, circumstance)
            if not places:
                adding.refuse_if_unknown()
            if adding.add(values, own):
                applied.append(adding.words)
    return values, tuple(applied)


class _Adding:
    """One circumstance of one person, to be added to the values of a rule."""

    def __init__(
        self, people: People, sides: Sides, person: Character, circumstance: Circumstance
    ) -> None:
        self.sides = sides
        self.person = person
        self.circumstance = circumstance
        whose = f"{person.name}'s " if people.several else ""
        # Texts may be long, and every cell of a sweep keeps them: share the string if possible.
        self.words = f"{whose}{circumstance}" if whose else str(circumstance)
        self.called = f"{whose}{circumstance.name}"

    @property
    def _rule(self) -> str:
        return self.sides.rule.name

    def refuse_if_unknown(self) -> None:
        """Refuse a circumstance that may concern this roll, if it is unknown who rolls."""
        if any(map(self.sides.knows, self.circumstance.gives)) and self.circumstance.relevant(
            self.sides.rule, ()
        ):
            lead = self.sides.leads[Side.OURS]
            who = self.person.name or "the owner of the sheet"
            such = f"{self.person.name or 'Alice'}: 3"
            raise ParameterError(
                "whose",
                f"{self._rule}: {self.called} may apply, but nothing says whether {who} rolls",
                hint=f"name a value on their sheet, or write {lead} like {such}",
            )

    def add(self, values: dict[str, Any], own: Sequence[Place]) -> bool:
        """Add it where it is relevant; returns True if anything was added."""
        relevant = self._relevant(own)
        added = False
        for name, number in self.circumstance.gives.items():
            for target, found in self._targets(name, relevant).items():
                added |= self._add(values, target, number, found)
        if relevant and self.circumstance.on and not added:
            self._refuse_without_effect()
        return added

    def _relevant(self, own: Sequence[Place]) -> list[Place]:
        """Where it applies: by the names of the roll, or else where its owner acts in person."""
        about = [place for place in own if self.circumstance.relevant(self.sides.rule, place.names)]
        if self.circumstance.relevant(self.sides.rule, ()):
            ours = [place for place in about if place.side is Side.OURS]
            return ours or about
        return about

    def _targets(self, name: str, relevant: Sequence[Place]) -> dict[str, list[Place]]:
        targets: dict[str, list[Place]] = {}
        for place in relevant:
            target = self.sides.target(name, place.side)
            if target is not None:
                targets.setdefault(target, []).append(place)
            elif self.sides.knows(name):
                raise ParameterError(
                    "bad-circumstance",
                    f"{self._rule}: {self.called} gives {name}, which is not taken from "
                    f"{place.side.said}",
                    hint="end it for this roll, or change the numbers themselves",
                )
        return targets

    def _add(self, values: dict[str, Any], name: str, number: int, places: Sequence[Place]) -> bool:
        parameter = self.sides.parameters[name]
        if name not in values and parameter.required:
            return False
        before = values.get(name, parameter.default)
        if self.sides.has_one_for_each(name):
            after = self._in_list(values, name, before, number, places)
        else:
            self._refuse_shared(values, name, places)
            after = parameter.type.add(before, number, self.circumstance.name)
        if after is before:
            return False
        values[name] = after
        return True

    def _in_list(
        self,
        values: Mapping[str, Any],
        name: str,
        before: Any,
        number: int,
        places: Sequence[Place],
    ) -> Any:
        kind = self.sides.parameters[name].type
        assert isinstance(kind, ListType)
        lead = values.get(self.sides.leads[places[0].side])
        if not isinstance(before, list | tuple) or not isinstance(lead, list | tuple):
            return before
        after = list(before) or [0] * len(lead)
        if len(after) == 1:
            after *= len(lead)  # one number for all participants
        for place in places:
            if place.at is None or place.at >= len(after):
                return before  # a list of the wrong length, which the rule refuses
            after[place.at] = kind.item.add(after[place.at], number, self.circumstance.name)
        return after

    def _refuse_shared(self, values: Mapping[str, Any], name: str, places: Sequence[Place]) -> None:
        """Refuse to add for some of several players to a value that the rule shares among all."""
        players = values.get(self.sides.leads[places[0].side])
        alone = places[0].at is None or not isinstance(players, list | tuple)
        if not alone and len(places) < len(players or ()):
            who = self.person.name or "one of them"
            raise ParameterError(
                "bad-circumstance",
                f"{self._rule}: {self.called} gives {name} to {who} alone, and the rule takes it "
                "once for all who roll",
                hint=f"end it for this roll, or give {name} to all of them",
            )

    def _refuse_without_effect(self) -> None:
        if any(map(self.sides.knows, self.circumstance.gives)):
            return  # it adds to parameters that this roll does not use
        gives = ", ".join(self.circumstance.gives)
        raise ParameterError(
            "bad-circumstance",
            f"{self.called} gives {gives}, which {self._rule} does not take",
            hint=f"it takes {', '.join(self.sides.parameters)}",
        )
