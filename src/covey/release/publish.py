"""Doing it: a folder that appears whole or not at all, or a frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from covey.attributes import Role
from covey.attributes.description import Drawn
from covey.attributes.population import split_population
from covey.codebook.lines import Entry
from covey.codebook.rows import CELLS_FILE, CODEBOOK_FILE, write_cells, write_codebook
from covey.core.errors import CoveyError, InternalError, InvalidInput
from covey.core.temporary import part_folder
from covey.core.threads import takes_threads
from covey.core.words import in_a_line
from covey.engine import default_engine
from covey.engine.protocol import Counted, Engine, Generalization, ToFile, ToFrame
from covey.io.inputs import Input, refuse_needless_header
from covey.io.layout import Layout
from covey.io.outputs.files import check_target, refusing
from covey.io.outputs.folder import CERTIFICATE_FILE, PUBLISHED, real_folder, release_folder
from covey.release import certificate
from covey.release.certificate import SolvedCertificate
from covey.release.formulas import refuse_names, with_formulas
from covey.release.job import Job
from covey.release.pipeline import Solved, solved_job
from covey.release.plan import Plan
from covey.release.receipt import Receipt, kept, owner_key, read_receipts, receipts_beside
from covey.release.unmet import unmet
from covey.requirements.requirement import Requirement

Report = Callable[[str], None]


def _silent(_: str) -> None:
    pass


@dataclass(frozen=True, eq=False)
class Release:
    """What was published. ``table`` is the frame, or the path of the table in ``folder``;
    ``receipt`` is for the owner alone, who has it in the file ``receipts``."""

    table: Any
    folder: Path | None
    plan: Plan
    certificate: SolvedCertificate
    codebook: Sequence[Entry]
    files: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    receipt: Receipt | None = None
    receipts: Path | None = None

    def __str__(self) -> str:
        return self.summary()

    def summary(self) -> str:
        """A few lines for people."""
        more = self.notes[len(self.plan.notes) :]
        lines = [f"note         {note}" for note in more]
        if self.folder is not None:
            lines.append(f"released     {self.folder}: {', '.join(self.files)}")
        if self.receipts is not None:
            lines.append(f"receipt      {self.receipts}: keep it, and do not publish it")
        return "\n".join([self.plan.summary(), *map(in_a_line, lines)])


@takes_threads
def anonymize(
    table: Any,
    *,
    k: int,
    quasi: Mapping[str, Role],
    drop: Sequence[str] = (),
    missing: str = "own",
    unmapped: str = "error",
    objective: str = "max-size",
    seed: int = 0,
    time_limit: float | None = None,
    shuffle: bool | None = None,
    format: str = "",
    encoding: str = "",
    header: bool | None = None,
    sensitive: Sequence[str] | Mapping[str, Mapping[str, Any]] = (),
    requirements: Sequence[Requirement] = (),
    suppress: float = 0.0,
    recoding: str = "local",
    weights: Mapping[str, float] | None = None,
    tight: bool = False,
    k_map: int | None = None,
    population: Any = None,
    escape_formulas: bool = False,
    out: str | Path | None = None,
    overwrite: bool = False,
    withheld: str | Path | None = None,
    receipts: str | Path | None = None,
    engine: Engine | None = None,
    threads: int | None = None,
) -> Release:
    """Publish a table so that nobody can distinguish fewer than k records by what others know.

    table
        A path, which needs ``out``; or a pandas, Polars, GeoPandas or Arrow frame or a DuckDB
        relation, which comes back as the same kind with its other columns, row order and index
        untouched.
    k
        The least number of records in a class.
    quasi
        The columns that others know of a person, and the role of each: :class:`covey.Labels`,
        :class:`covey.Ordered`, :class:`covey.Points` or :class:`covey.Regions`. Points have any
        name.
    drop
        Columns that are not published.
    missing
        Records without a value: ``own`` (publish them as missing), ``suppress`` or ``error``.
    unmapped
        Records whose code the map of a region lacks: ``error`` or ``suppress``.
    objective
        ``max-size`` (the largest class as small as possible) or ``quadratic`` (the least sum of
        |E| (|E| - k) over all classes E).
    seed
        The same seed gives the same answer.
    time_limit
        Seconds for the search. It is chosen by covey if not given.
    shuffle
        Publish the rows in an order that says nothing (True), or as they are in the table (False).
        By default the rows of files are shuffled, and frames keep their order.
    format
        ``csv``, ``parquet``, ``xlsx``, ``duckdb`` or ``sqlite``; that of the input, if empty.
    encoding
        Of CSV that is neither UTF-8 nor UTF-16 with a byte order mark, as ``latin-1``.
    header
        Of CSV and Excel: whether the first row names the columns. If not given, it is expected to,
        and refused if it looks like a record. With False they are called column1, column2, ...
    sensitive
        The columns that others want to learn, or the rules for each:
        ``{"diagnosis": {"l": 3, "t": 0.2}}``.
    requirements
        The same rules as objects, such as :class:`covey.DistinctDiversity`.
    suppress
        The share of the records that may be withheld where that keeps most detail in the others.
    recoding
        ``local``: every class has sets of its own. ``global``: every column has one partition for
        all classes.
    weights
        How much the loss of a quasi-identifier counts beside the others; 1, if not given.
    tight
        Shrink ranges and rectangles to what occurs in each class.
    k_map, population
        How many people of the population a class stands for at least, and the table of the
        population: a path, ``people.csv:count`` with a column of counts, or a frame.
    escape_formulas
        Put a single quote in front of texts in CSV that a spreadsheet would run as a formula.
    out
        The folder of the release, which appears when everything is written and counted again.
    overwrite
        Replace a former release.
    withheld
        A CSV file, outside of ``out``, for the records that are not published, whole and as they
        were: keep it private. Of a frame they are those that do not come back.
    receipts
        The file that the receipt of the release is added to; ``OUT.receipts.jsonl``, if not given.
    engine
        Where the rows are counted and recoded: DuckDB in this process, if not given.
    threads
        How many threads DuckDB and compiled loops use: all CPUs, if neither this nor the
        environment variable COVEY_THREADS says it. The release is the same for any number.
    """
    job = Job(
        table,
        k,
        quasi,
        drop=drop,
        missing=missing,
        unmapped=unmapped,
        objective=objective,
        seed=seed,
        time_limit=time_limit,
        shuffle=shuffle,
        format=format,
        encoding=encoding,
        header=header,
        sensitive=sensitive,
        requirements=requirements,
        suppress=suppress,
        recoding=recoding,
        weights=weights or {},
        tight=tight,
        k_map=k_map,
        population=population,
        escape_formulas=escape_formulas,
    )
    return publish(
        job,
        out=None if out is None else Path(out),
        overwrite=overwrite,
        withheld=None if withheld is None else Path(withheld),
        receipts=None if receipts is None else Path(receipts),
        engine=engine,
    )


def plan_job(
    job: Job,
    *,
    out: Path | None = None,
    overwrite: bool = False,
    report: Report = _silent,
    withheld: Path | None = None,
    receipts: Path | None = None,
    engine: Engine | None = None,
) -> Plan:
    """What :func:`publish` would do; the files that it could not write are refused here as well."""
    engine = engine or default_engine()
    given = _opened(job, engine)
    layout = layout_of(given, job.format, job.escape_formulas)
    if receipts is not None:
        _check_receipts_file(receipts, out, _read(job, engine))
    if withheld is not None:
        _check_withheld(withheld, _read(job, engine), out, overwrite)
    with solved_job(engine, job, given, report) as solved:
        return with_formulas(solved.snapshot, solved, layout).plan


def publish(
    job: Job,
    *,
    out: Path | None = None,
    overwrite: bool = False,
    report: Report = _silent,
    withheld: Path | None = None,
    receipts: Path | None = None,
    engine: Engine | None = None,
) -> Release:
    """Stage, count, code, solve, describe, publish, recount, report. Nothing appears before the
    recount held. ``withheld`` is a file for the records that are not published, ``receipts`` one
    for the owner's proof of which table it was: both are private, and lie outside of the
    release."""
    engine = engine or default_engine()
    given = _opened(job, engine)
    layout = check_layout(given, out, job.format, job.escape_formulas)
    engine.capabilities.refuse_beyond(layout, in_order=job.shuffle is False)
    receipts = check_receipts(receipts, out, _read(job, engine) if out is not None else ())
    if withheld is None:
        return _published(engine, job, given, layout, out, overwrite, report, receipts)
    if layout is None:
        raise InvalidInput(
            "A frame has no list of withheld records: they are those that do not come back.",
            hint="Leave withheld away, or give the table as a file.",
            given=str(withheld),
        )
    _check_withheld(withheld, _read(job, engine), out, overwrite)
    with ExitStack() as until_done:
        with refusing(withheld):
            part = until_done.enter_context(part_folder(withheld)) / "withheld.csv"
        release = _published(engine, job, given, layout, out, overwrite, report, receipts, part)
        with _telling_of(release), refusing(withheld):
            part.chmod(0o600)
            part.replace(withheld)
    return release


@contextmanager
def _telling_of(release: Release) -> Iterator[None]:
    """What goes wrong here goes wrong after the release was published."""
    try:
        yield
    except CoveyError as error:
        error.add_note(PUBLISHED.format(what="release", target=release.folder))
        raise


def _published(
    engine: Engine,
    job: Job,
    given: Input,
    layout: Layout | None,
    out: Path | None,
    overwrite: bool,
    report: Report,
    receipts: Path | None,
    withheld: Path | None = None,
) -> Release:
    with (
        ExitStack() as until_revealed,
        place_for(_read(job, engine) if out is not None else (), out, overwrite) as hidden,
        solved_job(engine, job, given, report) as solved,
        ExitStack() as until_done,
        ThreadPoolExecutor(1) as at_work,
    ):
        refuse_lost_text(solved.texts, layout)
        report("writing")
        key = owner_key()
        shuffled = shuffles(job.shuffle, layout)
        described, receipt = certificate.name_tables(
            certificate.describe(solved, layout or given.layout, shuffled),
            solved.staged,
            key,
        )
        classes = solved.description.classes
        # The table is written by one thread, which leaves time for what goes beside it.
        books = at_work.submit(_write_books, hidden, solved) if hidden is not None else None
        order = receipt.order(classes.tobytes()) if shuffled else None
        target = target_in(hidden, layout)
        recoded = until_done.enter_context(
            solved.snapshot.recode(Generalization(classes, solved.texts), target, job.drop, order)
        )
        solved = with_formulas(recoded, solved, layout)
        if isinstance(target, ToFile):
            of_the_table = at_work.submit(certificate.fingerprint, target.path)
        report("counting again")
        quasi = tuple(solved.texts)
        recounted = recoded.count(quasi)
        refuse_unlike(recounted, solved.texts, solved.sizes, job.k)
        beside = recoded.count((*quasi, *job.sensitive)) if job.sensitive else recounted
        refuse_unmet(job, solved, beside)
        if withheld is not None:
            recoded.withheld(ToFile(withheld, Layout("csv")))
        notes: tuple[str, ...] = (key.note,) if key.note else ()
        if hidden is not None:
            report("writing the report")
            assert books is not None
            drawn = books.result()
            _write_report(hidden, solved, described, recounted, beside, drawn)
            assert isinstance(target, ToFile)
            known = {target.path.name: of_the_table.result()}
            described = certificate.write_certificate(hidden / CERTIFICATE_FILE, described, known)
            notes += tuple(drawn.notes)
            if described.reveals:
                notes += (f"{CERTIFICATE_FILE} says, as a proof, {described.reveals}",)
            seen = certificate.fingerprint(hidden / CERTIFICATE_FILE)
            receipt = receipt.made_for(seen, key)
            if receipts is not None:
                until_revealed.enter_context(kept(receipts, receipt))
        files = () if hidden is None else tuple(sorted(file.name for file in hidden.iterdir()))
        table = recoded.reveal()
    return Release(
        table=table if out is None else out / table.name,
        folder=out,
        plan=solved.plan,
        certificate=described,
        codebook=solved.description.entries,
        files=files,
        notes=(*solved.plan.notes, *notes),
        receipt=receipt,
        receipts=receipts,
    )


def refuse_unlike(
    again: Counted, texts: Mapping[str, Sequence[str | None]], sizes: Sequence[int], k: int
) -> None:
    """Refuse a release whose recount is not what was meant to be published."""
    named = zip(zip(*texts.values(), strict=True), sizes, strict=True)
    expected = {called: size for called, size in named if size}
    by_column = [again.texts[again.columns.index(column)].tolist() for column in texts]
    found = dict(zip(zip(*by_column, strict=True), again.counts.tolist(), strict=True))
    there = [size for size in sizes if size]
    if len(expected) != len(there) or found != expected or min(found.values()) < k:
        raise InternalError(
            f"The release was counted again, and has {len(found):,} classes of at least"
            f" {min(found.values()):,} records instead of {len(there):,} of at least"
            f" {min(there):,}: nothing was published."
        )


def refuse_unmet(job: Job, solved: Solved, counted: Counted) -> None:
    """Refuse a release of which some class does not have what was asked besides k."""
    coded = solved.description.coded
    low = unmet(job.requirements, counted, coded.columns, coded.sensitive)
    if low:
        raise InternalError(
            "The release was counted again, and some class does not have"
            f" {low[0].words()}: nothing was published."
        )


def _opened(job: Job, engine: Engine) -> Input:
    given = engine.source(job.table, job.encoding, job.header)
    if job.population is None:
        refuse_needless_header(job.header, given)
    job.refuse_unready(given.columns)
    if job.escape_formulas:
        refuse_names([column for column in given.columns if column not in job.drop])
    return given


def check_layout(
    given: Input, out: Path | None, format_: str, escape: bool = False
) -> Layout | None:
    """How the table is written; None for a frame, which is not."""
    if given.layout.format == "frame":
        if escape:
            raise InvalidInput(
                "A frame comes back with its texts as they are: formulas are escaped in CSV only.",
                hint="Leave escape_formulas away, or give the table as a file.",
            )
        if out is not None or format_:
            raise InvalidInput(
                "A frame comes back as a frame, not as a file.",
                hint="Leave out and format away, and write what comes back by its own means.",
            )
        return None
    if out is None:
        raise InvalidInput(
            f"Where is the release of {given.name} to be written?",
            hint="Name a folder to make: -o OUT/, or out= in Python.",
        )
    return layout_of(given, format_, escape)


def shuffles(asked: bool | None, layout: Layout | None) -> bool:
    """Whether the rows lose their order: those of files do, if nothing else is asked for."""
    return layout is not None if asked is None else asked


def target_in(hidden: Path | None, layout: Layout | None) -> ToFile | ToFrame:
    """Where the table goes: to a file in the hidden folder, or back as a frame."""
    if hidden is None or layout is None:
        return ToFrame()
    return ToFile(hidden / certificate.table_file(layout).file, layout)


def layout_of(given: Input, format_: str, escape: bool) -> Layout:
    layout = given.layout.to_format(format_) if format_ else given.layout
    return replace(layout, escaped=escape and layout.format == "csv")


def check_receipts(receipts: Path | None, out: Path | None, inputs: Sequence[Path]) -> Path | None:
    """Where the receipt of a release goes; None for a frame, which hands its receipt back."""
    if out is None:
        if receipts is not None:
            raise InvalidInput(
                "A frame has no file of receipts: the receipt comes back with it, as .receipt.",
                hint="Leave receipts away, or give the table as a file.",
                given=str(receipts),
            )
        return None
    real_folder(out)  # refused, if nothing can be beside it
    target = receipts or receipts_beside(out)
    _check_receipts_file(target, out, inputs)
    return target


def _check_receipts_file(target: Path, out: Path | None, inputs: Sequence[Path]) -> None:
    option = "--receipts (receipts= in Python)"
    check_target(target, *inputs, endings=(".jsonl",), option=option)
    refuse_inside(target, out)
    if target.exists():
        read_receipts(target)


def _check_withheld(
    withheld: Path, inputs: Sequence[Path], out: Path | None, overwrite: bool
) -> None:
    check_target(withheld, *inputs, option="--withheld (withheld= in Python)")
    if withheld.exists() and not overwrite:
        raise InvalidInput(
            f"{withheld} is there already, and may be the only list of its records.",
            hint="Name another file, or replace it with --overwrite (overwrite=True in Python).",
            given=str(withheld),
        )
    refuse_inside(withheld, out)


def refuse_inside(private: Path, out: Path | None) -> None:
    """Refuse to write what is not for others' eyes into a release."""
    if out is not None and private.resolve().is_relative_to(out.resolve()):
        raise InvalidInput(f"{private} would lie in the release, which others may see.")


def refuse_lost_text(texts: Mapping[str, Sequence[str | None]], layout: Layout | None) -> None:
    """Excel reads an empty text back as missing: two classes might become one."""
    if (
        layout is not None
        and layout.format == "xlsx"
        and any("" in part for part in texts.values())
    ):
        raise InvalidInput(
            "A class of empty texts cannot be told from missing values in Excel.",
            hint="Choose another format, as --format csv, or name the empty texts first.",
        )


def place_for(
    inputs: Sequence[Path], out: Path | None, overwrite: bool
) -> AbstractContextManager[Path | None]:
    """The folder that appears when all went well, which holds none of its inputs."""
    if out is None:
        return nullcontext()
    return release_folder(out, overwrite, inputs)


def _read(job: Job, engine: Engine) -> list[Path]:
    """All files that a job reads."""
    people = split_population(job.population)[0]
    return [*engine.files(job.table), *_maps(job), *engine.files(people)]


def _maps(job: Job) -> list[Path]:
    return [file for role in job.quasi.values() for file in role.files]


def _write_books(hidden: Path, solved: Solved) -> Drawn:
    """What goes beside the table and can be known before it is counted again."""
    from covey.release import report

    description, escape = solved.description, solved.job.escape_formulas
    write_codebook(hidden / CODEBOOK_FILE, description.entries, escape=escape)
    write_cells(hidden / CELLS_FILE, description.texts, escape=escape)
    report.prepare()
    return description.draw(hidden)


def _write_report(
    hidden: Path,
    solved: Solved,
    described: SolvedCertificate,
    recounted: Counted,
    beside: Counted,
    drawn: Drawn,
) -> None:
    from covey.release import report

    seen = described.input.fingerprint
    report.write(hidden, solved, seen, recounted, beside, drawn)
