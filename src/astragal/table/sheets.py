"""A sheet: a character's named values, and their circumstances."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any

from astragal._visible import in_short, shortened, visible
from astragal.errors import ParameterError
from astragal.experiment.experiment import Experiment
from astragal.outcome import Number, read_number, tidy
from astragal.rules.parameters import Parameter
from astragal.rules.rule import Applied, Rule
from astragal.table.calls import Call, plain_name, spoken_forms
from astragal.table.circumstances import Circumstance, Circumstances
from astragal.table.files import parse_toml, read_text
from astragal.table.stakes import Stakes


class Sheet(Mapping[str, Number]):
    """Named values, for rules and for notation. Immutable: ``begin`` and ``end`` return others.

    >>> import astragal
    >>> from astragal.games import scores
    >>> alice = astragal.Sheet("Alice", {"Focus Save": 1, "Sneaking": 3})
    >>> alice.call(scores.test, "Focus Save").roll(faces=[8])
    scores.test(modifier=1 (Focus Save)) → rolls 8; 8 +1 is 9 → 9, Mixed
    >>> astragal.roll("2d12 + @{Focus Save}", faces=[4, 6], variables=alice).outcome
    11
    """

    def __init__(
        self,
        name: str = "",
        values: Mapping[str, Number] | None = None,
        circumstances: Circumstances | None = None,
    ) -> None:
        if not isinstance(name, str) or not isinstance(values or {}, Mapping):
            raise ParameterError(
                "bad-sheet", "a sheet needs a text as its name and a mapping as its values"
            )
        if not isinstance(circumstances, Circumstances | None):
            raise ParameterError(
                "bad-sheet", f"expected circumstances, not {in_short(circumstances)}"
            )
        self.name = name
        self.circumstances = circumstances or Circumstances()
        self._values: dict[str, Number] = {}
        self._plain: dict[str, str] = {}
        for each, value in (values or {}).items():
            self._add(each, value)

    def _add(self, name: str, value: Any) -> None:
        if not isinstance(name, str) or not name.strip():
            raise ParameterError(
                "bad-sheet", f"the name of a value must be text, not {in_short(name)}"
            )
        if isinstance(value, bool) or not isinstance(value, int | Fraction):
            raise ParameterError("bad-sheet", f"{name} must be a number, not {in_short(value)}")
        plain = plain_name(name)
        if plain in self._plain:
            raise ParameterError("bad-sheet", f"{name} is on the sheet twice")
        self._values[name] = tidy(value)
        self._plain[plain] = name

    @classmethod
    def load(cls, path: str | Path) -> Sheet:
        """Load a TOML file: ``name``, values in any tables, ``[[circumstances]]``."""
        text = read_text(path, "sheet")
        try:
            return cls.read(text)
        except ParameterError as error:
            raise ParameterError(error.code, f"{path}: {error.message}", hint=error.hint) from None

    @classmethod
    def read(cls, text: str) -> Sheet:
        """Parse a sheet written in TOML.

        >>> Sheet.read('name = "Alice"\\n[saves]\\n"Focus Save" = 1')["focus save"]
        1
        """
        data = parse_toml(text, "sheet", _exact)
        name = data.pop("name", "")
        if not isinstance(name, str):
            raise ParameterError("bad-sheet", f"name must be text, not {in_short(name)}")
        circumstances = Circumstances()
        listed = [data.pop(key, []) for key in ("circumstances", "circumstance")]
        for each in chain.from_iterable(_each(several) for several in listed):
            circumstances = circumstances.begin(Circumstance.from_data(each))
        sheet = cls(name, {}, circumstances)
        for key, value in _leaves(data):
            sheet._add(key, value)
        return sheet

    # A mapping of names to numbers; case and blanks do not matter

    def __getitem__(self, name: str) -> Number:
        found = self._plain.get(plain_name(name)) if isinstance(name, str) else None
        if found is None:
            raise KeyError(name)
        return self._values[found]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return visible(f"<Sheet {self.name or '(nobody)'}: {', '.join(self._values) or 'nothing'}>")

    def find(self, name: str) -> Number:
        """The value of a name, or of "a Sneaking Score"; an error suggests the nearest name."""
        return self._values[self.named(name)]

    def named(self, name: str) -> str:
        """The name on the sheet that a spoken name means."""
        if not isinstance(name, str):
            raise ParameterError("not-on-sheet", f"names are texts, not {in_short(name)}")
        for form in spoken_forms(name):
            if form in self._plain:
                return self._plain[form]
        plain = plain_name(name)
        whose = f"{self.name}'s sheet" if self.name else "the sheet"
        near = get_close_matches(plain, self._plain, 1, 0.5)
        hint = f"it has {', '.join(self) or 'nothing'}"
        if near:
            hint = f"did you mean {self._plain[near[0]]}?"
        raise ParameterError(
            "not-on-sheet", f"{in_short(name)} is neither a number nor on {whose}", hint=hint
        )

    # Circumstances

    def begin(self, circumstance: Circumstance) -> Sheet:
        """The sheet with one more circumstance."""
        if not isinstance(circumstance, Circumstance):
            raise ParameterError(
                "bad-circumstance", f"expected a Circumstance, not {in_short(circumstance)}"
            )
        return Sheet(self.name, self._values, self.circumstances.begin(circumstance))

    def end(self, name: str) -> Sheet:
        """The sheet without a circumstance."""
        return Sheet(self.name, self._values, self.circumstances.end(name))

    # Calls

    def call(
        self, rule: Rule[..., Any], /, *args: Any, stakes: Stakes | None = None, **given: Any
    ) -> Experiment[Any]:
        """The rule with its parameters filled in from the sheet: names give their values, and
        circumstances are added.

        The roll's record holds the call, with the stakes.
        """
        names = [each.name for each in _checked_rule(rule).parameters]
        if len(args) > len(names):
            raise ParameterError(
                "too-many-parameters", f"{rule.name} takes {len(names)} values, not {len(args)}"
            )
        in_order = dict(zip(names, args, strict=False))
        for name in in_order.keys() & given.keys():
            raise ParameterError("given-twice", f"{rule.name}: {name} is given twice")
        return self.applied(rule, {**in_order, **given}, stakes)

    def applied(
        self, rule: Rule[..., Any], given: Mapping[str, Any], stakes: Stakes | None = None
    ) -> Experiment[Any]:
        """Like ``call``, with the parameters as a mapping."""
        values, call = self.filled(rule, given, stakes)
        experiment = rule(**values)
        assert isinstance(experiment, Applied)
        return experiment if call is None else experiment.called(call)

    def filled(
        self, rule: Rule[..., Any], given: Mapping[str, Any], stakes: Stakes | None = None
    ) -> tuple[dict[str, Any], Call | None]:
        """The values for a rule, with names and circumstances resolved, and the call, if any."""
        if not isinstance(given, Mapping) or not all(isinstance(name, str) for name in given):
            raise ParameterError("bad-parameters", f"parameters have names: {in_short(given)}")
        if not isinstance(stakes, Stakes | None):
            raise ParameterError("bad-stakes", f"expected Stakes, not {in_short(stakes)}")
        used: dict[str, list[str]] = {}
        parameters = {each.name: each for each in _checked_rule(rule).parameters}
        values = {
            name: self._filled(rule, parameters[name], value, used) if name in parameters else value
            for name, value in given.items()
        }
        # Several names in one parameter roll together: a circumstance on one would affect all.
        said = [several[0] for several in used.values() if len(set(several)) == 1]
        values, applied = self.circumstances.applied(rule, values, said)
        settled = stakes if stakes is not None and stakes.to_data() else None
        names = {name: ", ".join(several) for name, several in used.items()}
        call = Call(self.name, names, applied, settled) if used or applied or settled else None
        return values, call

    def _filled(
        self, rule: Rule[..., Any], parameter: Parameter, value: Any, used: dict[str, list[str]]
    ) -> Any:
        found: list[str] = []

        def lookup(name: str) -> tuple[str, Number] | None:
            if not self._values:
                return None
            found.append(self.named(name))
            return found[-1], self._values[found[-1]]

        try:
            filled = parameter.type.resolve(value, lookup)
        except ParameterError as error:
            message = f"{rule.name}: {parameter.name}: {error.message}"
            raise ParameterError(error.code, message, hint=error.hint) from None
        if found:
            used[parameter.name] = found
        return filled


NO_SHEET = Sheet()
"""A sheet without a name and without values."""


def _checked_rule(rule: Rule[..., Any]) -> Rule[..., Any]:
    if not isinstance(rule, Rule):
        raise ParameterError("not-a-rule", f"expected a rule, not {in_short(rule)}")
    return rule


def _each(listed: Any) -> list[Any]:
    return listed if isinstance(listed, list) else [listed]


def _exact(text: str) -> Number:
    """A decimal number exactly as written; a ParameterError if it is absurdly large."""
    number = read_number(text.replace("_", ""))
    if number is None:
        raise ParameterError(
            "bad-sheet", f"{shortened(text, 40)} cannot be on a sheet; write numbers like 3.5"
        )
    return number


def _leaves(data: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The values of all tables, however they are grouped."""
    # A list, not recursion: dotted keys nest tables without limit.
    tables = [iter(data.items())]
    while tables:
        key, value = next(tables[-1], (None, None))
        if key is None:
            tables.pop()
        elif isinstance(value, Mapping):
            tables.append(iter(value.items()))
        else:
            yield key, value
