"""Doing it: a folder that appears whole or not at all, or a frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any
from weakref import finalize

from covey.attributes import Role
from covey.attributes.population import split_population
from covey.attributes.range_columns import TEXT, RangeColumns, kinds_of_ranges, words_on
from covey.attributes.sensitive import spread_of_people, unmet
from covey.codebook.lines import Entry
from covey.core.errors import CoveyError, InternalError, InvalidInput
from covey.core.temporary import part_folder, process_folder
from covey.core.threads import takes_threads
from covey.core.words import in_a_line
from covey.engine import engine_for
from covey.engine.protocol import Counted, Engine, Generalization, ToFile
from covey.io.inputs import Input, refuse_needless_header
from covey.io.layout import Layout
from covey.io.outputs.files import check_target, refusing, replacing
from covey.io.outputs.folder import CERTIFICATE_FILE, PUBLISHED
from covey.io.postgres.address import Address
from covey.release import certificate
from covey.release.certificate import SolvedCertificate
from covey.release.destination import (
    Out,
    check_layout,
    folder_of,
    for_output,
    layout_of,
    place_for,
    read_out,
    receipts_of,
    refuse_inside,
    target_in,
)
from covey.release.formulas import refuse_names, with_formulas
from covey.release.job import Job
from covey.release.orders import published_booleans, published_orders, with_orders
from covey.release.persons import refuse_few_holders, refuse_other_pseudonyms
from covey.release.pipeline import Solved, solved_job
from covey.release.plan import Plan, lines_on_files
from covey.release.presets import threshold_of
from covey.release.pseudonyms import pseudonym_keys
from covey.release.receipt import Receipt, kept, owner_key, read_receipts, receipts_beside
from covey.release.steps import RECOUNTING, REPORTING, WRITING
from covey.requirements.requirement import Requirement

if TYPE_CHECKING:
    from covey.release.report import Books
    from covey.report.facts import Facts

Report = Callable[[str], None]
WITHOUT_EMPTY_TEXTS = {"xlsx": "Excel", "dta": "Stata", "sav": "SPSS"}


def _silent(_: str) -> None:
    pass


@dataclass(frozen=True, eq=False)
class Release:
    """What was published. ``table`` is the frame, the path of the table in ``folder``, or the name
    of the table at an ``address`` on a server; ``receipt`` is for the owner alone, who has it in
    the file ``receipts``."""

    table: Any
    folder: Path | None
    plan: Plan
    certificate: SolvedCertificate
    codebook: Sequence[Entry]
    files: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    receipt: Receipt | None = None
    receipts: Path | None = None
    address: Address | None = None
    facts: Facts | None = None
    """What the report says; None for a frame, of which that is found out when it is asked for."""
    write: Callable[[Path], Facts] | None = None
    """Of a frame: write what a folder has beside its table, and hand back what the report says."""

    @property
    def where(self) -> str:
        """The folder, or the table on a server; empty for a frame."""
        return self.address.name if self.address is not None else str(self.folder or "")

    def __str__(self) -> str:
        return self.summary()

    __repr__ = __str__

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        from covey.report.notebook import as_html
        from covey.report.render import maps_of

        shaped = any(each.role in ("points", "regions") for each in self.certificate.quasi.values())
        maps = maps_of(self._said) if shaped and self._said is not None else ()
        plan = self.plan
        return as_html(self.summary().splitlines(), plan.sizes, plan.k, plan.units, maps)

    @property
    def _said(self) -> Facts | None:
        return self._written[1] if self.facts is None and self.write is not None else self.facts

    @property
    def private_files(self) -> Path | None:
        """Of a frame: a private folder, as long as this object lives, with what a folder has beside
        its table."""
        return None if self.write is None else self._written[0]

    @cached_property
    def _written(self) -> tuple[Path, Facts]:
        assert self.write is not None
        parent = Path(mkdtemp(dir=process_folder()))
        finalize(self, rmtree, parent, ignore_errors=True)
        folder = parent / "frame"
        folder.mkdir()
        return folder, self.write(folder)

    def report(self, target: str | Path | None = None) -> str:
        """The page for a privacy officer as HTML, which is ``report.html`` in the folder of a
        release. A frame has no folder: give the file to write as ``target``."""
        from covey.report.render import render

        assert self._said is not None
        page = render(self._said)
        if target is not None:
            check_target(Path(target), endings=(".html",))
            with replacing(Path(target)) as file:
                file.write(page)
        return page

    def sets(self, column: str) -> Any:
        """The sets of a column as a small frame: see :func:`covey.sets`."""
        from covey.release.sets import sets

        return sets(self, column)

    def codebook_frame(self) -> Any:
        """The codebook as a frame of the same library, with a line for every value."""
        from covey.release.sets import codebook_frame

        return codebook_frame(self)

    def summary(self) -> str:
        """A few lines for people."""
        more = self.notes[len(self.plan.notes) :]
        notes = [in_a_line(f"note         {note}") for note in more]
        files = lines_on_files(self.where, self.files, self.receipts)
        return "\n".join([self.plan.summary(), *notes, *files])


@takes_threads
def anonymize(
    table: Any,
    *,
    k: int | None = None,
    quasi: Mapping[str, Role],
    drop: Sequence[str] = (),
    person: str = "",
    pseudonym: str = "",
    groups: Mapping[str, int] | None = None,
    missing: str = "own",
    unmapped: str = "error",
    objective: str = "max-size",
    seed: int = 0,
    time_limit: float | None = None,
    shuffle: bool | None = None,
    format: str = "",
    encoding: str = "",
    header: bool | None = None,
    na: str | Sequence[str] | Mapping[str, str | Sequence[str]] | None = None,
    decimal: str | Mapping[str, str] | None = None,
    date_format: str | Mapping[str, str] | None = None,
    trim: bool = False,
    sensitive: Sequence[str] | Mapping[str, Mapping[str, Any]] = (),
    requirements: Sequence[Requirement] = (),
    suppress: float = 0.0,
    suppress_for: str = "loss",
    recoding: str = "local",
    weights: Mapping[str, float] | None = None,
    tight: bool = False,
    part_size: int | None = None,
    k_map: int | None = None,
    population: Any = None,
    population_size: int | None = None,
    escape_formulas: bool = False,
    columns: str = "text",
    context: Mapping[str, str] | None = None,
    preset: str = "",
    dependence: str = "sampled",
    strict: bool = False,
    out: str | Path | None = None,
    overwrite: bool = False,
    withheld: str | Path | None = None,
    receipts: str | Path | None = None,
    engine: Engine | str | None = None,
    threads: int | None = None,
) -> Release:
    """Publish a table so that nobody can distinguish fewer than k records by what others know.

    table
        A path, or the URL of a table on a PostgreSQL server, which need ``out``; or a pandas,
        Polars, GeoPandas or Arrow frame or a DuckDB relation, which comes back as the same kind
        with its other columns, row order and index untouched, or is written to ``out`` without its
        index; or a Spark frame, which comes back as one, in an order that says nothing, or is
        written to ``out``.
    k
        The least number of records in a class.
    quasi
        The columns that others know of a person, and the role of each: :class:`covey.Labels`,
        :class:`covey.Ordered`, :class:`covey.Points`, :class:`covey.Regions` or
        :class:`covey.Tree`. Points have any name.
    drop
        Columns that are not published.
    person
        The column that tells people apart, where one may have several records: then k, l and t,
        risks and sizes count people. It is not published; a record without a value in it is a
        person of its own.
    pseudonym
        Publish that column as keyed pseudonyms: ``"owner"`` for your owner key, or the path of a
        file with a key of 64 hexadecimal digits. The records of one person can then be put
        together.
    groups
        How many different values of a column every class has at least, as ``{"household": 5}``.
        The column is not published.
    missing
        Records without a value: ``own`` (publish them as missing), ``suppress`` or ``error``.
    unmapped
        Records whose code the map of a region, or the tree of labels, lacks: ``error`` or
        ``suppress``.
    objective
        ``max-size`` (the largest class as small as possible) or ``quadratic`` (the least sum of
        ``|E| (|E| - k)`` over all classes E).
    seed
        The same seed gives the same answer.
    time_limit
        Seconds for the search. It is chosen by covey if not given.
    shuffle
        Publish the rows in an order that says nothing (True), or as they are in the table (False).
        By default the rows of files are shuffled, and frames keep their order.
    format
        ``csv``, ``parquet``, ``xlsx``, ``duckdb``, ``sqlite``, ``dta`` or ``sav``;
        that of the input, or Parquet for a frame, if empty.
    encoding
        Of CSV that is neither UTF-8 nor UTF-16 with a byte order mark, as ``latin-1``.
    header
        Of CSV and Excel: whether the first row names the columns. If not given, it is expected to,
        and refused if it looks like a record. With False they are called column1, column2, ...
    na, decimal, date_format, trim
        How values that are texts are written, in all columns or by column: the texts that stand for
        missing values (``["N/A", "-99"]``, ``{"age": "-99"}``), the decimal separator (``","`` for
        51,1), the format of dates (``"%d.%m.%Y"`` for 16.02.1986, ``{"born": "%m/%d/%Y"}``), and
        whether blanks around names and values are not part of them. The population is read alike;
        what is published of other columns stays as it was.
    sensitive
        The columns that others want to learn, or the rules for each:
        ``{"diagnosis": {"l": 3, "t": 0.2}}``.
    requirements
        The same rules as objects, such as :class:`covey.DistinctDiversity`.
    suppress
        The share of the records that may be withheld where that keeps most detail in the others.
    suppress_for
        What records are withheld for: ``loss`` (only where the others gain more detail than is
        lost, and the largest class does not grow) or ``largest`` (to bring down the largest class).
    recoding
        ``local``: every class has sets of its own. ``nested``: every column has one tree of nested
        sets, and every class a node of each. ``global``: every column has one partition for all
        classes.
    weights
        How much the loss of a quasi-identifier counts beside the others; 1, if not given.
    tight
        Shrink ranges and rectangles to what occurs in each class.
    part_size
        Find the classes of several columns in parts of at least so many records each; 0 for never.
        If not given, that is 500,000 where there are more than 5,000,000 combinations of values.
    k_map, population
        How many people of the population a class stands for at least, and the table of the
        population: a path, ``people.csv:count`` with a column of counts, or a frame.
    population_size
        How many people the table is a sample of: the report then estimates how many of them are
        unique, before and after. The number is published.
    escape_formulas
        Put a single quote in front of texts in CSV that a spreadsheet would run as a formula.
    columns
        How ranges are published: ``text`` (one column, as 38-42) or ``low-high`` (two columns
        instead, as age_low and age_high, of numbers or dates).
    context
        What the report says of the circumstances, in your own words, of ``recipient``, ``purpose``,
        ``controls`` (of access and use), ``threshold`` (why this k), ``prepared-by`` and
        ``review``: ``{"recipient": "the university"}``. These words are published.
    preset
        Ask for what others ask for, such as ``cms`` (k = 11): ``covey presets`` lists them, with
        their sources. What is given besides is taken instead, which is said.
    dependence
        How columns are found that undo others, because they tell a quasi-identifier or are told by
        it: ``sampled`` (in some thousand records first) or ``exact`` (in all).
    strict
        Publish nothing where such a column, or an identifier that comes again, brings people below
        k: these are warnings otherwise.
    out
        The folder of the release, which appears when everything is written and counted again; or,
        for a table on a PostgreSQL server, the URL of a table to make there.
    overwrite
        Replace a former release.
    withheld
        A CSV file, outside of ``out``, for the records that are not published, whole and as they
        were: keep it private. Of a frame they are those that do not come back.
    receipts
        The file that the receipt of the release is added to; ``OUT.receipts.jsonl``, if not given.
    engine
        Where the rows are counted and recoded: ``"spark"`` for a path or the name of a table that
        a Spark cluster reads, or an object. If not given, that is the cluster for a Spark frame,
        the server for a table that is published where it is, and DuckDB in this process for all
        others.
    threads
        How many threads DuckDB and compiled loops use: all CPUs, if neither this nor the
        environment variable COVEY_THREADS says it. The release is the same for any number.
    """
    job = Job(
        table,
        threshold_of(preset, k),
        quasi,
        drop=drop,
        person=person,
        pseudonym=pseudonym,
        groups=groups or {},
        missing=missing,
        unmapped=unmapped,
        objective=objective,
        seed=seed,
        time_limit=time_limit,
        shuffle=shuffle,
        format=format,
        encoding=encoding,
        header=header,
        na=na,  # type: ignore[arg-type]  # any of these forms becomes a mapping
        decimal=decimal,  # type: ignore[arg-type]
        date_format=date_format,  # type: ignore[arg-type]
        trim=trim,
        sensitive=sensitive,
        requirements=requirements,
        suppress=suppress,
        suppress_for=suppress_for,
        recoding=recoding,
        weights=weights or {},
        tight=tight,
        part_size=part_size,
        k_map=k_map,
        population_size=population_size,
        population=population,
        escape_formulas=escape_formulas,
        columns=columns,
        context=context or {},
        preset=preset,
        dependence=dependence,
        strict=strict,
        engine=engine if isinstance(engine, str) else "",
    )
    return publish(
        job,
        out=read_out(out),
        overwrite=overwrite,
        withheld=None if withheld is None else Path(withheld),
        receipts=None if receipts is None else Path(receipts),
        engine=None if isinstance(engine, str) else engine,
    )


def plan_job(
    job: Job,
    *,
    out: Out = None,
    overwrite: bool = False,
    report: Report = _silent,
    withheld: Path | None = None,
    receipts: Path | None = None,
    engine: Engine | None = None,
) -> Plan:
    """What :func:`publish` would do; the files that it could not write are refused here as well."""
    engine = engine or engine_for(job.table, out, job.engine)
    given = _opened(job, engine)
    job = with_orders(job, given)
    layout = (
        check_layout(given, out, job.format, job.escape_formulas)
        if isinstance(out, Address)
        else layout_of(given, job.format, job.escape_formulas)
    )
    if receipts is not None:
        _check_receipts_file(receipts, out, _read(job, engine))
    if withheld is not None:
        _check_withheld(withheld, _read(job, engine), out, overwrite)
    with solved_job(engine, job, given, report) as solved:
        return with_formulas(solved.snapshot, solved, layout).plan


def publish(
    job: Job,
    *,
    out: Out = None,
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
    engine = engine or engine_for(job.table, out, job.engine)
    given = _opened(job, engine)
    given = for_output(given, out)
    job = with_orders(job, given)
    layout = check_layout(given, out, job.format, job.escape_formulas)
    engine.capabilities.refuse_beyond(
        layout, in_order=job.shuffle is False, pseudonyms=bool(job.pseudonym)
    )
    pseudonym_keys(job)
    receipts = check_receipts(receipts, out, _read(job, engine) if out is not None else ())
    if withheld is None:
        return _published(engine, job, given, layout, out, overwrite, report, receipts)
    if layout is None:
        raise InvalidInput(
            "A frame has no list of withheld records: they are those that do not come back.",
            hint="Omit withheld, or give the table as a file.",
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
        error.add_note(PUBLISHED.format(what="release", target=release.where))
        raise


def _published(
    engine: Engine,
    job: Job,
    given: Input,
    layout: Layout | None,
    out: Out,
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
        report(WRITING)
        key = owner_key()
        shuffled = shuffles(job.shuffle, layout, engine)
        described, receipt = certificate.name_tables(
            certificate.describe(solved, layout or Layout("frame"), shuffled),
            solved.staged,
            key,
        )
        classes = solved.description.classes
        ranges = _range_columns(job, solved)
        written = ranges.written(solved.texts)
        generalization = Generalization(
            classes,
            written,
            ranges.instead,
            {**ranges.written_kinds, **published_booleans(given, written)},
            published_orders(given, job.quasi, solved.description.texts_of_sets),
            pseudonym_keys(job),
        )
        # The table is written by one thread, which leaves time for what goes beside it.
        books = at_work.submit(_write_books, hidden, solved) if hidden is not None else None
        order = receipt.order(classes.tobytes()) if shuffled else None
        target = target_in(hidden, layout, out, overwrite)
        recoded = until_done.enter_context(
            solved.snapshot.recode(generalization, target, job.unpublished, order)
        )
        solved = with_formulas(recoded, solved, layout)
        if isinstance(target, ToFile):
            of_the_table = at_work.submit(certificate.fingerprint, target.path)
        report(RECOUNTING)
        recounted = ranges.as_texts(recoded.count(tuple(written)), solved.texts, written)
        refuse_unlike(recounted, solved.texts, solved.sizes, job.k)
        refuse_few_holders(recoded, job, solved.description.people)
        if job.pseudonym and solved.description.people is not None:
            shown = recoded.count((*written, job.person))
            by_pseudonym = ranges.as_texts(shown, solved.texts, written)
            refuse_other_pseudonyms(by_pseudonym, solved.texts, solved.description.people)
        asked = solved.description.coded.sensitive
        passed = {column: asked.get(column, "text") for column in job.sensitive}
        beside = recounted
        if passed:
            again = recoded.count((*written, *passed), passed)
            beside = ranges.as_texts(again, solved.texts, written)
        refuse_unmet(job, solved, beside)
        if withheld is not None:
            recoded.withheld(ToFile(withheld, Layout("csv")))
        notes: tuple[str, ...] = (key.note,) if key.note else ()
        notes += tuple(note for each in solved.description.attributes for note in each.asides)
        notes += words_on(ranges)
        facts = None
        if hidden is not None:
            report(REPORTING)
            assert books is not None
            written_books = books.result()
            facts = _write_report(hidden, solved, described, recounted, beside, written_books)
            known = {}
            if isinstance(target, ToFile):
                known[target.path.name] = of_the_table.result()
            described = certificate.write_certificate(hidden / CERTIFICATE_FILE, described, known)
            notes += tuple(written_books.drawn.notes)
            if described.reveals:
                notes += (f"{CERTIFICATE_FILE} says, as a proof, {described.reveals}",)
            seen = certificate.fingerprint(hidden / CERTIFICATE_FILE)
            receipt = receipt.made_for(seen, key)
            if receipts is not None:
                until_revealed.enter_context(kept(receipts, receipt))
        files = () if hidden is None else tuple(sorted(file.name for file in hidden.iterdir()))
        table = recoded.reveal()
    return Release(
        table=out / table.name if isinstance(out, Path) else table,
        folder=folder_of(out),
        plan=solved.plan,
        certificate=described,
        codebook=solved.description.entries,
        files=files,
        notes=(*solved.plan.notes, *notes),
        receipt=receipt,
        receipts=receipts,
        address=out if isinstance(out, Address) else None,
        facts=facts,
        write=None
        if out is not None
        else partial(_write_beside_frame, solved, described, recounted, beside, receipt),
    )


def _range_columns(job: Job, solved: Solved) -> RangeColumns:
    """The columns of ranges that are published as two."""
    if job.columns == TEXT:
        return RangeColumns.none()
    kinds = kinds_of_ranges(job.quasi, solved.description.reading())
    found = RangeColumns.of_entries(solved.description.entries, kinds)
    found.refuse_names(solved.columns)
    return found


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
    low = (
        unmet_by_people(job, solved)
        if job.person
        else unmet(job.requirements, counted, coded.columns, coded.sensitive)
    )
    if low:
        raise InternalError(
            "The release was counted again, and some class does not have"
            f" {low[0].words()}: nothing was published."
        )


def unmet_by_people(job: Job, solved: Solved) -> list[Requirement]:
    """What some class does not meet, from who has which value in which counted combination."""
    assert solved.held is not None
    classes, kinds = solved.description.classes, solved.description.coded.sensitive
    found = []
    for each in job.requirements:
        if each.column is None:
            continue
        kind = kinds.get(each.column, "")
        own = spread_of_people(solved.counted, classes, solved.held, job.person, each.column, kind)
        if not each.met(own).all():
            found.append(each)
    return found


def _opened(job: Job, engine: Engine) -> Input:
    given = engine.source(job.table, job.encoding, job.header, job.notation)
    if job.population is None:
        refuse_needless_header(job.header, given)
    job.refuse_unready(given.columns)
    if job.escape_formulas:
        refuse_names([column for column in given.columns if column not in job.unpublished])
    return given


def shuffles(asked: bool | None, layout: Layout | None, engine: Engine) -> bool:
    """Whether the rows lose their order: those of files do, if nothing else is asked for, and those
    that have no order get one that says nothing of where they lay."""
    return layout is not None or not engine.capabilities.keeps_order if asked is None else asked


def check_receipts(receipts: Path | None, out: Out, inputs: Sequence[Path]) -> Path | None:
    """Where the receipt of a release goes; None for a frame, which hands its receipt back."""
    if out is None:
        if receipts is not None:
            raise InvalidInput(
                "A frame has no file of receipts: the receipt comes back with it, as .receipt.",
                hint="Omit receipts, or give the table as a file.",
                given=str(receipts),
            )
        return None
    target = receipts_of(out) if receipts is None else receipts
    _check_receipts_file(target, out, inputs)
    return target


def _check_receipts_file(target: Path, out: Out, inputs: Sequence[Path]) -> None:
    option = "--receipts (receipts= in Python)"
    check_target(target, *inputs, endings=(".jsonl",), option=option)
    refuse_inside(target, out)
    if target.exists():
        read_receipts(target)


def _check_withheld(withheld: Path, inputs: Sequence[Path], out: Out, overwrite: bool) -> None:
    if isinstance(out, Address):
        raise InvalidInput(
            "The records that a release on a server leaves out are not listed: they would leave the"
            " server.",
            hint="Leave --withheld away (withheld= in Python), or name a folder for the release.",
        )
    check_target(withheld, *inputs, option="--withheld (withheld= in Python)")
    if withheld.exists() and not overwrite:
        raise InvalidInput(
            f"{withheld} is there already, and may be the only list of its records.",
            hint="Name another file, or replace it with --overwrite (overwrite=True in Python).",
            given=str(withheld),
        )
    refuse_inside(withheld, out)


def refuse_lost_text(texts: Mapping[str, Sequence[str | None]], layout: Layout | None) -> None:
    """Excel, Stata and SPSS read an empty text back as missing: two classes might become one."""
    if (
        layout is not None
        and layout.format in WITHOUT_EMPTY_TEXTS
        and any("" in part for part in texts.values())
    ):
        raise InvalidInput(
            "A class of empty texts cannot be told from missing values in"
            f" {WITHOUT_EMPTY_TEXTS[layout.format]}.",
            hint="Choose another format, as --format csv, or name the empty texts first.",
        )


def _read(job: Job, engine: Engine) -> list[Path]:
    """All files that a job reads."""
    people = split_population(job.population)[0]
    maps = [file for role in job.quasi.values() for file in role.files]
    return [*engine.files(job.table), *maps, *engine.files(people)]


def _write_books(hidden: Path, solved: Solved) -> Books:
    from covey.release import report

    return report.write_books(hidden, solved)


def _write_beside_frame(
    solved: Solved,
    described: SolvedCertificate,
    recounted: Counted,
    beside: Counted,
    receipt: Receipt,
    folder: Path,
) -> Facts:
    facts = _write_report(
        folder, solved, described, recounted, beside, _write_books(folder, solved)
    )
    certificate.write_certificate(folder / CERTIFICATE_FILE, described)
    seen = certificate.fingerprint(folder / CERTIFICATE_FILE)
    with kept(receipts_beside(folder), receipt.made_for(seen, owner_key())):
        return facts


def _write_report(
    hidden: Path,
    solved: Solved,
    described: SolvedCertificate,
    recounted: Counted,
    beside: Counted,
    books: Books,
) -> Facts:
    from covey.release import report

    return report.write(hidden, solved, described, recounted, beside, books)
