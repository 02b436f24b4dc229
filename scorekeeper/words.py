"""Sentences a person will read, kept translatable until they are shown.

The core speaks in `Text`: an English sentence with named places, and what goes into them. `str()` gives the
English; a page gives it the reader's language through `Text.render`.
"""

from collections.abc import Callable

import msgspec


class Text(msgspec.Struct, frozen=True):
    """An English sentence, its plural where it counts something, and the values of its `{places}`."""

    msgid: str
    params: dict[str, "int | str | Text"] = {}
    plural: str = ""

    def __str__(self) -> str:
        return self.render()

    def render(
        self,
        gettext: Callable[[str], str] | None = None,
        ngettext: Callable[[str, str, int], str] | None = None,
        number: Callable[[int], str] | None = None,
    ) -> str:
        """The sentence in the language of the given lookups, English without them."""
        number = number or grouped
        if self.plural:
            count = self.params["n"]
            assert isinstance(count, int)
            sentence = ngettext(self.msgid, self.plural, count) if ngettext else self._by_count(count)
        else:
            sentence = gettext(self.msgid) if gettext and self.msgid else self.msgid
        if not self.params:
            return sentence
        shown = {name: self._shown(value, gettext, ngettext, number) for name, value in self.params.items()}
        return sentence.format_map(shown)

    @staticmethod
    def _shown(
        value: "int | str | Text",
        gettext: Callable[[str], str] | None,
        ngettext: Callable[[str, str, int], str] | None,
        number: Callable[[int], str],
    ) -> str:
        if isinstance(value, Text):
            return value.render(gettext, ngettext, number)
        return number(value) if isinstance(value, int) else value

    def _by_count(self, count: int) -> str:
        return self.msgid if count == 1 else self.plural


def say(msgid: str, **params: "int | str | Text") -> Text:
    """A sentence of the program; the catalogues are extracted from calls of this name."""
    return Text(msgid, params)


def say_many(one: str, many: str, n: int, **params: "int | str | Text") -> Text:
    """A sentence that counts: `{n}` is the count."""
    return Text(one, {"n": n, **params}, many)


def verbatim(text: str) -> Text:
    """Words of the table itself (names, cards, reasons), never translated."""
    return Text("{text}", {"text": text})


def grouped(value: int) -> str:
    """-12345 -> '−12,345': thousands apart, a true minus."""
    return f"{value:,}".replace("-", "\N{MINUS SIGN}")
