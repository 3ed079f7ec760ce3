"""Packed questions: who attends to whom, what fits, and what happens where packing is not possible."""

from itertools import product

import pytest
from askance.core import ModelInput, Query, Stimulus
from askance.models.hf import load
from askance.models.hf.memory import Batches, DoesNotFit
from hf_asked import asked

torch = pytest.importorskip("torch")
from askance.models.hf.packing import Group, grouped, lay_out, leaf_mask, question_mask  # noqa: E402
from askance.models.hf.picking import Picker  # noqa: E402
from askance.models.hf.rows import Row  # noqa: E402

IMAGE = 9


def row(*ids, picture=None, question="Q", **changes):
    query = Query(Stimulus("a", question), **changes)
    return Row(query, picture, {"input_ids": torch.tensor([ids])})


def test_groups_are_rows_with_one_picture_and_one_prefix():
    one, two = object(), object()
    rows = [
        row(1, IMAGE, IMAGE, 4, picture=one), row(1, IMAGE, IMAGE, 5, 6, picture=one),
        row(1, IMAGE, IMAGE, 4, picture=two), row(2, IMAGE, 4, picture=one), row(3, 4),
        row(1, IMAGE, picture=one),
    ]  # fmt: skip
    groups, rest = grouped(rows, IMAGE)
    assert [(group.prefix, group.rows) for group in groups] == [
        (3, (rows[0], rows[1])), (3, (rows[2],)), (2, (rows[3],)),
    ]  # fmt: skip
    assert rest == [rows[4], rows[5]]  # no picture, and nothing behind it


def test_masks_follow_the_definition():
    """Every pair of columns, against the words: the prefix, one's own question before it, nothing else."""
    one = object()
    groups = [
        Group(2, (row(1, IMAGE, 4, 5, 6, picture=one), row(1, IMAGE, 7, picture=one), row(1, IMAGE, 7, picture=one))),
        Group(3, (row(1, 1, IMAGE, 8, 8, picture=one),)),
    ]
    valid = torch.tensor([[False, True, True], [True, True, True]])
    positions = torch.tensor([[0, 0, 1], [0, 1, 2]])
    layout = lay_out(groups, valid, positions, torch.tensor([2, 3]), pad=0)
    assert layout.ids.tolist() == [[4, 5, 6, 7], [8, 0, 8, 0]]
    assert layout.position.tolist() == [[0, 0, 1, 2, 3, 4, 2], [0, 1, 2, 3, 3, 4, 3]]
    assert layout.begin.tolist() == [5, 3, 3, 5]
    mask = question_mask(layout, 4)
    names = [["-", "p", "p", "a0", "a1", "a2", "b0"], ["p", "p", "p", "c0", "-", "c1", "-"]]
    for g, q, k in product(range(2), range(4), range(7)):
        query, key = names[g][3 + q], names[g][k]
        if query != "-":
            allowed = key == "p" or (key != "-" and key[0] == query[0] and key[1] <= query[1])
            assert bool(mask[g, q, k]) == allowed, (query, key)
    leaves = leaf_mask(layout)
    for (g, leaf), letter in {(0, 0): "a", (0, 1): "b", (0, 2): "b", (1, 0): "c"}.items():
        found = {names[g][k] for k in range(7) if leaves[g, leaf, k]}
        assert found == {"p", *(name for name in names[g] if name[0] == letter)}
    assert (mask.any(2)).all()  # padding attends to something: a row without any would be NaN


def test_draws_and_options_of_a_question_share_its_tokens():
    one = object()
    group = Group(1, (row(IMAGE, 4, 5, picture=one), row(IMAGE, 4, 5, picture=one, draw=1)))
    assert group.stems == [(4, 5)]
    assert group.weight(8) == 1 + 2 + 16


def test_draws_have_the_distribution_of_the_logits():
    from askance.core import Condition

    rows = [row(1, question=f"Q{i}", condition=Condition(temperature=0.5)) for i in range(4000)]
    picker = Picker(rows, 1, (), 0, torch.device("cpu"))
    logits = torch.tensor([0.0, 0.5, 1.0, -1.0])
    tokens = picker.pick(logits.expand(4000, 4).clone())
    expected = torch.softmax(logits / 0.5, -1)
    assert torch.allclose(torch.bincount(tokens, minlength=4) / 4000, expected, atol=0.03)
    assert picker.decoded()[0].logprobs[0] == pytest.approx(float(logits.log_softmax(-1)[tokens[0]]), abs=1e-6)


class Limited:
    """Work that runs out of memory above a weight."""

    def __init__(self, most):
        self.most, self.sizes = most, []

    def __call__(self, items):
        self.sizes.append(sum(items))
        if sum(items) > self.most:
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2.00 GiB\nmore")
        return [item * 10 for item in items]


def halves(item):
    return [item] if item == 1 else [item // 2, item - item // 2]


def test_out_of_memory_halves_and_is_remembered_and_said_once():
    said = []
    batches, work = Batches(16, "queries", said.append), Limited(5)
    found = list(batches.run([1] * 20, work, lambda item: item, halves))
    assert found == [(1, 10)] * 20
    assert work.sizes == [16, 8, 4, 4, 4, 4, 4]
    assert batches.size == 4
    assert len(said) == 1
    assert "out of memory" in said[0]
    assert list(batches.run([1] * 8, work, lambda item: item, halves)) == [(1, 10)] * 8
    assert work.sizes[-2:] == [4, 4]
    assert len(said) == 1


def test_what_does_not_fit_alone_is_divided_or_fails_with_its_reason():
    batches, work = Batches(16, "tokens", lambda line: None), Limited(3)
    found = list(batches.run([6], work, lambda item: item, halves))
    assert found == [(3, 30), (3, 30)]
    (item, result), *_ = batches.run([1], Limited(0), lambda item: item, halves)
    assert item == 1
    assert isinstance(result, DoesNotFit)
    assert "one query alone does not fit" in str(result)
    assert "\n" not in str(result)


def test_another_error_is_the_outcome_of_the_item_that_causes_it():
    calls = []

    def work(items):
        calls.append(list(items))
        if 3 in items:
            raise RuntimeError("a kernel is broken")
        return [item * 10 for item in items]

    said = []
    batches = Batches(4, "queries", said.append)
    found = list(batches.run([1, 2, 3, 4, 5], work, lambda item: 1, lambda item: [item]))
    assert [item for item, _ in found] == [1, 2, 3, 4, 5]
    assert [result for item, result in found if item != 3] == [10, 20, 40, 50]
    assert isinstance(found[2][1], RuntimeError)
    assert calls == [[1, 2, 3, 4], [1, 2], [3, 4], [3], [4], [5]]
    assert (batches.size, said) == (4, [])  # memory is not to blame


@pytest.mark.parametrize("share", ["auto", "none"])
def test_a_model_that_runs_out_of_memory_answers_everything(built, monkeypatch, share):
    shown = asked(3, 4, turns=False)
    expected = [answer.text for answer in load(str(built("llava")), {"max_new_tokens": "4"}).answer(shown)]
    model = load(str(built("llava")), {"max_new_tokens": "4", "share": share})
    said = []
    model.prepare(said.append)
    inner = model.load().loaded.model
    forward = inner.forward

    def limited(*args, **kwargs):
        if kwargs["input_ids"].numel() > 70:
            raise torch.OutOfMemoryError("CUDA out of memory")
        return forward(*args, **kwargs)

    limited.__signature__ = __import__("inspect").signature(forward)
    monkeypatch.setattr(inner, "forward", limited)
    answers = model.answer(shown)
    assert [answer.text for answer in answers] == expected
    assert sum("out of memory" in line for line in said) == 1


def test_a_single_question_that_does_not_fit_fails_with_its_reason(built, monkeypatch):
    model = load(str(built("llava")), {"max_new_tokens": "4"})
    shown = asked(1, 2, turns=False)
    model.answer(shown)
    inner = model.load().loaded.model

    def never(*args, **kwargs):
        raise torch.OutOfMemoryError("CUDA out of memory")

    never.__signature__ = __import__("inspect").signature(inner.forward)
    monkeypatch.setattr(inner, "forward", never)
    answers = model.answer(shown)
    assert [answer.status for answer in answers] == ["failed", "failed"]
    assert "does not fit" in answers[0].reason


def test_an_architecture_whose_packed_answers_differ_takes_another_path(built, monkeypatch):
    from askance.models.hf.packed import PackedModel

    shown = asked(2, 3, turns=False)
    expected = [answer.text for answer in load(str(built("llava")), {"max_new_tokens": "4"}).answer(shown)]
    monkeypatch.setattr(PackedModel, "_mask", lambda self, mask: torch.ones_like(mask)[:, None])  # nobody kept apart
    model = load(str(built("llava")), {"max_new_tokens": "4"})
    said = []
    model.prepare(said.append)
    assert [answer.text for answer in model.answer(shown)] == expected
    assert model.load().sharing.mode == "vision"
    assert model.sharing.mode == "vision"
    assert any("packed log-probabilities differ" in line for line in said)


def test_an_architecture_that_cannot_pack_takes_another_path(built, monkeypatch):
    from askance.models.hf.packed import PackedModel

    def broken(self, groups):
        raise TypeError("forward() got an unexpected keyword")

    monkeypatch.setattr(PackedModel, "decode", broken)
    model = load(str(built("qwen2_vl")), {"max_new_tokens": "4"})
    assert all(answer.status == "ok" for answer in model.answer(asked(2, 3, turns=False)))
    assert "not possible for this architecture" in model.sharing.reason


@pytest.mark.parametrize(
    ("config", "mode"),
    [
        ({"layer_types": ["linear_attention", "full_attention"]}, "vision"),
        ({"layer_types": ["full_attention"]}, "packed"),
    ],
)
def test_layers_without_a_mask_are_not_packed(built, tmp_path, config, mode):
    import json
    import shutil

    folder = shutil.copytree(built("llava"), tmp_path / "copy")
    found = json.loads((folder / "config.json").read_text())
    found["text_config"] |= config
    (folder / "config.json").write_text(json.dumps(found))
    assert load(str(folder), {}).sharing.mode == mode


def test_share_of_a_picture_is_computed_once(built, monkeypatch):
    """The vision tower runs once per picture, packed or by features alone."""
    for name, args in (("llava", {}), ("llava", {"share": "vision"}), ("paligemma", {}), ("blip", {})):
        model = load(str(built(name)), {"max_new_tokens": "4", **args})
        shown = asked(2, 3, turns=False)
        model.answer(shown)
        site = model.load().vision
        images = []
        tower = model.load().loaded.model.get_submodule(
            "model.vision_tower" if name != "blip" else "vision_model.embeddings"
        )
        handle = tower.register_forward_pre_hook(
            lambda module, args, kwargs, images=images: images.append(len(args[0] if args else kwargs["pixel_values"])),
            with_kwargs=True,
        )
        model.answer(asked(2, 3, turns=False, start=10))
        handle.remove()
        assert site is not None
        assert sum(images) == 2, (name, args, images)


def test_a_question_with_an_image_token_is_left_to_the_processor(built):
    model = load(str(built("llava")), {"max_new_tokens": "4"})
    one = asked(1, 1, turns=False)[0]
    odd = ModelInput(Query(Stimulus("0", "Is <image> here?")), picture=one.picture)
    assert [answer.status for answer in model.answer([one, odd])] == ["ok", "failed"]


def test_cudnn_attention_is_off_for_packed_questions_and_only_for_them(opened):
    runner = opened("llava").load()
    seen = {}

    def note(*unused):
        seen.setdefault(mode, set()).add(torch.backends.cuda.cudnn_sdp_enabled())

    hook = runner.loaded.model.register_forward_pre_hook(note)
    try:
        mode = "check"
        opened("llava").answer(asked(1, 2, turns=False))  # the first questions are answered by both paths
        mode = "packed"
        opened("llava").answer(asked(1, 2, turns=False))
        mode = "plain"
        opened("llava").answer([ModelInput(Query(Stimulus(None, "What color is a car?")))])
    finally:
        hook.remove()
    assert seen["packed"] == {False}
    assert seen["plain"] == {True}
    assert torch.backends.cuda.cudnn_sdp_enabled()


@pytest.mark.parametrize("name", ["qwen2_vl", "qwen2_5_vl", "qwen3_vl"])
def test_positions_of_a_prefix_are_the_models_own(opened, name):
    from askance.models.hf.rope_positions import RopePositions
    from askance.models.hf.rows import stack

    runner = opened(name).load()
    inner = runner.loaded.inner
    rows = [runner.encoder.row(one) for one in asked(5, 1, turns=False)]  # images of several sizes
    inputs = stack(rows, 0, runner.loaded.device)
    names = ("input_ids", "attention_mask", "mm_token_type_ids", "image_grid_thw")
    positions, delta = inner.get_rope_index(**{key: inputs[key] for key in names})
    assert RopePositions.are_known(inner)
    made, more = RopePositions(inner).stacked(rows, runner.loaded.device)
    assert torch.equal(made * inputs["attention_mask"], positions * inputs["attention_mask"])
    assert torch.equal(more, delta[:, 0])


def test_positions_are_computed_once_per_size_of_image(opened, monkeypatch):
    model = opened("qwen2_5_vl")
    inner = model.load().loaded.inner
    shown = asked(12, 1, turns=False, start=40)
    model.answer(shown)
    monkeypatch.setattr(type(inner), "get_rope_index", lambda *args, **kwargs: pytest.fail("computed again"))
    model.answer(shown)
