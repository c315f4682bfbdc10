"""The types of a rule's parameters: their values, and how these are parsed and written."""

from astragal.rules.types.base import Lookup, MismatchError, ParameterType
from astragal.rules.types.choices import BooleanType, ChoiceType
from astragal.rules.types.containers import ListType, OptionalType, RecordType
from astragal.rules.types.dice import AmountType, DieType, NotationType
from astragal.rules.types.numbers import IntegerType, RationalType
from astragal.rules.types.texts import AnyType, TextType, WrittenType

__all__ = [
    "AmountType",
    "AnyType",
    "BooleanType",
    "ChoiceType",
    "DieType",
    "IntegerType",
    "ListType",
    "Lookup",
    "MismatchError",
    "NotationType",
    "OptionalType",
    "ParameterType",
    "RationalType",
    "RecordType",
    "TextType",
    "WrittenType",
]
