"""From a table or a map and the options that say how to read it to a problem, and back: a module
for each kind."""
