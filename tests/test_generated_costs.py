"""The search for costly texts: what it makes up is notation, and it sees what is dear."""

from itertools import islice

from tools.costs import text_of
from tools.generated_costs import Search, Wanted
from tools.generated_families import families

from astragal import parse


def test_families_are_notation_and_the_same_for_the_same_seed() -> None:
    found = list(islice(families(1), 40))
    assert found == list(islice(families(1), 40))
    assert found != list(islice(families(2), 40))
    assert all(parse(text_of(family, 4)) for family in found)


def test_what_is_dear_is_found_for_each_question() -> None:
    search = Search("2dN", 30.0, Wanted(("odds", "roll"), seconds=-1.0))
    search.grow()
    assert sorted(search.worst) == ["odds", "roll"]
    assert search.worst["odds"].text.startswith("2d")
