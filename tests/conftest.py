"""How much Hypothesis tries: a tenth with ``--hypothesis-profile quick``, or a ``thorough`` run."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# A busy machine must not fail a test, and experiments differ widely in size. The same examples each
# time give the same answer, and the same coverage, for the same code.
settings.register_profile(
    "full",
    deadline=None,
    suppress_health_check=list(HealthCheck),
    derandomize=True,
    database=None,
    max_examples=60,
)
settings.register_profile("quick", settings.get_profile("full"), max_examples=10)
# Other examples each time: this is what looks for mistakes that nobody has met yet.
settings.register_profile(
    "thorough", settings.get_profile("full"), max_examples=1000, derandomize=False
)
settings.load_profile("full")
