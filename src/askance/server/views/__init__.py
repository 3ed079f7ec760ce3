"""One module per view: HTML at /NAME, JSON at /api/NAME."""
