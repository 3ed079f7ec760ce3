"""The dashboard `askance serve`: pages over one or more workspaces, each with a JSON twin."""
