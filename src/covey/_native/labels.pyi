"""Labels into groups."""
