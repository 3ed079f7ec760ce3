"""`cnn-lstm`: one vector for the picture, one for the question, as the basic model of CARETS §5.2."""

from collections.abc import Sequence

import torch
from askance.training.networks.blind import last_reader_state
from askance.training.networks.shared_layers import SIZE, Convolution, Residual, center_pixels
from torch import Tensor, nn

WORD, READ = 128, 160


class CnnLstm(nn.Module):
    """A small convolutional network pooled to four corners and a whole, times a recurrent reader."""

    drops = (READ, 256)
    grid = (1, 1)

    def __init__(self, words: int, answers: int, size: tuple[int, int] = SIZE):
        super().__init__()
        self.size = size
        self.eye = nn.Sequential(
            Convolution(3, 24, stride=2), Convolution(24, 48, stride=2), Residual(48, 72, 2), Residual(72, 96, 2)
        )
        self.words = nn.Embedding(words, WORD)
        self.reader = nn.LSTM(WORD, READ, batch_first=True)
        self.seen = nn.Linear(96 * 6, 256)
        self.heard = nn.Linear(READ, 256)
        self.answer = nn.Sequential(nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, answers))

    def encode_image(self, pixels: Tensor) -> Tensor:
        """The means over a 2 × 3 grid, as one vector."""
        features: Tensor = self.eye(center_pixels(pixels))  # (i, 96, height / 16, width / 16)
        i, c, rows, columns = features.shape
        halves = features[:, :, : rows // 2 * 2, : columns // 3 * 3].reshape(i, c, 2, rows // 2, 3, columns // 3)
        return halves.mean((3, 5)).reshape(i, 1, c * 6)

    def score_answers(self, grid: Tensor, embedded: Tensor, given: Tensor, drops: Sequence[Tensor]) -> Tensor:
        """Scores of all answers."""
        heard = last_reader_state(self.reader, embedded, given) * drops[0]
        joined = torch.tanh(self.heard(heard)) * torch.tanh(self.seen(grid))
        said: Tensor = self.answer(joined * drops[1])
        return said
