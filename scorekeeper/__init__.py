"""Scorekeeper keeps the score of canasta played with real cards."""

__version__ = "0.1.0"
