"""Whole releases beside covey as it was before classes exchanged combinations.

cases        the tables, and what is asked of them: the same for both versions
environment  the old version, taken from the history of this repository
"""
