"""What each suite shows in a report: the sentences of its findings, and its charts; one file per suite."""
