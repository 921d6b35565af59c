"""A job: every option of a run.

:class:`Job` is the one definition. Each field says, besides its type and default, what people read
of it and where they can set it. The options of ``covey anonymize`` and the keys of a job file are
made from it; ``tests/release/job/test_job.py`` checks that the parameters of
:func:`covey.anonymize` and the certificate agree with it. The command line loads this module for
its help, so nothing heavy is imported at the top.

===========  ==================================================================
checks       what is refused in a job
file         a job as a TOML file
command      a job as a command line and as a call of Python
presets      what presets ask of columns; safe_harbor is one of them
sensitive    the rules of sensitive columns
kept         what is refused where combinations stay in the engine
orders       orders that the types of a frame state
context      the circumstances of a release, in the owner's words
===========  ==================================================================
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, Field, field, fields
from typing import TYPE_CHECKING, Any

from covey.core.dataclass import dataclass
from covey.core.missing import MISSING_CHOICES

if TYPE_CHECKING:
    from covey.attributes import Role
    from covey.io.notation import Notation
    from covey.requirements.requirement import Requirement

UNMAPPED_CHOICES = ("error", "suppress")
OBJECTIVES = ("max-size", "quadratic")
SUPPRESS_FOR = ("loss", "largest")
RECODINGS = ("local", "nested", "global")
RANGE_COLUMNS = ("text", "low-high")
DEPENDENCE = ("sampled", "exact")
FORMATS = ("csv", "parquet", "xlsx", "duckdb", "sqlite", "dta", "sav", "xpt")
HIGHEST_SEED = 2**32 - 1
OWNER = "owner"
"""The pseudonyms of the owner's key."""


@dataclass(frozen=True)
class Option:
    """How people set a field of a job.

    help
        What the field does, in a sentence or two.
    flags
        The option of the command line, as ``--drop`` or ``--shuffle/--keep-order``. Empty if
        several options set the field, or none.
    toml
        The types of its key in a job file. Empty if it has none.
    recorded
        The field of the certificate that records it. Empty if it is not recorded.
    metavar, choices, at_least, at_most, below, default
        For the help and the checks of the command line; ``default`` is the default in words, where
        the value does not say it.
    """

    help: str
    flags: str = ""
    toml: tuple[type, ...] = ()
    recorded: str = ""
    metavar: str = ""
    choices: tuple[str, ...] = ()
    at_least: float | None = None
    at_most: float | None = None
    below: float | None = None
    default: str = ""


def _option(help: str, **more: Any) -> dict[str, Option]:
    return {"option": Option(help, **more)}


def option_of(field_: Field[Any]) -> Option:
    found: Option = field_.metadata["option"]
    return found


@dataclass(frozen=True)
class Job:
    """A table, what others know of the people in it, and what is to be published.

    ``Job.__dataclass_fields__`` has the help of every field; ``docs/reference/cli.md`` and
    ``docs/reference/release.md`` show it.
    """

    # The URL of a table may hold a password.
    table: Any = field(
        repr=False,
        metadata=_option(
            "A path (or a pattern for many files, or book.xlsx::Sheet1), the URL of a table on a"
            " PostgreSQL server, or a frame.",
            toml=(str,),
        ),
    )
    k: int = field(
        metadata=_option(
            "The least number of records in a class, or of people with --person. Required, unless a"
            " --preset names it.",
            flags="-k",
            toml=(int,),
            recorded="k",
            metavar="N",
        )
    )
    quasi: Mapping[str, Role] = field(
        metadata=_option(
            "The role of every quasi-identifier, by its column. Points are in two columns and have"
            " any name.",
            toml=(dict,),
            recorded="quasi",
        )
    )
    _: KW_ONLY
    drop: Sequence[str] = field(
        default=(),
        metadata=_option(
            "Do not publish this column, as a name or a number of a patient.",
            flags="--drop",
            toml=(list,),
            recorded="dropped",
            metavar="COL",
        ),
    )
    person: str = field(
        default="",
        metadata=_option(
            "The column that identifies a person, where one may have several records, such as the"
            " number of a patient. Then k, l and t, risks and sizes count people: every class holds"
            " at least k different ones. The column is not published, unless as --pseudonym. A"
            " record without a value in it is a person of its own.",
            flags="--person",
            toml=(str,),
            recorded="person",
            metavar="COL",
        ),
    )
    pseudonym: str = field(
        default="",
        metadata=_option(
            "Publish the column of --person as keyed pseudonyms (HMAC-SHA256) instead of leaving it"
            " out: with your owner key, if this is owner, or with the key in a file, 64 hexadecimal"
            " digits. Others can then put the records of one person together.",
            flags="--pseudonym",
            toml=(str,),
            metavar="owner|FILE",
        ),
    )
    groups: Mapping[str, int] = field(
        default_factory=dict,
        metadata=_option(
            "Every class has at least N different values of this column, such as the number of a"
            " household. The column is not published.",
            flags="--group",
            toml=(dict,),
            recorded="groups",
            metavar="COL=N",
        ),
    )
    missing: str = field(
        default="own",
        metadata=_option(
            "Records without a value in a column that others know. own: publish them as missing, in"
            " a class of their own, or together with other values ('>= 88 or missing') if they are"
            " fewer than k; among plain labels (--label, --keep-common), missing is one more label."
            " suppress: leave them out. error: refuse the table.",
            flags="--missing",
            toml=(str,),
            recorded="missing",
            choices=MISSING_CHOICES,
        ),
    )
    unmapped: str = field(
        default="error",
        metadata=_option(
            "Records whose code is not on the map of --region, or whose label is not in the tree of"
            " --tree. error: refuse the table. suppress: leave them out.",
            flags="--unmapped",
            toml=(str,),
            recorded="unmapped",
            choices=UNMAPPED_CHOICES,
        ),
    )
    objective: str = field(
        default="max-size",
        metadata=_option(
            "max-size: make the largest class as small as possible, and among such answers prefer"
            " one of low loss or, for one column without an order, of low quadratic cost."
            " quadratic: minimize the sum of |E| (|E| - k) over all classes E, which is better"
            " where one value is far more frequent than the others.",
            flags="--objective",
            toml=(str,),
            recorded="objective",
            choices=OBJECTIVES,
        ),
    )
    seed: int = field(
        default=0,
        metadata=_option(
            "Seed of everything that is drawn at random. The same seed gives the same answer.",
            flags="--seed",
            toml=(int,),
            recorded="seed",
            metavar="N",
            at_least=0,
            at_most=HIGHEST_SEED,
        ),
    )
    time_limit: float | None = field(
        default=None,
        metadata=_option(
            "Stop improving the answer after this time.",
            flags="--time-limit",
            toml=(int, float),
            metavar="SECONDS",
            at_least=0,
            default="10, or 60 for nested and global recoding, which are rarely needed; for a map 1"
            " for every two million records, from 0.5 to 10; none in parts (--part-size), each of"
            " which has the limit that is given",
        ),
    )
    shuffle: bool | None = field(
        default=None,
        metadata=_option(
            "The order of the published rows. --shuffle: an order that says nothing, and that"
            " nobody can undo. --keep-order: that of the table, by which its rows can be joined"
            " with those of another release.",
            flags="--shuffle/--keep-order",
            toml=(bool,),
            recorded="shuffled",
            default="--shuffle",
        ),
    )
    format: str = field(
        default="",
        metadata=_option(
            "The format of the released table.",
            flags="--format",
            toml=(str,),
            choices=FORMATS,
            default="that of the input",
        ),
    )
    encoding: str = field(
        default="",
        metadata=_option(
            "The encoding of CSV, as latin-1, of the table and of --population. UTF-8, and UTF-16"
            " with a byte order mark, are recognized.",
            flags="--encoding",
            toml=(str,),
            metavar="NAME",
        ),
    )
    header: bool | None = field(
        default=None,
        metadata=_option(
            "Whether the first row of CSV and Excel names the columns. With --no-header it is a"
            " record, and covey calls the columns column1, column2, ...",
            flags="--header/--no-header",
            toml=(bool,),
            default="it must look like names",
        ),
    )
    na: Mapping[str, Sequence[str]] = field(
        default_factory=dict,
        metadata=_option(
            "Texts that stand for missing values, as N/A,-99 in all columns, or age=-99 in one."
            " Columns that are published as they are keep them.",
            flags="--na",
            toml=(str, list, dict),
            recorded="read",
            metavar="[COL=]MARK,...",
        ),
    )
    decimal: Mapping[str, str] = field(
        default_factory=dict,
        metadata=_option(
            "The decimal separator of numbers that are texts: a comma for 51,1; or price=, for one"
            " column.",
            flags="--decimal",
            toml=(str, dict),
            recorded="read",
            metavar="[COL=]CHARACTER",
            default="a point",
        ),
    )
    thousands: Mapping[str, str] = field(
        default_factory=dict,
        metadata=_option(
            "The mark between the thousands of numbers that are texts: a comma for 1,234; or"
            " price=, for one column. A blank stands for any blank, ' for any apostrophe.",
            flags="--thousands",
            toml=(str, dict),
            recorded="read",
            metavar="[COL=]MARK",
            default="none",
        ),
    )
    date_format: Mapping[str, str] = field(
        default_factory=dict,
        metadata=_option(
            "How dates and times that are texts are written: %d.%m.%Y for 16.02.1986, %m/%d/%Y"
            " %H:%M for 2/16/1986 9:30; or born=%d.%m.%Y for one column. Months in words are %b"
            " (Feb) or %B (February), years of two digits %y (1969 to 2068) or %1925y (1925 to"
            " 2024).",
            flags="--date-format",
            toml=(str, dict),
            recorded="read",
            metavar="[COL=]FORMAT",
            default="1986-02-16, 1986-02-16 09:30:00",
        ),
    )
    trim: bool = field(
        default=False,
        metadata=_option(
            "Blanks around names of columns (of CSV and Excel) and around values are not part of"
            " them; a value without letters is missing. Columns that are published as they are"
            " keep the blanks of their values.",
            flags="--trim",
            toml=(bool,),
            recorded="read",
        ),
    )
    sensitive: Any = field(
        default=(),
        metadata=_option(
            "A column that others want to learn. It is published unchanged, and every class must"
            " meet the rules after the colon. l=3: three different values, missing being one."
            " entropy-l=3 and recursive=2/3, for (c,l)-diversity: these, and none too frequent."
            " alpha=0.5: no value in more than half of the records. t=0.2: the values are spread as"
            " in the whole table, up to 0.2. t-ordered=0.2: the same for numbers and dates.",
            flags="--sensitive",
            toml=(dict,),
            recorded="sensitive",
            metavar="COL[:RULE=N,...]",
        ),
    )
    requirements: Sequence[Requirement] = field(
        default=(),
        metadata=_option(
            "The rules of sensitive columns as objects, such as covey.DistinctDiversity.",
            recorded="sensitive",
        ),
    )
    suppress: float = field(
        default=0.0,
        metadata=_option(
            "Withhold up to this share of the records, as 0.01, where that keeps most detail in the"
            " others.",
            flags="--suppress",
            toml=(int, float),
            recorded="suppress",
            metavar="SHARE",
            at_least=0,
            below=1,
        ),
    )
    suppress_for: str = field(
        default="loss",
        metadata=_option(
            "What --suppress is for. loss: withhold a record only where the others gain more detail"
            " than it loses, and never so that the largest class grows. largest: bring down the"
            " largest class, whatever that loses.",
            flags="--suppress-for",
            toml=(str,),
            recorded="suppress_for",
            choices=SUPPRESS_FOR,
        ),
    )
    recoding: str = field(
        default="local",
        metadata=_option(
            "local: every class has its own ranges and groups (the method typed), which keeps more"
            " detail. nested: every column has one tree of nested sets, made from the data, and a"
            " class has a node of each: few sets, which sort, plot and roll up. global: every"
            " column is divided once, in the same way for all classes.",
            flags="--recoding",
            toml=(str,),
            recorded="recoding",
            choices=RECODINGS,
        ),
    )
    weights: Mapping[str, float] = field(
        default_factory=dict,
        metadata=_option(
            "How much the loss of detail in this column counts beside the others. 0: not at all.",
            flags="--weight",
            toml=(dict,),
            recorded="weights",
            metavar="COL=NUMBER",
            default="1",
        ),
    )
    tight: bool = field(
        default=False,
        metadata=_option(
            "Shrink ranges and rectangles to the values that occur in a class. Less detail is lost,"
            " but the lowest and the highest value of each class become known.",
            flags="--tight",
            toml=(bool,),
            recorded="tight",
        ),
    )
    part_size: int | None = field(
        default=None,
        metadata=_option(
            "Find the classes of several columns in parts of at least N records each, on Spark's"
            " executors at the same time, elsewhere one part after the other. Each part has the"
            " time limit. A class lies inside of one part. Missing values may be a smaller part."
            " Not with --person or --group, which are counted in the whole table: somebody may be"
            " in several parts. 0: never.",
            flags="--part-size",
            toml=(int,),
            metavar="N",
            at_least=0,
            default="500000 where there are more than 2,000,000 combinations, else 0",
        ),
    )
    keep_combinations: bool = field(
        default=False,
        metadata=_option(
            "Leave the distinct combinations of values in the engine, where there are too many of"
            " them for this machine: classes are found in parts (--part-size), of labels and"
            " ordered values, for k alone. The report then lacks what takes all combinations, and"
            " says so.",
            flags="--keep-combinations",
            toml=(bool,),
            recorded="keep_combinations",
        ),
    )
    k_map: int | None = field(
        default=None,
        metadata=_option(
            "Every class also stands for at least N people of the --population, which must be given"
            " (k-map).",
            flags="--k-map",
            toml=(int,),
            recorded="k_map",
            metavar="N",
            at_least=1,
        ),
    )
    population: Any = field(
        default=None,
        repr=False,
        metadata=_option(
            "The population, a table with the same quasi-identifiers: a row for each person, or for"
            " as many as its column COUNT says. The report counts the risks before and after among"
            " them; only --k-map asks something of the classes.",
            flags="--population",
            toml=(str,),
            recorded="read",
            metavar="TABLE[:COUNT]",
        ),
    )
    population_size: int | None = field(
        default=None,
        metadata=_option(
            "How many people the table is a sample of: the report estimates how many of them are"
            " unique, before and after. The number is published.",
            flags="--population-size",
            toml=(int,),
            recorded="population_size",
            metavar="N",
            at_least=1,
        ),
    )
    sampling_weight: str = field(
        default="",
        metadata=_option(
            "The column of sampling weights, at least 1: how many people of the population a record"
            " stands for. The report estimates the risks by them, before and after. The column is"
            " published like any other, unless it is dropped.",
            flags="--sampling-weight",
            toml=(str,),
            recorded="read",
            metavar="COL",
        ),
    )
    escape_formulas: bool = field(
        default=False,
        metadata=_option(
            "Put a single quote in front of texts in CSV that a spreadsheet would run as a"
            " formula.",
            flags="--escape-formulas",
            toml=(bool,),
            recorded="escape_formulas",
        ),
    )
    columns: str = field(
        default="text",
        metadata=_option(
            "How ranges are published. text: one column, as 38-42. low-high: two columns instead,"
            " as age_low and age_high, which can be sorted and plotted; age_missing besides, where"
            " some have no age.",
            flags="--columns",
            toml=(str,),
            recorded="range_columns",
            choices=RANGE_COLUMNS,
        ),
    )
    context: Mapping[str, str] = field(
        default_factory=dict,
        metadata=_option(
            "What the report says of the circumstances, in your own words: who the recipient is,"
            " the purpose, the controls of access and use, the reason for the threshold k,"
            " prepared-by (who), and the review (when and by whom). These words are published in"
            " the report, audit.json and the certificate.",
            flags="--context",
            toml=(dict,),
            recorded="context",
            metavar="KEY=TEXT",
            default="lines to fill in by hand",
        ),
    )
    target: str | None = field(
        default=None,
        metadata=_option(
            "The report says how well models that are trained on the release predict this column"
            " of the original (needs covey[models]). The column is published as it is.",
            flags="--target",
            toml=(str,),
            recorded="target",
            metavar="COL",
        ),
    )
    preset: str = field(
        default="",
        metadata=_option(
            "Ask for what others ask for, such as cms (k = 11): covey presets lists them, with"
            " their sources. Options that you give yourself are taken instead, which is said. No"
            " preset is a claim of compliance.",
            flags="--preset",
            toml=(str,),
            recorded="preset",
            metavar="NAME",
        ),
    )
    dependence: str = field(
        default="sampled",
        metadata=_option(
            "How columns are found that undo others, because they determine a quasi-identifier or"
            " are determined by it, as the years of schooling determine the degree, alone or with"
            " another column. sampled: look at some thousand records, and count in all where"
            " something is found. exact: look at all.",
            flags="--dependence",
            toml=(str,),
            recorded="dependence",
            choices=DEPENDENCE,
        ),
    )
    strict: bool = field(
        default=False,
        metadata=_option(
            "Publish nothing where a published column undoes a quasi-identifier, where an"
            " identifier repeats so that some class may have fewer than k people, or where fewer"
            " than k have a mark of missing values: these are warnings otherwise. With --dependence"
            " exact, also of what a sample does not show.",
            flags="--strict",
            toml=(bool,),
        ),
    )
    engine: str = field(
        default="",
        metadata=_option(
            "Where the rows are counted and recoded. duckdb: in this process. spark: on a cluster,"
            " and TABLE is then a path (Parquet or CSV) or the name of a table that the cluster"
            " reads.",
            flags="--engine",
            toml=(str,),
            choices=("duckdb", "spark"),
            default="duckdb, or the server that a table is published on",
        ),
    )
    # Neither shown nor compared: where a release goes does not change what it is.
    output: str = field(
        default="",
        repr=False,
        compare=False,
        metadata=_option(
            "The folder of the release. It appears by one rename, when everything is written and"
            " counted again. Or, for a table on a PostgreSQL server, the URL of a table to make"
            " there.",
            flags="-o/--output",
            toml=(str,),
            metavar="OUT/",
        ),
    )

    def __post_init__(self) -> None:
        from covey.core.plain import with_plain_texts
        from covey.release.job.checks import normalized

        # Texts of numpy or pandas become plain ones: they end in JSON and TOML. Tables may be
        # frames and stay what they are.
        for name in FIELDS.keys() - {"table", "population"}:
            object.__setattr__(self, name, with_plain_texts(getattr(self, name)))
        for name, value in normalized(self).items():
            object.__setattr__(self, name, value)

    @property
    def notation(self) -> Notation:
        """How the values of the table, and of the population, are written."""
        from covey.io.notation import Notation

        return Notation.of(self.na, self.decimal, self.thousands, self.date_format, self.trim)

    def refuse_unready(self, columns: Sequence[str]) -> None:
        """Refuse a job that cannot be run on a table with these columns."""
        from covey.release.job.checks import refuse_unready

        refuse_unready(self, columns)

    @property
    def kinds(self) -> dict[str, str]:
        """How the engine reads the columns that are counted."""
        from covey.attributes.role import counted_beside
        from covey.release.job.sensitive import kinds_of

        found: dict[str, str] = {}
        # The order of this mapping is the order of the counted columns.
        for name, role in self.quasi.items():
            found |= role.kinds(name)
        found |= kinds_of(self.requirements, self.counted_sensitive)
        return found | counted_beside(self.quasi, found)

    @property
    def holders(self) -> tuple[str, ...]:
        """The columns that say who a record is of."""
        return (*([self.person] if self.person else []), *self.groups)

    @property
    def unpublished(self) -> tuple[str, ...]:
        """The columns that are not published."""
        person = [self.person] if self.person and not self.pseudonym else []
        return (*self.drop, *person, *self.groups)

    @property
    def counted_sensitive(self) -> list[str]:
        """Sensitive columns of which nothing is asked need not be counted, unless it matters whose
        values they are."""
        asked = {each.column for each in self.requirements}
        return [column for column in self.sensitive if self.person or column in asked]


FIELDS = {field_.name: field_ for field_ in fields(Job)}
OPTIONS = {name: option_of(field_) for name, field_ in FIELDS.items()}
