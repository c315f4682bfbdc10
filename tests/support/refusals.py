"""What was refused, and what was called for."""

from __future__ import annotations

from typing import Any

import pytest

from astragal import AstragalError, Call
from astragal.rules.rule import Applied


def refusal(code: str, make: Any) -> AstragalError:
    with pytest.raises(AstragalError) as caught:
        make()
    assert caught.value.code == code
    return caught.value


def called(experiment: Any) -> Call:
    assert isinstance(experiment, Applied)
    assert isinstance(experiment.call, Call)
    return experiment.call
