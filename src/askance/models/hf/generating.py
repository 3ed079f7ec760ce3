"""The plain path: transformers' own `generate` on a batch of rows."""

from collections.abc import Sequence

from askance.models.hf.loading import Loaded
from askance.models.hf.picking import Decoded, Picker, logits_processor, steps_for
from askance.models.hf.rows import Row, stack


def generate(loaded: Loaded, rows: Sequence[Row], most: int) -> list[Decoded]:
    """What follows each prompt, in order."""
    import torch
    from transformers import LogitsProcessorList

    pad = pad_token(loaded)
    inputs = stack(list(rows), pad, loaded.device)
    picker = Picker(rows, most, loaded.ends(), pad, loaded.device)
    with torch.inference_mode():
        loaded.model.generate(
            **inputs,
            max_new_tokens=steps_for(rows, most),
            do_sample=False,
            logits_processor=LogitsProcessorList([logits_processor(picker)]),
        )
    return picker.decoded()


def beams(loaded: Loaded, row: Row, most: int, number: int) -> list[tuple[list[int], float]]:
    """The most probable answers to a prompt by beam search, each with the log-probability of its tokens."""
    import torch

    inputs = stack([row], pad_token(loaded), loaded.device)
    ends = set(loaded.ends())
    with torch.inference_mode():
        made = loaded.model.generate(
            **inputs, max_new_tokens=most, do_sample=False, num_beams=number, num_return_sequences=number,
            length_penalty=0.0, return_dict_in_generate=True, output_scores=True,
        )  # fmt: skip
    length = made.sequences.shape[1] - len(made.beam_indices[0])
    found = []
    for sequence, score in zip(made.sequences[:, length:].tolist(), made.sequences_scores.tolist(), strict=True):
        end = next((i for i, token in enumerate(sequence) if token in ends), len(sequence))
        found.append((sequence[:end], score))
    return found


def pad_token(loaded: Loaded) -> int:
    """The token that fills up shorter prompts; masked out wherever it is."""
    tokens = (loaded.model.generation_config.pad_token_id, loaded.tokenizer.pad_token_id, *loaded.ends())
    return next((int(token) for token in tokens if token is not None), 0)
