"""A module for each program whose notation can be read, which holds its tables."""
