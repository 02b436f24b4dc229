"""The household's book: one SQLite file, written through sqlite-utils, and the only place that knows SQL.

The truth is the append-only `journal` and the pinned rules in `rulebooks`; triggers refuse to change or delete them.
`invitations` and `devices` say who may come in.
The tables whose names begin with `drawn` are projections for lists and statistics: written together with each entry,
never read to score, rebuildable from the journal; `people`, `matches`, `sides`, `seats`, `deals` and `lines` are views
of them for everybody. What a method has returned is on the disk.
"""

from scorekeeper.book.access import ROLES, Device, Invitation, Invited, Role
from scorekeeper.book.backup import Copy, back_up, copies
from scorekeeper.book.bringing import BringingRefused, Brought
from scorekeeper.book.file import default_path
from scorekeeper.book.history import History, Summary
from scorekeeper.book.looking import SENT, Held, held, look_into, take_in, taken_in
from scorekeeper.book.projections import PROJECTIONS
from scorekeeper.book.recent import RECENT
from scorekeeper.book.restoring import restore
from scorekeeper.book.schema import STEPS
from scorekeeper.book.session import (
    Act,
    BadOpId,
    Book,
    NoSuchMatch,
    OtherContent,
    Session,
    Stale,
    Written,
)
from scorekeeper.book.trouble import BookTrouble, NewerBook

__all__ = [
    "PROJECTIONS",
    "RECENT",
    "ROLES",
    "SENT",
    "STEPS",
    "Act",
    "BadOpId",
    "Book",
    "BookTrouble",
    "BringingRefused",
    "Brought",
    "Copy",
    "Device",
    "Held",
    "History",
    "Invitation",
    "Invited",
    "NewerBook",
    "NoSuchMatch",
    "OtherContent",
    "Role",
    "Session",
    "Stale",
    "Summary",
    "Written",
    "back_up",
    "copies",
    "default_path",
    "held",
    "look_into",
    "restore",
    "take_in",
    "taken_in",
]
