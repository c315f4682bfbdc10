"""A module for each program whose macros can be read."""
