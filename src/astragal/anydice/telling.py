"""Describing a program in words, statement by statement, with equivalent notation."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from astragal.anydice.calling.functions import Function
from astragal.anydice.deep import deep_recursion
from astragal.anydice.notating import notations_in
from astragal.anydice.outputs import Output
from astragal.anydice.reading.reader import read
from astragal.anydice.running import run
from astragal.anydice.tree.call import Call
from astragal.anydice.tree.node import Expression, Node
from astragal.anydice.tree.statements import Assign, Block, Define, If, Loop, Put, Result, Set
from astragal.errors import AstragalError, Span
from astragal.limits import DEFAULT_LIMITS, Limits, bounded

_TAKES = {
    "n": "{} as a number: one run for each outcome of dice",
    "s": "{} as a sequence: one run for each sorted roll of dice",
    "d": "{} as dice",
    "?": "{} as it is",
}
_BUILT_IN = {
    "absolute ?": "{} without its sign",
    "? contains ?": "whether {} contains {}",
    "count ? in ?": "how often {} stands in {}",
    "explode ?": "{}, rolled again and added on its highest outcome",
    "highest ? of ?": "the sum of the highest {} of {}",
    "lowest ? of ?": "the sum of the lowest {} of {}",
    "middle ? of ?": "the sum of the middle {} of {}",
    "highest of ? and ?": "the greater of {} and {}",
    "lowest of ? and ?": "the smaller of {} and {}",
    "maximum of ?": "the highest possible outcome of {}",
    "reverse ?": "{} backwards",
    "sort ?": "{} in order",
}


@bounded
def explain(text: str, *, limits: Limits | None = None) -> list[str]:
    """Describe a program in words, a line for each statement; nested statements are indented.

    An output is followed by dice in notation that have the same odds, if there are any.

    >>> from astragal.anydice.telling import explain
    >>> explain("output [highest 3 of 4d6]")
    ['output 1: the sum of the highest 3 of 4d6', '  in notation: 4d6kh3']
    """
    limits = limits or DEFAULT_LIMITS
    outputs = run(text, limits=limits)
    try:
        with deep_recursion():
            block = read(text, limits).statements
            offered = notations_in(block, outputs, limits)
            own = {each.function.shape for each in block if isinstance(each, Define)}
            return list(_Telling(text, outputs.listed, offered, own).block(block, 0))
    except AstragalError as error:
        raise error.about(text) from None


class _Telling:
    """The description of one program."""

    def __init__(
        self,
        text: str,
        outputs: tuple[Output, ...],
        offered: Mapping[Span, str],
        own: set[str],
    ) -> None:
        self._text = text
        self._put_at: dict[Span, list[Output]] = defaultdict(list)
        for each in outputs:
            self._put_at[each.span].append(each)
        self._offered = offered
        self._own = own
        """the shapes of the program's own functions, which hide built-in ones"""

    def block(self, block: Block, depth: int) -> Iterator[str]:
        indent = "  " * depth
        for statement in block:
            if isinstance(statement, Assign):
                yield f"{indent}{statement.name} is {self._words(statement.expression)}"
            elif isinstance(statement, Result):
                yield f"{indent}the result is {self._words(statement.expression)}"
            elif isinstance(statement, Put):
                yield from self._put(statement, indent)
            elif isinstance(statement, Set):
                yield indent + self._source(statement)
            else:
                yield from self._larger(statement, depth)

    def _larger(self, statement: Node, depth: int) -> Iterator[str]:
        indent = "  " * depth
        if isinstance(statement, Define):
            yield from self._function(statement.function, depth)
        elif isinstance(statement, Loop):
            yield f"{indent}for each {statement.name} in {self._words(statement.over)}:"
            yield from self.block(statement.block, depth + 1)
        else:
            assert isinstance(statement, If)
            yield from self._if(statement, depth)

    def _if(self, statement: If, depth: int) -> Iterator[str]:
        indent = "  " * depth
        word = "if"
        for condition, block in statement.cases:
            yield f"{indent}{word} {self._words(condition)}:"
            yield from self.block(block, depth + 1)
            word = "or else if"
        if statement.otherwise:
            yield f"{indent}or else:"
            yield from self.block(statement.otherwise, depth + 1)

    def _function(self, function: Function, depth: int) -> Iterator[str]:
        names = iter(function.names)
        words = (next(names) if word == "?" else word for word in function.shape.split())
        takes = "; it takes" if function.parameters else ""
        yield f"{'  ' * depth}[{' '.join(words)}] is a function{takes}"
        for each in function.parameters:
            yield "  " * (depth + 2) + _TAKES[each.kind].format(each.name)
        yield from self.block(function.body, depth + 1)

    def _put(self, statement: Put, indent: str) -> Iterator[str]:
        """The lines of an output statement; in a loop it stands for several outputs."""
        found = self._put_at[statement.span]
        name = found[0].label if len(found) == 1 else statement.name or "output"
        yield f"{indent}{name}: {self._words(statement.expression)}"
        if statement.span in self._offered:
            yield f"{indent}  in notation: {self._offered[statement.span]}"

    def _words(self, expression: Expression) -> str:
        if not isinstance(expression, Call) or expression.shape in self._own:
            return self._source(expression)
        words = _BUILT_IN.get(expression.shape)
        if words is None:
            return self._source(expression)
        return words.format(*map(self._words, expression.arguments))

    def _source(self, node: Node) -> str:
        """The text of a node in one line."""
        return " ".join(self._text[node.span.start : node.span.end].split())
