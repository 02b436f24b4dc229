"""The command line: serve the app, score a sheet, ask what opens, list the games, look after the book."""

import contextlib
import json
import os
import signal
import sys
import webbrowser
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import click

from scorekeeper import __version__, book, household, incoming, lan, referee, rulecard, sheet, spreadsheet, variants
from scorekeeper.faults import Refused
from scorekeeper.match import Match
from scorekeeper.rules import RulesError, Variant
from scorekeeper.words import Text, grouped, say

PORT = 8321
OWNER = "Owner"
"""What the first device of the owner is called, until somebody calls it otherwise."""

_book_option = click.option(
    "--book", "book_file", type=click.Path(path_type=Path), help="The household's file; default: in your data folder."
)


class _ServesByDefault(click.Group):
    """Without a command its options are those of `serve`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if not args or (args[0].startswith("-") and args[0] not in ("--help", "--version")):
            args = ["serve", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_ServesByDefault)
@click.version_option(__version__, package_name="canasta-scorekeeper")
def main() -> None:
    """Keeps the score of canasta played with real cards. Without a command: serve."""


@main.command()
@_book_option
@click.option(
    "--host", default="0.0.0.0", show_default=True, help="Address to listen on; 127.0.0.1: this machine alone."
)
@click.option(
    "--port", type=click.IntRange(1, 65535), help=f"Port to listen on; default: {PORT}, or the next free one."
)
@click.option("--no-browser", is_flag=True, help="Do not open a browser.")
def serve(book_file: Path | None, host: str, port: int | None, no_browser: bool) -> None:
    """Start the app on the home network and print its addresses."""
    from scorekeeper.web.app import create_app  # the other commands start without the web
    from scorekeeper.web.server import listen

    path = book_file or book.default_path()
    try:
        app = create_app(
            {"BOOK": path, "PROGRESS": _Drawing(), "SHARED": host in lan.EVERYWHERE or not lan.only_here(host)}
        )
    except book.BookTrouble as trouble:
        _fail(str(trouble))
    server = None
    for candidate in [port] if port else range(PORT, PORT + 20):
        try:
            server = listen(app, host, candidate)
            chosen = candidate
            break
        except (OSError, ValueError) as error:
            problem = error
    if server is None:
        _fail(f"Cannot listen on {host}: {getattr(problem, 'strerror', None) or problem}")
    everywhere = host in lan.EVERYWHERE
    named = f"[{host}]" if ":" in host else host
    here = f"http://{'127.0.0.1' if everywhere else named}:{chosen}/"
    reached = lan.reached(host)
    addresses = [f"http://{address}:{chosen}/" for address in reached]
    click.echo(f"Scorekeeper {__version__}. The book: {path}")
    click.echo(f"On this machine: {here}")
    if addresses:
        click.echo("On the phones at the table: " + "  ".join(addresses))
    door = ""
    with app.extensions["book"].session() as session:
        if not session.access.owners():
            door = _told_owner(session.access.invite_owner(OWNER), [*addresses, here])
    if addresses:
        _print_qr(addresses[0] + door)
    for fault in variants.broken():
        click.echo(f"Left out: {fault}")
    click.echo("Stop with Ctrl+C. Everything saved is in the book.")
    sys.stdout.flush()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    if not no_browser and _has_browser():
        webbrowser.open(here + door)

    def known(name: str) -> None:
        app.config["NAMED"] = f"http://{name}:{chosen}/"
        click.echo(f"On the network also: {app.config['NAMED']}")

    def unknown(why: str) -> None:
        click.echo(f"The network knows no name of this machine: {why}. The addresses above do.")

    with lan.announced(reached, chosen, known, unknown):
        server.run()  # until Ctrl+C or a signal
    click.echo("Good night.")


def _told_owner(invited: book.Invited, addresses: list[str]) -> str:
    """Prints what the owner comes in with; the end of the link, behind the address of the book."""
    click.echo("Nobody looks after this book now. The first device that opens this link does, and lets the others in:")
    return _told_door(invited, addresses)


def _told_door(invited: book.Invited, addresses: list[str]) -> str:
    door = f"join#{invited.link}"
    for address in addresses:
        click.echo(f"  {address}{door}")
    click.echo(f"Or open {addresses[0]} there and type this code: {invited.code[:4]}-{invited.code[4:]}")
    return door


def _print_qr(address: str) -> None:
    import segno

    with contextlib.suppress(UnicodeEncodeError):  # a console without block characters: the address is enough
        segno.make(address, error="m").terminal(compact=True)


def _has_browser() -> bool:
    """Is there a browser with windows? One in a text terminal would take the terminal away."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


@main.command()
@click.argument("sheet_file", metavar="SHEET")
@click.option("--json", "as_json", is_flag=True, help="Print the score as JSON.")
def score(sheet_file: str, as_json: bool) -> None:
    """Score a sheet, TOML or JSON ("-": standard input). A refused sheet: exit 2, each fault on a line."""
    try:
        scored = sheet.score(sheet.parse(_read(sheet_file)))
    except sheet.SheetRefused as refused:
        _refuse(refused.faults, as_json)
    if as_json:
        _print_json(sheet.result(scored))
    else:
        click.echo(_printable("\n".join(_as_text(scored))))


def _printable(text: str) -> str:
    """Names and reasons are a stranger's words: what would steer the terminal is shown, not sent."""
    return "".join(char if char.isprintable() or char == "\n" else repr(char)[1:-1] for char in text)


def _read(sheet_file: str) -> str:
    try:
        return _bytes(Path(sheet_file)).decode("utf-8-sig")
    except ValueError as error:  # no text, or no file name
        raise sheet.SheetRefused(("sheet", say("cannot be read: {why}", why=str(error)))) from None


def _bytes(file: Path) -> bytes:
    try:
        return sys.stdin.buffer.read() if str(file) == "-" else file.read_bytes()
    except OSError as error:
        raise sheet.SheetRefused(("sheet", say("cannot be read: {why}", why=error.strerror or str(error)))) from None


def _as_text(scored: Match) -> Iterable[str]:
    """The sheet as a person reads it."""
    names = [side.name for side in scored.sides]
    yield f"{scored.variant.name}, to {grouped(scored.variant.target)}"
    if played := ", ".join(filter(None, [scored.played_on, scored.opened.place])):
        yield f"Played: {played}"
    for one in scored.sides:
        if people := ", ".join(filter(None, one.players)):
            yield f"{one.name}: {people}"
    if scored.opened.note:
        yield scored.opened.note
    for i, deal in enumerate(scored.deals):
        yield ""
        yield f"Deal {deal.number}"
        for side, lines in enumerate(deal.scored.lines):
            yield f"  {names[side]}: {signed(deal.scored.scores[side])}, total {grouped(deal.totals[side])}"
            for line in lines:
                product = "" if line.each is None else f"{line.count} × {grouped(line.each)}"
                yield f"    {line.label!s:<28} {product:>12} {signed(line.points):>8}  {line.fact}"
        for doubt in deal.doubts:
            name = "" if doubt.side is None else f"{names[doubt.side]}: "
            yield f"  ? {name}{doubt.message} ({sheet.where(i, doubt)})"
        if deal.note:
            yield f"  {deal.note}"
    yield ""
    pairs = zip(names, scored.totals, scored.opening_minimums, strict=True)
    yield "; ".join(
        f"{name} {grouped(total)}" + (f", {minimum} to open" if minimum is not None else "")
        for name, total, minimum in pairs
    )
    if scored.ended:
        yield "The table ended it here."
    if scored.winner is not None:
        yield f"{names[scored.winner]} won."
    elif scored.finished:
        yield "The win is shared."


def signed(points: int) -> str:
    """+1,000, −75, 0."""
    return f"+{grouped(points)}" if points > 0 else grouped(points)


@main.command()
@click.argument("variant")
@click.option("--before", type=int, default=0, metavar="TOTAL", help="The side's total before the deal.")
@click.option("--json", "as_json", is_flag=True, help="Print the answer as JSON.")
@click.argument("melds", nargs=-1, required=True)
def opening(variant: str, before: int, melds: tuple[str, ...], as_json: bool) -> None:
    """Do these MELDS open? Each is one argument: scorekeeper opening classic --before 1600 "6*3" "K*3 2"."""
    try:
        check = referee.opening(variants.load(variant), before, list(melds))
    except Refused as refused:
        _refuse([(refused.key, refused.message)], as_json)
    except variants.UnknownVariant:
        _refuse([("variant", _no_such_game(variant))], as_json)
    except RulesError as error:
        _refuse(error.faults, as_json)
    if as_json:
        _print_json({"count": check.count, "required": check.required, "opens": check.opens})
    else:
        answer = "they open" if check.opens else "they do not open"
        click.echo(f"{check.count} points, {check.required} are needed: {answer}.")


@main.command("variants")
@click.argument("key", required=False)
def list_variants(key: str | None) -> None:
    """List the games; with a KEY, print that game's rules."""
    if key is None:
        for variant in variants.everything():
            click.echo(f"{variant.key:<12} {variant.name}: {rulecard.in_short(variant)} {variant.summary}")
        if broken := variants.broken():
            _fail("\n".join(broken), 2)
        return
    try:
        variant = variants.load(key)
    except variants.UnknownVariant:
        _fail(str(_no_such_game(key)), 2)
    except RulesError as error:
        _fail(str(error), 2)
    click.echo("\n".join(_rules_as_text(variant)))


def _rules_as_text(variant: Variant) -> Iterable[str]:
    """The variant's card as a person reads it."""
    yield f"{variant.name}: {rulecard.in_short(variant)} {variant.summary}"
    yield f"Source: {variant.source}"
    yield from (f"  {link}" for link in variant.links)
    for section in [*rulecard.card(variant), rulecard.house_rules(variant), rulecard.play(variant)]:
        yield ""
        yield str(section.title)
        for row in section.rows:
            choice = f"  [{row.name}]" if row.house_rule else ""
            reading = f"  (our reading {row.ruling})" if row.ruling else ""
            note = f" – {row.note}" if row.note else ""
            yield f"  {row.label}: {row.value}{note}{choice}{reading}"
    yield ""
    yield str(rulecard.readings(variant).title)
    yield from (f"  {row.name} ({row.ruling or 'printed'}): {row.value}" for row in rulecard.readings(variant).rows)


@main.command()
@_book_option
def rebuild(book_file: Path | None) -> None:
    """Draw the lists and statistics anew from the journal, and say where they differed."""
    with _kept_book(book_file) as kept, kept.session() as session:
        differences = session.differences(_Drawing())
        session.rebuild(_Drawing())
    for difference in differences:
        click.echo(difference)
    click.echo("Rebuilt. Everything agreed." if not differences else "Rebuilt from the journal.")


@main.command("export")
@_book_option
@click.option("--csv", "as_csv", is_flag=True, help="Write rows for a spreadsheet, one for each side and deal.")
@click.argument("file", type=click.Path(path_type=Path), required=False)
def export_book(book_file: Path | None, as_csv: bool, file: Path | None) -> None:
    """Write all people and matches into FILE as one JSON document, which `import` brings in again. "-": to the screen.

    Without a FILE: scorekeeper.json, or with --csv scorekeeper.csv, here.
    """
    to = file or Path("scorekeeper.csv" if as_csv else "scorekeeper.json")
    with _kept_book(book_file) as kept, kept.session() as session:
        count = session.history.count()
        with _counted("Writing", count) as bar:
            if as_csv:
                _write(to, spreadsheet.written(_told(session.told(), bar)))
            else:
                _write(to, household.write(session.people(), _told(session.sheets(), bar)))
    if str(to) != "-":
        click.echo(f"{count} matches written into {to}")


@main.command("import")
@_book_option
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--try", "tried", is_flag=True, help="Say what would come in, and write nothing.")
@click.option("--game", metavar="KEY", help="The game of matches in a spreadsheet that name none.")
def import_sheets(book_file: Path | None, file: Path, tried: bool, game: str | None) -> None:
    """Bring in the matches of FILE, all or none, and none that is in the book already ("-": from standard input).

    FILE is what `export` writes, one score sheet (TOML or JSON), or a spreadsheet of old matches saved as CSV.
    """
    with _kept_book(book_file, new=not tried) as kept, kept.session() as session:
        try:
            found = incoming.read(_bytes(file), game)
            with _counted("Looking through" if tried else "Bringing in", found.count) as bar:
                act = session.try_out if tried else session.bring_in
                brought = act(found.sheets, found.people, lambda done: bar.update(done - bar.pos))
        except sheet.SheetRefused as refused:
            _refuse(refused.faults, False)
        except book.BringingRefused as refused:
            _refuse([(fault.place, fault.message) for fault in refused.faults], False)
    came = "would come in" if tried else "came in"
    click.echo(f"{brought.matches} matches with {brought.deals} deals {came}; {brought.known} were there already.")


class _Drawing:
    """Says how far the lists are drawn anew, where that takes long."""

    def __init__(self) -> None:
        self._said = 0

    def __call__(self, done: int, of: int) -> None:
        tenth = 10 * done // of
        if of >= 1_000 and tenth > self._said:
            self._said = tenth
            click.echo(f"Drawing the lists anew: {done} of {of} matches", err=True)


def _counted(what: str, count: int) -> Any:
    """How far it is, on a terminal; elsewhere nothing."""
    return click.progressbar(length=count, label=what, file=sys.stderr, update_min_steps=max(1, count // 200))


def _told(many: Iterable[Any], bar: Any) -> Iterator[Any]:
    for one in many:
        yield one
        bar.update(1)


def _write(to: Path, pieces: Iterable[bytes]) -> None:
    """All of it or nothing: what lay there stays until the last piece is written."""
    try:
        if str(to) == "-":
            for piece in pieces:
                sys.stdout.buffer.write(piece)
            return
        part = to.with_name(f"{to.name}.part")
        try:
            with part.open("wb") as file:
                file.writelines(pieces)
            part.replace(to)
        finally:
            part.unlink(missing_ok=True)
    except book.BookTrouble as trouble:
        _fail(str(trouble))
    except OSError as error:
        _fail(f"Cannot write {to}: {error.strerror or error}")


@main.command("owner")
@_book_option
@click.option("--port", type=int, default=PORT, show_default=True, help="Port that the program listens on.")
@click.option("--address", help="Where that device opens the book, if that is not an address of this machine.")
def new_owner(book_file: Path | None, port: int, address: str | None) -> None:
    """Make a new link and code for an owner, when the first is lost. They let one device in, and nobody out."""
    here = [f"http://{one}:{port}/" for one in [*lan.addresses(), "127.0.0.1"]]
    with _kept_book(book_file) as kept, kept.session() as session:
        invited = session.access.invite_owner(OWNER)
    click.echo("The first device that opens this link looks after the book:")
    _told_door(invited, [f"{address.rstrip('/')}/"] if address else here)
    click.echo("If the program says another address when it starts, put that before /join.")
    click.echo("Devices that are in stay in. Whoever should not be is removed under Devices, in the book itself.")


@main.command("check")
@_book_option
def check_book(book_file: Path | None) -> None:
    """Prove that no entry was changed, that all totals follow from the journal and that the file is sound."""
    with _kept_book(book_file) as kept, kept.session() as session:
        problems = session.problems(progress=_Drawing())
        last = session.last_entry()
    for problem in problems:
        click.echo(str(problem))
    if problems:
        _fail(f"{len(problems)} found. `scorekeeper restore` takes a backup; `rebuild` draws totals anew.")
    click.echo(f"Sound: {last.number} entries, the last of {last.at}." if last else "Sound: nothing written yet.")


@main.command("backup")
@_book_option
def back_up_book(book_file: Path | None) -> None:
    """Copy the book into the folder of its backups, and check the copy. The program may run meanwhile."""
    with _kept_book(book_file) as kept:
        click.echo(f"Copied to {book.back_up(kept.path).path}")


@main.command("restore")
@_book_option
@click.argument("copy", type=click.Path(path_type=Path), required=False)
def restore_book(book_file: Path | None, copy: Path | None) -> None:
    """Put a backup in the place of the book, once it is found sound. The present book is copied first.

    Without a COPY: list the backups there are. The program may run meanwhile.
    """
    with _kept_book(book_file) as kept:
        if copy is None:
            for one in book.copies(kept.path):
                click.echo(f"{one.path}" + (f"  (before: {one.before})" if one.before else ""))
            return
        before = book.restore(kept, copy)
    click.echo(f"Restored from {copy}")
    click.echo(f"What stood in the book before: {before.path}")


@contextlib.contextmanager
def _kept_book(book_file: Path | None, new: bool = False) -> Iterator[book.Book]:
    """The book there is, or a `new` one; otherwise, or where it cannot be used, the command ends in plain words."""
    path = book_file or book.default_path()
    if not new and not path.is_file():
        _fail(f"There is no book at {path}.")
    try:
        with book.Book(path, progress=_Drawing()) as kept:
            yield kept
    except book.BookTrouble as trouble:
        _fail(str(trouble))


def _no_such_game(key: str) -> Text:
    return say("there is no game {key}; there are {known}", key=key, known=", ".join(variants.files()))


def _refuse(faults: Iterable[tuple[str, Text]], as_json: bool) -> NoReturn:
    """Each fault on a line of standard error, and exit 2."""
    found = [(where, str(message)) for where, message in faults]
    if as_json:
        _print_json({"errors": [{"where": where, "message": message} for where, message in found]})
    for where, message in found:
        click.echo(f"{where}: {message}", err=True)
    sys.exit(2)


def _print_json(data: Any) -> None:
    click.echo(json.dumps(data, ensure_ascii=False, indent=1))


def _fail(message: str, code: int = 1) -> NoReturn:
    click.echo(message, err=True)
    sys.exit(code)
