"""Calls with rolled arguments: one run per roll, or a faster way to the same odds."""
