"""What all programs read alike, against a reader that looks at one byte after the other."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from covey.io.inputs import csv_bytes
from covey.io.inputs.csv_bytes import CLOSING, NUL, OPENING, Fault, first_fault

LETTERS = st.lists(
    st.sampled_from([*'"",;\n\r \0', "ü", "\n\n", '""', ",\n", "\r\n"]), max_size=150
)
TEXTS = LETTERS.map("".join) | st.lists(
    st.sampled_from(['"a",', '"x\n""y"\n', "b,", "c\n", ",", "\n", '"" ', "\r\n"]), max_size=60
).map("".join)


def expected(text: str, delimiter: str, columns: int) -> list[Fault]:
    """All faults, as somebody with a pencil finds them, sorted by their places."""
    faults, quoted, fields = [], False, 1
    raw = f"\n{text}\n".encode()
    for at in range(1, len(raw)):
        before, byte, after = (chr(raw[place]) for place in (at - 1, at, min(at + 1, len(raw) - 1)))
        if byte == "\0":
            faults.append(Fault(at - 1, NUL))
        elif byte == '"':
            quoted = not quoted
            if quoted and before not in f'"{delimiter}\r\n':
                faults.append(Fault(at - 1, OPENING))
            if not quoted and after not in f'"{delimiter}\r\n':
                faults.append(Fault(at - 1, CLOSING))
        elif byte == delimiter and not quoted:
            fields += 1
        elif byte == "\n" and not quoted:
            ends = before if before != "\r" else chr(raw[at - 2])
            if fields > columns and ends == delimiter:
                faults.append(Fault(at - 1, "", fields))
            fields = 1
    return faults


@given(
    text=TEXTS,
    delimiter=st.sampled_from(",;"),
    columns=st.integers(1, 4),
    block=st.integers(1, 300),
    cuts=st.lists(st.integers(0, 400), max_size=3),
)
def test_the_first_fault_is_found_wherever_blocks_end(
    text: str, delimiter: str, columns: int, block: int, cuts: list[int]
) -> None:
    raw = text.encode()
    places = sorted({0, len(raw), *(min(cut, len(raw)) for cut in cuts)})
    chunks = [raw[start:end] for start, end in pairwise(places)]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(csv_bytes, "BLOCK", block)
        found = first_fault(chunks, delimiter, columns)
    faults = expected(text, delimiter, columns)
    if found is None:
        assert not faults
    else:
        # In a block with several a row's end may come first that DuckDB refuses anyway.
        assert found.place <= min((fault.place for fault in faults), default=found.place)
        assert found.fields > columns or found in faults


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (b'a,b\n"Bern"   ,x\n', CLOSING),
        (b'a,b\nx,"Bern" \n', CLOSING),
        (b'a,b\nx,"Bern" ', CLOSING),
        (b'a,b\n"x" "y",1\n', CLOSING),
        (b'a,b\n"x""y" "",1\n', CLOSING),
        (b'a,b\n "x",1\n', OPENING),
        (b'a,b\n5" pipe,1\n', OPENING),
        (b'\xef\xbb\xbf "a",b\n', OPENING),
        (b"a,b\n1,\0\n", NUL),
    ],
)
def test_what_programs_read_differently_is_a_fault(raw: bytes, words: str) -> None:
    fault = first_fault([raw], ",", 2)
    assert fault is not None
    assert fault.words == words


@pytest.mark.parametrize(
    "raw",
    [
        b'\xef\xbb\xbf"a","b"\r\n"1","2"\r\n',
        b'a,b\n"x, ""y""\n z","""q"""\n"",""\n,\n\n1,',
        b"a,b\n\xc3\xa4,2\n",
    ],
)
def test_csv_has_no_fault(raw: bytes) -> None:
    assert first_fault([raw], ",", 2) is None


@pytest.mark.parametrize("raw", [b"a,b\n1,2,", b"a,b\n1,2,\n3,4\n", b"a,b\r\n1,2,\r\n"])
def test_an_empty_field_behind_the_last_column_is_a_fault(raw: bytes) -> None:
    one_by_one = [raw[at : at + 1] for at in range(len(raw))]
    for chunks in ([raw], one_by_one):
        fault = first_fault(chunks, ",", 2)
        assert fault is not None
        assert fault.fields == 3
