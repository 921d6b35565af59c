"""Tables and maps: what is read, and what is written."""
