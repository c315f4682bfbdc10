"""The odds of expressions, computed by a weigher from their nodes."""
