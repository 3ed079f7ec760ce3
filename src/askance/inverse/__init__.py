"""Inverse VQA: ask questions for a given answer, and find out what a model believes about an image."""
