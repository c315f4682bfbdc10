"""The nodes of an expression, a module for each family."""
