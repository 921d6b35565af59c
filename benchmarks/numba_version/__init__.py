"""Against covey as it was when Numba compiled its loops on the user's machine.

cases        what is solved: the same code for both versions
environment  the old version, taken from the history of this repository
"""
