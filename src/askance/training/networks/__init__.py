"""The four built-in networks; this table is the family."""

from askance.training.networks.attention import Attention
from askance.training.networks.blind import Blind
from askance.training.networks.cnn_lstm import CnnLstm
from askance.training.networks.shared_layers import SIZE, Network
from askance.training.networks.transformer import Transformer

NETWORKS: dict[str, type[Blind | CnnLstm | Attention | Transformer]] = {
    "blind": Blind,
    "cnn-lstm": CnnLstm,
    "attention": Attention,
    "transformer": Transformer,
}

__all__ = ["NETWORKS", "SIZE", "Network"]
