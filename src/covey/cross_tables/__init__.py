"""Small tables of counts: cross tables of which no small number can be derived.

``cross_table`` counts, ``hiding`` chooses the cells that are not published, ``rounding`` publishes
multiples instead, ``ranges`` finds what a reader can derive, ``publish`` puts them together, and
``certificate`` says what a table claims.
"""
