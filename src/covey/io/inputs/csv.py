"""CSV, read exactly as it is written: every field is the text it is, so that 02139 keeps its zero,
a quoted empty field is empty text, and an unquoted one is missing. A row that does not fit the
header is an error, never dropped."""

from __future__ import annotations

import codecs
import csv
import gzip
import io
import re
import shlex
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from covey.core.dataclass import dataclass
from covey.core.errors import InvalidInput
from covey.core.words import plural
from covey.io.inputs.blanks import by_tabs, separated_by_blanks, with_tabs
from covey.io.inputs.csv_bytes import BLOCK, NUL, Fault, first_fault
from covey.io.inputs.header import (
    are_default_names,
    default_names,
    refuse_record,
    rows_above_header,
    rows_to_look_at,
)
from covey.io.inputs.paths import CHUNK, HEAD, head, rewritten
from covey.io.layout import Layout
from covey.io.notation import PLAIN, Notation
from covey.io.reading import (
    CONVERT,
    literal,
    reading,
    refusal,
    to_the_letter,
    wrong_row,
)

DELIMITERS = ",;\t|"
FIRST_LINES = 50
GZIP = b"\x1f\x8b"
UTF_16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
QUOTING = (
    "A field with quotes in it begins and ends with one, without blanks around them, and each quote"
    ' inside is doubled: "5"" pipe". Programs that write CSV do so: save the table with one again.'
)
OTHERS = {
    b"%PDF": "a PDF document",
    b"\x89PNG": "a picture",
    b"\xff\xd8\xff": "a picture",
    b"{\\rtf": "a text document",
    b"Rar!": "a RAR archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"BZh": "packed by bzip2",
    b"\xfd7zXZ": "packed by xz",
}
"""What is no table, by how it begins."""
PAGE = re.compile(rb"<(!doctype|html|head|meta|body|table|\?xml)", re.IGNORECASE)
"""HTML and XML, which some programs call .xls."""
FOR_EXCEL = re.compile(r"sep=.", re.IGNORECASE)
MARK = "\ufeff"
"""The byte-order mark, which some programs put before the first letter of a text."""
GARBLED = "ï»¿"
"""The same in UTF-8, read as Latin-1: what a conversion by such a program leaves."""
TITLE_LINES = 50
"""In these the header is looked for below a title."""
MOSTLY = 0.8
BY_BLANKS = "fields are separated by blanks; a release has tabs between them"
SEEMS_UTF_8 = (
    "its beginning is UTF-8, although another encoding was named: look at the letters beyond ASCII,"
    " and leave --encoding out if they are wrong"
)
NAME_IT = "Name its encoding: --encoding latin-1, or cp1252 for a file from Windows."


@dataclass(frozen=True)
class CsvFile:
    """One file: where its text is, and what its header says. ``path`` is what messages call it,
    ``text`` the file to read; ``encoding`` is empty for UTF-8. Without a ``header`` the first
    row is a record, and the columns have names of covey's own. A ``loose`` one has blanks around
    quotes, which are no part of any field; with ``blanks`` these separate the fields, and a copy
    with tabs is read."""

    path: Path
    text: Path
    columns: tuple[str, ...]
    delimiter: str
    compressed: bool
    encoding: str
    blank_lines: int
    header: bool = True
    loose: bool = False
    blanks: bool = False
    seems_utf_8: bool = False
    """Whether its beginning is UTF-8 with other letters than those of ASCII, although another
    encoding was named."""

    @property
    def is_copied(self) -> bool:
        """Whether a copy is read, because DuckDB would not read the text itself as it is meant."""
        return bool(self.encoding or self.loose or self.blanks)

    @property
    def scan(self) -> str:
        """SQL by which DuckDB reads it."""
        types = ", ".join(f"'c{at}': 'VARCHAR'" for at in range(len(self.columns)))
        return (
            # Nothing is guessed by DuckDB: what it detects depends on its version and on the rows
            # that it happens to see.
            f"read_csv({to_the_letter(self.text)}, auto_detect=false,"
            f" header={'true' if self.header else 'false'},"
            f" skip={self.blank_lines}, delim={literal(self.delimiter)}, quote='\"', escape='\"',"
            f" columns={{{types}}}, compression={'gzip' if self.compressed else 'none'!r},"
            " allow_quoted_nulls=false, null_padding=false, strict_mode=true,"
            " hive_partitioning=false)"
        )


@dataclass(frozen=True)
class CsvInput:
    """One file or many of one header."""

    name: str
    files: tuple[CsvFile, ...]
    notation: Notation = PLAIN

    @property
    def columns(self) -> tuple[str, ...]:
        return self.files[0].columns

    @property
    def layout(self) -> Layout:
        first = self.files[0]
        return Layout("csv", first.delimiter, first.compressed)

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know of how it is read."""
        # Where utf-8 is named, only a byte-order mark was taken off: nobody needs to know.
        encodings = sorted({file.encoding for file in self.files} - {"", "utf-8"})
        found = [f"read as {encoding}; a release is UTF-8" for encoding in encodings]
        if any(file.seems_utf_8 for file in self.files):
            found.append(SEEMS_UTF_8)
        if any(file.blanks for file in self.files):
            found.append(BY_BLANKS)
        return tuple(found)


def to_rename(given: CsvInput) -> str:
    """A command that gives columns of one name different ones; empty if the header is not plain."""
    first = given.files[0]
    # Other signs may have a meaning for sed, or need quotes in CSV.
    plain = all(re.fullmatch(r"[\w .-]+", column) for column in first.columns)
    if not plain or len(given.files) > 1 or first.text != first.path or not first.header:
        return ""
    # The pattern .* would take a carriage return off the header, and leave those of other lines.
    if first.compressed or first.is_copied or first.blank_lines or b"\r" in head(first.path):
        return ""
    names: list[str] = []
    for at, column in enumerate(first.columns, 1):
        known = {name.casefold() for name in names}
        names.append(f"{column}_{at}" if column.casefold() in known else column)
    header = shlex.quote(f"1s/.*/{first.delimiter.join(names)}/")
    return f"sed {header} {shlex.quote(str(first.path))} > NEW.csv"


def open_csv(
    name: str,
    files: Sequence[Path],
    encoding: str = "",
    delimiter: str = "",
    header: bool | None = None,
    texts: Sequence[Path] = (),
    *,
    trim: bool = False,
) -> CsvInput:
    """``header`` says whether the first row of each file names the columns. If not given, it must
    look like that. ``texts`` are unpacked copies of the files. With ``trim`` blanks around quotes
    are no part of a field; without, they are refused."""
    pairs = list(zip(files, texts or files, strict=True))
    first = look_at(files[0], encoding, delimiter, header, pairs[0][1], trim=trim)
    others = [
        # Whether the first row is a header is decided by the first file: the others must be like
        # it.
        look_at(file, encoding, delimiter, header is not False, text, trim=trim)
        for file, text in pairs[1:]
    ]
    for other in others:
        if (other.columns, other.delimiter) != (first.columns, first.delimiter):
            raise InvalidInput(
                f"{other.path} has another header than {first.path}: {_unlike(other, first)}.",
                hint="Files that are read together need the same columns in the same order.",
            )
    return CsvInput(name, (first, *others))


def _unlike(file: CsvFile, other: CsvFile) -> str:
    """Where headers differ, without their words: without a header these are a record."""
    if len(file.columns) != len(other.columns):
        return f"{plural(len(file.columns), 'column')} instead of {len(other.columns):,}"
    if file.columns == other.columns:
        return f"{file.delimiter!r} between them instead of {other.delimiter!r}"
    pairs = zip(file.columns, other.columns, strict=True)
    at = next(at for at, (own, its) in enumerate(pairs, 1) if own != its)
    return f"column {at:,} has another name"


def look_at(
    path: Path,
    encoding: str = "",
    delimiter: str = "",
    header: bool | None = True,
    unpacked: Path | None = None,
    *,
    trim: bool = False,
) -> CsvFile:
    """What the beginning of a file says about it. Unless named, the delimiter is the one that
    stands most often in the first row. A ``header`` that is not known to be one must look like
    one. An ``unpacked`` copy is read in the place of the file."""
    raw = head(unpacked or path)
    compressed = raw[:2] == GZIP
    if compressed:
        raw = _unpacked(unpacked or path)
    # Before the bytes are decoded: the error should say that this is Excel or a zip, not that it is
    # no UTF-8.
    _refuse_others(path, raw)
    if not encoding and raw[:2] in UTF_16:
        encoding = "utf-16"
    decoded = _decoded(path, raw, encoding)
    text = _without_mark(decoded)
    if text != decoded:
        # DuckDB would take the mark for a part of the first name: a copy without it is read.
        encoding = encoding or "utf-8"
    table = text.lstrip("\r\n")
    if not table:
        raise InvalidInput(f"{path} is empty: a header and at least one row are expected.")
    blank = text[: len(text) - len(table)]
    if FOR_EXCEL.fullmatch(table.splitlines()[0]):
        above = len(blank.splitlines())
        raise InvalidInput(
            f"{path}: the first line says to Excel alone what separates fields.",
            hint=f"Remove it: {_without_lines(path, above + 2)}",
            remedy=rewritten(path, _without_lines(path, above + 2)),
        )
    if "\0" in text:
        raise _nul(path, text.count("\n", 0, text.index("\0")) + 1, _utf_16(raw))
    # With fewer bytes than HEAD, the beginning is the whole file.
    blanks = not delimiter and separated_by_blanks(table, whole=len(raw) < HEAD)
    if blanks:
        delimiter, table = "\t", by_tabs(table)
    elif not delimiter:
        delimiter = _delimiter(table, header is not False)
    elif delimiter not in DELIMITERS:
        raise InvalidInput(
            f"{path}: fields are separated by a comma, a semicolon, a tab or |; given:"
            f" {delimiter!r}.",
            given=delimiter,
        )
    loose = trim and _has_blanks_around_quotes(table, delimiter)
    if loose:
        table = without_blanks(table, delimiter)
    columns = _first_row(path, table, delimiter)
    _refuse_other_ends(path, blank, table)
    if header is None:
        # The command that removes a title counts the lines of a plain file alone.
        if not compressed and "16" not in encoding and unpacked in (None, path):
            _refuse_title(path, text, table, delimiter, columns)
        refuse_record(str(path), columns, _rows_below(table, delimiter, len(raw) < HEAD))
    # What covey wrote for a table without a header has one, of its own names.
    named = header is not False or are_default_names(columns)
    if not named:
        columns = default_names(len(columns))
    blank_lines = blank.count("\n")
    read = unpacked or path
    other = encoding and not codecs.lookup(encoding).name.startswith("utf")
    seems = bool(other) and _is_utf_8(raw)
    return CsvFile(
        path,
        read,
        columns,
        delimiter,
        compressed,
        encoding,
        blank_lines,
        named,
        loose,
        blanks,
        seems,
    )


def look_through(path: Path, delimiter: str = "", header: bool | None = True) -> CsvFile:
    """What the beginning of a file says about it, after a look at all of its bytes."""
    file = look_at(path, delimiter=delimiter, header=header)
    if not file.is_copied:
        with reading(path):
            refuse_malformed(file)
    return file


def without_blanks(text: str, delimiter: str) -> str:
    """CSV without the blanks around its quotes. Those inside of quotes, and of fields without any,
    stay.

    >>> without_blanks('1, "a, ""b"" " ,c d', ",")
    '1,"a, ""b"" ",c d'
    """
    separator, blanks = _separator_and_blanks(delimiter)
    field = rf'(^|{separator}){blanks}*("(?:[^"]|"")*"){blanks}*(?={separator}|\r?$)'
    return re.sub(field, r"\1\2", text, flags=re.MULTILINE)


def _has_blanks_around_quotes(text: str, delimiter: str) -> bool:
    separator, blanks = _separator_and_blanks(delimiter)
    found = re.search(rf'(?m)(^|{separator}){blanks}+"|"{blanks}+({separator}|\r?$)', text)
    return found is not None


def _separator_and_blanks(delimiter: str) -> tuple[str, str]:
    """As regular expressions. A tab that separates is no blank."""
    return re.escape(delimiter), " " if delimiter == "\t" else r"[ \t]"


def _delimiter(table: str, header: bool) -> str:
    """What stands most often in the header. Records may have commas in their numbers: there it is
    what stands equally often in each."""
    if header:
        # Of equals the first: a table of one column is read with commas.
        return max(DELIMITERS, key=_outside_quotes(table.splitlines()[0]).count)
    lines = [line for line in _outside_quotes(table).splitlines() if line][:FIRST_LINES]

    def rank(delimiter: str) -> tuple[bool, bool, int]:
        times = [line.count(delimiter) for line in lines]
        # A comma that is regular may be a decimal one: any other regular delimiter is preferred to
        # it.
        regular = min(times) == max(times) > 0
        return regular, regular and delimiter != ",", times[0]

    return max(DELIMITERS, key=rank)


def _outside_quotes(text: str) -> str:
    return re.sub(r'"[^"]*"', "", text)


def _rows_below(text: str, delimiter: str, whole: bool) -> list[list[str]]:
    """The rows that follow the first, as far as the text has them; the last may be cut off."""
    rows: list[list[str]] = []
    with suppress(csv.Error):
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
        count = rows_to_look_at(len(next(reader)))
        rows += islice(reader, count + 1)
        # The beginning of a large file ends in the middle of a row.
        return rows[:count] if whole else rows[:-1]
    return rows[:-1]


def _refuse_title(
    path: Path, text: str, table: str, delimiter: str, columns: Sequence[str]
) -> None:
    """Refuse lines above the header, which a spreadsheet has more often than not."""
    above, names = _lines_above(table, delimiter)
    if names <= len(columns):
        return
    line = text[: len(text) - len(table)].count("\n") + above + 1
    raise InvalidInput(
        f"{path}: the header seems to be in line {line}, with {names:,} names; line {line - above}"
        f" has {plural(len(columns), 'field')}.",
        hint=f"If it is a title or a remark above the header: {_without_lines(path, line)} writes"
        " the table without it.",
        remedy=rewritten(path, _without_lines(path, line)),
    )


def _lines_above(table: str, delimiter: str) -> tuple[int, int]:
    """How many lines stand above what looks like the header, and how many names that has."""
    lines = table.splitlines()[:TITLE_LINES]
    if any(line.count('"') % 2 for line in lines):
        return 0, 0  # a field has several lines
    try:
        rows = [next(csv.reader([line], delimiter=delimiter), []) for line in lines]
    except csv.Error:
        return 0, 0
    above = rows_above_header(rows)
    return above, len(rows[above]) if above else 0


def _without_lines(path: Path, first: int) -> str:
    return f"tail -n +{first} {shlex.quote(str(path))} > NEW.csv"


def to_uncover(file: CsvFile) -> str:
    """A command that takes off what seems to be a title, if something else than in the first line
    separates fields below it; else empty."""
    if file.compressed or file.is_copied or file.text != file.path or file.blank_lines:
        return ""
    table = head(file.path).decode(errors="replace")
    found = [_lines_above(table, delimiter) for delimiter in DELIMITERS]
    above, _ = max(found, key=lambda each: each[1])
    return _without_lines(file.path, above + 1) if above else ""


def _first_row(path: Path, text: str, delimiter: str) -> tuple[str, ...]:
    if "\r" in text and "\n" not in text:
        convert = f"tr '\\r' '\\n' < {shlex.quote(str(path))} > NEW.csv"
        raise InvalidInput(
            f"{path}: lines end with a carriage return alone, as on old Macintoshes.",
            hint=f"Convert it first: {convert}",
            remedy=rewritten(path, convert),
        )
    lines = io.StringIO(text, newline="")
    try:
        columns = tuple(next(csv.reader(lines, delimiter=delimiter, strict=True)))
    except csv.Error:
        raise InvalidInput(
            f"{path}: the header is not CSV.", hint="Is there a quote in it that is never closed?"
        ) from None
    for at, column in enumerate(columns, 1):
        # DuckDB would take it for the end of all lines, and find no rows.
        if "\r" in column or ("\n" in column and "\r\n" in text):
            raise InvalidInput(
                f"{path}: the name of column {at} has a line break unlike the ends of lines.",
                hint="Is there a quote in the header that is never closed? Else rename the column.",
            )
    return columns


def _refuse_others(path: Path, raw: bytes) -> None:
    """Refuse what is no table, in words."""
    start = raw[:64].lstrip()
    found = [what for beginning, what in OTHERS.items() if start.startswith(beginning)]
    if PAGE.match(start):
        found = ["a page of HTML or XML, whatever its name says"]
    for what in found:
        packed = "packed" in what or "archive" in what
        again = "Open it in the program that made it, and save the table as CSV or .xlsx."
        raise InvalidInput(
            f"{path} is {what}; a table is expected.", hint="Unpack it first." if packed else again
        )


def _without_mark(text: str) -> str:
    """
    >>> _without_mark(MARK + "id"), _without_mark(GARBLED + "id"), _without_mark("id")
    ('id', 'id', 'id')
    """
    return text.lstrip(MARK).removeprefix(GARBLED)


def _unpacked(path: Path) -> bytes:
    with _unpacking(path), gzip.open(path) as file:
        return file.read(HEAD)


def _decoded(path: Path, raw: bytes, encoding: str) -> str:
    try:
        if not getattr(codecs.lookup(encoding or "utf-8-sig"), "_is_text_encoding", True):
            raise LookupError  # base64, zip and the like, which are not for text
        decoder = codecs.getincrementaldecoder(encoding or "utf-8-sig")()
    except (LookupError, ValueError):
        raise InvalidInput(
            f"There is no encoding {encoding!r}; given for {path}.",
            hint="Usual ones are utf-8, utf-16, latin-1 and cp1252.",
            given=encoding,
        ) from None
    try:
        # The last character of what was read may be cut in two, unless the file ends there.
        return decoder.decode(raw, final=len(raw) < HEAD)
    except UnicodeError as error:
        # The error knows the byte, and messages name lines.
        before = raw[: getattr(error, "start", 0)]
        if encoding:
            raise _not_in(path, encoding) from None
        line = before.count(b"\n") + 1
        # In DuckDB's words, which are understood there.
        said = ValueError(f"CSV Error on Line: {line}\nnot utf-8")
        raise refusal(path, said, f"{NAME_IT} Or c{CONVERT[1:]}") from None


def _is_utf_8(raw: bytes) -> bool:
    """Whether the first bytes of a file are UTF-8 with letters of several bytes: other encodings
    hardly ever look so."""
    try:
        codecs.getincrementaldecoder("utf-8")().decode(raw)
    except UnicodeError:
        return False
    return not raw.isascii()


def _refuse_other_ends(path: Path, blank: str, table: str) -> None:
    """Blank lines above the header that end unlike the lines below: DuckDB would find no rows."""
    first = table.find("\n")
    end = "\r\n" if table[:first].endswith("\r") else "\n"
    if first >= 0 and blank.replace(end, ""):
        raise InvalidInput(
            f"{path} begins with blank lines that end in another way than the lines below them.",
            hint="Remove the blank lines above the header.",
        )


@contextmanager
def opened(file: CsvFile) -> Iterator[BinaryIO | gzip.GzipFile]:
    """The bytes of the text, unpacked."""
    start = gzip.open if file.compressed else open
    with _unpacking(file.path), start(file.text, "rb") as text:
        yield text


@contextmanager
def _unpacking(path: Path) -> Iterator[None]:
    try:
        yield
    except (gzip.BadGzipFile, EOFError, zlib.error):
        message = f"{path} is compressed, but cannot be unpacked: it is damaged."
        raise InvalidInput(message) from None


def refuse_malformed(file: CsvFile) -> None:
    """Refuse what programs read differently, wherever it stands in the file."""
    with opened(file) as text:
        chunks = iter(lambda: text.read(BLOCK), b"")  # a larger one would be copied
        fault = first_fault(chunks, file.delimiter, len(file.columns))
    if fault is not None:
        raise _refusal_of(file, fault)


def _refusal_of(file: CsvFile, fault: Fault) -> InvalidInput:
    line = _line_of(file, fault.place)
    if fault.words == NUL:
        return _nul(file.path, line)
    where = f"{file.path}, line {line}"
    if fault.fields:
        row = _line_at(file, line)
        return wrong_row(where, len(file.columns), fault.fields, header=file.header, row=row)
    return InvalidInput(
        f"{where}: {fault.words}, which programs read differently.",
        hint=f"{QUOTING} If blanks around quotes are no part of the fields: --trim.",
    )


def _line_at(file: CsvFile, line: int) -> str:
    """A line of a file, for the terminal; empty if it is not plain text."""
    if file.compressed or file.is_copied:
        return ""
    with file.text.open(encoding="utf-8", errors="replace", newline="") as lines:
        return next(islice(lines, line - 1, line), "").rstrip("\r\n")


def _line_of(file: CsvFile, place: int) -> int:
    """The line of a byte, which only those want to know who look for it."""
    lines = 1
    with opened(file) as text:
        while place > 0 and (chunk := text.read(min(CHUNK, place))):
            lines += chunk.count(b"\n")
            place -= len(chunk)
    return lines


def write_utf8(file: CsvFile, target: Path) -> None:
    """Decode in Python, which knows all encodings and refuses what does not fit."""
    with target.open("w", encoding="utf-8", newline="") as copy:
        for text in with_tabs(_texts(file)) if file.blanks else _texts(file):
            copy.write(text)
    if file.loose:
        # As bytes: the ends of lines stay as they are. At once, since a field may have several.
        text = target.read_bytes().decode("utf-8")
        target.write_bytes(without_blanks(text, file.delimiter).encode("utf-8"))


def _texts(file: CsvFile) -> Iterator[str]:
    """What the file says, in parts that end anywhere."""
    decoder = codecs.getincrementaldecoder(file.encoding or "utf-8-sig")()
    lines, begun = 1, False
    with opened(file) as source:
        try:
            while chunk := source.read(CHUNK):
                text = decoder.decode(chunk)
                if not begun:
                    begun, text = True, _without_mark(text)
                if "\0" in text:
                    raise _nul(file.path, lines + text.count("\n", 0, text.index("\0")))
                lines += text.count("\n")
                yield text
            yield decoder.decode(b"", final=True)
        except UnicodeError:
            raise _not_in(file.path, file.encoding or "utf-8") from None


def _not_in(path: Path, encoding: str) -> InvalidInput:
    return InvalidInput(f"{path} is not {encoding} text.", hint="Name another --encoding.")


def _nul(path: Path, line: int, encoding: str = "") -> InvalidInput:
    """``encoding`` is what the text seems to have."""
    named = encoding or "utf-16-le"
    return InvalidInput(
        f"{path}, line {line}: {NUL}.",
        hint="Is it a table at all? If its encoding is UTF-16, name it: --encoding"
        f" {shlex.quote(named)} (encoding={named!r} in Python)",
        remedy=[("--encoding", encoding)] if encoding else [],
    )


def _utf_16(raw: bytes) -> str:
    """The kind of UTF-16, without a mark at its beginning, that bytes seem to be: every other byte
    of plain letters is NUL.

    >>> _utf_16("age,sex".encode("utf-16-be")), _utf_16(b"age\\0sex")
    ('utf-16-be', '')
    """
    high, low = raw[0::2], raw[1::2]
    if low.count(0) > MOSTLY * len(low) and not high.count(0):
        return "utf-16-le"
    return "utf-16-be" if high.count(0) > MOSTLY * len(high) and not low.count(0) else ""
