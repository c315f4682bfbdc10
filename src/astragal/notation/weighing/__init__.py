"""The odds of expressions: what a weigher does with the nodes."""
