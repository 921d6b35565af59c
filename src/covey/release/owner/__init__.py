"""What the owner of a release keeps, and what only the owner can do.

==========  ==================================================================
receipt     which table a release was made of, and the order of its rows
files       files for the owner alone, such as withheld records
pseudonyms  the key of pseudonyms
sign        a signature of the certificate
==========  ==================================================================
"""
