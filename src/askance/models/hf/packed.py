"""The packed path: the image prefix once, all questions about it in one sequence behind it, a token each per step.

The answers are those of the plain path: positions restart behind the prefix, and a mask keeps the questions apart.
"""

import inspect
from collections.abc import Mapping, Sequence
from typing import Any

import torch
from askance.models.hf.attention_kernels import without_cudnn_attention
from askance.models.hf.generating import pad_token
from askance.models.hf.loading import Loaded, image_token
from askance.models.hf.packed_cache import PackedCache
from askance.models.hf.packing import Group, Layout, grouped, lay_out, leaf_mask, question_mask, within
from askance.models.hf.picking import Decoded, Picker, steps_for
from askance.models.hf.rope_positions import RopePositions
from askance.models.hf.rows import Row, stack
from torch import Tensor

FULL, SLIDING = "full_attention", "sliding_attention"
STEPS_AHEAD = 8  # generated tokens per row for which the cache has room at first
CROSS = "cross_attention_mask"


class PackedModel:
    """A chat model that answers groups of rows; what it cannot group is left to the plain path."""

    def __init__(self, loaded: Loaded, most: int):
        self.loaded, self.most = loaded, most
        text = loaded.model.config.get_text_config()
        self._token = image_token(loaded)
        self._pad = pad_token(loaded)
        self._layers = int(text.num_hidden_layers)
        kinds = set(getattr(text, "layer_types", None) or (FULL,))
        window = getattr(text, "sliding_window", None)
        self._kinds, self._window = kinds & {FULL, SLIDING}, window
        if window is not None and not getattr(text, "layer_types", None) and getattr(text, "use_sliding_window", True):
            self._kinds = {SLIDING}  # all layers, without saying so
        self._is_additive = text._attn_implementation != "sdpa"
        self._has_rope_index = hasattr(loaded.inner, "get_rope_index")
        self._rope = RopePositions(loaded.inner) if RopePositions.are_known(loaded.inner) else None
        self._keeps_logits = "logits_to_keep" in inspect.signature(loaded.model.forward).parameters

    def groups(self, rows: Sequence[Row]) -> tuple[list[Group], list[Row]]:
        """Groups of rows about one picture, and the rows that are not about a picture."""
        return ([], list(rows)) if self._token is None else grouped(rows, self._token)

    def weight(self, group: Group) -> int:
        """The number of columns that a group may need."""
        return group.weight(self.most)

    def decode(self, groups: Sequence[Group]) -> list[list[Decoded]]:
        """What follows each row of each group."""
        with torch.inference_mode(), without_cudnn_attention():
            made = iter(self._decoded(groups))
        return [[next(made) for _ in group.rows] for group in groups]

    def _decoded(self, groups: Sequence[Group]) -> list[Decoded]:
        rows = [row for group in groups for row in group.rows]
        firsts = _prefixes(groups)
        inputs = stack(firsts, self._pad, self.loaded.device)
        valid = inputs["attention_mask"].bool()
        width = sum(max(len(stem) for stem in group.stems) * len(group.stems) for group in groups)
        leaves = max(len(group.rows) for group in groups)
        room = valid.shape[1] + width // max(1, len(groups)) + leaves * min(steps_for(rows, self.most), STEPS_AHEAD)
        cache = PackedCache(self._layers, room, leaves * STEPS_AHEAD)
        positions, following = self._prefix(firsts, inputs, valid, cache)
        layout = lay_out(groups, valid, positions, following, self._pad)
        extra = {CROSS: inputs[CROSS][:, -1:]} if CROSS in inputs else {}
        logits = self._questions(layout, cache, extra)
        picker = Picker(rows, self.most, self.loaded.ends(), self._pad, self.loaded.device)
        self._generate(layout, cache, picker, logits[layout.group, layout.stem], extra)
        return picker.decoded()

    def _prefix(
        self, firsts: Sequence[Row], inputs: Mapping[str, Tensor], valid: Tensor, cache: PackedCache
    ) -> tuple[Tensor, Tensor]:
        """Fill the cache with the prefix; returns (groups, columns) positions and the position that follows."""
        lengths = valid.sum(1)
        plain = (valid.long().cumsum(1) - 1).clamp_(min=0)
        if self._rope is not None:
            own, delta = self._rope.stacked(firsts, self.loaded.device)
            self._forward({**inputs, "position_ids": own}, cache, keep=1)
            return plain, lengths + delta
        given = {} if self._has_rope_index else {"position_ids": plain}  # None: the model computes its own
        self._forward({**inputs, **given}, cache, keep=1)
        if not self._has_rope_index:
            return plain, lengths
        return plain, lengths + self.loaded.inner.rope_deltas.to(lengths.device)[:, 0]

    def _questions(self, layout: Layout, cache: PackedCache, extra: Mapping[str, Tensor]) -> Tensor:
        """(groups, questions, vocabulary) logits behind each question."""
        width = layout.ids.shape[1]
        queries = layout.position[:, -width:]
        mask = self._masks(question_mask(layout, width), queries, layout.position)
        inputs = {"input_ids": layout.ids, "position_ids": queries, "attention_mask": mask}
        return self._forward({**inputs, **_widened(extra, width)}, cache, keep=layout.last)

    def _generate(
        self, layout: Layout, cache: PackedCache, picker: Picker, logits: Tensor, extra: Mapping[str, Tensor]
    ) -> None:
        """Pick tokens until every row has ended; each step appends one column per row."""
        count, leaves, device = layout.owner.shape[0], layout.leaves, logits.device
        before, keys = leaf_mask(layout), layout.position
        own = torch.eye(leaves, dtype=torch.bool, device=device).expand(count, leaves, leaves)
        position = torch.zeros((count, leaves), dtype=torch.long, device=device)
        position[layout.group, layout.leaf] = layout.begin
        ids = torch.full((count, leaves), self._pad, device=device)
        while True:
            ids[layout.group, layout.leaf] = picker.pick(logits)
            if picker.is_done:
                return
            before, keys = torch.cat([before, own], 2), torch.cat([keys, position], 1)
            mask = self._masks(before, position, keys)
            inputs = {"input_ids": ids, "position_ids": position, "attention_mask": mask, **_widened(extra, leaves)}
            logits = self._forward(inputs, cache, keep=leaves)[layout.group, layout.leaf]
            position = position + 1

    def _masks(self, mask: Tensor, queries: Tensor, keys: Tensor) -> Any:
        """A mask in the form that the language model takes: one tensor, or one per type of layer."""
        if self._kinds == {FULL}:
            return self._mask(mask)
        made = {kind: self._mask(within(mask, queries, keys, self._window if kind == SLIDING else None))
                for kind in self._kinds}  # fmt: skip
        return made if len(made) > 1 else made.popitem()[1]

    def _mask(self, mask: Tensor) -> Tensor:
        wide = mask[:, None]
        if not self._is_additive:
            return wide
        dtype = self.loaded.model.dtype
        return torch.zeros(wide.shape, dtype=dtype, device=wide.device).masked_fill_(~wide, torch.finfo(dtype).min)

    def _forward(self, inputs: Mapping[str, Any], cache: PackedCache, keep: int) -> Tensor:
        """(groups, keep, vocabulary) logits of the last columns."""
        given = dict(inputs)
        if self._has_rope_index and "position_ids" in given and given["position_ids"].dim() == 2:
            given["position_ids"] = given["position_ids"][None].expand(3, -1, -1)
        if self._keeps_logits:
            given["logits_to_keep"] = keep
        logits: Tensor = self.loaded.model(**given, past_key_values=cache, use_cache=True).logits
        return logits[:, -keep:]


def _prefixes(groups: Sequence[Group]) -> list[Row]:
    """The prompts up to the end of the image, one per group."""
    return [
        Row(
            group.rows[0].query,
            group.rows[0].picture,
            {name: value[:, : group.prefix] for name, value in group.rows[0].tokens.items()},
            group.rows[0].image,
        )
        for group in groups
    ]


def _widened(extra: Mapping[str, Tensor], width: int) -> dict[str, Tensor]:
    """The mask of cross attention, the same for all columns: all see the whole image."""
    return {name: value.expand(-1, width, *value.shape[2:]) for name, value in extra.items()}
