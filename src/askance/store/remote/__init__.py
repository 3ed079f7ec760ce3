"""Workspaces on an object store: a local copy, and immutable objects with a manifest."""
