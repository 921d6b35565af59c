"""Ugly tables, each with its story: how it came to be, and what covey makes of it."""

from __future__ import annotations

import gzip
import io
import zipfile
from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa


@dataclass(frozen=True)
class Ugly:
    """A table that is read with the options ``how``, so that the column ``x`` has ``values``; or
    that is refused with these ``words``, and the ``remedy`` that they come with."""

    story: str
    content: bytes
    name: str = "table.csv"
    how: dict[str, Any] = field(default_factory=dict)
    values: tuple[str | None, ...] = ()
    words: str = ""
    remedy: tuple[tuple[str, str], ...] = ()

    @property
    def is_read(self) -> bool:
        return not self.words


def text(*values: str, header: str = "id;x") -> bytes:
    """A column of such values, beside one of numbers."""
    rows = (f"{at};{value}" for at, value in enumerate(values, 1))
    return "\n".join([header, *rows, ""]).encode()


def feather(columns: dict[str, list[int | None]]) -> bytes:
    made = io.BytesIO()
    table = pa.table(columns)
    with pa.ipc.new_file(made, table.schema) as file:
        file.write_table(table)
    return made.getvalue()


def in_archive(content: bytes) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("Data 2024/table.csv", content)
        archive.writestr("__MACOSX/Data 2024/._table.csv", b"\0\5\x16\7")
    return made.getvalue()


GERMAN = "id;x\n1;1.2.1986\n2;16.11.1950\n3;k.A.\n".encode("cp1252")
READ = [
    Ugly(
        "Excel in Germany saves CSV with semicolons, days first, and k.A. for what nobody said",
        GERMAN,
        how={"date_format": "%d.%m.%Y", "na": "k.A."},
        values=("1986-02-01", "1950-11-16", None),
    ),
    Ugly(
        "numbers of the same program have a decimal comma",
        text("51,1", "2", "-0,25"),
        how={"decimal": ","},
        values=("51.100000000000000000", "2.000000000000000000", "-0.250000000000000000"),
    ),
    Ugly(
        "a clinic in the USA writes the month first, and the time with AM and PM",
        text("1/31/1950 5:07 PM", "12/1/1961 12:00 AM"),
        how={"date_format": {"x": "%m/%d/%Y %I:%M %p"}},
        values=("1950-01-31 17:07:00", "1961-12-01 00:00:00"),
    ),
    Ugly(
        "SAS writes a point for a missing number, and days as 16FEB1986",
        text("16FEB1986", ".", "1MAR1990"),
        how={"date_format": "%d%b%Y", "na": "."},
        values=("1986-02-16", None, "1990-03-01"),
    ),
    Ugly(
        "SPSS writes -99 for an answer that was refused, and 999 for a question not asked",
        text("39", "-99", "999", "41"),
        how={"na": {"x": ["-99", "999"]}},
        values=("39", None, None, "41"),
    ),
    Ugly(
        "a table of the nineties has a blank after every comma",
        b"id, sex, x\n1, m, 39\n2, f, 41\n",
        how={"trim": True},
        values=("39", "41"),
    ),
    Ugly(
        "an office of statistics has the blanks in front of quotes",
        b'id, "town, or village" , "x"\n1, "Ulm, ""Neu""" , "39" \n2, "", "41"\n',
        how={"trim": True},
        values=("39", "41"),
    ),
    Ugly(
        "a web page was copied into a sheet, with blanks that do not break around numbers",
        text("\u00a039", "41\u00a0"),
        how={"trim": True},
        values=("39", "41"),
    ),
    Ugly("Excel saves UTF-8 with a mark in front", b"\xef\xbb\xbf" + text("1"), values=("1",)),
    Ugly(
        "a converter took that mark for letters",
        "\u00ef\u00bb\u00bfx;id\n7;1\n".encode(),
        values=("7",),
    ),
    Ugly(
        "Excel calls UTF-16 with tabs Unicode text",
        "id\tx\n1\t39\n".encode("utf-16"),
        "table.txt",
        values=("39",),
    ),
    Ugly(
        "a file from Windows is not UTF-8",
        "name;x\nJosé;39\n".encode("cp1252"),
        how={"encoding": "cp1252"},
        values=("39",),
    ),
    Ugly("an export has a separator at the end of every row", b"id;x;\n1;39;\n", values=("39",)),
    Ugly("a database quotes everything", b'"id","x"\n"1","39"\n"2","41"\n', values=("39", "41")),
    Ugly("lines end as on Windows, below an empty one", b"\r\nid;x\r\n1;39\r\n", values=("39",)),
    Ugly("packed by gzip", gzip.compress(text("39")), "table.csv.gz", values=("39",)),
    Ugly(
        "packed by Zstandard",
        pa.Codec("zstd").compress(text("39"), asbytes=True),
        "table.csv.zst",
        values=("39",),
    ),
    Ugly("a frame saved as Feather", feather({"x": [39, None]}), "t.feather", values=("39", None)),
    Ugly("zipped on a Macintosh", in_archive(text("39")), "table.zip", values=("39",)),
    Ugly(
        "a log of objects, some of which lack a field",
        b'{"id": 1, "x": 39}\n{"id": 2}\n{"x": "41", "id": 3}\n',
        "table.jsonl",
        values=("39", None, "41"),
    ),
    Ugly(
        "a file of statistics of the eighties, aligned by blanks, with a tab before the car's name",
        b' id    mpg   x\tname\n 1   18.0   8   \t"ford torino"\n 2    9.5  12\t"jaguar"\n',
        "auto.data",
        values=("8", "12"),
    ),
    Ugly("dates without anything between", text("19860216"), how={"date_format": "%Y%m%d"},
         values=("1986-02-16",)),
    Ugly("years of two digits, of people", text("16.02.86", "1.3.30"),
         how={"date_format": "%d.%m.%1925y"}, values=("1986-02-16", "1930-03-01")),
    Ugly("thousands and decimals in Germany", text("1.234", "17", "12.345.678", "-1.000"),
         how={"thousands": ".", "decimal": ","},
         values=("1234", "17", "12345678", "-1000")),
]  # fmt: skip

AS_LABELS = (("--label", "x"),)

REFUSED = [
    Ugly(
        "days first, and nobody said so",
        text("16.02.1986", "1.3.1950"),
        words='--date-format "%d.%m.%Y"',
        remedy=(("--date-format", "%d.%m.%Y"),),
    ),
    Ugly(
        "a decimal comma, and nobody said so",
        text("51,1", "2,5"),
        words="--decimal ,",
        remedy=(("--decimal", ","),),
    ),
    Ugly(
        "a mark, and nobody said so",
        text("39", "41", "N/A"),
        words="--na N/A",
        remedy=(("--na", "N/A"),),
    ),
    Ugly("day or month first? Nobody can know", text("1/2/1986", "3/4/1950"), words="say which"),
    Ugly(
        "an old file from Windows, and nobody said so",
        "name;x\nJosé;39\n".encode("cp1252"),
        words="--encoding latin-1, or cp1252",
        remedy=(("--encoding", "cp1252"),),
    ),
    Ugly(
        "a blank after the comma, and nobody said so",
        b"id, x\n1, 39\n",
        words="--trim",
        remedy=(("--trim", ""),),
    ),
    Ugly("years of two digits", text("16.02.86", "1.3.50"), words="do not say the century"),
    Ugly(
        "thousands in England, or decimals in Germany",
        text("12,345", "1,000"),
        words="Both --thousands x=, and --decimal , read them",
    ),
    Ugly(
        "thousands in England",
        text("12,345.6", "1,000"),
        words="--thousands x=,",
        remedy=(("--thousands", "x=,"),),
    ),
    Ugly(
        "thousands in Germany",
        text("1.234,50", "2.345,60"),
        words="--thousands x=. and --decimal x=,",
        remedy=(("--thousands", "x=."), ("--decimal", "x=,")),
    ),
    Ugly(
        "thousands in Switzerland",
        text("1'234", "2\u2019345"),
        words='--thousands "x=\'"',
        remedy=(("--thousands", "x='"),),
    ),
    Ugly(
        "thousands in France",
        text("1\u202f234", "2 345"),
        words='--thousands "x= "',
        remedy=(("--thousands", "x= "),),
    ),
    Ugly("money", text("$12.50", "$3"), words="write the numbers alone", remedy=AS_LABELS),
    Ugly("percent", text("12%", "3.5%"), words="write the numbers alone", remedy=AS_LABELS),
    Ugly("units", text("39 years", "41 years"), words="--label x", remedy=AS_LABELS),
    Ugly(
        "the ages are ranges already",
        text("20-29", "30-39", "90+"),
        words="--label x",
        remedy=AS_LABELS,
    ),
    Ugly("the oldest are put together", text("39", "41", ">90"), words="--bands 'x<=90'"),
    Ugly(
        "the oldest are put together, and somebody is unknown",
        text("39", "41", "43", "45", "90+", "unknown"),
        words="--na x=unknown",
    ),
    Ugly("a server far away", text("2024-05-31T12:00:00+02:00"), words="in one zone"),
    Ugly(
        "a server in Greenwich",
        text("2024-05-31T12:00:00Z"),
        words="--date-format",
        remedy=(("--date-format", "%Y-%m-%dT%H:%M:%SZ"),),
    ),
    Ugly("a clock", text("12:30", "9:15"), words="minutes since midnight", remedy=AS_LABELS),
    Ugly("months", text("02/1986", "3/1950"), words="without a day", remedy=AS_LABELS),
    Ugly("months in words, not in English", text("3. März 1986"), words="in English only"),
    Ugly("a typist's minus", text("\u22125", "7"), words="write a plain -"),
    Ugly("one day is not in the calendar", text("1986-02-31"), words="not dates"),
    Ugly("no header: the first record would be the names", b"1;39\n2;41\n", words="--no-header"),
    Ugly("aligned by blanks, without a header", b"1 39 m\n2 41 f\n3 44 f\n", words="--no-header"),
    Ugly("a title above the header", b"Patients\nid;x\n1;39\n", words="no column 'x'"),
    Ugly("a title with a comma", b"Made in Ulm\nid,x\n1,39\n", words="tail -n +2"),
    Ugly(
        "a title with a comma in it, and an empty line",
        b"Ulm, 2024\n\nid,x,sex\n1,39,f\n2,41,m\n",
        words="header seems to be in line 3, with 3 names; line 1 has 2 fields.",
    ),
    Ugly(
        "Windows saved UTF-16 without a mark in front",
        text("39").decode().encode("utf-16-le"),
        words="--encoding utf-16-le",
        remedy=(("--encoding", "utf-16-le"),),
    ),
    Ugly("a remark at the end", b"id;x\n1;39\nTotal: 1\n", words="a remark below the table"),
    Ugly("a copy with a NUL byte", b"id;x\n1;39\0\n", words="NUL byte"),
    Ugly(
        "one name twice",
        b"x;id;X\n1;39;2\n",
        words="'x' and 'X', columns 1 and 3.\nRename one of them in the table first. For example:"
        " sed '1s/.*/x;id;X_3/' ",
    ),
    Ugly(
        "objects inside of objects",
        b'{"x": {"age": 39}}\n{"x": {"age": 41}}\n',
        "table.jsonl",
        words="objects or lists of JSON",
    ),
    Ugly("Excel's own first line", b"sep=;\nid;x\n1;39\n", words="tail -n +2"),
    Ugly("a page that is called a sheet", b"<html><table>", "table.xls", words="HTML or XML"),
    Ugly("an export that is a document", b"%PDF-1.7\n", words="a PDF document"),
    Ugly("a list of JSON", b'[{"x": 1}]', "table.json", words="jq -c '.[]'"),
    Ugly("an old Macintosh", b"id;x\r1;39\r", words="tr '\\r' '\\n'"),
    Ugly("a quote that is never closed", b'id;x\n1;"39\n', words="quote"),
    Ugly("quotes after blanks", b'id, "x"\n1, "39"\n', words="without blanks around them"),
    Ugly("two columns of one name", b"x;x\n1;39\n", words="of one name"),
    Ugly("codes, whose zeros a number would lose", text("02139", "10001"), words="--label x"),
]
