"""Released tables and what goes with them, written so that they appear whole or not at all."""
