"""``covey.anonymize``: a job as the arguments of one function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from covey.attributes import Role
from covey.core.threads import takes_threads
from covey.core.thresholds import threshold_of
from covey.engine.protocol import Engine
from covey.release.job import Job
from covey.release.publish import publish
from covey.release.result import Release
from covey.release.write.destination import read_out
from covey.requirements.requirement import Requirement


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
    thousands: str | Mapping[str, str] | None = None,
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
    keep_combinations: bool = False,
    k_map: int | None = None,
    population: Any = None,
    population_size: int | None = None,
    sampling_weight: str = "",
    escape_formulas: bool = False,
    columns: str = "text",
    context: Mapping[str, str] | None = None,
    target: str | None = None,
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
        The column that identifies a person, where one may have several records: then k, l and t,
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
        ``csv``, ``parquet``, ``xlsx``, ``duckdb``, ``sqlite``, ``dta``, ``sav`` or ``xpt``;
        that of the input, or Parquet for a frame, if empty.
    encoding
        Of CSV that is neither UTF-8 nor UTF-16 with a byte order mark, as ``latin-1``; of the
        population as well.
    header
        Of CSV and Excel: whether the first row names the columns. If not given, it is expected to,
        and refused if it looks like a record. With False they are called column1, column2, ...
    na, decimal, thousands, date_format, trim
        How values that are texts are written, in all columns or by column: the texts that stand for
        missing values (``["N/A", "-99"]``, ``{"age": "-99"}``), the decimal separator (``","`` for
        51,1), the mark between thousands (``","`` for 1,234), the format of dates (``"%d.%m.%Y"``
        for 16.02.1986, ``{"born": "%m/%d/%Y"}``), and whether blanks around names and values are
        not part of them. The population is read alike; what is published of other columns stays as
        it was.
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
        If not given, that is 500,000 where there are more than 2,000,000 combinations of values.
        Not with ``person`` or ``groups``.
    keep_combinations
        Leave the distinct combinations of values in the engine, where there are too many of them
        for this machine: classes are found in parts, of labels and ordered values, for k alone. The
        report then lacks what takes all combinations, and says so.
    k_map, population
        How many people of the population a class stands for at least, and the table of the
        population: a path, ``people.csv:count`` with a column of counts, or a frame. Without
        ``k_map`` the report counts risks in it, and nothing is asked of the classes.
    population_size
        How many people the table is a sample of: the report then estimates how many of them are
        unique, before and after. The number is published.
    sampling_weight
        The column that says how many people of the population a record stands for: the report
        estimates the risks by it. Not with ``population`` or ``person``.
    escape_formulas
        Put a single quote in front of texts in CSV that a spreadsheet would run as a formula.
    columns
        How ranges are published: ``text`` (one column, as 38-42) or ``low-high`` (two columns
        instead, as age_low and age_high, of numbers or dates).
    context
        What the report says of the circumstances, in your own words, of ``recipient``, ``purpose``,
        ``controls`` (of access and use), ``threshold`` (why this k), ``prepared-by`` and
        ``review``: ``{"recipient": "the university"}``. These words are published.
    target
        A column that is published as it is: the report says how well models that are trained on the
        release predict it in the original. Needs ``covey[models]``.
    preset
        Ask for what others ask for, such as ``cms`` (k = 11): ``covey presets`` lists them, with
        their sources. What is given besides is taken instead, which is said.
    dependence
        How columns are found that undo others, because they determine a quasi-identifier or are
        determined by it: ``sampled`` (in some thousand records first) or ``exact`` (in all).
    strict
        Publish nothing where such a column, or an identifier that repeats, brings people below
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
        # The preset may name k, so both are optional here, and one of them must be there.
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
        thousands=thousands,  # type: ignore[arg-type]
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
        keep_combinations=keep_combinations,
        k_map=k_map,
        population_size=population_size,
        sampling_weight=sampling_weight,
        population=population,
        escape_formulas=escape_formulas,
        columns=columns,
        context=context or {},
        target=target,
        preset=preset,
        dependence=dependence,
        strict=strict,
        # A job can be written to a file: it holds the name of an engine, never the object.
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
