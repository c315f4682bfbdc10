"""What people type at a table, and what it is read as; or the sense of its refusal."""

from __future__ import annotations

import re

import pytest

from astragal.errors import AstragalError, NotationError
from astragal.notation.operation import all_operations
from astragal.notation.syntax.parser import parse
from astragal.talk import read, understand
from astragal.talk.phrase import Example, all_phrases

SAID = [
    ("roll d20", "1d20"),
    ("ROLL 2D6", "2d6"),
    ("roll 2 d6", "2d6"),
    ("roll two d6", "2d6"),
    ("roll three d8s", "3d8"),
    ("I roll two d6", "2d6"),
    ("can you roll a d20?", "1d20"),
    ("Could you please roll 3d6 for me?", "3d6"),
    ("please roll d100", "1d100"),
    ("let's roll 4d8", "4d8"),
    ("I'd like to roll 2d10", "2d10"),
    ("throw 3d6", "3d6"),
    ("toss 2d4", "2d4"),
    ("roll me a d12", "1d12"),
    ("gimme 2d6", "2d6"),
    ("rolling 1d8+1", "1d8 + 1"),
    ("roll: 2d6", "2d6"),
    ("d20 please", "1d20"),
    ("a d20", "1d20"),
    ("the d20", "1d20"),
    ("one d4", "1d4"),
    ("ten d10", "10d10"),
    ("twenty d6", "20d6"),
    ("a dozen d6s", "12d6"),
    ("a couple of d8", "2d8"),
    ("three six-sided dice", "3d6"),
    ("a 20-sided die", "1d20"),
    ("an eight sided die", "1d8"),
    ("two ten siders", "2d10"),
    ("d twenty", "1d20"),
    ("2d6.", "2d6"),
    ("d20?", "1d20"),
    ("roll 2d6, please.", "2d6"),
    ("2d6 plus 3", "2d6 + 3"),
    ("2d6 minus one", "2d6 - 1"),
    ("d20 plus five", "1d20 + 5"),
    ("2d6 times 10", "2d6 * 10"),
    ("2d6 multiplied by 10", "2d6 * 10"),
    ("10d6 divided by 2", "10d6 / 2"),
    ("d20 + 5 plus 1d4", "1d20 + 5 + 1d4"),
    ("d20 and add 5", "1d20 + 5"),
    ("d20 adv", "2d20kh1"),
    ("d20 w/ advantage", "2d20kh1"),
    ("1d20+7 with advantage", "2d20kh1 + 7"),
    ("advantage", "2d20kh1"),
    ("with advantage", "2d20kh1"),
    ("roll with disadvantage", "2d20kl1"),
    ("adv + 5", "2d20kh1 + 5"),
    ("adv+5", "2d20kh1 + 5"),
    ("disadvantage", "2d20kl1"),
    ("dis", "2d20kl1"),
    ("d20 dis + 3", "2d20kl1 + 3"),
    ("d20+5 disadv", "2d20kl1 + 5"),
    ("D20 WITH ADVANTAGE", "2d20kh1"),
    ("advantage on d20+5", "2d20kh1 + 5"),
    ("2d20 adv", "2d20kh1"),
    ("4d6 drop lowest", "4d6dl1"),
    ("4d6 drop the lowest", "4d6dl1"),
    ("4d6, drop the lowest die", "4d6dl1"),
    ("4d6 and drop the lowest", "4d6dl1"),
    ("4d6 dropping lowest", "4d6dl1"),
    ("5d6 drop the two lowest", "5d6dl2"),
    ("5d6 drop 2 lowest", "5d6dl2"),
    ("4d6 drop highest", "4d6dh1"),
    ("4d6 keep highest 3", "4d6kh3"),
    ("4d6 keep the best three", "4d6kh3"),
    ("4d6 keep 3 highest", "4d6kh3"),
    ("4d6 take the top 3", "4d6kh3"),
    ("best 3 of 4d6", "4d6kh3"),
    ("the best 3 dice of 4d6", "4d6kh3"),
    ("highest 3 of 4d6", "4d6kh3"),
    ("best of 3d20", "3d20kh1"),
    ("the highest of 3d20", "3d20kh1"),
    ("worst of 2d20", "2d20kl1"),
    ("lowest of 3d6", "3d6kl1"),
    ("the better of 2d6 and 1d12", "{2d6, 1d12}kh1"),
    ("best of 2d20 + 5", "2d20kh1 + 5"),
    ("4d6 drop lowest + 2", "4d6dl1 + 2"),
    ("d6 twice", "2x(1d6)"),
    ("2d6 three times", "3x(2d6)"),
    ("d20+5 3 times", "3x(1d20 + 5)"),
    ("4d6 drop lowest six times", "6x(4d6dl1)"),
    ("roll 4d6 drop the lowest, 6 times", "6x(4d6dl1)"),
    ("three rolls of 2d6", "3x(2d6)"),
    ("roll stats", "6x(4d6dl1)"),
    ("ability scores", "6x(4d6dl1)"),
    ("stats", "6x(4d6dl1)"),
    ("d20+5 vs 15", "1d20 + 5 >= 15"),
    ("d20+5 vs. 15", "1d20 + 5 >= 15"),
    ("d20 + 5 versus 15", "1d20 + 5 >= 15"),
    ("d20+5 vs AC 18", "1d20 + 5 >= 18"),
    ("d20+5 against AC 15", "1d20 + 5 >= 15"),
    ("d20+5 vs dc 12", "1d20 + 5 >= 12"),
    ("d20+3 DC 15", "1d20 + 3 >= 15"),
    ("d20+3 dc15", "1d20 + 3 >= 15"),
    ("d20+5 at least 15", "1d20 + 5 >= 15"),
    ("3d6 at most 8", "(3d6) <= 8"),
    ("d20 over 10", "1d20 > 10"),
    ("d100 under 45", "1d100 < 45"),
    ("under 45 on d100", "1d100 < 45"),
    ("2d6 between 6 and 8", "(2d6) = 6..8"),
    ("2d6 exactly 7", "(2d6) = 7"),
    ("3d6 10 or more", "(3d6) >= 10"),
    ("3d6 10+", "(3d6) >= 10"),
    ("2d6 7 or less", "(2d6) <= 7"),
    ("d20 adv +5 vs 15", "2d20kh1 + 5 >= 15"),
    ("1d20+5 vs 15 with advantage", "2d20kh1 + 5 >= 15"),
    ("attack: d20+5", "1d20 + 5 # attack"),
    ("Attack: d20+5 vs AC 15", "1d20 + 5 >= 15 # Attack"),
    ("initiative: 6x(1d20+2)", "6x(1d20 + 2)sh # initiative"),
    ("Initiative 4x(d20+1)", "4x(1d20 + 1)sh # Initiative"),
    ("d20+2 for initiative", "1d20 + 2 # initiative"),
    ("fireball 8d6", "8d6 # fireball"),
    ("sneak attack 3d6", "3d6 # sneak attack"),
    ("fireball: 8d6 fire", "8d6[fire] # fireball"),
    ("damage 2d6+3 fire", "(2d6 + 3)[fire] # damage"),
    ("2d6 fire", "2d6[fire]"),
    ("2d6 fire + 1d4 cold", "2d6[fire] + 1d4[cold]"),
    ("3d6 + 1d4 fire", "3d6 + 1d4[fire]"),
    ("1d8+3 slashing", "(1d8 + 3)[slashing]"),
    ("1d8+3 slashing + 1d6 fire", "(1d8 + 3)[slashing] + 1d6[fire]"),
    ("8d6 fire damage", "8d6[fire damage]"),
    ("d20+5 to hit", "1d20 + 5 # to hit"),
    ("d20+5 to hit vs AC 15", "1d20 + 5 >= 15 # to hit"),
    ("2d6+3 for damage", "2d6 + 3 # damage"),
    ("d20+7 (stealth)", "1d20 + 7 # stealth"),
    ("Stealth: d20+7", "1d20 + 7 # Stealth"),
    ("d20+5 then 2d6+3", "1d20 + 5, 2d6 + 3"),
    ("d20+5 to hit, 2d6+3 damage", "(1d20 + 5)[to hit], (2d6 + 3)[damage]"),
    ("attack d20+5, damage 1d8+3", "(1d20 + 5)[attack], (1d8 + 3)[damage]"),
    ("percentile", "1d100"),
    ("percentile dice", "1d100"),
    ("roll percentiles", "1d100"),
    ("fate", "4dF"),
    ("fudge", "4dF"),
    ("4 fate dice", "4dF"),
    ("3 fudge dice", "3dF"),
    ("fate + 2", "4dF + 2"),
    ("coin", "1d2 [1] heads [2] tails"),
    ("a coin", "1d2 [1] heads [2] tails"),
    ("flip a coin", "1d2 [1] heads [2] tails"),
    ("flip coin", "1d2 [1] heads [2] tails"),
    ("toss a coin", "1d2 [1] heads [2] tails"),
    ("coin flip", "1d2 [1] heads [2] tails"),
    ("flip 3 coins", "3x(1d2 [1] heads [2] tails)"),
    ("heads or tails", "1d2 [1] heads [2] tails"),
    ("flip a coin three times", "3x(1d2 [1] heads [2] tails)"),
    ("exploding d6", "1d6!"),
    ("3 exploding d6", "3d6!"),
    ("3d6 exploding", "3d6!"),
    ("5d10 that explode", "5d10!"),
    ("6d6 exploding on 5+", "6d6!>=5"),
    ("6d6 explode on 5 or 6", "6d6!5..6"),
    ("d6 reroll ones", "1d6r=1"),
    ("3d6 rerolling 1s", "3d6r=1"),
    ("3d6 re-roll 1s", "3d6r=1"),
    ("8d6 reroll 1s and 2s", "8d6r1..2"),
    ("8d6 reroll 2 or less", "8d6r<=2"),
    ("d6 reroll ones once", "1d6r=1"),
    ("8d10 count 7+", "8d10c>=7"),
    ("roll 8d10 count 7 or more", "8d10c>=7"),
    ("8d10 counting 8s", "8d10c=8"),
    ("8d10 successes on 7+", "8d10c>=7"),
    ("how many sixes in 6d6", "6d6c=6"),
    ("how many 5+ in 6d6?", "6d6c>=5"),
    ("doubles on 2d6", "largest_set(2d6) >= 2"),
    ("three of a kind with 5d6", "largest_set(5d6) >= 3"),
    ("what are the odds of 15 on 2d6+6", "the odds of 2d6 + 6: exactly 15, 15 or more"),
    ("what are the odds of rolling 15 on 2d6+6?", "the odds of 2d6 + 6: exactly 15, 15 or more"),
    ("What's the chance of 7 on 2d6?", "the odds of 2d6: exactly 7, 7 or more"),
    ("chance of rolling 15 or more on 3d6", "the odds of 3d6: 15 or more"),
    ("probability of 7 with 2d6", "the odds of 2d6: exactly 7, 7 or more"),
    ("odds of 2d6 at least 9", "the odds of 2d6: 9 or more"),
    ("odds of 2d6", "the odds of 2d6"),
    ("odds 3d6", "the odds of 3d6"),
    ("chances of a 20 on a d20", "the odds of 1d20: exactly 20, 20 or more"),
    ("chance to hit AC 15 with d20+5", "the odds of 1d20 + 5: 15 or more"),
    ("chance of d20+5 vs AC 15", "the odds of 1d20 + 5: 15 or more"),
    ("how likely is 7 on 2d6", "the odds of 2d6: exactly 7, 7 or more"),
    ("how likely is it to roll 15+ on d20+5?", "the odds of 1d20 + 5: 15 or more"),
    ("how likely am I to roll under 45 on d100", "the odds of 1d100: less than 45"),
    ("probability that 2d6 is 7", "the odds of 2d6: exactly 7, 7 or more"),
    ("probability that 3d6 is between 9 and 12", "the odds of 3d6: 9 to 12"),
    ("odds of beating 15 with d20+5", "the odds of 1d20 + 5: more than 15, 15 or more"),
    ("odds of doubles on 2d6", "the odds of largest_set(2d6) >= 2"),
    ("7 on 2d6?", "the odds of 2d6: exactly 7, 7 or more"),
    ("average of 8d6", "the mean of 8d6"),
    ("average 8d6", "the mean of 8d6"),
    ("mean of 2d6+3", "the mean of 2d6 + 3"),
    ("what is the average of 8d6?", "the mean of 8d6"),
    ("expected damage of 8d6", "the mean of 8d6"),
    ("2d6 on average", "the mean of 2d6"),
    ("highest possible 8d6", "the highest possible result of 8d6"),
    ("max damage of 8d6", "the highest possible result of 8d6"),
    ("lowest possible roll of 3d6", "the lowest possible result of 3d6"),
    ("half of 8d6 rounded down", "8d6 // 2"),
    ("half 8d6 rounded up", "ceil(8d6 / 2)"),
    ("d20 + @{Fire Damage} with advantage", "2d20kh1 + @{Fire Damage}"),
    ("@n d6 drop lowest", "@{n}d6dl1"),
    ("2d6[fire] twice", "2x(2d6[fire])"),
]

SAID += [
    ("roll a d20 with a +5 modifier", "1d20 + 5"),
    ("d20+5 bonus", "1d20 + 5"),
    ("roll d20 twice and take the higher", "highest(2x(1d20), 1)"),
    ("roll 2d20 and take the highest", "2d20kh1"),
    ("2d20 take lower", "2d20kl1"),
    ("reroll ones on 4d6 and drop the lowest", "4d6r=1dl1"),
    ("roll hp 2d8+4", "2d8 + 4 # hp"),
    ("skill check d100 under 45", "1d100 < 45 # skill check"),
    ("roll under 50 on percentile", "1d100 < 50"),
    ("what is the chance of rolling at least one 6 on 4d6?", "the odds of 4d6c=6 >= 1"),
    ("odds of at least two 5+ on 6d6", "the odds of 6d6c>=5 >= 2"),
    ("probability distribution of 3d6", "the odds of 3d6"),
    ("number from 1 to 6", "1d6"),
    ("4d6 drop lowest # Strength", "4d6dl1 # Strength"),
    ("attack: d20 adv # with the axe", "2d20kh1 # attack, with the axe"),
]

SAID += [
    ("odds of rolling a natural 20", "the odds of 1d20: exactly 20"),
    ("chance of a nat 1 with disadvantage", "the odds of 2d20kl1: exactly 1"),
    ("odds of a nat 20 on d20+5", "the odds of 1d20: exactly 20"),
    ("odds of a crit", "the odds of 1d20: exactly 20"),
    ("odds of a crit on 19 or 20", "the odds of 1d20: 19 to 20"),
    ("of all sixes on 3d6", "the odds of 3d6c=6 = 3"),
    ("odds of 4d6 all sixes", "the odds of 4d6c=6 = 4"),
    ("odds of no sixes on 4d6", "the odds of 4d6c=6 = 0"),
    ("odds of one 6 on 4d6", "the odds of 4d6c=6: exactly 1 of them, 1 or more of them"),
    ("odds of a straight with 5d6", "the odds of longest_run(5d6) >= 5"),
    ("snake eyes", "2d6c=1 = 2"),
    (
        "odds of d20+5 beating d20+3",
        "the odds of 1d20 + 5 vs 1d20 + 3",
    ),
    ("odds of hitting AC 18 at +7", "the odds of 1d20 + 7: 18 or more"),
    ("odds of +7 vs AC 18", "the odds of 1d20 + 7: 18 or more"),
    ("odds to hit AC 18 with -1", "the odds of 1d20 - 1: 18 or more"),
    ("odds of 8d6 5+", "the odds of 8d6: 5 or more, 5 or more on at least one die"),
    ("odds of a d6 showing 6 or more", "the odds of 1d6: 6 or more"),
    ("sd of 3d6", "the odds of 3d6"),
    ("what is the standard deviation of 2d6+3?", "the odds of 2d6 + 3"),
    ("what's the variance of 3d6?", "the variance of 3d6"),
    ("median 3d6", "the median of 3d6"),
    ("what is the most likely result of 2d6", "the most likely result of 2d6"),
    ("mode of 3d6", "the most likely result of 3d6"),
    ("expected value 2d6", "the mean of 2d6"),
    ("2d6 7 or less", "(2d6) <= 7"),
    ("2d6 over 6", "(2d6) > 6"),
    ("6d10 vs 30", "(6d10) >= 30"),
    ("d6 5+", "1d6 >= 5"),
    ("4d6kh1 at least 5", "4d6kh1 >= 5"),
    ("2d6+3 at least 5", "2d6 + 3 >= 5"),
    ("hit location d20", "1d20 # hit location"),
    ("hit dice 3d8", "3d8 # hit dice"),
    ("1d8+2 hit points", "(1d8 + 2)[hit points]"),
    ("roll to hit with longsword d20+5", "1d20 + 5 # to hit longsword"),
    ("d20+4 for Sleight of Hand", "1d20 + 4 # Sleight of Hand"),
    ("Fireball 8d6!", "8d6! # Fireball"),
    ("roll a d20, please!", "1d20"),
    ("`2d6`", "2d6"),
    ("roll `2d6` please", "2d6"),
    ("'2d6'", "2d6"),
    ('"2d6+1"', "2d6 + 1"),
    ("**2d6**", "2d6"),
    ("[[2d6]]", "2d6"),
    ("[[1d20+5]] to hit", "1d20 + 5 # to hit"),
    ("/roll 2d6+3", "2d6 + 3"),
    ("!r d20 with advantage", "2d20kh1"),
    ("🎲 2d6", "2d6"),
    ("2d6 🎲", "2d6"),
    ("4d6 worst two", "4d6kl2"),
    ("4d6 - the lowest", "4d6dl1"),
    ("4d6-lowest", "4d6dl1"),
    ("d20 w adv", "2d20kh1"),
    ("d20 w/adv +3", "2d20kh1 + 3"),
    ("d20 w/ dis", "2d20kl1"),
    ("3d6 gp", "3d6[gp]"),
    ("3d6 * 10 gp", "(3d6 * 10)[gp]"),
    ("25% chance", "1d100 <= 25"),
    ("25 percent chance", "1d100 <= 25"),
    ("1 in 6 chance", "1d6 = 1"),
    ("2-in-6", "1d6 <= 2"),
    ("2W6+3", "2d6 + 3"),
    ("w20", "1d20"),
    ("2к6", "2d6"),
    ("2д6 + 1", "2d6 + 1"),
    ("a roll of 2d6", "2d6"),
    ("the total of 2d6", "2d6"),
]

REFUSED = [
    # typed, code, the hint
    ("half of 8d6", "ambiguous-talk", "`8d6 // 2` rounds down, `8d6 / 2` keeps the half"),
    ("2d6 and 1d8", "ambiguous-talk", "`2d6 + 1d8` adds them up, `2d6, 1d8` rolls each alone"),
    (
        "a d20 and a d6 and a d4",
        "ambiguous-talk",
        "`1d20 + 1d6 + 1d4` adds them up, `1d20, 1d6, 1d4` rolls each alone",
    ),
    ("3 times 2d6", "ambiguous-talk", "`3x(2d6)` rolls 3 times, `3 * 2d6` multiplies one roll"),
    ("4d6dl1 x6", "ambiguous-talk", "`6x(4d6dl1)` rolls 6 times, `6 * 4d6dl1` multiplies one roll"),
    ("twice 2d6", "ambiguous-talk", "`2x(2d6)` rolls 2 times, `2 * 2d6` multiplies one roll"),
    ("double 2d6", "ambiguous-talk", "`2d6 * 2` doubles the total, `2d6 + 2d6` rolls it all twice"),
    (
        "max of 8d6",
        "ambiguous-talk",
        "`8d6kh1` keeps the highest die, `highest possible 8d6` is the most it can be",
    ),
    (
        "minimum of 8d6",
        "ambiguous-talk",
        "`8d6kl1` keeps the lowest die, `lowest possible 8d6` is the least it can be",
    ),
    (
        "2d6 with advantage",
        "ambiguous-talk",
        "`{2d6, 2d6}kh1` takes the better of two rolls, `3d6kh2` rolls one die more",
    ),
    (
        "d20+5 to beat 15",
        "ambiguous-talk",
        "`1d20 + 5 > 15` needs more than 15, `1d20 + 5 >= 15` needs 15 or more",
    ),
    (
        "2d10 + d4 with advantage",
        "ambiguous-talk",
        "say it after the die, e.g. `d20 with advantage + 1d4`",
    ),
    ("2d6 + 1d8 drop lowest", "ambiguous-talk", "put it straight after them, e.g. `2d6dl1 + 1d8`"),
    ("roll the dice", "ambiguous-talk", "say which dice, e.g. `d6` or `d20`"),
    ("roll 3 dice", "ambiguous-talk", "say which dice, e.g. `3d6` or `3d20`"),
    ("DC 15", "ambiguous-talk", "e.g. `d20+5 vs 15`, or `odds of 15 or more on 3d6`"),
    ("vs AC 18", "ambiguous-talk", "e.g. `d20+5 vs 15`, or `odds of 15 or more on 3d6`"),
    ("at least 15", "ambiguous-talk", "e.g. `d20+5 vs 15`, or `odds of 15 or more on 3d6`"),
    ("odds of 7", "ambiguous-talk", "e.g. `odds of 15 or more on 3d6`"),
    (
        "5d6 half on save",
        "ambiguous-talk",
        "`5d6 // 2` rounds down, `5d6 / 2` keeps the half",
    ),
    (
        "8d10>=7",
        "ambiguous-comparison",
        "`8d10c>=7` counts the dice that match, `(8d10)>=7` compares the total",
    ),
    (
        "roll 8d10 >= 7",
        "ambiguous-comparison",
        "`8d10c>=7` counts the dice that match, `(8d10)>=7` compares the total",
    ),
    (
        "odds of 8d10 >= 7",
        "ambiguous-comparison",
        "`8d10c>=7` counts the dice that match, `(8d10)>=7` compares the total",
    ),
    (
        "4d6d1",
        "ambiguous-drop",
        "write `dl1` or `dh1`; a rolled number of dice goes in brackets: `(4d6)d8`",
    ),
    (
        "again",
        "unknown-word",
        "say it whole, e.g. `2d6`",
    ),
    (
        "foo",
        "unknown-word",
        "type dice, such as `2d6`, `d20+5`, `4d6 drop lowest` or `flip a coin`",
    ),
    (
        "abc",
        "unknown-word",
        "type dice, such as `2d6`, `d20+5`, `4d6 drop lowest` or `flip a coin`",
    ),
    (
        "hello",
        "unknown-word",
        "type dice, such as `2d6`, `d20+5`, `4d6 drop lowest` or `flip a coin`",
    ),
    (
        "roll",
        "unknown-word",
        "type dice, such as `2d6`, `d20+5`, `4d6 drop lowest` or `flip a coin`",
    ),
    (
        "please",
        "unknown-word",
        "type dice, such as `2d6`, `d20+5`, `4d6 drop lowest` or `flip a coin`",
    ),
    ("roll for initiative", "unknown-word", "say which dice, e.g. `d20+5 for initiative`"),
    (
        "what is the meaning of life",
        "unknown-word",
        "type dice, such as `2d6`, `d20+5`, `4d6 drop lowest` or `flip a coin`",
    ),
    (
        "juggle three oranges",
        "unknown-word",
        "type dice, such as `2d6`, `d20+5`, `4d6 drop lowest` or `flip a coin`",
    ),
    (
        "never roll 2d6",
        "unknown-word",
        "type dice, such as `2d6`, `d20+5`, `4d6 drop lowest` or `flip a coin`",
    ),
    (
        "don't roll 2d6",
        "unknown-word",
        "type dice, such as `2d6`, `d20+5`, `4d6 drop lowest` or `flip a coin`",
    ),
    (
        "odds of winning the lottery",
        "unknown-word",
        "ask e.g. `odds of 15 or more on 3d6`, `odds of at least one 6 on 4d6` or `average of 8d6`",
    ),
    ("rol 2d6", "unknown-word", "did you mean `roll 2d6`?"),
    ("flip a coim", "unknown-word", "did you mean `flip a coin`?"),
    ("4d6 dorp lowest", "unknown-modifier", "did you mean `4d6 drop lowest`?"),
    ("advntage", "unknown-word", "did you mean `advantage`?"),
    ("percentle", "unknown-word", "did you mean `percentile`?"),
    ("d20 with advantge", "unknown-modifier", "did you mean `d20 with advantage`?"),
    ("d20 plu 5", "unknown-modifier", "did you mean `d20 plus 5`?"),
    ("fuge dice", "unknown-word", "did you mean `fudge dice`?"),
    ("roll 2d", "missing-sides", "e.g. `2d6`"),
    ("roll 2d6+", "missing-value", "a number or dice"),
    (
        "d20 + strength",
        "ambiguous-talk",
        "type its number, e.g. `1d20+3`, or give it a name: `1d20+@strength`",
    ),
    ("4d6 e6", "unknown-modifier", "to explode, write `!`, or on one number `!=6`"),
    (
        "coin, d6",
        "unknown-word",
        "type dice, such as `2d6`, `d20+5`, `4d6 drop lowest` or `flip a coin`",
    ),
    (
        "coin + 3",
        "unknown-word",
        "type dice, such as `2d6`, `d20+5`, `4d6 drop lowest` or `flip a coin`",
    ),
    ("2d6 or 1d8", "ambiguous-talk", "`{2d6, 1d8}kh1` takes the better, `2d6, 1d8` rolls both"),
    (
        "half of a coin",
        "unknown-word",
        "type dice, such as `2d6`, `d20+5`, `4d6 drop lowest` or `flip a coin`",
    ),
]

REFUSED += [
    (
        "8d6 5+",
        "ambiguous-talk",
        "`8d6c>=5` counts the dice that match, `(8d6) >= 5` compares the total",
    ),
    (
        "6d10 difficulty 7",
        "ambiguous-talk",
        "`6d10c>=7` counts the dice that match, `(6d10) >= 7` compares the total",
    ),
    (
        "6d10 tn 7",
        "ambiguous-talk",
        "`6d10c>=7` counts the dice that match, `(6d10) >= 7` compares the total",
    ),
    (
        "6d10 at difficulty 7",
        "ambiguous-talk",
        "`6d10c>=7` counts the dice that match, `(6d10) >= 7` compares the total",
    ),
    (
        "6d10 vs 7",
        "ambiguous-talk",
        "`6d10c>=7` counts the dice that match, `(6d10) >= 7` compares the total",
    ),
    (
        "8d6 at least 5",
        "ambiguous-talk",
        "`8d6c>=5` counts the dice that match, `(8d6) >= 5` compares the total",
    ),
    (
        "8d6 1+",
        "ambiguous-talk",
        "`8d6c>=1` counts the dice that match, `(8d6) >= 1` compares the total",
    ),
    (
        "6d10 7 or less",
        "ambiguous-talk",
        "`6d10c<=7` counts the dice that match, `(6d10) <= 7` compares the total",
    ),
    (
        "attack: 6d10 beats 7",
        "ambiguous-talk",
        "`6d10c>=7` counts the dice that match, `(6d10) >= 7` compares the total",
    ),
    (
        "3d6 exactly 6",
        "ambiguous-talk",
        "`3d6c=6` counts the dice that match, `(3d6) = 6` compares the total",
    ),
    ("initiative", "unknown-word", "say which dice, e.g. `d20+5 for initiative`"),
    ("init +3", "unknown-word", "say which dice, e.g. `d20+3 for init`"),
    ("Stealth +5", "unknown-word", "say which dice, e.g. `d20+5 for Stealth`"),
    ("Stealth: +5", "unknown-word", "say which dice, e.g. `d20+5 for Stealth`"),
    ("Perception check +4", "unknown-word", "say which dice, e.g. `d20+4 for Perception`"),
    ("perception check", "unknown-word", "say which dice, e.g. `d20+5 for perception`"),
    ("wisdom save +2", "unknown-word", "say which dice, e.g. `d20+2 for wisdom`"),
    ("con save dc 10", "unknown-word", "say which dice, e.g. `d20+5 >= 10`"),
    ("DC 14 wisdom save", "unknown-word", "say which dice, e.g. `d20+5 >= 14`"),
    (
        "save dc 14",
        "ambiguous-talk",
        "e.g. `d20+5 vs 15`, or `odds of 15 or more on 3d6`",
    ),
    ("+7 to hit", "unknown-word", "say which dice, e.g. `d20+7 to hit`"),
    ("-1 to hit", "unknown-word", "say which dice, e.g. `d20-1 to hit`"),
    ("+5 vs 15", "unknown-word", "say which dice, e.g. `d20+5 >= 15`"),
    ("attack +7", "unknown-word", "say which dice, e.g. `d20+7 to hit`"),
    ("attack at +7", "unknown-word", "say which dice, e.g. `d20+7 to hit`"),
    ("Sleight of Hand +4", "unknown-word", "say which dice, e.g. `d20+4 for Sleight of Hand`"),
    ("roll for stealth +3", "unknown-word", "say which dice, e.g. `d20+3 for stealth`"),
    (
        "d8! or d6!",
        "ambiguous-talk",
        "`{1d8!, 1d6!}kh1` takes the better, `1d8!, 1d6!` rolls both",
    ),
    (
        "super advantage",
        "ambiguous-talk",
        "`3d20kh1` takes the best of three, `2d20kh1` is advantage",
    ),
    (
        "d20 with triple disadvantage",
        "ambiguous-talk",
        "`3d20kl1` takes the worst of three, `2d20kl1` is disadvantage",
    ),
    (
        "2d6+3 crit",
        "ambiguous-talk",
        "`4d6 + 3` doubles the dice, `(2d6 + 3) * 2` doubles the total",
    ),
    (
        "crit damage 2d6+1d8",
        "ambiguous-talk",
        "`4d6 + 2d8` doubles the dice, `(2d6 + 1d8) * 2` doubles the total",
    ),
    (
        "critical hit 2d6",
        "ambiguous-talk",
        "`4d6` doubles the dice, `2d6 * 2` doubles the total",
    ),
    (
        "crit damage 2x(2d6)+3",
        "not-a-number",
        "put it inside the brackets: `3x(1d6+2)`",
    ),
    (
        "odds of two 20s in a row",
        "ambiguous-talk",
        "e.g. `odds of all 20s on 2d20`",
    ),
    (
        "odds of doubles",
        "ambiguous-talk",
        "e.g. `odds of doubles on 2d6`, or `a straight on 5d6`",
    ),
    (
        "of winning the lottery",
        "unknown-word",
        "ask e.g. `odds of 15 or more on 3d6`, `odds of at least one 6 on 4d6` or `average of 8d6`",
    ),
    (
        "show odds",
        "ambiguous-talk",
        "e.g. `odds 2d6`, or `odds of 15 or more on 3d6`",
    ),
    (
        "d20+5 crit",
        "unknown-word",
        "say it like `4d6 drop lowest`, `d20 with advantage` or `d20+5 vs 15`",
    ),
    (
        "d20 d12",
        "unexpected",
        "`d20 + d12` adds them up, `d20, d12` rolls each alone",
    ),
    (
        "d6 d6 d6",
        "unexpected",
        "`d6 + d6 + d6` adds them up, `d6, d6, d6` rolls each alone",
    ),
    (
        "d4 d6 d8 d10 d12",
        "unexpected",
        "`d4 + d6 + d8 + d10 + d12` adds them up, `d4, d6, d8, d10, d12` rolls each alone",
    ),
    (
        "damage 2d6 1d8",
        "unexpected",
        "`2d6 + 1d8` adds them up, `2d6, 1d8` rolls each alone",
    ),
    (
        "min 2d6",
        "ambiguous-talk",
        "`2d6kl1` keeps the lowest die, `lowest possible 2d6` is the least it can be",
    ),
    (
        "3d6 in order",
        "ambiguous-talk",
        "`6x(3d6)` rolls six scores as they fall, `3d6s` sorts the dice",
    ),
    (
        "reroll ones",
        "ambiguous-talk",
        "e.g. `reroll 1s on 2d6`",
    ),
    (
        "reroll 2 or less",
        "ambiguous-talk",
        "e.g. `reroll 2 or less on 2d6`",
    ),
    (
        "d100 with bonus die",
        "ambiguous-talk",
        "`(2d10kl1 - 1) * 10 + 1d10` takes the lower of two tens dice",
    ),
    (
        "4d6h3",
        "unknown-modifier",
        "to keep the highest 3, write `kh3`",
    ),
    (
        "4d6 zz",
        "unknown-modifier",
        "after dice: `kh3` keeps the highest 3, `dl1` drops the lowest, `!` explodes",
    ),
    (
        "2d6*",
        "missing-value",
        "a number or dice",
    ),
]

EXAMPLES = [each for phrase in all_phrases() for each in phrase.examples]


@pytest.mark.parametrize(("typed", "told"), SAID)
def test_what_is_said_is_read_as_notation(typed: str, told: str) -> None:
    understood = read(typed, words=()).understood
    assert understood is not None
    assert understood.told.partition(" (`")[0] == told
    assert str(parse(understood.text)) == understood.text


@pytest.mark.parametrize(("typed", "code", "hint"), REFUSED)
def test_what_is_unclear_or_no_dice_is_refused_with_sense(typed: str, code: str, hint: str) -> None:
    with pytest.raises(AstragalError) as caught:
        read(typed)
    error = caught.value
    assert (error.code, error.hint) == (code, hint)
    assert error.render()


@pytest.mark.parametrize(("typed", "code", "hint"), REFUSED)
def test_what_a_hint_offers_is_understood(typed: str, code: str, hint: str) -> None:
    offered = re.findall(r"`([^`]+)`", hint)
    assert offered or "a number or dice" in hint
    for each in offered:
        # Parts of notation, and a command of the prompt, are no dice.
        if not re.fullmatch(r"@\w+|!(?:=6)?|d[lh]1|kh3|odds .* \| .*", each):
            read(each)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.typed)
def test_an_example_is_read_as_it_says(example: Example) -> None:
    """An example of what reads two ways says so in its hint."""
    if "`" not in example.read_as:
        understood = read(example.typed).understood
        assert understood is not None
        assert understood.told.partition(" (`")[0] == example.read_as
        return
    with pytest.raises(NotationError) as caught:
        read(example.typed)
    assert (caught.value.hint or "").startswith(example.read_as)


def test_every_phrase_has_an_example_and_a_name_of_its_own() -> None:
    phrases = all_phrases()
    assert all(phrase.examples for phrase in phrases)
    assert len({phrase.name for phrase in phrases}) == len(phrases)


@pytest.mark.parametrize(
    "text", [row.text for operation in all_operations() for row in operation.examples]
)
def test_notation_keeps_its_meaning(text: str) -> None:
    found = read(text)
    assert found.understood is None
    assert found.expression == parse(text)


@pytest.mark.parametrize("text", ["8d10>=7", "8d10 >= 7", "4d6d1", "2d 1d6", "1d20 != 5"])
def test_notation_that_reads_two_ways_is_no_talk(text: str) -> None:
    assert understand(text) is None
    with pytest.raises(NotationError) as caught:
        read(text)
    assert caught.value.code.startswith("ambiguous-")


@pytest.mark.parametrize("word", ["keep", "mi", "ro", "xo", "floor", "not", "ac", "six"])
def test_a_word_with_a_meaning_is_no_label(word: str) -> None:
    assert understand(f"2d6 + 1d8 {word}") is None


# What else may be known


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Stealth", "Stealth"),
        ("roll for stealth", "Stealth"),
        ("Stealth check", "Stealth"),
        ("make a Stealth check!", "Stealth"),
        ("can I roll Sleight of  Hand please?", "Sleight of Hand"),
        ("I make a Dexterity saving throw", "Dexterity"),
        ("Attack roll", "Attack roll"),
    ],
)
def test_a_roll_is_called_by_its_name(typed: str, name: str) -> None:
    names = ["Stealth", "Sleight of Hand", "Dexterity", "Attack roll"]
    understood = understand(typed, names=names)
    assert understood is not None
    assert (understood.kind, understood.name, understood.told) == ("named", name, name)


def test_a_name_that_is_not_known_is_no_roll() -> None:
    assert understand("make a Stealth check") is None
    assert understand("make a Stealth check", names=["Perception"]) is None


def test_a_slip_gets_the_word_that_is_known_where_it_was_typed() -> None:
    with pytest.raises(NotationError) as caught:
        read("tset", words=["test", "attack"])
    assert caught.value.hint == "did you mean `test`?"
    with pytest.raises(NotationError) as caught:
        read("juggle", words=["test", "attack"])
    assert "did you mean" not in (caught.value.hint or "")


@pytest.mark.parametrize(
    "word",
    [
        *("fire", "cold", "acid", "lightning", "thunder", "poison", "necrotic", "radiant"),
        *("psychic", "force", "slashing", "piercing", "bludgeoning", "healing", "holy", "bleed"),
    ],
)
def test_damage_has_its_type_as_a_label(word: str) -> None:
    understood = understand(f"2d6 {word}")
    assert understood is not None
    assert understood.text == f"2d6[{word}]"


def test_what_may_be_meant_elsewhere_is_told() -> None:
    understood = understand("4d6 reroll ones, drop lowest")
    assert understood is not None
    assert understood.told == "4d6r=1dl1 (`4d6rr=1dl1` re-rolls until none is left)"


def test_the_odds_that_are_asked_for_are_notation() -> None:
    understood = understand("odds of 15 on 2d6+6")
    assert understood is not None
    assert understood.text == "2d6 + 6"
    assert [each.text for each in understood.asked] == ["2d6 + 6 = 15", "2d6 + 6 >= 15"]


@pytest.mark.parametrize(
    ("typed", "marked"),
    [("roll 2d6+", "+"), ("roll 2d", "2d"), ("damage 2d6 1d8", "1d8"), ("roll 2d6 zzz", "zzz")],
)
def test_a_refusal_marks_what_was_typed(typed: str, marked: str) -> None:
    with pytest.raises(AstragalError) as caught:
        read(typed)
    place = caught.value.span
    assert caught.value.text == typed
    assert place is not None
    assert typed[place.start : place.end] == marked
