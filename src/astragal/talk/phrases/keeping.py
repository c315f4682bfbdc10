"""Dice kept and dropped: drop the lowest, best 3 of 4d6, the better of two rolls."""

from __future__ import annotations

import re

from astragal.notation.nodes.dice import Dice
from astragal.talk.changing import dice_of, modified
from astragal.talk.conditions import face_condition
from astragal.talk.phrase import Heard, Level, NotHeardError, Phrase, Said, joined
from astragal.talk.phrases.arithmetic import added_up, split_terms
from astragal.talk.unclear import ambiguous, two_ways

_KEEP = "keep|keeps|keeping|take|takes|taking|use|uses|using"
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
_OF = "of|from|in|out_of"
_LISTED = re.compile(r",? (?:and|or) |, ", re.IGNORECASE)
_RANKS = {"h": "highest", "l": "lowest"}
_MOST = {"h": "most", "l": "least"}


def _count(said: Said) -> int:
    """How many dice, no more than there are: fifteen of one die would be a total."""
    count, most = said.number(1), _most_of(said)
    if most is not None and count > most:
        raise NotHeardError
    return count


def _most_of(said: Said) -> int | None:
    """How many dice there are, if they are all of one kind."""
    dice = dice_of(said.dice.text)
    return dice[0].count if len(dice) == 1 and isinstance(dice[0].count, int) else None


def _drop(said: Said) -> Heard:
    count, body = _count(said), said.dice.expression.body
    if body.results or count == _most_of(said):
        raise NotHeardError
    return modified(said.dice, f"d{said.meaning('end')}{count}")


def _keep(said: Said) -> Heard:
    count, end = _count(said), said.meaning("end") if "end" in said else "h"
    if said.dice.expression.body.results:
        return said.dice.changed(lambda text: f"{_RANKS[end]}({text}, {count})")
    return modified(said.dice, f"k{end}{count}")


def _ranked(said: Said) -> Heard:
    """``second highest of 3d20``."""
    place, end, body = said.meaning("place"), said.meaning("end"), said.dice.expression.body
    if not isinstance(body, Dice) or not isinstance(body.count, int):
        raise NotHeardError
    if place > body.count:
        raise ambiguous(
            f"there is no {said['place']} die", f"e.g. `{place}{body.die}` has as many dice"
        )
    return modified(said.dice, f"d{end}{place - 1}k{end}1")


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


def _of_several(said: Said) -> Heard:
    """``better of 2d6 and 1d12``: of several totals."""
    parts = [said.listener.hear(part) for part in _LISTED.split(said["parts"])]
    count, end = said.number(1), said.meaning("end")
    if len(parts) < 2 or count > len(parts) or not all(part.is_number for part in parts):
        raise NotHeardError
    texts = [part.text for part in parts]
    kept = f"{{{', '.join(texts)}}}k{end}{count}"
    *others, (sign, added) = split_terms(texts[-1])
    if others:  # "the best of 2d6 and 1d8 + 3"
        most = ", ".join([*texts[:-1], added_up(others)])
        whole = f"{{{most}}}k{end}{count} {sign} {added}"
        raise two_ways(kept, f"adds {added} to the last", whole, "adds it to what is kept")
    if " and " not in said["parts"] and " or " not in said["parts"] and len(dice_of(texts[0])) == 1:
        first = dice_of(texts[0])[0]
        if not first.single:  # "the best of 4d6, d8"
            alone = ", ".join([f"{texts[0]}k{end}{count}", *texts[1:]])
            raise two_ways(kept, "takes one of several rolls", alone, "are several rolls")
    return joined(parts, lambda each: f"{{{', '.join(each)}}}k{end}{count}")


def _most(said: Said) -> Heard:
    """``max of 8d6``: the highest die, or the most that can come up."""
    end = said.meaning("extreme")
    if len(dice_of(said.dice.text)) != 1:
        raise NotHeardError
    kept, possible = modified(said.dice, f"k{end}1").text, f"{_RANKS[end]} possible {said['dice']}"
    raise two_ways(kept, f"keeps the {_RANKS[end]} die", possible, f"is the {_MOST[end]} it can be")


PHRASES = (
    Phrase(
        "Drop dice",
        Level.POOL,
        (
            f"{{dice}} {_DROP} [the] {{end}} [{{n}}] [die|dice|roll|1|1s]",
            f"{{dice}} {_DROP} [the] {{n}} {{end}} [die|dice|1s]",
            f"{_AWAY} [the] {{end}} [{{n}}] [die|dice|1] {_OF}|on {{dice}}",
            f"{_AWAY} [the] {{n}} {{end}} [die|dice] {_OF}|on {{dice}}",
            f"all|everything|all_dice {_BUT} [the] {{end}} [{{n}}] [die|dice|1] {_OF}|on {{dice}}",
            f"all|everything|all_dice {_BUT} [the] {{n}} {{end}} [die|dice] {_OF} {{dice}}",
        ),
        _drop,
        (
            ("roll 3d6 drop lowest", "3d6dl1"),
            ("4d6, drop the highest", "4d6dh1"),
            ("5d6 dropping the lowest two", "5d6dl2"),
            ("4d6 drop lowest + 2", "4d6dl1 + 2"),
            ("4d6 - lowest", "4d6dl1"),
            ("everything but the lowest of 4d6", "4d6dl1"),
            ("4d6 except the two lowest", "4d6dl2"),
        ),
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
            f"[the] {{place}} {{end}} [die|roll] {_OF}|on {{dice}}",
            "{dice} [keep|take|use] [the] {place} {end} [die]",
        ),
        _ranked,
        (("second highest of 3d20", "3d20dh1kh1"), ("third lowest of 5d6", "5d6dl2kl1")),
    ),
    Phrase(
        "The middle",
        Level.POOL,
        ("[the] middle [die|1] of|from {dice}", "{dice} [keep|take|use] [the] middle [die|1]"),
        _middle,
        (("middle of 3d20", "middle(3d20)"),),
    ),
    Phrase(
        "Keep dice",
        Level.POOL,
        (
            f"{{dice}} {_KEEP} [the] {{end}} [{{n}}] [die|dice]",
            f"{{dice}} {_KEEP} [the] {{n}} {{end}} [die|dice]",
            f"[keep|take|use] [the] {{end}} [die|dice] {_OF} {{dice}}",
            f"[keep|take|use] [the] {{end}} {{n}} [die|dice] {_OF} {{dice}}",
            f"[keep|take|use] [the] {{n}} {{end}} [die|dice] {_OF} {{dice}}",
            "{dice} [the] {end} {n}",
            "{dice} keep|keeps|keeping {n}",
        ),
        _keep,
        (
            ("4d6 keep highest 3", "4d6kh3"),
            ("4d6 keep 3", "4d6kh3"),
            ("4d6 best three", "4d6kh3"),
            ("best 3 of 4d6", "4d6kh3"),
            ("worst of 2d20", "2d20kl1"),
            ("best of 3 rolls of 2d6", "highest(3x(2d6), 1)"),
            ("take the two best of 4d6", "4d6kh2"),
            ("d20 twice and take the higher", "highest(2x(1d20), 1)"),
        ),
    ),
    Phrase(
        "The better of several",
        Level.SEVERAL,
        (
            "[take|keep|use] [the] {end} [{n}] of|from {parts}",
            "[take|keep|use] [the] {n} {end} of|from {parts}",
        ),
        _of_several,
        (
            ("the better of 2d6 and 1d12", "{2d6, 1d12}kh1"),
            ("the lower of d8 and d10", "{1d8, 1d10}kl1"),
            ("highest of d6, d8, d10", "{1d6, 1d8, 1d10}kh1"),
        ),
    ),
    Phrase(
        "The most of dice",
        Level.POOL,
        ("[the] {extreme} [roll|result] [of|on|for|from|with] {dice}",),
        _most,
        (
            (
                "max of 8d6",
                "`8d6kh1` keeps the highest die, `highest possible 8d6` is the most it can be",
            ),
            (
                "minimum of 8d6",
                "`8d6kl1` keeps the lowest die, `lowest possible 8d6` is the least it can be",
            ),
        ),
    ),
)
