"""Roll20's macros: commands, questions, inline rolls, tables, templates, macros in macros."""

from __future__ import annotations

import pytest

import astragal
from astragal.dialects.macros.macro import play
from astragal.dialects.macros.needs import Option, Question
from astragal.dialects.macros.syntax import needs_of, read_macro
from astragal.rolling.sources import HandSource
from astragal.table.random_tables import RandomTable

LOOT = RandomTable.of("d6 [1..3] gold [4..6] silver")


def said(text: str, faces: list[int], **needs: object) -> list[str]:
    """What the chat shows of a macro with these faces."""
    return [str(each) for each in play(read_macro(text, "roll20", **needs), HandSource(faces))]


@pytest.mark.parametrize(
    ("text", "faces", "shown"),
    [
        ("/r 3d6>3", [3, 1, 5], ["2"]),
        ("/roll 2d6+1", [3, 4], ["8"]),
        ("Hit: [[1d20+5]]!", [10], ["Hit: 15!"]),
        ("[[ [[1d4]]d6 + 1 ]]", [2, 5, 6], ["12"]),
        ("[[1d20]] and again $[[0]]", [7], ["7 and again 7"]),
        ("[[2d6[fire]]] burns", [1, 2], ["3 burns"]),
        ("/em bows\n/r 1d6", [4], ["bows", "4"]),
        ("no dice at all", [], ["no dice at all"]),
        ("$[[0]] comes first: [[1d20]]", [7], ["7 comes first: 7"]),
        ("[[ [[1d20]] + [[1d6]] ]], so $[[2]]", [7, 3], ["10, so 10"]),
        ("/r 1d20+5 \\\\ Attack #3", [7], ["12"]),
        ("/talktomyself on\n/r 1d6", [4], ["4"]),
        ("costs &#36;[[1d4]] &amp; more", [4], ["costs $4 & more"]),
        ("#1 of [[1d6]]", [4], ["#1 of 4"]),
        ("[button](~sword) [[1d6]]", [4], ["[button](~sword) 4"]),
        ("/ROLL 1d6", [4], ["4"]),
    ],
)
def test_rolls_in_texts(text: str, faces: list[int], shown: list[str]) -> None:
    assert said(text, faces) == shown


def test_a_template_is_a_row_for_each_field() -> None:
    text = "&{template:default} {{name=Sword}} {{Attack=[[1d20+5]]}} {{Damage=[[2d6]]}}"
    (message,) = read_macro(text, "roll20")
    assert [row.label for row in message.rows] == ["name", "Attack", "Damage"]
    assert [roll.name for roll in message.rolls] == ["Attack", "Damage"]
    assert said(text, [10, 3, 4]) == ["name: Sword\nAttack: 15\nDamage: 7"]


def test_a_template_has_rolls_that_are_repeated_in_it() -> None:
    text = "&{template:default} [[2d6]] {{name=@{who}}} {{a=$[[0]]}} {{b=[[1d4]], [[1d4]]}}"
    assert said(text, [3, 4, 1, 2], values={"who": "Bob"}) == ["7\nname: Bob\na: 7\nb: 1, 2"]
    (message,) = read_macro(text, "roll20")
    assert [roll.name for roll in message.rolls] == ["roll 1", "b", "b 2"]


def test_braces_in_a_template() -> None:
    text = "&{template:x} {{a=@{str}}} {{b=[[{{1d6,1d8}kh1,5}kl1]]}} {{c}} {{[[1d6r=1]]}}"
    assert said(text, [3, 4, 6], values={"str": 2}) == ["a: 2\nb: 4\nc\n6"]


def test_fields_may_stand_on_lines_of_their_own() -> None:
    text = "/w gm &{template:default}\n{{a=[[1d6]]}}\n  {{b=2}}\n/r 1d4"
    assert said(text, [3, 4]) == ["a: 3\nb: 2", "4"]
    assert read_macro(text, "roll20")[0].to == "the game master"


@pytest.mark.parametrize(
    ("text", "heading", "shown"),
    [
        ('/w "Bob Smith" psst', "to Bob Smith", "psst"),
        ("/w Bob psst", "to Bob", "psst"),
        ("/as Bob hello there", "Bob", "hello there"),
        ('/emas "Bob Smith" waves', "Bob Smith", "waves"),
        ("/desc Thunder rolls", "", "Thunder rolls"),
    ],
)
def test_who_says_it_to_whom(text: str, heading: str, shown: str) -> None:
    (message,) = read_macro(text, "roll20")
    assert (message.heading, str(play([message])[0])) == (heading, shown)


def test_labels_behind_a_formula_name_the_roll() -> None:
    messages = read_macro("/r 1d20+5 Attack roll\nDamage: [[2d6]] and [[1d4]]", "roll20")
    assert [roll.name for message in messages for roll in message.rolls] == [
        *("Attack roll", "Damage", "roll 3")
    ]


def test_values_are_named_in_the_rolls() -> None:
    text = "@{name}: [[1d20+@{str}+@{Bob|str}+@{selected|str|max}]]"
    values = {"name": "Eve", "str": "3", "Bob|str": 2, "selected|str|max": 4}
    (message,) = read_macro(text, "roll20", values=values)
    (roll,) = message.rolls
    assert str(roll.experiment) == "1d20 + @str + @{Bob|str} + @{selected|str|max}"
    assert roll.odds().mean == astragal.odds("1d20+9").mean
    assert said(text, [10], values=values) == ["Eve: 19"]
    with pytest.raises(astragal.RollError, match="@str"):
        said(text, [10])


def test_a_value_that_is_a_text_is_put_in() -> None:
    assert said("[[@{damage}]]", [3, 4], values={"damage": "2d6 + ?{Bonus|1}"}) == ["8"]


def test_what_a_macro_needs() -> None:
    text = (
        "@{name} [[1d20+@{str}+?{Bonus|1}]] [[1t[loot]]] %{Bob|hit} ?{Kind|a,?{More&#125;|b,@{x}}"
    )
    needs = needs_of(text, "roll20")
    assert [each.name for each in needs.questions] == ["Bonus", "Kind", "More"]
    assert (needs.values, needs.tables, needs.macros) == (("name", "str"), ("loot",), ("hit",))
    given = needs_of(text, "roll20", answers={"Kind": "b"}, macros={"hit": "?{Last}"})
    assert [each.name for each in given.questions] == ["Bonus", "Last", "Kind"]
    assert (given.values, given.macros) == (("name", "str", "x"), ("hit",))
    assert given.questions[2].to_data() == {
        "name": "Kind",
        "default": "a",
        "options": [{"label": "a", "text": "?{More&#125;"}, {"label": "b", "text": "@{x}"}],
    }


def test_rolls_for_the_game_master_say_so() -> None:
    messages = read_macro("/gmr 1d20\n/w gm psst [[1d6]]\n/r 1d4", "roll20")
    assert [message.to for message in messages] == ["the game master", "the game master", ""]


# Questions


def test_a_question_is_asked_once_for_a_name() -> None:
    text = "[[1d20+?{Bonus|2}]] then [[1d6+?{Bonus}]]"
    assert needs_of(text, "roll20").questions == (Question("Bonus", "2"),)
    assert said(text, [10, 3]) == ["12 then 5"]
    assert said(text, [10, 3], answers={"Bonus": "7"}) == ["17 then 10"]


def test_options_put_their_text_in() -> None:
    text = "[[?{Kind|Fire,1d6|Cold,2d4}]]"
    options = (Option("Fire", "1d6"), Option("Cold", "2d4"))
    assert needs_of(text, "roll20").questions == (Question("Kind", None, options),)
    assert said(text, [5]) == ["5"]
    assert said(text, [1, 2], answers={"Kind": "Cold"}) == ["3"]


def test_options_without_a_text_are_their_own() -> None:
    assert said("?{Who|Bob|Eve}", [], answers={"Who": "Eve"}) == ["Eve"]


def test_a_question_inside_an_option_is_asked_if_it_is_chosen() -> None:
    text = "[[?{Kind|Fire,?{Dice&#124;3&#125;d6|None,0}]]"
    assert said(text, [], answers={"Kind": "None"}) == ["0"]
    assert said(text, [1, 2, 3]) == ["6"]
    assert said(text, [1], answers={"Kind": "Fire", "Dice": "1"}) == ["1"]


def test_an_answer_that_is_no_option_is_refused() -> None:
    with pytest.raises(astragal.ParameterError, match="not an answer to Kind") as caught:
        said("[[?{Kind|Fire,1d6|Cold,2d4}]]", [1], answers={"Kind": "Acid"})
    assert "Fire, Cold" in str(caught.value.hint)


def test_a_question_without_a_default_needs_an_answer() -> None:
    with pytest.raises(astragal.ParameterError, match="asks for Bonus"):
        said("[[1d20+?{Bonus}]]", [1])


# Tables and other macros


def test_a_table_is_drawn_from() -> None:
    assert said("You find [[1t[loot]]].", [5], tables={"loot": LOOT}) == ["You find silver."]
    with pytest.raises(astragal.ParameterError, match="table loot, which is not given"):
        said("[[1t[loot]]]", [5])


def test_all_rolls_together_may_take_what_one_may() -> None:
    dice = {"tables": {"loot": RandomTable.of("1000d6 [..3500] gold [3501..] silver")}}
    assert len(read_macro("[[1t[loot]]]" * 10, "roll20", **dice)[0].rolls) == 10
    for text in ("[[1t[loot]]]" * 11, "[[5000d6]] [[5001d6]]", "[[1]]" * 1001):
        with pytest.raises(astragal.LimitError):
            read_macro(text, "roll20", **dice)
    exploding = read_macro("[[3d1000!>2]]" * 8, "roll20")
    with pytest.raises(astragal.LimitError, match="extra dice"):
        play(exploding, astragal.SeededSource("each alone would do"))


def test_macros_that_are_called_are_put_in() -> None:
    macros = {"hit": "[[1d20+#bonus]]", "bonus": "3", "attack": "Bob hits: #hit"}
    assert said("%{Bob|attack}", [10], macros=macros) == ["Bob hits: 13"]
    with pytest.raises(astragal.NotationError, match="more than 99 deep"):
        said("#a", [], macros={"a": "#b", "b": "#a"})


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("[[1d6", "unclosed"),
        ("?{Bonus", "unclosed"),
        ("?{|2}", "unnamed-question"),
        ("$[[0]]", "no-such-roll"),
        ("/foo 1d6", "unknown-command"),
        ("[[2t[loot]]]", "several-draws"),
        ("&{template:x} {{a=1", "unclosed"),
        ("[[1d0]]", "no-such-die"),
        ("[[1t[other]]]", "no-such-table"),
        ("[[1t[loot]+2]]", "table-in-formula"),
        ("%{Bob|attack}", "no-such-macro"),
        ("#attack", "no-such-macro"),
        ("/r 1d6\n  #attack  ", "no-such-macro"),
        ("[[1d20+#bonus]]", "no-such-macro"),
        ("!power --roll", "unknown-command"),
        ("[[ [[1d20]] + 1 ]] $[[0]]", "untranslatable"),
        ("[[ [[1d20]] + 1 ]] [[1d4]] $[[1]]", "not-known"),
        ("[[1d6]] $[[1]]", "no-such-roll"),
        ("[[1d20 + $[[0]] ]]", "not-known"),
        ("[[2d6]] [[floor($[[0]]/2)]]", "not-known"),
        ("/r", "empty"),
        ("[[]]", "empty"),
    ],
)
def test_mistakes(text: str, code: str) -> None:
    with pytest.raises(astragal.AstragalError) as caught:
        read_macro(text, "roll20", tables={"loot": LOOT})
    assert caught.value.code == code
    assert caught.value.span is not None or caught.value.hint


def test_questions_that_grow_without_end_are_refused() -> None:
    """An answer may hold a question, which is asked in turn."""
    with pytest.raises(astragal.NotationError, match="questions") as caught:
        read_macro("?{A|x}", "roll20", answers={"A": "xx?{A}"})
    assert caught.value.code == "macros-too-deep"
    with pytest.raises(astragal.LimitError):
        read_macro("?{A|x}", "roll20", answers={"A": "x" * 1000 + "?{A}"})


def test_a_macro_that_has_a_line_to_itself_is_asked_for() -> None:
    assert needs_of("Attack!\n#attack\n#1", "roll20").macros == ("attack",)
    assert said("we are #attack", []) == ["we are #attack"]
    assert said("#1", []) == ["#1"]


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("$[[0]]", "no roll is in this line"),
        ("[[1d6]] $[[1]]", "`$[[0]]` repeats the first one"),
        ("[[1d6]] [[1d4]] $[[2]]", "the rolls of this line are `$[[0]]` to `$[[1]]`"),
    ],
)
def test_which_rolls_can_be_repeated(text: str, hint: str) -> None:
    with pytest.raises(astragal.AstragalError) as caught:
        read_macro(text, "roll20")
    assert caught.value.hint == hint
