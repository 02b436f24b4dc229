"""Lets ``python -m scorekeeper`` do what the ``scorekeeper`` command does."""

from scorekeeper.cli import main

main(prog_name="scorekeeper")
