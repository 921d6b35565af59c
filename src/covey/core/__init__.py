"""What everything else builds on: errors, results, stopping rules, bounds for any grouping."""
