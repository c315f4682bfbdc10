"""Codes of dice notation. Each example text here raises the code it is listed under."""

from __future__ import annotations

from astragal.service.codes.code import Area, Code

NOTATION: Area = {
    "empty": Code("Nothing was typed.", "Type dice, such as `2d6`.", ""),
    "unexpected": Code(
        "Something stands where nothing joins it to what comes before.",
        "Put `+`, `-` or `*` between values, a label in `[…]`, a comment after `#`.",
        "2d6 1d8",
    ),
    "missing-value": Code(
        "Something is missing after a sign or a comma.", "Add a number or dice there.", "2d6+"
    ),
    "missing-deck": Code(
        "Cards are dealt, but none are listed.", "List them: `deal(5, {1..10, 1..10})`."
    ),
    "missing-sides": Code("A die does not say how many sides it has.", "Write `2d6`.", "2d"),
    "no-such-die": Code("A die needs at least one side.", "Write `d4`, `d6`, `d20` …", "d0"),
    "unknown-word": Code(
        "A word is neither dice, nor a function, nor a name that was given before.",
        "Check its spelling; values of your own are written `@name`.",
        "abc",
    ),
    "unknown-modifier": Code(
        "What follows the dice is not a modifier.",
        "`kh3` keeps the highest 3, `dl1` drops the lowest; a label goes in brackets: `2d6[fire]`.",
        "4d6kx",
    ),
    "bad-symbols": Code(
        "A face with symbols is not spelt as it should be.",
        "Write words with `+` between them: `d{hit,2hit+crit,blank}`.",
        "d{hit,2}",
    ),
    "unknown-symbol": Code(
        "No face of these dice shows this symbol.",
        "Check its spelling; the hint says what the faces show.",
        "count(2d{hit,miss}, hitt)",
    ),
    "missing-symbol": Code(
        "The dice show symbols, and the condition does not name one.",
        "Name one after `=` or `≠`: `3d{hit,miss}r=miss`.",
        "3d{hit,miss}r>=2",
    ),
    "needs-numbers": Code(
        "A modifier needs dice with numbers, and these show symbols.",
        "Re-roll, explode, keep, drop and count by a symbol: `r=hit`, `!=hit`, `k=hit`, `c=hit`.",
        "3d{hit,miss}kh1",
    ),
    "not-symbols": Code(
        "A function of symbols was given numbers.",
        "Give it dice that show symbols: `count(2d{hit,miss}, hit)`.",
        "count(2d6, hit)",
    ),
    "unclosed": Code("A bracket is opened and never closed.", "Close it.", "((1d6)"),
    "empty-group": Code("Brackets have nothing in them.", "Put dice there.", "{}kh1"),
    "not-ascii": Code(
        "A digit or letter is of another script, and only looks like the usual one.",
        "Type it again on a plain keyboard; the hint shows the text as it should be.",
        "１d６",
    ),
    "not-whole": Code(
        "A number has to be whole here.", "Round it, with `floor(…)` for instance.", "2.5d6"
    ),
    "number-too-long": Code("A number has too many digits.", "Write a smaller one."),
    "ambiguous-comparison": Code(
        "It could count dice, or compare their total.",
        "`8d10c>=7` counts the dice, `(8d10)>=7` compares the total.",
        "8d10>=7",
    ),
    "ambiguous-talk": Code(
        "What was said may mean two things, or leaves open which dice.",
        "The hint has a way to say each of them.",
        "half of 8d6",
    ),
    "asks-for-odds": Code(
        "What was said asks for odds, and a roll was expected.",
        "Ask for odds, or say the dice alone.",
    ),
    "ambiguous-condition": Code(
        "A number alone could mean exactly that, or a limit.",
        "Write `=1`, `>=1` or `<=1`.",
        "2d6r1",
    ),
    "ambiguous-drop": Code(
        "It does not say which dice are dropped.", "Write `dl1` or `dh1`.", "4d6d1"
    ),
    "ambiguous-inequality": Code(
        "`!=` after dice could be “not equal”, or explode on one value.",
        "Write `≠`, or `!=` directly after the dice for what explodes.",
        "1d20 != 5",
    ),
    "chained-comparison": Code(
        "Two comparisons stand in a row.",
        "Compare once, or join two comparisons: `a = 1d20; a > 5 and a < 15`.",
        "1<2<3",
    ),
    "not-a-truth": Code(
        "`and`, `or` and `not` join what is true or false, and this is something else.",
        "Compare it with a number: `1d20 >= 15 and 1d6 >= 2`.",
        "1d6 and 1d8 > 3",
    ),
    "vs-a-number": Code(
        "`vs` stands between two rolls, but one side is only a number.",
        "Write `1d20+5 >= 15` for 15 or more, or `1d20+5 vs (15)` for higher, tie or lower.",
        "15 vs 1d20",
    ),
    "after-bracket": Code(
        "A modifier stands behind a closing bracket.",
        "Put it directly after the dice: `(4d6kh3)`.",
        "(4d6)kh3",
    ),
    "after-count": Code(
        "A count ends the modifiers, and one more follows it.",
        "Put the count last.",
        "6d6c>=5kh2",
    ),
    "both-arrows": Code("`▲` and `▼` stand on the same dice.", "Keep one of them.", "2d20▲▼"),
    "missing-condition": Code(
        "A count does not say which dice count.", "Write `c>=6`, or `c=[1,6]`.", "5d6c"
    ),
    "missing-number": Code("A modifier needs a number.", "Write `min2`, `max5`.", "4d6min"),
    "missing-name": Code(
        "A range has no name.", "Say what the result is called: `[7..] hit`.", "d20 [7..]"
    ),
    "missing-brackets": Code(
        "What is repeated is not in brackets.", "Write `6x(4d6kh3)`.", "6x4d6"
    ),
    "nothing-counted": Code(
        "`f` takes failures away from a count, and nothing is counted.",
        "Put a count before it: `6d6c>=5f=1`.",
        "6d6f1",
    ),
    "nothing-rolled": Code(
        "A name is defined, and then nothing is rolled.",
        "Add what to roll after the `;`.",
        "a = 2d6",
    ),
    "bad-range": Code(
        "A range is not written as ranges are.", "Write `[..6]`, `[7..9]`, `[10..]`.", "d20 [7-9] x"
    ),
    "backwards-range": Code("A range runs from more to less.", "Swap its ends.", "4d6c7..5"),
    "bad-label": Code(
        "A label has a character that cannot be seen, or stands in the wrong place.",
        "Put labels together, after the dice: `2d6[cold][magic]`.",
        "2d6[a\x1b]",
    ),
    "bad-comment": Code(
        "A comment has a character that cannot be seen.", "Type it again.", "2d6 # a\x1b"
    ),
    "bad-name": Code("This word cannot be a name.", "Choose another one.", "d = 2d6; d"),
    "bad-count": Code("This cannot be a number of dice, or of times.", "Use 1 or more."),
    "bad-reroll": Code("A re-roll has no faces to look at.", "Say which: `r<=2`."),
    "bad-number-of-times": Code(
        "A limit, or an aim at the highest or lowest dice, has no meaning here.",
        "Limits go with `r`, `!` and `!o` (`r<=2:1`), ranks with `r` and `!o` (`rl1`).",
        "4d6rr<=2:1",
    ),
    "bad-condition": Code(
        "This is not a comparison, or it compares values that have no order.",
        "Use `=`, `≠`, `<`, `<=`, `>` or `>=`; a list goes with `=` or `≠`, `even` with `=`.",
        "4d6c>[2,4]",
    ),
    "bad-comparison": Code("This is not a comparison.", "Use `=`, `≠`, `<`, `<=`, `>` or `>=`."),
    "bad-sum": Code("A sum was built that cannot be written.", "Parse a text instead."),
    "bad-product": Code("A product was built that cannot be written.", "Parse a text instead."),
    "bad-literal": Code(
        "A number was built that cannot be written.", "Use a whole number of 0 or more."
    ),
    "one-in-group": Code(
        "A group holds one total, so there is nothing to keep or drop.",
        "Put the modifier on the dice: `2d20kh1`.",
        "{2d20}kh1",
    ),
    "no-natural-result": Code(
        "A critical range looks at a die, and the total does not begin with one.",
        "Begin with the dice: `2d20kh1 [20!] critical`.",
        "highest(2d20) [20!] x",
    ),
    "not-a-number": Code(
        "A number is needed, and this is a name or a list.",
        "Use the total, before it is named.",
        "2x(d6) + 1",
    ),
    "not-a-pool": Code(
        "This function reads dice, not a number.",
        "Give it dice: `largest_set(5d6)`.",
        "largest_set(3)",
    ),
    "not-dice": Code(
        "A modifier needs dice, and this is something else.",
        "Put it directly after the dice.",
        "{1d6,1d8}!",
    ),
    "wrong-arguments": Code(
        "A function got too many values, or too few.", "The message says how many.", "abs(1,2)"
    ),
    "endless": Code(
        "Every face explodes, or is re-rolled: that would never stop.",
        "Leave at least one face out.",
        "1d1!",
    ),
    "division-by-zero": Code(
        "This divides by zero, or may do so.", "Divide by something that is never 0.", "1d6/0"
    ),
    "ambiguous-elsewhere": Code(
        "The text means something in another program, and would be read otherwise here.",
        "The hint has both ways to say it.",
        "6#4d6",
    ),
    "bad-exponent": Code(
        "An exponent has to be a whole number, and it is not, or may not be.",
        "Round it, with `floor(…)` for instance; a square root is `sqrt(…)`.",
        "2**0.5",
    ),
    "not-a-square": Code(
        "A number has no exact square root, or may have none.",
        "Take the root of squares only, such as `sqrt(9)`.",
        "sqrt(2)",
    ),
    "not-text": Code("Dice are typed as text.", "Pass a string."),
}
