"""The odds of numbers."""

# Law is imported first: the modules of its subclasses and Law import one another.
from astragal.probability.laws import law as law
