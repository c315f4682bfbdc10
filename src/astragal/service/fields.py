"""Fields of questions; each is an option of the command line, too.

A field knows its type, its description, its spelling as an option, and the fields it excludes.

Types are built on demand: the command line knows its options without them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias

from astragal._value import Value, put

if TYPE_CHECKING:
    from astragal.rules.parameters import Parameter
    from astragal.rules.types import ParameterType

Kind: TypeAlias = Callable[[], "ParameterType"]
Completion: TypeAlias = Callable[[], Iterable[tuple[str, str]]]

REQUIRED: Any = object()
"""The default of required fields."""
_AS_NAMED = "-"


class Field(Value):
    """A field of a question, or an option that only a terminal has."""

    name: str
    kind: Kind
    help: str
    default: Any = REQUIRED
    spelt: str = _AS_NAMED
    """the option without its dashes; "" for none, two words for a pair of switches"""
    shown: str = "TEXT"
    """the placeholder of the value in the help, or an example; "" for a switch"""
    several: bool = False
    """True if the option may be repeated"""
    parts: int = 1
    """the number of words that the option takes"""
    once: bool = False
    """True if each name may only be given once"""
    bare: str | None = None
    """the value of the option alone; None if it needs a value"""
    noun: str = ""
    """the name of the value in messages; "" to use that of its type"""
    example: str = ""
    """an example for error messages"""
    apart: tuple[str, ...] = ()
    """the names of fields that it cannot be combined with"""
    needs: str | None = None
    """the name of a field that it requires"""
    completes: Completion = tuple
    """values for completion, each with a short description"""

    def __post_init__(self) -> None:
        if self.spelt == _AS_NAMED:
            put(self, "spelt", self.name.replace("_", "-"))

    @cached_property
    def type(self) -> ParameterType:
        return self.kind()

    @property
    def required(self) -> bool:
        return self.default is REQUIRED

    @property
    def place(self) -> str:
        """The key of the option among the parsed options."""
        return self.spelt.partition(" ")[0].replace("-", "_")

    @property
    def option(self) -> str:
        """The option as typed, with its dashes."""
        return f"--{self.spelt.partition(' ')[0]}"

    @property
    def paired(self) -> bool:
        """True if there are separate switches for true and false."""
        return " " in self.spelt

    def option_typed(self, value: Any) -> str:
        """The option that sets the value: the second switch of a pair for false."""
        return f"--{self.spelt.split()[-1]}" if value is False else self.option

    @property
    def is_switch(self) -> bool:
        return not self.shown

    @cached_property
    def parameter(self) -> Parameter:
        """The field as a parameter, which reads data."""
        from astragal.rules.parameters import Parameter

        return Parameter(self.name, self.type, help=self.help)

    def from_data(self, data: Any, question: str) -> Any:
        """The value in a question; raises ParameterError if it has another type."""
        return self.parameter.from_data(data, question)


def optional(name: str, kind: Kind, about: str, **typed: Any) -> Field:
    """A field that may be omitted or null."""

    def or_none() -> ParameterType:
        from astragal.rules.types import OptionalType

        return OptionalType(kind())

    return Field(name, or_none, about, None, **typed)


def switch(name: str, about: str, **typed: Any) -> Field:
    """A field that is false by default."""
    return Field(name, truth, about, False, shown="", **typed)


def type_given(each: Field) -> ParameterType:
    """The type of the field's value when it is not null."""
    from astragal.rules.types import OptionalType

    return each.type.inner if isinstance(each.type, OptionalType) else each.type


# Types


def text() -> ParameterType:
    from astragal.rules.types import TextType

    return TextType()


def view() -> ParameterType:
    from astragal.rules.types import TextType

    return TextType(1_000)


def truth() -> ParameterType:
    from astragal.rules.types import BooleanType

    return BooleanType()


def integer(least: int | None = None, most: int | None = None) -> Kind:
    def kind() -> ParameterType:
        from astragal.rules.types import IntegerType

        return IntegerType(least, most)

    return kind


def number() -> ParameterType:
    from astragal.rules.types import RationalType

    return RationalType()


def several(item: Kind, least: int = 0, most: int | None = None) -> Kind:
    """A list."""

    def kind() -> ParameterType:
        from astragal.rules.types import ListType

        return ListType(item(), least, most)

    return kind


def by_name(item: Kind) -> Kind:
    """Values by name."""

    def kind() -> ParameterType:
        from astragal.service.kinds import MappingType

        return MappingType(item())

    return kind


def document(name: str = "") -> Kind:
    """A JSON object; ``name`` is that of its schema, if it has one."""

    def kind() -> ParameterType:
        from astragal.service.kinds import ObjectType

        return ObjectType(name)

    return kind


def own(name: str) -> Kind:
    """A type from ``kinds``, which only fields use."""

    def kind() -> ParameterType:
        from astragal.service import kinds

        made: ParameterType = getattr(kinds, name)()
        return made

    return kind


# Completions of options


def _programs() -> Iterable[tuple[str, str]]:
    from astragal.dialects.dialect import program_names, title_of

    return ((name, title_of(name)) for name in program_names())


def _games() -> Iterable[tuple[str, str]]:
    from astragal.catalogue import all_games

    return ((game.name, game.title) for game in all_games())


# Fields that several questions share

EXPRESSION = optional("expression", own("DiceTextType"), "dice in notation", spelt="")
PROGRAM: dict[str, Any] = {"shown": "roll20", "completes": _programs}
"""Options of fields that name a program."""
DIALECT = optional(
    "dialect", text, "the program whose notation it is, such as roll20; without it, ours", **PROGRAM
)
GAME = optional(
    "game",
    own("GameNameType"),
    "the open game, by whose conventions dice are read",
    shown="NAME",
    completes=_games,
)
VARIABLES = Field(
    "variables",
    by_name(number),
    "values for @names in the dice",
    {},
    spelt="set",
    shown="NAME=3",
    several=True,
    noun="a name and a number",
    example="str=3 or half=1/2",
)
RULE = optional("rule", own("RuleNameType"), "the name of a rule, such as tiers.check", spelt="")
PARAMETERS = Field(
    "parameters", document(), "its parameters: as data, or as a player types", {}, spelt=""
)
SHEETS = Field(
    "sheets",
    several(text),
    "the sheets of those who roll, each in TOML",
    (),
    spelt="sheet",
    shown="FILE",
    several=True,
)
STAKES = optional(
    "stakes",
    document("Stakes"),
    "what is at stake, for the record",
)
SAVED = Field(
    "saved", text, "the name of a roll saved on a sheet, if it is rolled as that", "", spelt=""
)

SEED = optional("seed", text, "the same seed always gives the same faces", apart=("faces",))
FACES = optional(
    "faces",
    several(own("FaceType")),
    "faces rolled by hand, in order",
    shown="6,5,4,2",
    noun="a list of faces",
    example="6,5,4,2, a d100 by its two dice like 7/0, and symbols like hit,2hit+crit",
)
DECISIONS = optional(
    "decisions",
    several(text),
    "the options to choose, in order",
    spelt="decide",
    shown="A,B",
    several=True,
    apart=("aim",),
)
AIM = optional(
    "aim",
    view,
    "what choices are made for: highest, a field of the outcome, or score>=7",
    shown="WHAT",
)
STRATEGY = optional(
    "strategy",
    view,
    "how to decide instead, such as: hold if turn>=20, else roll",
    apart=("aim",),
)
OF = optional(
    "of", view, "a field of the outcome to look at, or score>=7, outcome=us", shown="WHAT"
)
HIDDEN = Field(
    "hidden",
    several(text),
    "parameters that the roll does not tell",
    (),
    shown="NAME=VALUE",
    several=True,
)
TOKEN = Field("token", document("Token"), "the token of a paused roll", spelt="")
OPTIONAL_TOKEN = optional("token", document("Token"), "the token of a paused roll", spelt="")
RECORD = Field("record", document("Record"), "the record of a roll", spelt="")
AXES = Field(
    "axes",
    by_name(own("AxisType")),
    "the parameters that change, each with its values",
    spelt="sweep",
    shown="NAME=0..9",
    several=True,
    once=True,
    noun="a name and its values",
    example="bonus=0..10",
)
WITHIN = optional("within", integer(least=0), "the chance to end within so many steps", shown="N")
LUCK = switch("luck", "say how many rolls are lower and higher", spelt="")
STEPS = switch("steps", "the mean number of steps instead")

SUBJECT = (EXPRESSION, DIALECT, GAME, VARIABLES, RULE, PARAMETERS, SHEETS, STAKES, SAVED)
"""The subject of a question: dice, or a rule with its parameters."""
SOURCE = (SEED, FACES)
