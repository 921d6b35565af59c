"""Engines: where the rows are. Only distinct values with their counts leave one."""
