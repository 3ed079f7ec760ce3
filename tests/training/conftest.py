"""One thread: the networks of these tests are small, and tests run beside one another."""

import pytest


@pytest.fixture(autouse=True, scope="session")
def one_thread():
    """Threads that wait for one another cost more than they give here."""
    import torch  # here: other workers need not load it

    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)
