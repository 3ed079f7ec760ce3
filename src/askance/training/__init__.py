"""Training the built-in models (extra `train`)."""
