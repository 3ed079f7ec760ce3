"""Records of JSON files: what is no plain file is refused before it is read."""

import os

import pytest
from askance.core import UserError
from askance.datasets.reading.json_records import file_digest


def test_the_digest_of_a_pipe_does_not_wait(tmp_path):
    pipe = tmp_path / "annotations.json"
    os.mkfifo(pipe)
    with pytest.raises(UserError, match=r"annotations\.json: is a pipe or device, not a file"):
        file_digest(pipe)
