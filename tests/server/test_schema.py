"""The description of the API is true: Schemathesis asks what it allows, and what it does not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import settings

from astragal.catalogue import all_rules
from astragal.limits import Limits
from astragal.server.endpoints import endpoints
from astragal.server.openapi import openapi
from astragal.service.question import all_questions
from tests.support.examples import examples
from tests.support.serving import GENEROUS, running
from tests.support.strategies import expressions

pytestmark = pytest.mark.slow

schemathesis.openapi.format("dice-notation", expressions().map(str))

CONFIG = schemathesis.Config.from_dict(
    {
        "checks": {
            # 400 is for the form of a question, which the description tells; 422 for what it says:
            # dice that nobody can roll, parameters that contradict each other. No schema tells it.
            "positive_data_acceptance": {"expected-statuses": ["2xx", "422"]},
        },
    }
)
schema = schemathesis.openapi.from_dict(openapi(endpoints()), config=CONFIG)
ABOUT_RULES = [path for path, each in endpoints().items() if each.rule is not None]


def _chosen() -> list[str]:
    """Each question with one of the rules, in turn; in a thorough run, with all of them."""
    if settings.get_profile(settings.get_current_profile_name()).max_examples > 100:
        return ABOUT_RULES
    questions = [each.name for each in all_questions().values() if each.about_rules]
    rules = [rule.name.replace(".", "/") for rule in all_rules()]
    return [
        f"/api/v1/games/{rules[place * 5 % len(rules)]}/{question}"
        for place, question in enumerate(questions)
    ]


BRIEF = GENEROUS._replace(
    limits=Limits(odds=20_000_000, paths=5_000, states=2_000, cells=100, written=100_000)
)
"""Within these limits nothing takes long: what is larger is refused with 422."""


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running(BRIEF) as url:
        yield url


@schema.exclude(path=ABOUT_RULES).parametrize()
@examples(7)
def test_what_is_described_is_answered(case: schemathesis.Case[Any], address: str) -> None:
    case.call_and_validate(base_url=address)


@schema.include(path=_chosen()).parametrize()
@examples(4)
def test_what_is_described_of_rules_is_answered(case: schemathesis.Case[Any], address: str) -> None:
    case.call_and_validate(base_url=address)
