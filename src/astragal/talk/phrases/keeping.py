"""Dice kept and dropped: drop the lowest, best 3 of 4d6, the better of two rolls."""

from __future__ import annotations

from astragal.notation.nodes.dice import Dice
from astragal.talk.changing import dice_of, modified
from astragal.talk.conditions import face_condition
from astragal.talk.phrase import Heard, Level, NotHeardError, Phrase, Rewrite, Said
from astragal.talk.refusing import ambiguous, two_ways
from astragal.talk.templates import PLACES

_HIGH = "highest|higher|best|top|largest|biggest|greatest|high"
_LOW = "lowest|lower|worst|bottom|smallest|least|low"


_BUT = "but|except|except_for|excluding|besides|apart_from|other_than|without"
_AWAY = (
    "drop|dropping|discard|discarding|ignore|ignoring|remove|removing|without|exclude|excluding|"
    "skip|skipping|away|out|take_away|taking_away|leave_out|leaving_out|get_rid_of"
)
_DROP = (
    "drop|drops|dropping|without|minus|discard|discarding|ignore|ignoring|not_counting|except|"
    "remove|removing|exclude|skip|skipping|throw_out|throw_away|throwing_out|throwing_away|toss|"
    "toss_out|take_away|taking_away|leave_out|leaving_out|"
    "except_for|excluding|apart_from|all_but|keep_all_but|keeping_all_but|take_all_but|"
    "keep_everything_but|keep_all_except"
)
_OF = "of|from|in|on"
_OF_RESULTS = {"kh": "highest", "kl": "lowest"}
_POSSIBLE = {"highest": "is the most it can be", "lowest": "is the least it can be"}


def _put(word: str) -> Rewrite:
    def put(said: Said) -> Heard:
        count = said.number(1)
        if not said.dice.expression.body.results:
            return modified(said.dice, f"{word}{count}")
        if word not in _OF_RESULTS:
            raise NotHeardError
        return said.dice.changed(lambda text: f"{_OF_RESULTS[word]}({text}, {count})")

    return put


def _ranked(keep: str, drop: str) -> Rewrite:
    """``second highest of 3d20``."""

    def ranked(said: Said) -> Heard:
        place, body = PLACES[said["place"].lower()], said.dice.expression.body
        if not isinstance(body, Dice) or not isinstance(body.count, int):
            raise NotHeardError
        if place > body.count:
            raise ambiguous(
                f"there is no {said['place']} die", f"e.g. `{place}{body.die}` has as many dice"
            )
        return modified(said.dice, f"{drop}{place - 1}{keep}1")

    return ranked


def _faces(said: Said) -> Heard:
    condition = face_condition(said["face"])
    if condition is None or said["face"].isdecimal():  # "drop 1" is one die
        raise NotHeardError
    return modified(said.dice, f"d{condition.tight}")


def _middle(said: Said) -> Heard:
    body = said.dice.expression.body
    if not isinstance(body, Dice) or not isinstance(body.count, int) or body.count % 2 == 0:
        raise NotHeardError  # an even number of dice has two in the middle
    return said.dice.changed(lambda text: f"middle({text})")


def _one_of(keep: str) -> Rewrite:
    """``better of 2d6 and 1d12``: of two totals, or of the dice of one pool."""

    def one_of(said: Said) -> Heard | str:
        one, other = said.heard("dice"), said.heard("other")
        if not (one.is_number and other.is_number):
            raise NotHeardError
        return f"{{{one.text}, {other.text}}}{keep}1"

    return one_of


def _most(keep: str, word: str) -> Rewrite:
    """``max of 8d6``: the highest die, or the most that can come up."""

    def most(said: Said) -> Heard:
        if len(dice_of(said.dice.text)) != 1:
            raise NotHeardError
        kept = modified(said.dice, keep).text
        raise two_ways(
            kept, f"keeps the {word} die", f"{word} possible {said['dice']}", _POSSIBLE[word]
        )

    return most


PHRASES = (
    Phrase(
        "Drop the lowest",
        Level.POOL,
        (
            f"{{dice}} {_DROP} [the] {_LOW} [{{n}}] [die|dice|roll|1|1s]",
            f"{{dice}} {_DROP} [the] {{n}} {_LOW} [die|dice|1s]",
            f"{_AWAY} [the] {_LOW} [{{n}}] [die|dice|1] {_OF} {{dice}}",
            f"{_AWAY} [the] {{n}} {_LOW} [die|dice] {_OF} {{dice}}",
            f"all|everything|all_dice {_BUT} [the] {_LOW} [{{n}}] [die|dice|1] {_OF} {{dice}}",
            f"all|everything|all_dice {_BUT} [the] {{n}} {_LOW} [die|dice] {_OF} {{dice}}",
        ),
        _put("dl"),
        (
            ("roll 3d6 drop lowest", "3d6dl1"),
            ("4d6, drop the lowest", "4d6dl1"),
            ("5d6 dropping the lowest two", "5d6dl2"),
            ("4d6 drop lowest + 2", "4d6dl1 + 2"),
            ("4d6 - lowest", "4d6dl1"),
            ("everything but the lowest of 4d6", "4d6dl1"),
            ("4d6 except the two lowest", "4d6dl2"),
        ),
    ),
    Phrase(
        "Drop the highest",
        Level.POOL,
        (
            f"{{dice}} {_DROP} [the] {_HIGH} [{{n}}] [die|dice|roll|1|1s]",
            f"{{dice}} {_DROP} [the] {{n}} {_HIGH} [die|dice|1s]",
            f"{_AWAY} [the] {_HIGH} [{{n}}] [die|dice|1] {_OF} {{dice}}",
            f"{_AWAY} [the] {{n}} {_HIGH} [die|dice] {_OF} {{dice}}",
            f"all|everything|all_dice {_BUT} [the] {_HIGH} [{{n}}] [die|dice|1] {_OF} {{dice}}",
            f"all|everything|all_dice {_BUT} [the] {{n}} {_HIGH} [die|dice] {_OF} {{dice}}",
        ),
        _put("dh"),
        (("4d6 drop the highest", "4d6dh1"),),
    ),
    Phrase(
        "Drop both ends",
        Level.POOL,
        (
            f"{{dice}} {_DROP} [the] highest and [the] lowest [die|dice]",
            f"{{dice}} {_DROP} [the] lowest and [the] highest [die|dice]",
        ),
        lambda said: modified(said.dice, "dh1dl1"),
        (("3d20 drop the highest and the lowest", "3d20dh1dl1"),),
    ),
    Phrase(
        "Drop faces",
        Level.POOL,
        (
            "{dice} drop|dropping|discard|discarding|ignore|ignoring|remove|removing "
            "[all|any|the|every] {face}",
        ),
        _faces,
        (("4d6 ignoring ones", "4d6d=1"),),
    ),
    Phrase(
        "Second highest",
        Level.POOL,
        (
            f"[the] {{place}} {_HIGH} [die|roll] {_OF} {{dice}}",
            f"{{dice}} [keep|take|use] [the] {{place}} {_HIGH} [die]",
        ),
        _ranked("kh", "dh"),
        (("second highest of 3d20", "3d20dh1kh1"),),
    ),
    Phrase(
        "Second lowest",
        Level.POOL,
        (
            f"[the] {{place}} {_LOW} [die|roll] {_OF} {{dice}}",
            f"{{dice}} [keep|take|use] [the] {{place}} {_LOW} [die]",
        ),
        _ranked("kl", "dl"),
        (("third lowest of 5d6", "5d6dl2kl1"),),
    ),
    Phrase(
        "The middle",
        Level.POOL,
        ("[the] middle [die|1] of|from {dice}", "{dice} [keep|take|use] [the] middle [die|1]"),
        _middle,
        (("middle of 3d20", "middle(3d20)"),),
    ),
    Phrase(
        "Keep the highest",
        Level.POOL,
        (
            f"{{dice}} keep|keeps|keeping|take|taking|use|using [the] {_HIGH} [{{n}}] [die|dice]",
            f"{{dice}} keep|keeps|keeping|take|taking|use|using [the] {{n}} {_HIGH} [die|dice]",
            f"[keep|take|use] [the] {_HIGH} [die|dice] of|from|out_of|in {{dice}}",
            f"[keep|take|use] [the] {_HIGH} {{n}} [die|dice] of|from|out_of|in {{dice}}",
            f"[keep|take|use] [the] {{n}} {_HIGH} [die|dice] of|from|out_of|in {{dice}}",
            f"[the] {_HIGH} die|dice of|from|in {{dice}}",
            f"{{dice}} [the] {_HIGH} {{n}}",
            "{dice} keep|keeps|keeping {n}",
        ),
        _put("kh"),
        (
            ("4d6 keep highest 3", "4d6kh3"),
            ("4d6 keep 3", "4d6kh3"),
            ("4d6 best three", "4d6kh3"),
            ("best 3 of 4d6", "4d6kh3"),
            ("best of 3d20", "3d20kh1"),
            ("best of 3 rolls of 2d6", "highest(3x(2d6), 1)"),
            ("the highest of 3d20", "3d20kh1"),
            ("take the two best of 4d6", "4d6kh2"),
            ("d20 twice and take the higher", "highest(2x(1d20), 1)"),
        ),
    ),
    Phrase(
        "Keep the lowest",
        Level.POOL,
        (
            f"{{dice}} keep|keeps|keeping|take|taking|use|using [the] {_LOW} [{{n}}] [die|dice]",
            f"{{dice}} keep|keeps|keeping|take|taking|use|using [the] {{n}} {_LOW} [die|dice]",
            f"[keep|take|use] [the] {_LOW} [die|dice] of|from|out_of|in {{dice}}",
            f"[keep|take|use] [the] {_LOW} {{n}} [die|dice] of|from|out_of|in {{dice}}",
            f"[keep|take|use] [the] {{n}} {_LOW} [die|dice] of|from|out_of|in {{dice}}",
            f"{{dice}} [the] {_LOW} {{n}}",
        ),
        _put("kl"),
        (
            ("worst of 2d20", "2d20kl1"),
            ("3d6 keep the lowest", "3d6kl1"),
        ),
    ),
    Phrase(
        "The better of two",
        Level.POOL,
        ("[the] better|best|higher|highest|greater of {dice} and|or {other}",),
        _one_of("kh"),
        (("the better of 2d6 and 1d12", "{2d6, 1d12}kh1"),),
    ),
    Phrase(
        "The worse of two",
        Level.POOL,
        ("[the] worse|worst|lower|lowest|lesser of {dice} and|or {other}",),
        _one_of("kl"),
        (("the lower of d8 and d10", "{1d8, 1d10}kl1"),),
    ),
    Phrase(
        "The most of dice",
        Level.POOL,
        ("[the] max|maximum [roll|result] [of|on|for|from|with] {dice}",),
        _most("kh1", "highest"),
        (
            (
                "max of 8d6",
                "`8d6kh1` keeps the highest die, `highest possible 8d6` is the most it can be",
            ),
        ),
    ),
    Phrase(
        "The least of dice",
        Level.POOL,
        ("[the] minimum|min [roll|result] [of|on|for|from|with] {dice}",),
        _most("kl1", "lowest"),
        (
            (
                "minimum of 8d6",
                "`8d6kl1` keeps the lowest die, `lowest possible 8d6` is the least it can be",
            ),
        ),
    ),
)
