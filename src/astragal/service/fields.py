"""The fields that questions share, and the types that only questions have."""

from __future__ import annotations

from typing import Any, ClassVar

from astragal.catalogue import all_games, all_rules
from astragal.rules.parameters import REQUIRED, Parameter
from astragal.rules.types import (
    BooleanType,
    IntegerType,
    ListType,
    MismatchError,
    OptionalType,
    ParameterType,
    RationalType,
    TextType,
)
from astragal.rules.types.dice import NOTATION
from astragal.service.schemas import INTEGER, ref


class ObjectType(ParameterType):
    """A JSON object, which is read later."""

    name: ClassVar[str] = "object"
    ref: str = ""
    """the name of its schema, if it has one"""

    def wanted(self) -> str:
        return "an object"

    def accepts(self, value: Any) -> bool:
        return isinstance(value, dict)

    def from_data(self, data: Any) -> Any:
        return self.check(data)

    def schema(self) -> dict[str, Any]:
        return ref(self.ref) if self.ref else {"type": "object"}


class MappingType(ParameterType):
    """Values of one type by name."""

    name: ClassVar[str] = "mapping"
    inner: ParameterType

    def wanted(self) -> str:
        return f"an object whose values are {self.inner.wanted()}"

    def accepts(self, value: Any) -> bool:
        return isinstance(value, dict)

    def from_data(self, data: Any) -> Any:
        if not isinstance(data, dict):
            raise MismatchError(self.wanted(), data)
        return {name: self.inner.from_data(value) for name, value in data.items()}

    def schema(self) -> dict[str, Any]:
        return {"type": "object", "additionalProperties": self.inner.schema()}


class FaceType(ParameterType):
    """A face rolled by hand: a number, the two dice of a d100, or symbols."""

    name: ClassVar[str] = "face"

    def wanted(self) -> str:
        return "a face, the two of a d100 as a list, or symbols such as 2hit+crit"

    def accepts(self, value: Any) -> bool:
        return type(value) is int or isinstance(value, tuple | str)

    def from_data(self, data: Any) -> Any:
        if isinstance(data, list) and list(map(type, data)) == [int, int]:
            return tuple(data)
        return self.check(data)

    def schema(self) -> dict[str, Any]:
        pair = {"type": "array", "items": INTEGER, "minItems": 2, "maxItems": 2}
        return {"anyOf": [INTEGER, pair, {"type": "string"}]}


class AxisType(ParameterType):
    """The values of a parameter in a sweep: ``0..9``, ``10..90/5``, or a list."""

    name: ClassVar[str] = "axis"

    def wanted(self) -> str:
        return "values like 0..10, 10..90/5 or 3,6,10, or a list"

    def accepts(self, value: Any) -> bool:
        return isinstance(value, str | list) and len(value) > 0

    def from_data(self, data: Any) -> Any:
        return self.check(data)

    def schema(self) -> dict[str, Any]:
        scalar = {"type": ["integer", "string", "boolean"]}
        listed = {"type": "array", "items": scalar, "minItems": 1}
        return {"anyOf": [{"type": "string", "minLength": 1, "examples": ["0..10"]}, listed]}


class RuleNameType(TextType):
    """The full name of a rule."""

    name: ClassVar[str] = "rule"

    def schema(self) -> dict[str, Any]:
        return {"enum": [rule.name for rule in all_rules()]}


class GameNameType(TextType):
    """The name of a game."""

    name: ClassVar[str] = "game"

    def schema(self) -> dict[str, Any]:
        return {"enum": [game.name for game in all_games()]}


class DiceTextType(TextType):
    """Dice in notation, as typed: it is parsed with the sheets."""

    name: ClassVar[str] = "notation"

    def schema(self) -> dict[str, Any]:
        return dict(NOTATION)


def field(name: str, type_: ParameterType, help_: str, default: Any = REQUIRED) -> Parameter:
    """A field of a question."""
    return Parameter(name, type_, default, help_)


def optional(name: str, type_: ParameterType, help_: str) -> Parameter:
    """A field that may be left out, or null."""
    return Parameter(name, OptionalType(type_), None, help_)


def type_given(each: Parameter) -> ParameterType:
    """The type of a field's value where it has one: a field that may be null is not told apart."""
    return each.type.inner if isinstance(each.type, OptionalType) else each.type


TEXT = TextType()
NUMBERS = MappingType(RationalType())

EXPRESSION = optional("expression", DiceTextType(), "dice in notation")
DIALECT = optional("dialect", TEXT, "whose notation it is, such as roll20; without it, ours")
GAME = optional("game", GameNameType(), "the open game, by whose conventions dice are read")
VARIABLES = field("variables", NUMBERS, "values for @names in the dice", {})
RULE = optional("rule", RuleNameType(), "the name of a rule, such as tiers.check")
PARAMETERS = field("parameters", ObjectType(), "its parameters: as data, or as a player types", {})
SHEETS = field("sheets", ListType(TEXT), "the sheets of those who roll, each in TOML", ())
STAKES = optional("stakes", ObjectType("Stakes"), "what is at stake, for the record")
SAVED = field("saved", TEXT, "the name of a roll saved on a sheet, if it is rolled as that", "")

SEED = optional("seed", TEXT, "the same seed always gives the same faces")
FACES = optional("faces", ListType(FaceType()), "faces rolled by hand, in order")
DECISIONS = optional("decisions", ListType(TEXT), "the options to choose, in order")
_VIEW = TextType(1_000)
AIM = optional("aim", _VIEW, "what choices are made for: a field of the outcome, or score>=7")
STRATEGY = optional(
    "strategy", _VIEW, "how to decide instead, such as: hold if turn>=20, else roll"
)
OF = optional("of", _VIEW, "a field of the outcome to look at, or score>=7, outcome=us")
HIDDEN = field("hidden", ListType(TEXT), "parameters that the roll does not tell", ())
TOKEN = field("token", ObjectType("Token"), "the token of a paused roll")
OPTIONAL_TOKEN = optional("token", ObjectType("Token"), "the token of a paused roll")
RECORD = field("record", ObjectType("Record"), "the record of a roll")
AXES = field("axes", MappingType(AxisType()), "the parameters that change, each with its values")
WITHIN = optional("within", IntegerType(least=0), "the chance to end within so many steps")
LUCK = field("luck", BooleanType(), "say how many rolls are lower and higher", False)
STEPS = field("steps", BooleanType(), "the mean number of steps instead", False)

SUBJECT = (EXPRESSION, DIALECT, GAME, VARIABLES, RULE, PARAMETERS, SHEETS, STAKES, SAVED)
"""What a question is about: dice, or a rule with its parameters."""
SOURCE = (SEED, FACES)
