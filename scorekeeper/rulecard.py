"""The rules of a variant as a person reads them, drawn from its data alone: sections of labelled values.

The command line and the rules page show the same card, so that neither can say what the engine does not do.
"""

import functools
from collections.abc import Iterator
from typing import Any

import msgspec

from scorekeeper.card_words import CARDS
from scorekeeper.rules import PLAY_TITLES, TIES, Fact, Opening, Sign, Threes, Variant, remembered
from scorekeeper.words import Text, say, say_many


class Row(msgspec.Struct, frozen=True):
    """One rule: what it is about, its value, and the dotted name of the value in the variant's file.

    `note`: what it means; `kind`: the key of the canasta kind it pays; `ranks`: the cards whose value it is;
    `house_rule`: a table may choose this value.
    `ruling`: the number of the reading that the value stands on, empty where the source says it; `reading`: that
    reading in words, or where the source says it.
    """

    label: Text
    value: Text
    name: str = ""
    kind: str = ""
    house_rule: bool = False
    ruling: str = ""
    reading: Text | None = None
    note: Text | None = None
    ranks: list[str] = []


class Section(msgspec.Struct, frozen=True):
    """Rules that belong together under one heading."""

    title: Text
    rows: list[Row]


class Band(msgspec.Struct, frozen=True):
    """A step of the opening ladder: the totals it is for, its minimum in points, the first total above it."""

    totals: Text
    minimum: int
    limit: int | None


def card(variant: Variant) -> list[Section]:
    """Every rule of the variant with a figure, under the house rules it carries."""
    sections = [
        (say("The table"), _table(variant)),
        (say("The match"), _match(variant)),
        (say("Card values"), _card_values(variant)),
        (say("Needed to open"), _opening(variant)),
        (say("Melds"), _melds(variant)),
        (say("Canastas"), _canastas(variant)),
        (say("Red threes"), _threes(variant, "red_threes", variant.red_threes)),
        (say("Black threes laid on the table"), _threes(variant, "black_threes", variant.black_threes)),
        (say("Going out"), _going_out(variant)),
        (say("Left in hand"), _hands(variant)),
        (say("Further bonuses and penalties"), _extras(variant)),
        (say("Special hands"), _special_hands(variant)),
    ]
    return [Section(title, [_read(variant, row) for row in rows]) for title, drawn in sections if (rows := list(drawn))]


def in_short(variant: Variant, players: int | None = None) -> Text:
    """Who plays it, with how much, to what: "4 players in pairs, 2 packs, to 5,000." `players`: of one table."""
    largest, *others = [number for number in sorted(variant.seats, reverse=True) if players in (None, number)]
    tables = [
        say("{players} players {seated}", players=largest, seated=_seated(largest, variant)),
        *(say("{players} {seated}", players=number, seated=_seated(number, variant)) for number in others),
    ]
    told = functools.reduce(lambda one, other: say("{one} or {other}", one=one, other=other), tables)
    packs = say_many("{n} pack", "{n} packs", variant.packs)
    if variant.target_to_be_passed:
        return say("{players}, {packs}, to more than {target}.", players=told, packs=packs, target=variant.target)
    return say("{players}, {packs}, to {target}.", players=told, packs=packs, target=variant.target)


def _seated(players: int, variant: Variant) -> Text:
    each = players // variant.seats[players].sides
    if each <= 2:
        return say("in pairs") if each == 2 else say("alone")
    return say("in sides of {each}", each=each)


def play(variant: Variant) -> Section:
    """The facts of play, in the order of the file, without those about what these rules have not."""
    rows = []
    for key, fact in variant.play.items():
        if isinstance(fact, str):
            fact = Fact(text=fact)
        if not variant.holds(fact.about):
            continue
        title = Text(fact.title) if fact.title else PLAY_TITLES[key]
        rows.append(Row(title, Text(fact.text), f"play.{key}", ruling=fact.reading))
    return Section(say("Play"), rows)


def house_rules(variant: Variant) -> Section:
    """What a table may choose, with the choice in force."""
    rows = [
        Row(say("Target"), _number(variant.target), "target"),
        Row(say("An exact tie at the end"), TIES[variant.tie], "tie"),
    ]
    for name, rule in variant.house_rules.items():
        value = choice_label(variant, name, variant.value(name))
        rows.append(Row(Text(rule.label), value, name))
    return Section(say("House rules"), [msgspec.structs.replace(_read(variant, row), house_rule=True) for row in rows])


def readings(variant: Variant) -> Section:
    """The values without a choice that we read into the source, or that it has where nobody would look."""
    rows = []
    for name, reading in variant.readings.items():
        text = Text(reading.text)
        rows.append(Row(Text(name), text, name, ruling=reading.ruling, reading=text))
    return Section(say("Our readings"), rows)


@remembered
def by_name(variant: Variant) -> dict[str, list[Row]]:
    """Every row that has a name, those of one name in the order of the card: rules, then play, then house rules."""
    found: dict[str, list[Row]] = {}
    for section in (*card(variant), play(variant), house_rules(variant)):
        for row in section.rows:
            if row.name:
                found.setdefault(row.name, []).append(row)
    return found


def value_name(variant: Variant, rank: str) -> str:
    """The name of the row that has the value of this card, "" where it has none."""
    rows = (row for rows in by_name(variant).values() for row in rows)
    return next((row.name for row in rows if rank in row.ranks), "")


def choice_label(variant: Variant, name: str, value: Any) -> Text:
    """How a house rule's value is called."""
    rule = variant.house_rules[name]
    return Text(rule.labels[rule.choices.index(value)])


def bands(opening: Opening) -> list[Band]:
    """The opening ladder, from the lowest totals to the highest."""
    found = [Band(say("below {limit}", limit=0), opening.below_zero, 0)]
    low = 0
    for limit, minimum in opening.ladder:
        found.append(Band(say("{low} to {high}", low=low, high=limit - 1), minimum, limit))
        low = limit
    found.append(Band(say("{low} or more", low=low), opening.above, None))
    return found


def band(opening: Opening, total: int) -> Band:
    """The step that asks the opening minimum of a side with this total."""
    return next(one for one in bands(opening) if one.limit is None or total < one.limit)


def _read(variant: Variant, row: Row) -> Row:
    """The row with the reading it stands on: the house rule or the ruling of its name, or of a table around it."""
    if rule := variant.house_rules.get(row.name):
        text = Text(rule.text) if rule.text else None
        return msgspec.structs.replace(row, house_rule=True, ruling=rule.ruling, reading=text)
    name = row.name
    while name:
        if reading := variant.readings.get(name):
            return msgspec.structs.replace(row, ruling=reading.ruling, reading=Text(reading.text))
        name = name.rpartition(".")[0]
    return row


def _number(value: int) -> Text:
    return Text("{value}", {"value": value})


def _points(value: int) -> Text:
    return say("{points} points", points=value)


def _ranks(ranks: list[str]) -> Text:
    """ "A, 7": ranks as a list, words where there are words."""
    names = {f"rank{i}": CARDS.get(rank) or Text(rank) for i, rank in enumerate(ranks)}
    return Text(", ".join("{" + name + "}" for name in names), dict(names))


def _table(variant: Variant) -> Iterator[Row]:
    cards = sum(variant.pack.values())
    yield Row(say("Cards"), say("{packs} packs with jokers: {cards} cards", packs=variant.packs, cards=cards), "packs")
    for players, seat in variant.seats.items():
        label = say("{players} players", players=players)
        alone = seat.sides == players
        value = (
            say("each alone, {deal} cards dealt to each", deal=seat.deal)
            if alone
            else say(
                "{sides} sides of {each}, {deal} cards dealt to each",
                sides=seat.sides,
                each=players // seat.sides,
                deal=seat.deal,
            )
        )
        yield Row(label, value, f"seats.{players}.deal")


def _match(variant: Variant) -> Iterator[Row]:
    passed = variant.target_to_be_passed
    end = say("more than {target}", target=variant.target) if passed else say("{target} or more", target=variant.target)
    name = "target_to_be_passed" if "target_to_be_passed" in variant.house_rules else "target"
    yield Row(say("It ends when a side has, after a whole deal"), end, name)
    yield Row(say("Winner"), say("the highest total"))
    yield Row(say("An exact tie at the end"), TIES[variant.tie], "tie")


def _card_values(variant: Variant) -> Iterator[Row]:
    told = {*variant.readings, *variant.house_rules}
    for value, ranks in variant.ranks_by_value.items():
        alike: dict[str, list[str]] = {}
        for rank in ranks:  # one with a reading of its own has a row of its own
            name = f"card_values.{rank}"
            alike.setdefault(name if name in told else "", []).append(rank)
        for group in alike.values():
            yield Row(_ranks(group), _number(value), f"card_values.{group[0]}", ranks=group)


def _opening(variant: Variant) -> Iterator[Row]:
    for i, one in enumerate(bands(variant.opening) if variant.opening else []):
        name = "opening.ladder" if one.limit is not None else "opening.above"
        yield Row(one.totals, _number(one.minimum), name if i else "opening.below_zero")


def _melds(variant: Variant) -> Iterator[Row]:
    rules = variant.melds
    yield Row(say("Cards in a meld"), say("at least {least}", least=rules.min_cards), "melds.min_cards")
    if rules.max_cards is not None:
        yield Row(say("Cards in a meld"), say("at most {most}", most=rules.max_cards), "melds.max_cards")
    for i, (naturals, wild) in enumerate(rules.wild):
        last = i == len(rules.wild) - 1
        label = (
            say("With {naturals} or more natural cards", naturals=naturals)
            if last
            else say("With {naturals} natural cards", naturals=naturals)
        )
        yield Row(label, say("at most {most} wild", most=wild), "melds.wild")
    if rules.clean_ranks:
        yield Row(_ranks(rules.clean_ranks), say("never with a wild card"), "melds.clean_ranks")
    if rules.wild_from is None:
        yield Row(say("Wild cards alone"), say("no meld"), "melds.wild_from")
    else:
        yield Row(say("Wild cards alone"), say("from {least} cards", least=rules.wild_from), "melds.wild_from")
    if rules.black_threes_from is not None:
        value = say("{least} or more, without a wild card, only when going out", least=rules.black_threes_from)
        yield Row(say("Black threes"), value, "melds.black_threes_from")
    rank = say("one meld of a rank for each side") if rules.one_per_rank else say("the rules do not say; the app asks")
    yield Row(say("Two melds of one rank"), rank, "melds.one_per_rank")
    if rules.sign:
        yield from _sign_rows(variant, rules.sign, say("the melded cards"), "melds.sign")


def _canastas(variant: Variant) -> Iterator[Row]:
    rules = variant.canastas
    exactly = variant.melds.max_cards == rules.size
    size = say("{n} cards", n=rules.size) if exactly else say("{n} cards or more", n=rules.size)
    yield Row(say("A canasta"), size, "canastas.size")
    for key, kind in rules.kinds.items():
        label, name = Text(kind.label), f"canastas.kinds.{key}"
        yield Row(label, _points(kind.bonus), f"{name}.bonus", key, note=Text(kind.meaning))
        if not kind.card_values or f"{name}.card_values" in variant.house_rules:
            counted = say("on top of the bonus") if kind.card_values else say("not counted")
            yield Row(say("{canastas}: card values", canastas=label), counted, f"{name}.card_values")
    if rules.wild_paid_to == "side_out" or "canastas.wild_paid_to" in variant.house_rules:
        to = say("only the side that went out") if rules.wild_paid_to == "side_out" else say("any side")
        yield Row(say("Canastas of wild cards are paid to"), to, "canastas.wild_paid_to")
    if rules.concealed is not None:
        yield Row(say("Concealed canasta, on top"), _points(rules.concealed), "canastas.concealed")


def _threes(variant: Variant, name: str, rule: Threes | None) -> Iterator[Row]:
    if rule is None:
        return
    for i, points in enumerate(rule.ladder, 1):
        yield Row(say_many("{n} of them", "{n} of them", i), _points(points), f"{name}.ladder")
    yield from _sign_rows(variant, rule.sign, say("the threes"), f"{name}.sign")
    if rule.all_against is not None:
        yield Row(say("All of them against a side"), _points(-rule.all_against), f"{name}.all_against")


def _sign_rows(variant: Variant, sign: Sign, what: Text, name: str) -> Iterator[Row]:
    name = next((one for one in (f"{name}.by", f"{name}.steps") if one in variant.house_rules), name)
    for count, step in enumerate(sign.steps):
        if sign.by == "opened":
            when = say("If the side has melded") if count else say("If the side has not melded")
        elif count and count == len(sign.steps) - 1:
            when = say_many("With {n} canasta or more", "With {n} canastas or more", count)
        else:
            when = say_many("With {n} canasta", "With {n} canastas", count) if count else say("Without a canasta")
        yield Row(when, _counts_for(step, what), name)


def _counts_for(step: int, what: Text) -> Text:
    if step < 0:
        return say("{what} count against the side", what=what)
    if step > 0:
        return say("{what} count for the side", what=what)
    return say("{what} count nothing", what=what)


def _going_out(variant: Variant) -> Iterator[Row]:
    rules = variant.going_out
    for players, seat in variant.seats.items():
        label = say("Canastas needed, {players} players", players=players)
        yield Row(label, _number(seat.canastas_needed), f"seats.{players}.canastas_needed")
    for key, need in rules.needs.items():
        yield Row(
            say("Among them"), say("{count}: {what}", count=need.count, what=Text(need.label)), f"going_out.needs.{key}"
        )
    if any(kind.of == "wild" for kind in variant.canastas.kinds.values()):
        counts = say("they count") if rules.wild_canastas_count else say("they do not count")
        yield Row(say("Canastas of wild cards among those needed"), counts, "going_out.wild_canastas_count")
    yield Row(say("Bonus"), _points(rules.bonus), "going_out.bonus")
    if rules.concealed is not None:
        yield Row(say("Concealed, in all"), _points(rules.concealed), "going_out.concealed")
    if rules.opens_concealed and variant.opening:
        spared = say("none") if rules.opens_concealed == "always" else say("none, unless with the pile")
        yield Row(say("Opening minimum of a hand laid concealed"), spared, "going_out.opens_concealed")
    yield Row(say("Nobody out"), say("nobody has the bonus"), "going_out")


def _hands(variant: Variant) -> Iterator[Row]:
    yield Row(say("Cards left in the hands of all players of a side"), say("minus their card values"), "hands")
    for key, apart in variant.hands.apart.items():
        yield Row(
            _ranks(apart.cards), _points(-apart.each) if apart.each else say("no charge"), f"hands.apart.{key}.each"
        )
        if not apart.side_out or f"hands.apart.{key}.side_out" in variant.house_rules:
            who = say("charged so too") if apart.side_out else say("card value only")
            yield Row(say("… in the hand of the partner of the one who went out"), who, f"hands.apart.{key}.side_out")
    if doubled := variant.hands.doubled:
        yield Row(
            say("A hand of a side without a canasta"), say("counted twice when another side went out"), "hands.doubled"
        )
        times = say("counted twice too") if doubled.nobody_out else say("counted once")
        yield Row(say("… when nobody went out"), times, "hands.doubled.nobody_out")


def _extras(variant: Variant) -> Iterator[Row]:
    for key, extra in variant.extras.items():
        yield Row(Text(extra.label), _points(extra.points), f"extras.{key}.points")


def _special_hands(variant: Variant) -> Iterator[Row]:
    for key, hand in variant.special_hands.items():
        yield Row(Text(hand.label), _points(hand.points), f"special_hands.{key}.points", note=Text(hand.meaning))
