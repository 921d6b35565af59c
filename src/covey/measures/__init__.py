"""What k, l and t a table attains, how high the risks are and what the classes cost: the field's
own measures, from arrays of counts. docs/reference/measures.md has the formulas."""
