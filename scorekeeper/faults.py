"""What is wrong or looks wrong, and where: one sentence beside one key."""

import re

import msgspec

from scorekeeper.words import Text, say


class Fault(msgspec.Struct, frozen=True):
    """A sentence about one key of one side's tally. Key "" is the tally as a whole, side None the whole deal."""

    side: int | None
    key: str
    message: Text

    @property
    def where(self) -> str:
        """Its place in the deal: "tallies[1].red_threes", "" for the whole deal."""
        return "" if self.side is None else f"tallies[{self.side}].{self.key}".removesuffix(".")


def nth(key: str, place: int) -> str:
    """The key of one in a list, as a sheet names it: "melds[2]" is the third."""
    return f"{key}[{place}]"


def listed_at(key: str) -> tuple[str, int | None]:
    """The list that a key is in and its place there: "melds[2]" -> "melds", 2; None where it is in none."""
    found = re.fullmatch(r"(.*)\[(\d+)\]", key)
    return (found[1], int(found[2])) if found else (key, None)


class Refused(ValueError):
    """Input that is not what its key asks for."""

    def __init__(self, key: str, message: Text) -> None:
        super().__init__(f"{key}: {message}")
        self.key = key
        self.message = message


_EXPECTED = {
    "int": say("a whole number is expected here"),
    "str": say("a text is expected here"),
    "bool": say("true or false is expected here"),
    "array": say("a list is expected here"),
    "object": say("a table is expected here"),
    "str | object": say("cards are expected here, as a text"),
}


def refusal(error: msgspec.ValidationError) -> Refused:
    """What strict reading refused, in our words: the key and what is expected there."""
    message, _, path = str(error).partition(" - at `")
    key = path.strip("`").removeprefix("key` in `").removeprefix("$").strip(".")
    if found := re.match(r"Object contains unknown field `(.*)`", message):
        return Refused(f"{key}.{found[1]}".strip("."), say("there is no such key"))
    if found := re.match(r"Object missing required field `(.*)`", message):
        return Refused(f"{key}.{found[1]}".strip("."), say("this is missing"))
    if found := re.match(r"Expected `([^`]*)`", message):
        kind = found[1].removesuffix(" | null")
        return Refused(key, _EXPECTED.get(kind, say("this is not what is expected here")))
    return Refused(key, say("this is not what is expected here"))
