"""What an analyst can still find in a release: shares, associations, counts, models."""
