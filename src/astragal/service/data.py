"""The data in questions and answers, as types.

JSON Schema and the types of the web page are generated from them.
"""

from typing import Annotated, Any, Literal, NamedTuple, NotRequired, TypeAlias, TypedDict


class Says(NamedTuple):
    """A description."""

    description: str


class Spelt(NamedTuple):
    """The pattern that a text matches."""

    pattern: str


Face: TypeAlias = int | Annotated[str, Says("symbols, such as 2hit+crit")]
"""A face: a number, or symbols in notation."""
End: TypeAlias = Literal["least", "greatest"]
Kind: TypeAlias = Literal["chance", "mean"]


class Fraction(TypedDict):
    """A number: its exact value and an approximation."""

    exact: Annotated[str, Spelt(r"^-?\d+(/\d+)?$")]
    approx: float | None


Happened = TypedDict(
    "Happened", {"did": str, "by": str, "from": Any, "to": Any, "with": NotRequired[Any]}
)
"""One step in the history of a die."""


class Die(TypedDict):
    die: str
    position: int
    face: Face
    value: Any
    kept: bool
    history: list[Happened]


class Group(TypedDict):
    group: str
    labels: Annotated[list[str], Says("whose dice they are, or what they are for")]
    total: Any
    dice: list[Die]


class DiceRecord(TypedDict):
    version: int
    expression: str
    variables: dict[str, Any]
    faces: list[Face]
    outcome: Any
    groups: list[Group]
    decisions: NotRequired[list[str]]


class RuleRecord(TypedDict):
    version: int
    rule: str
    parameters: dict[str, Any]
    faces: list[Face]
    outcome: Any
    groups: list[Group]
    decisions: list[str]
    steps: list[str]
    call: NotRequired[dict[str, Any]]
    variables: NotRequired[dict[str, Any]]


Record: TypeAlias = DiceRecord | RuleRecord


class Token(TypedDict):
    """The token of a paused roll."""

    token: int
    faces: list[Face]
    decisions: list[str]
    waits: Any
    steps: list[str]
    expression: NotRequired[str]
    rule: NotRequired[str]
    parameters: NotRequired[dict[str, Any]]
    call: NotRequired[dict[str, Any]]
    variables: NotRequired[dict[str, Any]]
    signature: NotRequired[str]


class Secret(TypedDict):
    """The hidden values, and the salt that proves them."""

    secret: int
    values: dict[str, Any]
    salt: str


class Stakes(TypedDict, total=False):
    wants: str
    success: str
    failure: str
    favour: str | list[str]
    against: str | list[str]


class SheetValue(TypedDict):
    name: str
    value: str
    under: NotRequired[list[str]]


class SheetRoll(TypedDict):
    name: str
    rule: str
    parameters: NotRequired[dict[str, Any]]


class SheetCircumstance(TypedDict):
    name: str
    gives: dict[str, int]
    on: NotRequired[list[str]]
    lasts: NotRequired[str]
    begins_when: NotRequired[str]


class Sheet(TypedDict):
    """A sheet, as the fields of a form."""

    name: str
    values: NotRequired[list[SheetValue]]
    rolls: NotRequired[list[SheetRoll]]
    circumstances: NotRequired[list[SheetCircumstance]]


class Outcome(TypedDict):
    outcome: Any
    text: str
    weight: str
    probability: float
    at_most: NotRequired[str]
    at_least: NotRequired[str]


class CellError(TypedDict):
    """The error of a refused cell."""

    code: str
    message: str
    span: Any
    hint: str | None


class Cell(TypedDict):
    at: dict[str, Any]
    exact: NotRequired[str]
    approx: NotRequired[float | None]
    error: NotRequired[CellError]
    field: NotRequired[str]
    value: NotRequired[Any]


class Grid(TypedDict):
    version: int
    of: str
    kind: Kind
    axes: dict[str, list[Any]]
    values: list[Cell]


class Shares(Grid):
    words: str


class Goal(TypedDict, total=False):
    at_least: Fraction
    at_most: Fraction


class Items(TypedDict):
    type: str
    optional: NotRequired[bool]
    format: NotRequired[str]
    least: NotRequired[int]
    most: NotRequired[int]
    names: NotRequired[dict[str, int]]
    choices: NotRequired[list[str]]
    shortest: NotRequired[int]
    longest: NotRequired[int]


class Parameter(TypedDict):
    name: str
    type: str
    required: bool
    help: str
    default: NotRequired[Any]
    hideable: NotRequired[bool]
    step: NotRequired[Any]
    optional: NotRequired[bool]
    format: NotRequired[str]
    least: NotRequired[int]
    most: NotRequired[int]
    names: NotRequired[dict[str, int]]
    choices: NotRequired[list[str]]
    shortest: NotRequired[int]
    longest: NotRequired[int]
    items: NotRequired[Items]


class Alternative(TypedDict):
    words: str
    expression: str


class Answered(TypedDict):
    words: str
    expression: str
    value: Fraction
    chance: bool


class ReadAs(TypedDict):
    """Table talk as notation, and the answers to its questions."""

    kind: Literal[
        "roll",
        "odds",
        "mean",
        "median",
        "variance",
        "likeliest",
        "range",
        "highest",
        "lowest",
    ]
    expression: str
    told: str
    title: str
    alternatives: list[Alternative]
    answers: list[Answered]


class Odds(TypedDict):
    version: int
    expression: str
    denominator: str
    outcomes: list[Outcome]
    mean: Fraction | None
    variance: Fraction | None
    sd: float | None
    min: Any
    max: Any
    tail: Fraction
    quantiles: dict[str, Any] | None
    headline: Grid | None
    read_as: NotRequired[ReadAs]
    remarks: NotRequired[list[str]]


class Luck(TypedDict):
    """The shares of rolls that are lower, equal and higher."""

    below: Fraction | None
    equal: Fraction
    above: Fraction | None
    words: str


class Compared(TypedDict):
    total: str
    words: str


class Rolled(TypedDict):
    roll: Record
    text: str
    dice: str
    outcome: str
    steps: list[str]
    luck: Luck | None
    compared: NotRequired[Compared]
    changes: NotRequired[list[str]]
    sheets: NotRequired[list[str]]
    secret: NotRequired[Secret]
    read_as: NotRequired[ReadAs]
    remarks: NotRequired[list[str]]


class Pause(TypedDict):
    experiment: str
    waits_for: str
    question: str | None
    options: list[str]
    by: str | None
    steps: list[str]
    groups: list[Group]


class Paused(TypedDict):
    paused: Pause
    token: Token
    secret: NotRequired[Secret]
    read_as: NotRequired[ReadAs]
    remarks: NotRequired[list[str]]


class Problem(TypedDict):
    """A problem document (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    message: str
    hint: str | None
    place: list[int] | None
    text: str | None
    fixes: list[str]


NAMED: dict[str, Any] = {
    "Fraction": Fraction,
    "Record": Record,
    "Token": Token,
    "Secret": Secret,
    "Stakes": Stakes,
    "Sheet": Sheet,
    "Outcome": Outcome,
    "Odds": Odds,
    "Grid": Grid,
    "Shares": Shares,
    "Parameter": Parameter,
    "ReadAs": ReadAs,
    "Rolled": Rolled,
    "Paused": Paused,
    "Problem": Problem,
}
"""The types that have a named schema."""
OPEN = (Die, Group, Items)
"""Types that allow additional fields."""
