"""A run that writes the workspace while it is shown."""
