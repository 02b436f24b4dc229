"""Who may come in: invitations given out, and the devices that came in with them.

An invitation is a link that holds 130 random bits, or a code of 40 that can be typed; a device is known by a secret of
its own, which its cookie holds. Of all three the file holds hashes: of the code a slow one, since it could be guessed
from its hash otherwise. What has ended is kept, since the journal names the device behind every entry.

A program is a device that came in with nothing but what the owner was told for it, its key. Its invitation holds
neither link nor code and has ended from the beginning.
"""

import hashlib
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, Literal, get_args

import msgspec
from sqlite_utils import Database

from scorekeeper.book.file import BookFile

Role = Literal["viewer", "scorer", "owner"]
ROLES: tuple[Role, ...] = get_args(Role)
"""From the one who may least."""

_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: none of them looks like another."""
_MEANT = str.maketrans("OIL", "011", " -\N{EN DASH}\t\r\n")
CODE, LINK = 8, 26
"""Letters of a code and of a link's secret."""
_PROGRAM = "program "
"""Begins what stands in place of the hashes of a link and a code where there is neither: no secret has such a hash."""
USED_EVERY = 600
"""Seconds: the last use of a device is not noted more often."""


class Invitation(msgspec.Struct, frozen=True):
    """What somebody may come in with. `match`: the only one to be seen; times are UTC; `devices`: how many are in."""

    id: str
    name: str
    role: Role
    match: int | None
    made_at: str
    devices: int


class Device(msgspec.Struct, frozen=True):
    """A device that is in. `role` and `match` are those of its `invitation`, an id; `used_at`: "" for a program that
    has asked for nothing yet; `program`: is it known by a key?"""

    id: str
    invitation: str
    name: str
    role: Role
    match: int | None
    joined_at: str
    used_at: str
    program: bool = False

    def may(self, role: Role) -> bool:
        """May it do what this role may?"""
        return ROLES.index(self.role) >= ROLES.index(role)


class Invited(msgspec.Struct, frozen=True):
    """The only time that the secrets of an invitation are told."""

    id: str
    link: str
    code: str


class Access:
    """The doors of a book, for the session whose connection it uses. Raises `BookTrouble` where the file fails."""

    def __init__(self, book: BookFile, db: Database, salt: Callable[[], str]) -> None:
        self._book = book
        self._db = db
        self._salt = salt

    def invite(self, name: str, role: Role, match: int | None = None) -> Invited:
        """A new link and code. `match`: the only one that those who come in with them may see."""
        made = Invited(secrets.token_hex(8), _letters(LINK), _letters(CODE))
        row = {"id": made.id, "name": name, "role": role, "match": match, "made_at": utc()}
        row |= {"link": _hash(made.link), "code": self._slow_hash(made.code)}
        with self._book.plainly(), self._book.writing(self._db):
            self._db.table("invitations").insert(row)
        return made

    def invite_owner(self, name: str) -> Invited:
        """A new link and code for the owner; those made so before and never used are worth nothing any more."""
        with self._book.plainly(), self._book.writing(self._db):
            self._end(
                "invitations", "role = 'owner' AND name = ? AND id NOT IN (SELECT invitation FROM devices)", [name]
            )
        return self.invite(name, "owner")

    def owners(self) -> int:
        """How many devices of owners are in."""
        return sum(one.role == "owner" for one in self.devices())

    def join(self, secret: str, name: str) -> tuple[Device, str] | None:
        """Lets a device in that has the secret of a link or a code, under this name or that of its invitation; the
        device, and the secret that it is known by from now on. None where the secret opens nothing. Those of an owner
        let one device in."""
        typed = read(secret)
        column = {LINK: "link", CODE: "code"}.get(len(typed))
        if column is None:
            return None
        hashed = _hash(typed) if column == "link" else self._slow_hash(typed)
        own = secrets.token_urlsafe(24)
        now = utc()
        query = f"SELECT id, name, role FROM invitations WHERE {column} = ? AND ended_at IS NULL"
        with self._book.plainly():
            if self._db.execute(query, [hashed]).fetchone() is None:  # whoever guesses keeps nobody from writing
                return None
        with self._book.plainly(), self._book.writing(self._db):
            found = self._db.execute(query, [hashed]).fetchone()
            if found is None:
                return None
            row = {"id": secrets.token_hex(8), "invitation": found[0], "name": name or self._free(found[1])}
            self._db.table("devices").insert({**row, "secret": _hash(own), "joined_at": now, "used_at": now})
            if found[2] == "owner":  # what made an owner once, and perhaps stands in a log, makes no other
                self._end("invitations", "id = ?", [found[0]])
        device = self.device(own)
        return (device, own) if device else None

    def let_program_in(self, name: str) -> str:
        """Lets a program in, to look on at all matches; its key, which is told only now."""
        key = secrets.token_urlsafe(24)
        made, nothing, now = secrets.token_hex(8), _PROGRAM + secrets.token_hex(8), utc()
        with self._book.plainly(), self._book.writing(self._db):
            row = {"id": made, "name": name, "role": "viewer", "match": None, "made_at": now, "ended_at": now}
            self._db.table("invitations").insert({**row, "link": nothing, "code": nothing})
            row = {"id": secrets.token_hex(8), "invitation": made, "name": self._free(name)}
            self._db.table("devices").insert({**row, "secret": _hash(key), "joined_at": now, "used_at": ""})
        return key

    def device(self, secret: str) -> Device | None:
        """The device of this secret, if it is still in; a key is none."""
        return next((one for one in self._known(secret) if not one.program), None)

    def program(self, key: str) -> Device | None:
        """The program of this key, if it is still in; the secret of a device is none."""
        return next((one for one in self._known(key) if one.program), None)

    def _known(self, secret: str) -> list[Device]:
        return self._devices("secret = ? AND devices.ended_at IS NULL", secret)

    def used(self, device: Device) -> None:
        """Notes that it was used now. Raises `BookTrouble` at once while others write: who looks on does not wait."""
        with self._book.plainly(), self._book.writing(self._db, patience=0):
            self._db.execute("UPDATE devices SET used_at = ? WHERE id = ?", [utc(), device.id])

    def devices(self) -> list[Device]:
        """Those that are in, the one used last first."""
        return self._devices("devices.ended_at IS NULL ORDER BY used_at DESC, joined_at DESC")

    def name_of(self, device_id: str | None) -> str:
        """The name of a device, in or not; "" where none is known."""
        with self._book.plainly():
            row = self._db.execute("SELECT name FROM devices WHERE id = ?", [device_id]).fetchone()
        return str(row[0]) if row else ""

    def invitations(self) -> list[Invitation]:
        """Those that still let somebody in, newest first."""
        return self._invitations("ended_at IS NULL ORDER BY made_at DESC, id")

    def invitation(self, invitation_id: str) -> Invitation | None:
        """The one of this id, whether or not it still lets somebody in."""
        return next(iter(self._invitations("id = ?", invitation_id)), None)

    def is_open(self, invitation_id: str) -> bool:
        """Does it still let somebody in?"""
        return bool(self._invitations("id = ? AND ended_at IS NULL", invitation_id))

    def rename(self, device_id: str, name: str) -> None:
        with self._book.plainly(), self._book.writing(self._db):
            self._db.execute("UPDATE devices SET name = ? WHERE id = ?", [name, device_id])

    def end_device(self, device_id: str) -> None:
        """It is out from its next request on."""
        with self._book.plainly(), self._book.writing(self._db):
            self._end("devices", "id = ?", [device_id])

    def end_invitation(self, invitation_id: str) -> None:
        """Nobody comes in with it any more, and whoever has is out."""
        with self._book.plainly(), self._book.writing(self._db):
            self._end("invitations", "id = ?", [invitation_id])
            self._end("devices", "invitation = ?", [invitation_id])

    def end_all(self, but: str) -> None:
        """All are out but this device, and no link or code lets anybody in any more. If it is out itself, nothing is
        done: of two that let each other out at once, one stays."""
        with self._book.plainly(), self._book.writing(self._db):
            if not self._db.execute("SELECT 1 FROM devices WHERE id = ? AND ended_at IS NULL", [but]).fetchone():
                return
            self._end("invitations", "true", [])
            self._end("devices", "id != ?", [but])

    def _end(self, table: str, where: str, given: list[Any]) -> None:
        self._db.execute(f"UPDATE {table} SET ended_at = ? WHERE ended_at IS NULL AND {where}", [utc(), *given])

    def _invitations(self, where: str, *given: str) -> list[Invitation]:
        with self._book.plainly():
            rows = self._db.execute(
                f"""SELECT id, name, role, "match", made_at,
                      (SELECT count(*) FROM devices WHERE invitation = invitations.id AND ended_at IS NULL)
                    FROM invitations WHERE {where}""",
                given,
            ).fetchall()
        return [Invitation(*row) for row in rows]

    def _devices(self, where: str, secret: str | None = None) -> list[Device]:
        with self._book.plainly():
            rows = self._db.execute(
                f"""SELECT devices.id, invitation, devices.name, role, "match", joined_at, used_at, link
                    FROM devices JOIN invitations ON invitations.id = invitation WHERE {where}""",
                [] if secret is None else [_hash(secret)],
            ).fetchall()
        return [Device(*(*row[:-1], row[-1].startswith(_PROGRAM))) for row in rows]

    def _free(self, name: str) -> str:
        """The name, with a number if another device has it."""
        taken = {row[0] for row in self._db.execute("SELECT name FROM devices WHERE ended_at IS NULL")}
        numbered = (f"{name} {n}" for n in range(2, len(taken) + 3))
        return next(one for one in [name, *numbered] if one not in taken)

    def _slow_hash(self, code: str) -> str:
        salt = self._salt().encode()
        return hashlib.scrypt(code.encode(), salt=salt, n=2**14, r=8, p=1, maxmem=2**26, dklen=32).hex()


def read(typed: str) -> str:
    """The letters of a link's secret or a code, as somebody typed them."""
    return typed.upper().translate(_MEANT)


def utc() -> str:
    """Now, as the book writes it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _letters(count: int) -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(count))


def _hash(secret: str) -> str:
    """Quick: nobody guesses 130 bits."""
    return hashlib.sha256(secret.encode()).hexdigest()
