"""Random inputs: tables with all kinds of columns, maps, and the jobs that are asked of them."""
