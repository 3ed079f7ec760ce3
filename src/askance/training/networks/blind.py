"""`blind`: a text-only baseline that ignores the image."""

from collections.abc import Sequence

from askance.training.networks.shared_layers import SIZE
from torch import Tensor, nn

WORD = 128


class Blind(nn.Module):
    """A bag of word embeddings with a recurrent reader over it; the picture is not used."""

    drops = (WORD,)
    grid = (1, 1)

    def __init__(self, words: int, answers: int, size: tuple[int, int] = SIZE):
        super().__init__()
        self.size = size
        self.words = nn.Embedding(words, WORD)
        self.reader = nn.GRU(WORD, WORD, batch_first=True)
        self.answer = nn.Linear(WORD, answers)

    def encode_image(self, pixels: Tensor) -> Tensor:
        """One zero per image."""
        return pixels[:, :1, :1, 0] * 0

    def score_answers(self, grid: Tensor, embedded: Tensor, given: Tensor, drops: Sequence[Tensor]) -> Tensor:
        """Scores of all answers."""
        said: Tensor = self.answer(last_reader_state(self.reader, embedded, given) * drops[0])
        return said + grid[:, :, :1] * 0


def last_reader_state(reader: nn.GRU | nn.LSTM, embedded: Tensor, given: Tensor) -> Tensor:
    """The reader's state after each question's last word: (i, k, t, d) → (i, k, size)."""
    i, k, t, d = embedded.shape
    states, _ = reader(embedded.reshape(i * k, t, d))
    last = given.reshape(i * k, t)
    final = last - nn.functional.pad(last, (0, 1))[:, 1:]  # 1 at the last word only
    ended: Tensor = (states * final.unsqueeze(-1)).sum(1)
    return ended.reshape(i, k, -1)
