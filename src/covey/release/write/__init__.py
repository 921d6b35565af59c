"""Where a release is written, and what is checked before it appears.

============  ==================================================================
destination   a folder, a table on a server, or a frame
hidden_table  the table before anybody sees it
recount       the written table, counted again, and its people
copying       a finished release, copied to another folder
load          a finished release, taken to where others read tables
============  ==================================================================
"""
