"""A rule found by a word: its own, another that players use for the same thing, or that of another language.

The words of other languages are those of the rule texts that the games come from and of published rules. "Mano", "mão",
"mână", "main" are both the cards held and a deal; they are taken for the cards.
"""

import functools
import re
import unicodedata
from collections.abc import Iterable, Iterator
from fnmatch import fnmatchcase
from itertools import chain, product

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


class Concept(msgspec.Struct, frozen=True, dict=True):
    """One thing and what it is called. `word`: plain English for it; `phrases`: what it is called in sentences;
    `typed`: all names by which it is asked for, each as it is printed; `rules`: patterns of the names of the rules
    that are about it."""

    word: str
    phrases: frozenset[Words]
    typed: dict[Words, str]
    rules: list[str]

    @functools.cached_property
    def lengths(self) -> set[int]:
        """How many words its names in sentences have."""
        return {len(phrase) for phrase in self.phrases}


def _concept(names: str, typed: str = "", rules: str = "") -> Concept:
    """Names stand between commas, the plain one first; the forms of a word are parted by strokes, the one that is
    printed first: "tre/3 nero/neri". `typed`: names that mean it only where it is asked for."""
    said = _forms(names)
    return Concept(next(iter(said.values())), frozenset(said), {**_forms(typed), **said}, rules.split())


def _forms(names: str) -> dict[Words, str]:
    found: dict[Words, str] = {}
    for name in filter(None, names.split(", ")):
        forms = [word.split("/") for word in name.split()]
        printed = " ".join(first for first, *_ in forms)
        for one in product(*forms):
            found.setdefault(fold(" ".join(one)), printed)
    return found


# By language: English; Spanish, Portuguese; Romanian; Italian; German; French.
CONCEPTS = [
    _concept(
        "black three/3/3s, tres/3/treses negro, tapón/tapones, três/3 preto/preta, 3/trei/treiul negru/negri/negre, "
        "3/trei de negru, tre/3 nero/neri, tappo/tappi, "
        "schwarze/schwarzer/schwarzen/schwarzem/schwarzes Drei/Dreien/Dreier/Dreiern/3/3er, Sperrkarte/Sperrkarten, "
        "trois/3 noir, carte d'arrêt",
        typed="tres/treses, três, trei, tre, Drei/Dreien/Dreier, trois",
        rules="black_threes* melds.black_threes_from hands.apart.black_threes* play.black_threes",
    ),
    _concept(
        "red three/3/3s, tres/3/treses rojo, honor/honores, três/3 vermelho/vermelha, flor/flores, "
        "3/trei/treiul roșu/roșii/roșie, 3/trei de roșu, tre/3 rosso/rossi, onore/onori, "
        "rote/roter/roten/rotem/rotes Drei/Dreien/Dreier/Dreiern/3/3er, trois/3 rouge",
        typed="tres/treses, três, trei, tre, Drei/Dreien/Dreier, trois",
        rules="red_threes* hands.apart.red_threes* play.*red_threes",
    ),
    _concept(
        "wild, wild card, comodín/comodines, coringa, curinga, carte/cartea/cărți/cărțile wild, matta/matte, "
        "wilde/wilder/wilden Karte/Karten, carte volante/libre, passe-partout, valoare/valori",
        rules="card_values.JK card_values.2 melds.wild* play.wild*",
    ),
    _concept(
        "joker, comodín/comodines, coringão/coringões, curingão/curingões, curinga, coringa, "
        "joker/jokeri/jokerul/jokerii, jolly",
        rules="card_values.JK",
    ),
    _concept(
        "twos, deuce, duque, pinella/pinelle, pinellata/pinellate",
        typed="two, 2s, dos, dois, doi, due, zwei/zweien/zweier, deux",
        rules="card_values.2",
    ),
    _concept("ace/aces", typed="as/ases, ás/ases, asso/assi, As/Asse", rules="card_values.A"),
    _concept(
        "natural, clean, limpia/limpio, limpa/limpo, pura/puro, naturală/naturale, curată/curate, "
        "pulita/pulite/pulito, echter/echte/echten/echtes, natürlicher/natürliche/natürlichen, "
        "reiner/reine/reinen, pure, naturelle/naturel",
    ),
    _concept(
        "mixed, dirty, sucia/sucio, mixta/mixto, impura/impuro, suja/sujo, mista/misto, mixtă/mixte, murdară/murdare, "
        "sporca/sporche/sporco, gemischter/gemischte/gemischten/gemischtes, unreiner/unreine/unreinen, mixte, impure",
    ),
    _concept("canasta, canastra, canastă/canaste, canasta/canaste"),
    _concept(
        "meld, combinación/combinaciones, combinação/combinações, etalare/etalarea/etalări, formație/formații, "
        "combinazione/combinazioni, Meldung/Meldungen, combinaison",
    ),
    _concept(
        "opening, open, minimum, initial meld, apertura/aperturas, abrir, mínimo, buraco, combinação inicial, "
        "etalare/etalarea inițială, apertura/aperture, aprire, Erstmeldung/Erstmeldungen, Mindestpunktzahl, ouverture",
        rules="opening* play.opening*",
    ),
    _concept(
        "concealed, oculta/oculto, de mano, batida fechada, de mão, escondida/escondido, din mână, occulta/occulte, "
        "in mano, verdecktes/verdeckt/verdeckte/verdeckten/verdeckter, Handcanasta/Handcanastas, cachée/caché",
        rules="*.concealed play.concealed*",
    ),
    _concept(
        "going out, go out, goes out, went out, irse, cerrar, cierre, cortar, batida, bater, "
        "închidere/închiderea/închideri, închide, ieșire, chiusura/chiusure, chiudere, chiude, Ausmachen, "
        "Schluss machen, sortie, sortir, finir",
        typed="out",
        rules="going_out* seats.*.canastas_needed play.going_out play.concealed* play.last_card",
    ),
    _concept(
        "hand, mano/manos, mão/mãos, cartas restantes, mână/mâna/mâini, cărți/cărțile rămase, mano/mani, "
        "carte rimaste, Blatt/Blätter, Handkarten/Handkarte, main/mains",
        rules="hands*",
    ),
    _concept(
        "partner, pareja, compañero, dupla, parceiro, partener/partenerul/parteneri, coppia/coppie, compagno/compagni, "
        "Partnerschaft/Partnerschaften, équipe, partenaire",
        typed="pair",
        rules="hands hands.apart.*.side_out",
    ),
    _concept(
        "pile, discard, pozo, lixo, lixeira, pilha de descarte, teanc/teancul/teancului de decartare, "
        "teancul/teanc/teancului cărților/cărți decartate, grămadă/grămada, pozzo/pozzi, mazzo/mazzi degli scarti, "
        "Ablagestapel/Ablagestapels, Ablage, pile de défausse, défausse, écart",
        typed="teanc/teancul/teancului, Stapel/Stapels",
        rules="play.pile play.blocked play.frozen*",
    ),
    _concept(
        "frozen, freezes, congelado/congelada, tapado/tapada, trancada/trancado, înghețat/înghețată, "
        "congelato/congelata, eingefroren/eingefrorene/eingefrorener/eingefrorenes/eingefrorenen, "
        "gefroren/gefrorene/gefrorener/gefrorenes/gefrorenen, gesperrt/gesperrte/gesperrter, gelée/gelé",
        rules="play.frozen* play.blocked",
    ),
    _concept(
        "blocked, blocks, bloqueada/bloqueado, blocat/blocată, bloccato/bloccata, blockiert/blockierter/blockierte, "
        "bloquée/bloqué",
        rules="play.blocked",
    ),
    _concept(
        "stock, mazo, monte, pilha de compra, teanc/teancul/teancului stoc, tallone, mazzo/mazzi, mazzo coperto, "
        "Talon/Talons, Stoß, pioche",
    ),
    _concept("deal, rodada, tură/ture/tura/turei, smazzata/smazzate, Runde/Runden, donne, manche"),
    _concept("dealer, repartidor/repartidores, carteador/carteadores, mazziere/mazzieri, Geber, Kartengeber, donneur"),
    _concept(
        "target, end of the match, partida, partidă/partide/partida, partita/partite, Partie/Partien",
        rules="target* tie play.match_end",
    ),
    _concept("tie, level, empate, egalitate, pareggio, Gleichstand, égalité", rules="tie"),
    _concept("special hand, mão/mãos especial/especiais", rules="special_hands* play.special_hand"),
    _concept("garbage, lixo", rules="special_hands.garbage* play.garbage"),
    _concept("side packet, asa/asas"),
]

_SMALL = fold(
    "a an the of el la los las un una o os as um uma de do da dos das il lo i gli le uno di del della dei delle "
    "der die das den dem des ein eine einen einer les l du une"
)
"""Words beside a name that say nothing: "die roten Dreien"."""


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
    names = list(_names(fold(text[:LONGEST])[:LONGEST]))
    telling = [name for name in names if name in _BY_NAME or name[0] not in _SMALL]
    return Wanted([_BY_NAME.get(name) or name[0] for name in telling])


def _names(words: Words) -> Iterator[Words]:
    """The words, those together that are the name of a thing."""
    place = 0
    while place < len(words):
        length = next((n for n in range(_LONGEST_NAME, 1, -1) if words[place : place + n] in _BY_NAME), 1)
        yield words[place : place + length]
        place += length


def meanings(text: str) -> list[tuple[str, list[str]]]:
    """What names of things in a question mean: each as it is printed, with the plain words of the things it may be;
    those that are plain words themselves are left out."""
    found = []
    for name in _names(fold(text[:LONGEST])[:LONGEST]):
        concepts = _BY_NAME.get(name, [])
        plain = [concept.word for concept in concepts]
        printed = next((concept.typed[name] for concept in concepts), "")
        if plain and not {name, fold(printed)} & set(map(fold, plain)):
            found.append((printed, plain))
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
        or any(_names_it(concept, words) for words in written)
        for concept in part
    )


def _names_it(concept: Concept, words: Words) -> bool:
    """Does a sentence of these words name it?"""
    return any(
        words[place : place + length] in concept.phrases
        for length in concept.lengths
        for place in range(len(words) - length + 1)
    )


def _by_name() -> dict[Words, list[Concept]]:
    found: dict[Words, list[Concept]] = {}
    for concept in CONCEPTS:
        for name in concept.typed:
            found.setdefault(name, []).append(concept)
    return found


_BY_NAME = _by_name()
_LONGEST_NAME = max(map(len, _BY_NAME))
