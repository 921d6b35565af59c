"""Requirements: what a class must meet besides k.

All are monotone: of two classes that meet one, the union meets it. So a cut is allowed wherever
both sides meet it, and a table has an answer exactly if it meets its requirements as one class.

============  ==================================================================
requirement   the protocol, the sensitive attributes, and who meets what
diversity     distinct, entropy and recursive l-diversity, and alpha
closeness     t-closeness
population    k-map: how many people of the population a class stands for
rules         the same inside compiled loops
============  ==================================================================
"""
