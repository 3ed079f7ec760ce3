"""Annotation queues: tasks for people, stored in a workspace beside the results of models."""
