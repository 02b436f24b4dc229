"""Is a book sound? Its file by SQLite's own means, its journal by its chain, its rules by the names they lie under."""

import hashlib
from collections.abc import Iterator

from sqlite_utils import Database
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # pysqlite3 where it is installed

from scorekeeper.book import chain
from scorekeeper.book.chain import Linked
from scorekeeper.words import Text, say

MOST = 20
"""So many faults of the file are told; a damaged one has as many as it has pages."""


def problems(db: Database) -> Iterator[Text]:
    """What is wrong below the projections, a sentence each; nothing is read of a file that SQLite finds damaged."""
    conn = db.conn
    usual, conn.text_factory = conn.text_factory, _lenient
    try:
        damaged = [str(row[0]) for row in conn.execute(f"PRAGMA integrity_check({MOST})")]
        if damaged != ["ok"]:
            yield from (say("the file is damaged: {what}", what=what) for what in damaged)
            return
        for table, row, *_ in conn.execute("PRAGMA foreign_key_check"):
            yield say("row {row} of the table {table} belongs to nothing", table=table, row=row or 0)
        if "hash" in db.table("journal").columns_dict:  # a book not brought up to date yet has no links
            seq = conn.execute("SELECT seq FROM sqlite_sequence WHERE name = 'journal'").fetchone()
            device = "device" if "device" in db.table("journal").columns_dict else "NULL"
            entries = conn.execute(f"SELECT hash, {chain.COLUMNS}, {device} FROM journal ORDER BY number")
            linked = (Linked(row[1:-1] if row[-1] is None else row[1:], row[0]) for row in entries)
            yield from chain.breaks(linked, seq[0] if seq else 0)
        for digest, data in conn.execute("SELECT digest, data FROM rulebooks"):
            if hashlib.sha256(str(data).encode()).hexdigest() != digest:
                yield say("the rules {digest} are not those that a match began with", digest=str(digest))
    except sqlite3.DatabaseError as error:
        yield say("the file is damaged: {what}", what=str(error))
    finally:
        conn.text_factory = usual


def _lenient(text: bytes) -> str:
    """Text that is none is no reason to stop: its link says that it was changed."""
    return text.decode(errors="replace")
