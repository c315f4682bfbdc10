"""Phrases: every module in this folder is loaded."""
