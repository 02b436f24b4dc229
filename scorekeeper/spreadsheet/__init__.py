"""Matches as rows of a spreadsheet, a row for each side and deal: written for sums and charts, and read from what a
household kept in one before."""

from scorekeeper.spreadsheet.plan import Plan, Problem
from scorekeeper.spreadsheet.reading import read
from scorekeeper.spreadsheet.writing import HEADINGS, rows, written

__all__ = ["HEADINGS", "Plan", "Problem", "read", "rows", "written"]
