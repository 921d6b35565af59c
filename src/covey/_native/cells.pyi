"""Rows of several columns into cells."""
