"""Detectors for tests: a plain one that needs no network's library, and real architectures with random weights."""

import json

import numpy as np
from askance.core import digest_value
from askance.datasets.detectors import Detection
from PIL import Image

LABELS = {0: "Traffic_Light", 1: "cat", 2: "N/A", 3: "remote"}


class Shades:
    """Finds what a table says of a picture's shade (its top left pixel), and counts the pictures it looks at."""

    name = "opencv:shades"

    def __init__(self, table, version=1):
        self.table, self.version, self.looked = table, version, []

    @property
    def fingerprint(self):
        return digest_value((self.table, self.version)).hex()

    def detect(self, images):
        shades = [int(np.asarray(image)[0, 0, 0]) for image in images]
        if 66 in shades:
            raise RuntimeError("no room\nfor this one")
        self.looked += shades
        return [[Detection(*row) for row in self.table.get(str(shade), [])] for shade in shades]


def draw(folder, shades, size=(60, 40)):
    """Pictures of one shade each, 7.png and so on."""
    folder.mkdir(parents=True, exist_ok=True)
    for shade in shades:
        Image.fromarray(np.full((size[1], size[0], 3), shade, np.uint8)).save(folder / f"{shade}.png")
    return folder


def tiny_yolos(folder, labels=LABELS):
    """A YOLOS of one thin layer with its processor, saved as transformers saves them; weights that tell boxes apart."""
    from transformers import YolosConfig, YolosForObjectDetection, YolosImageProcessorPil

    config = YolosConfig(
        hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16, image_size=[64, 96],
        patch_size=16, num_detection_tokens=5, use_mid_position_embeddings=False,
        id2label=labels, label2id={label: number for number, label in labels.items()},
    )  # fmt: skip
    _shaken(YolosForObjectDetection(config)).save_pretrained(folder)
    YolosImageProcessorPil(size={"shortest_edge": 64, "longest_edge": 96}).save_pretrained(folder)
    return folder


def tiny_detr(folder):
    """A small DETR on a small ResNet, likewise."""
    from transformers import DetrConfig, DetrForObjectDetection, DetrImageProcessorPil, ResNetConfig

    backbone = ResNetConfig(
        embedding_size=8, hidden_sizes=[8, 8, 8, 8], depths=[1, 1, 1, 1], layer_type="basic",
        out_features=["stage4"],
    )  # fmt: skip
    config = DetrConfig(
        backbone_config=backbone, use_timm_backbone=False, use_pretrained_backbone=False, d_model=16, num_queries=6,
        encoder_layers=1, decoder_layers=1, encoder_ffn_dim=16, decoder_ffn_dim=16, encoder_attention_heads=2,
        decoder_attention_heads=2, id2label=LABELS, label2id={label: number for number, label in LABELS.items()},
    )  # fmt: skip
    _shaken(DetrForObjectDetection(config)).save_pretrained(folder)
    DetrImageProcessorPil(size={"shortest_edge": 64, "longest_edge": 96}).save_pretrained(folder)
    return folder


def _shaken(model):
    """The model with weights far enough from zero that its queries tell different things."""
    import torch

    rng = torch.Generator().manual_seed(4)
    with torch.no_grad():
        for weights in model.parameters():
            weights.add_(torch.randn(weights.shape, generator=rng) * 0.25)
    return model


def edit_json(path, **changes):
    """Change fields of a JSON file."""
    path.write_text(json.dumps(json.loads(path.read_text()) | changes))
