"""``sheet``: a sheet's TOML as data for a form, and the form's data as TOML."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypedDict

from astragal._visible import in_short
from astragal.errors import ParameterError
from astragal.outcome import show
from astragal.service import data
from astragal.service.fields import Field, document, integer, optional, text
from astragal.service.question import Given, Question
from astragal.service.service import Service
from astragal.table.circumstances import Circumstance, Circumstances
from astragal.table.saved_rolls import SavedRoll
from astragal.table.sheets import Sheet

_LISTS = ("values", "rolls", "circumstances")


class Answer(TypedDict):
    toml: str
    sheet: data.Sheet


class SheetAsData(Question):
    """A sheet, both as TOML and as data for a form, perhaps some rounds later."""

    name = "sheet"
    fields = (
        optional("toml", text, "the sheet in TOML"),
        optional("sheet", document("Sheet"), "the sheet as data, instead"),
        Field("rounds", integer(least=0, most=1000), "how many rounds pass", 0),
    )
    answers = Answer

    def answer(self, given: Given, service: Service) -> dict[str, Any]:
        sheet = _given(given["toml"], given["sheet"]).after_round(given["rounds"])
        return {"toml": sheet.to_toml(), "sheet": sheet_data(sheet)}


def _given(toml: str | None, data: Any) -> Sheet:
    if (toml is None) == (data is None):
        what = "neither" if toml is None else "both"
        raise ParameterError("unfit-field", f"sheet takes toml or sheet; {what} is given")
    return Sheet.read(toml) if toml is not None else sheet_from(data)


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    """A sheet with its numbers as texts, as in the fields of a form."""
    return {
        "name": sheet.name,
        "values": [_value_data(sheet, name) for name in sheet.headings],
        "rolls": [_roll_data(roll) for roll in sheet.rolls.values()],
        "circumstances": [_circumstance_data(each) for each in sheet.circumstances.each],
    }


def _value_data(sheet: Sheet, name: str) -> dict[str, Any]:
    return {"name": name, "value": show(sheet.find(name)), "under": list(sheet.headings[name])}


def _roll_data(roll: SavedRoll) -> dict[str, Any]:
    return {
        "name": roll.name,
        "rule": roll.rule,
        "parameters": {name: _plain(value) for name, value in roll.given.items()},
    }


def _plain(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return [_plain(each) for each in value]
    return show(value) if isinstance(value, Fraction) else value


def _circumstance_data(each: Circumstance) -> dict[str, Any]:
    return {
        "name": each.name,
        "gives": dict(each.gives),
        "on": list(each.on),
        "lasts": "" if each.lasting is None else str(each.lasting),
        "begins_when": each.begins_when,
    }


def sheet_from(data: Mapping[str, Any]) -> Sheet:
    """The sheet in data that ``sheet_data`` or a form wrote."""
    if "name" not in data or not data.keys() <= {"name", *_LISTS}:
        raise _bad(data)
    values, rolls, circumstances = (_entries(data.get(name, [])) for name in _LISTS)
    numbers: dict[str, Any] = {each["name"]: each.get("value") for each in values}
    headings = {each["name"]: each["under"] for each in values if each.get("under") is not None}
    if len(numbers) < len(values):
        raise ParameterError("bad-sheet", "a name is on the sheet twice")
    standing = Circumstances()
    for each in circumstances:
        standing = standing.begin(_circumstance(each))
    rolled = [_roll(each) for each in rolls]
    sheet = Sheet(data["name"], numbers, standing, rolled, headings=headings)
    if headings and Sheet.read(sheet.to_toml()) != sheet:
        raise ParameterError("bad-sheet", "a heading over values is taken by something else")
    return sheet


def _entries(listed: Any) -> list[Mapping[str, Any]]:
    if not isinstance(listed, list):
        raise _bad(listed)
    for each in listed:
        if not isinstance(each, Mapping) or not isinstance(each.get("name"), str):
            raise _bad(each)
    return listed


def _roll(each: Mapping[str, Any]) -> SavedRoll:
    return SavedRoll(each["name"], each.get("rule", ""), each.get("parameters", {}))


def _circumstance(each: Mapping[str, Any]) -> Circumstance:
    lasts = each.get("lasts", "")
    return Circumstance(
        each["name"],
        each.get("gives", {}),
        each.get("on", ()),
        None if lasts == "" else lasts,
        each.get("begins_when", ""),
    )


def _bad(data: object) -> ParameterError:
    return ParameterError("bad-sheet", f"this does not belong on a sheet: {in_short(data)}")
