"""A rule found by a word: its own, another that players use for the same thing, or that of another language.

The words of other languages are those of the rule texts that the games come from and of published rules. "Mano", "mão",
"mână", "main" are both the cards held and a deal; they are taken for the cards.
"""

import functools
import re
import unicodedata
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from itertools import chain

import msgspec

LONGEST = 200
"""Letters of a question that are looked at."""
_PLURAL = 5
"""Letters: "twos" is a card and "two" a number, so short words keep their s."""
_BEGINNING = 2
"""Letters: of so many or more, the beginning of a word is enough."""
_GROUPED = re.compile(r"(?<=\d)[.,\u00a0\u202f](?=\d{3})")
_OF = re.compile(r"['’]s\b")
_WORD = re.compile(r"[^\W_]+")

Words = tuple[str, ...]


@functools.lru_cache(maxsize=4096)
def fold(text: str) -> Words:
    """The words of a text without case, accents, marks between thousands, and the s of a plural or of an owner."""
    plain = unicodedata.normalize("NFKD", _OF.sub("", _GROUPED.sub("", text)).casefold())
    bare = "".join(char for char in plain if not unicodedata.combining(char))
    return tuple(
        word[:-1] if len(word) >= _PLURAL and word.endswith("s") and not word.endswith("ss") else word
        for word in _WORD.findall(bare)
    )


class Concept(msgspec.Struct, frozen=True):
    """One thing and what it is called. `word`: plain English for it; `phrases`: what it is called in sentences;
    `typed`: what means it only where it is asked for; `rules`: patterns of the names of the rules that are about it."""

    word: str
    phrases: list[Words]
    typed: list[Words]
    rules: list[str]


def _concept(words: str, typed: str = "", rules: str = "") -> Concept:
    listed = words.split(", ")
    phrases = [fold(one) for one in listed]
    return Concept(listed[0], phrases, [*phrases, *map(fold, typed.split(", "))] if typed else phrases, rules.split())


CONCEPTS = [
    _concept(
        "black three, tres negro, tapón, três preto, 3 negru, tre nero, tre neri, tappo, schwarze Drei, Sperrkarte, "
        "trois noir, carte d'arrêt",
        rules="black_threes* melds.black_threes_from hands.apart.black_threes* play.black_threes",
    ),
    _concept(
        "red three, tres rojo, honor, três vermelho, flor, 3 roșu, trei roșu, tre rosso, tre rossi, onore, rote Drei, "
        "roter Dreier, trois rouge",
        rules="red_threes* hands.apart.red_threes* play.*red_threes",
    ),
    _concept(
        "wild, comodín, comodines, coringa, curinga, carte wild, cărți wild, matta, matte, wilde Karte, carte volante, "
        "passe-partout, valoare",
        rules="card_values.JK card_values.2 melds.wild* play.wild*",
    ),
    _concept("joker, jolly, coringão, curingão, curinga, coringa", rules="card_values.JK"),
    _concept(
        "twos, deuce, pinella, pinelle, pinellata, duque",
        typed="two, dos, dois, doi, zwei, zweier, deux",
        rules="card_values.2",
    ),
    _concept("ace, aces, ás", rules="card_values.A"),
    _concept(
        "natural, clean, limpia, limpa, pura, pulita, pulite, naturală, curată, echter, natürlicher, reiner, pure, "
        "naturelle"
    ),
    _concept(
        "mixed, dirty, sucia, impura, suja, mista, mixtă, murdară, sporca, sporche, gemischter, mixte, impure",
    ),
    _concept("canasta, canastra, canaste, canastă"),
    _concept("meld, combinación, combinação, combinazione, combinazioni, Meldung, combinaison, etalare, formație"),
    _concept(
        "opening, open, minimum, initial meld, apertura, aprire, abrir, buraco, combinação inicial, etalare inițială, "
        "Erstmeldung, ouverture, mínimo",
        rules="opening* play.opening*",
    ),
    _concept(
        "concealed, oculta, occulta, de mano, in mano, din mână, verdecktes, Handcanasta, cachée, batida fechada, "
        "de mão",
        rules="*.concealed play.concealed*",
    ),
    _concept(
        "going out, go out, goes out, went out, irse, cerrar, cortar, batida, bater, închidere, închide, "
        "chiusura, chiudere, Ausmachen, Schluss machen, sortie, sortir, finir",
        typed="out",
        rules="going_out* seats.*.canastas_needed play.going_out play.concealed* play.last_card",
    ),
    _concept(
        "hand, mano, mão, mână, Blatt, main, Handkarten, carte rimaste, cartas restantes, cărți rămase",
        rules="hands*",
    ),
    _concept(
        "partner, pareja, dupla, parceiro, partener, coppia, compagno, Partnerschaft, équipe",
        typed="pair",
        rules="hands hands.apart.*.side_out",
    ),
    _concept(
        "pile, discard, pozo, pozzo, lixo, lixeira, teanc de decartare, teancul cărților decartate, "
        "mazzo degli scarti, Ablagestapel, pile de défausse, écarts",
        rules="play.pile play.blocked play.frozen*",
    ),
    _concept(
        "frozen, freezes, congelado, congelada, tapado, congelato, înghețat, eingefroren, gesperrt, gelée",
        rules="play.frozen* play.blocked",
    ),
    _concept("blocked, blocks, bloqueada, blocat", rules="play.blocked"),
    _concept("stock, mazo, monte, pilha de compra, teanc stoc, tallone, mazzo, Talon, pioche"),
    _concept("deal, rodada, tură, smazzata, Runde, donne, manche"),
    _concept("dealer, repartidor, carteador, mazziere, Geber, donneur"),
    _concept("target, end of the match, partida, partita, Partie", rules="target* tie play.match_end"),
    _concept("tie, level", rules="tie"),
    _concept("special hand, mão especial", rules="special_hands* play.special_hand"),
    _concept("garbage, lixo", rules="special_hands.garbage* play.garbage"),
    _concept("side packet, asa, asas"),
]


class Wanted(msgspec.Struct, frozen=True):
    """What somebody looks for: things that have to be there, each as concepts of which one is enough, or as a word."""

    parts: list[list[Concept] | str]

    def found(self, texts: Iterable[str], names: Iterable[str] = ()) -> bool:
        """Is all of it in these texts, or in the rules of these names? A wish without a word is found nowhere."""
        written = [fold(text) for text in texts]
        named = list(names)
        return bool(self.parts) and all(_found(part, written, named) for part in self.parts)


def wanted(text: str) -> Wanted:
    """What is looked for, the longest names of things first."""
    names = _names(fold(text[:LONGEST])[:LONGEST])
    return Wanted([_BY_NAME.get(name) or name[0] for name in names])


def _names(words: Words) -> Iterator[Words]:
    """The words, those together that are the name of a thing."""
    place = 0
    while place < len(words):
        length = next((n for n in range(_LONGEST_NAME, 1, -1) if words[place : place + n] in _BY_NAME), 1)
        yield words[place : place + length]
        place += length


def meanings(text: str) -> list[tuple[str, list[str]]]:
    """What names of things in a question mean: each with the plain words of the things it may be; those
    that are plain words themselves are left out."""
    found = []
    for name in _names(fold(text[:LONGEST])[:LONGEST]):
        plain = [concept.word for concept in _BY_NAME.get(name, ())]
        if plain and name not in map(fold, plain):
            found.append((" ".join(name), plain))
    return found


def known(texts: Iterable[Iterable[str]], names: Iterable[str]) -> Iterator[str]:
    """The plain words of the things that are told of in any of these texts or ruled by any of these names."""
    written = [fold(text) for text in chain.from_iterable(texts)]
    named = list(names)
    return (concept.word for concept in CONCEPTS if _found([concept], written, named))


def _found(part: list[Concept] | str, written: list[Words], names: list[str]) -> bool:
    if isinstance(part, str):
        return any(word == part or (len(part) >= _BEGINNING and word.startswith(part)) for word in chain(*written))
    return any(
        any(fnmatchcase(name, pattern) for name in names for pattern in concept.rules)
        or any(_within(phrase, words) for phrase in concept.phrases for words in written)
        for concept in part
    )


def _within(phrase: Words, words: Words) -> bool:
    return any(words[place : place + len(phrase)] == phrase for place in range(len(words) - len(phrase) + 1))


def _by_name() -> dict[Words, list[Concept]]:
    found: dict[Words, list[Concept]] = {}
    for concept in CONCEPTS:
        for name in dict.fromkeys(concept.typed):
            found.setdefault(name, []).append(concept)
    return found


_BY_NAME = _by_name()
_LONGEST_NAME = max(map(len, _BY_NAME))
