"""Splitting a generator at its requests, so that many paths can continue from one point.

A generator can be run but not copied: following two answers to one request means starting it twice.
So its source is rewritten as functions, one per `yield`, which can be called once for each answer.
They are compiled with the original line numbers and have the same effect on the same variables. If
that cannot be guaranteed, the generator is not split.
"""

from __future__ import annotations

import ast
import inspect
import linecache
from collections.abc import Callable, Sequence
from functools import partial
from itertools import chain
from opcode import opmap
from types import CodeType, GeneratorType, ModuleType
from typing import Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from astragal.experiment.ask import ask
from astragal.experiment.notes import Note, moment, note, turning_point
from astragal.experiment.splitting.linear import Linear, linear_form
from astragal.experiment.splitting.normal_form import ITEMS, NotSplitError, normal_form
from astragal.experiment.splitting.segments import FACTORY, factory_of
from astragal.experiment.splitting.states import can_change, mark_segments
from astragal.experiment.splitting.worth import kind_of, remember, splits

ASK: Final = object()
"""Marks an ask: (ASK, the segment that follows, the request, the segment's variables)."""

Segment = Callable[..., Any]


class Split(NamedTuple):
    """The first segment of a generator and the variables it takes."""

    start: Segment
    parameters: tuple[str, ...]
    free: tuple[str, ...]
    """the parameters that come from a function around the generator"""


def is_ask(result: Any) -> bool:
    """True if a segment returned an ask rather than an outcome."""
    return type(result) is tuple and len(result) == 4 and result[0] is ASK


def started(generator: Any) -> Any:
    """The first ask of a fresh generator, or its outcome if it asks for nothing."""
    if type(generator) is not GeneratorType or generator.gi_frame is None:
        raise NotSplitError
    if generator.gi_running or generator.gi_suspended:
        raise NotSplitError
    split = _split_of(generator)
    variables = generator.gi_frame.f_locals
    if split.free and can_change(tuple(variables[each] for each in split.free)):
        raise NotSplitError  # other code may change these variables too
    return split.start(*[variables[each] for each in split.parameters])


def relayed(inner: Segment, held: tuple[Any, ...], k: Segment, live: Any, answer: Any) -> Any:
    """Answer a generator that another delegates to; ``k`` continues with its outcome."""
    result = inner(*held, answer)
    if is_ask(result):
        return (ASK, relayed, result[2], (result[1], result[3], k, live))
    return k(*live, result)


_LONGEST = 10_000
_LAZY: tuple[type, ...] = (
    enumerate,
    zip,
    reversed,
    type({}.keys()),
    type({}.values()),
    type({}.items()),
)


def items_of(iterable: Any) -> Any:
    """The items of a `for` loop's iterable, as a sequence with indices."""
    kind = type(iterable)
    if kind in (list, tuple, range, str):
        return iterable
    if kind in _LAZY or kind in (dict, set, frozenset):
        listed = tuple(zip(iterable, range(_LONGEST + 1), strict=False))
        if len(listed) <= _LONGEST:
            return tuple(each for each, _ in listed)
    raise NotSplitError


_GIVEN: dict[str, Any] = {
    "__ASK": ASK,
    "__Note": Note,
    "__type": type,
    "__tuple": tuple,
    "__len": len,
    "__started": started,
    "__relayed": relayed,
    ITEMS: items_of,
}

_linear: WeakKeyDictionary[Segment, Linear] = WeakKeyDictionary()


def _split_of(generator: Any) -> Split:
    """The split of a fresh generator; a NotSplitError if it cannot be split."""
    kind = kind_of(generator)
    split = splits.get(kind, 0)
    if isinstance(split, int):
        try:
            split = _made(generator.gi_code, generator.gi_frame.f_globals)
        except (NotSplitError, OSError, SyntaxError, TypeError, ValueError, RecursionError):
            split = None
        remember(kind, split)
    if split is None:
        raise NotSplitError
    return split


def _made(code: CodeType, namespace: dict[str, Any]) -> Split:
    function = _definition(code, namespace)
    if _rebinds(function, code):
        raise NotSplitError
    arguments = [each for each in ast.walk(function.args) if isinstance(each, ast.arg)]
    parameters = [*(each.arg for each in arguments), *code.co_freevars]
    names = frozenset((*code.co_varnames, *code.co_cellvars, *code.co_freevars))
    makes_note = partial(_calls, (note, moment, turning_point), namespace=namespace, local=names)
    asks = partial(_calls, (ask,), namespace=namespace, local=names)
    items = normal_form(function, makes_note, asks)
    factory = factory_of(items, parameters, list(_GIVEN), names)
    made = _executed(factory, code, namespace)(*_GIVEN.values())
    mark_segments(made, code.co_qualname)
    if namespace.get("int", int) is int:
        _note_sums(made, factory)
    return Split(made[0], tuple(parameters), code.co_freevars)


def _calls(
    functions: Sequence[Any], called: ast.expr, namespace: dict[str, Any], local: frozenset[str]
) -> bool:
    """True if the called expression refers to one of these functions."""
    function = None
    match called:
        case ast.Name(name) if name not in local:
            function = namespace.get(name)
        case ast.Attribute(ast.Name(name), attribute) if name not in local:
            module = namespace.get(name)
            function = getattr(module, attribute, None) if type(module) is ModuleType else None
    return any(function is each for each in functions)


def _note_sums(made: Sequence[Segment], factory: ast.FunctionDef) -> None:
    """Record the linear segments: those that only add up their variables and the answer.

    The first segment is skipped, as it takes no answer.
    """
    for segment, written in zip(made[1:], factory.body[1:-1], strict=True):
        assert isinstance(written, ast.FunctionDef)
        *variables, answer = (each.arg for each in written.args.args)
        form = linear_form(written.body, variables, answer)
        if form is not None:
            _linear[segment] = form


def linear(segment: Segment) -> Linear | None:
    """The linear form of a segment; None if it does more than add up."""
    return _linear.get(segment)


def _definition(code: CodeType, namespace: dict[str, Any]) -> ast.FunctionDef:
    """The definition that a generator's code was compiled from, verified by recompiling it."""
    if "__class__" in code.co_freevars:
        raise NotSplitError  # `super()` only works inside a class
    # `inspect.getsourcelines` would search every module for the one that contains the code.
    linecache.checkcache(code.co_filename)
    first = code.co_firstlineno
    lines = inspect.getblock(linecache.getlines(code.co_filename, namespace)[first - 1 :])
    if not lines:
        raise NotSplitError
    # A method is indented: an `if` before it avoids dedenting, which would change its strings.
    tree = ast.parse("if True:\n" + "".join(lines) if lines[0][:1].isspace() else "".join(lines))
    ast.increment_lineno(tree, first - 1 - lines[0][:1].isspace())
    block = tree.body[0]
    function = block.body[0] if isinstance(block, ast.If) else block
    if not isinstance(function, ast.FunctionDef):
        raise NotSplitError
    function.decorator_list = []
    _check_same(function, code)
    return function


def _check_same(function: ast.FunctionDef, code: CodeType) -> None:
    """Raise NotSplitError if this source does not compile to the code: a file may have changed."""
    # Under a name that it cannot refer to: recursive calls go through the module.
    bare = ast.FunctionDef(_ORIGINAL, function.args, function.body, [], None)
    outer = _function(ast.copy_location(bare, function), code.co_freevars)
    found = next(each for each in _codes(_compiled(outer, code)) if each.co_name == _ORIGINAL)
    if _traits(found) != _traits(code):
        raise NotSplitError


_ORIGINAL = "__original"


def _traits(code: CodeType) -> tuple[Any, ...]:
    """Features that identify a function's code, wherever it is defined.

    Bytecode is not compared: how a function calls others depends on what the module imports.
    """
    pairs = zip(code.co_code[::2], code.co_code[1::2], strict=True)
    operations = tuple(pair for pair in pairs if pair[0] in _OPERATORS)
    constants = tuple(repr(each) for each in code.co_consts if not isinstance(each, CodeType))
    lines = frozenset(line for _, _, line in code.co_lines()) - {code.co_firstlineno}
    return code.co_names, code.co_varnames, operations, constants, lines


_OPERATORS = frozenset(
    opmap[each] for each in ("BINARY_OP", "COMPARE_OP", "IS_OP", "CONTAINS_OP") if each in opmap
)


def _function(inner: ast.FunctionDef, parameters: Sequence[str]) -> ast.FunctionDef:
    """An outer function whose parameters are the inner function's free variables."""
    taken = ast.arguments([], [ast.arg(each) for each in parameters], None, [], [], None, [])
    return ast.FunctionDef("__around", taken, [inner], [], None)


def _codes(code: CodeType) -> list[CodeType]:
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    return [*inner, *chain.from_iterable(map(_codes, inner))]


_FUTURE = 0x1FF0000
"""The flags that `from __future__ import …` sets."""


def _compiled(function: ast.FunctionDef, code: CodeType) -> CodeType:
    module = ast.Module([function], [])
    ast.fix_missing_locations(module)
    flags = code.co_flags & _FUTURE
    compiled: CodeType = compile(module, code.co_filename, "exec", flags=flags, dont_inherit=True)
    return compiled


def _executed(function: ast.FunctionDef, code: CodeType, namespace: dict[str, Any]) -> Any:
    # Executed in a separate namespace, so that nothing is added to the rule's module.
    own: dict[str, Any] = {}
    exec(_compiled(function, code), namespace, own)
    return own[FACTORY]


def _rebinds(function: ast.FunctionDef, code: CodeType) -> bool:
    """True if a variable that an inner function closes over is assigned more than once."""
    if not code.co_cellvars:
        return False
    arguments = [each.arg for each in ast.walk(function.args) if isinstance(each, ast.arg)]
    stored = [
        each.id
        for each in ast.walk(function)
        if isinstance(each, ast.Name) and isinstance(each.ctx, ast.Store)
    ]
    times = {name: (arguments + stored).count(name) for name in code.co_cellvars}
    return any(count > 1 for count in times.values())
