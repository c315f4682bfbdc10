"""The description of the API is complete and true: Schemathesis asks all that it allows, and more."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import schemathesis
from hypothesis import settings

from astragal.server.endpoints import endpoints
from astragal.server.openapi import openapi
from tests.support.serving import running
from tests.support.strategies import expressions

schemathesis.openapi.format("dice-notation", expressions().map(str))

CONFIG = schemathesis.Config.from_dict(
    {
        "checks": {
            # 400 is for the form of a question, which the description tells; 422 for what it says: dice
            # that nobody can roll, parameters that contradict each other. No schema can tell that.
            "positive_data_acceptance": {"expected-statuses": ["2xx", "422"]},
        },
    }
)
schema = schemathesis.openapi.from_dict(openapi(endpoints()), config=CONFIG)
RULES = r"^/api/v1/games/"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with running() as url:
        yield url


@schema.exclude(path_regex=RULES).parametrize()
@settings(max_examples=10)
def test_what_is_described_is_answered(case: schemathesis.Case, address: str) -> None:
    case.call_and_validate(base_url=address)


@schema.include(path_regex=RULES).parametrize()
@settings(max_examples=3)
def test_what_is_described_of_rules_is_answered(case: schemathesis.Case, address: str) -> None:
    case.call_and_validate(base_url=address)
