"""Logs of other evaluation tools: questions with the answers that a model gave; one file per tool."""

from askance.logs.log_files import detect_format, find_log, read_log
from askance.logs.recorded_sample import LogFormat, RecordedAnswer, RecordedSample

__all__ = ["LogFormat", "RecordedAnswer", "RecordedSample", "detect_format", "find_log", "read_log"]
