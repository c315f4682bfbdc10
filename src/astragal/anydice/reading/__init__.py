"""Parsing: from the text of a program to its tree."""
