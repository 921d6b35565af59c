"""The paper's experiments, one module per figure."""
