"""report.html: a release for the privacy officer, in one file that opens without the internet."""
