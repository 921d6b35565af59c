"""Outlines of areas."""
