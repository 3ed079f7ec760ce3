"""A failure concerns one query: what was answered stays, and what another machine may answer is asked again."""

import pytest
from askance.core import Condition, ModelInput, Step
from askance.models.hf import load
from askance.models.hf import runner as runner_module
from askance.models.hf.memory import is_out_of_memory
from hf_asked import asked
from msgspec.structs import replace

torch = pytest.importorskip("torch")


def fails_for(word, function, error):
    """A function that raises if one of its rows asks about a word."""

    def called(loaded, rows, *args):
        some = rows if isinstance(rows, list | tuple) else [rows]
        if any(word in row.query.stimulus.question for row in some):
            raise error
        return function(loaded, rows, *args)

    return called


FULL = torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 GiB")


def test_memory_that_runs_out_in_a_beam_search_fails_one_query(built, monkeypatch):
    model = load(str(built("llava")), {"max_new_tokens": "3", "top": "2"})
    shown = asked(2, 2, turns=False)
    expected = model.answer(shown)
    monkeypatch.setattr(runner_module, "beams", fails_for("dog", runner_module.beams, FULL))
    answers = model.answer(shown)
    assert [answer.status for answer in answers] == ["ok", "failed", "ok", "failed"]
    assert [answers[0], answers[2]] == [expected[0], expected[2]]
    assert answers[1].temporary
    assert "out of memory" in answers[1].reason


def test_memory_that_runs_out_while_noise_is_measured_fails_the_queries_with_noise(built, monkeypatch):
    model = load(str(built("llava")), {"max_new_tokens": "3"})
    plain = asked(1, 2, turns=False)
    noisy = Condition(inside=(Step.of("gaussian", site="text.in", scale=0.5, seed=0),))
    shown = [plain[0], ModelInput(replace(plain[1].query, condition=noisy), picture=plain[1].picture)]

    def full(runner):
        raise FULL

    model.load()._measure = full
    answers = model.answer(shown)
    assert [answer.status for answer in answers] == ["ok", "failed"]
    assert answers[1].temporary


@pytest.mark.parametrize("share", ["none", "vision"])
def test_an_error_of_one_query_leaves_the_others_alone(built, monkeypatch, share):
    model = load(str(built("llava")), {"max_new_tokens": "3", "share": share})
    shown = asked(2, 3, turns=False)
    expected = model.answer(shown)
    broken = RuntimeError("CUDA error: device-side assert triggered")
    monkeypatch.setattr(runner_module, "generate", fails_for("color", runner_module.generate, broken))
    answers = model.answer(shown)
    assert [answer.status for answer in answers] == ["failed", "ok", "ok"] * 2
    assert [answer.text for answer in answers if answer.text] == [expected[i].text for i in (1, 2, 4, 5)]
    assert (answers[0].temporary, answers[0].cause) == (True, "raised")  # many in a row stop a run


def test_out_of_memory_is_asked_again_by_the_next_run(built, monkeypatch):
    """Another machine may have more memory, and the fingerprint says nothing about the machine."""
    model = load(str(built("llava")), {"max_new_tokens": "3", "share": "none"})
    one = asked(1, 1, turns=False)
    model.answer(one)
    with monkeypatch.context() as changed:
        changed.setattr(runner_module, "generate", fails_for("", runner_module.generate, FULL))
        assert [(each.status, each.temporary) for each in model.answer(one)] == [("failed", True)]

    def full(shown):
        raise MemoryError

    monkeypatch.setattr(model.load().encoder, "row", full)
    assert [(each.status, each.temporary) for each in model.answer(one)] == [("failed", True)]


@pytest.mark.parametrize(
    "text",
    [
        "MPS backend out of memory (MPS allocated: 8.88 GB, max allowed: 9.07 GB)",
        "CUDA error: CUBLAS_STATUS_ALLOC_FAILED when calling `cublasCreate(handle)`",
        "[enforce fail at alloc_cpu.cpp] DefaultCPUAllocator: can't allocate memory: you tried to allocate 9 bytes",
    ],
)
def test_what_means_out_of_memory(text):
    assert is_out_of_memory(RuntimeError(text))
    assert not is_out_of_memory(RuntimeError("CUDA error: device-side assert triggered"))


@pytest.mark.parametrize("name", ["llava", "llava_next", "mllama"])
def test_remembered_features_have_no_hidden_states(opened, name):
    runner = opened(name, share="vision").load()
    opened(name, share="vision").answer(asked(2, 2, turns=False, start=50))
    assert runner._known
    for _, kept in runner._known.values():
        assert not {"hidden_states", "attentions"} & set(kept)


def test_remembered_features_are_forgotten_when_memory_runs_out(built, monkeypatch):
    model = load(str(built("llava")), {"max_new_tokens": "3", "share": "vision"})
    model.answer(asked(2, 1, turns=False))
    runner = model.load()
    assert len(runner._known) == 2
    seen = []

    def full(loaded, rows, most):
        seen.append(len(runner._known))
        raise FULL

    monkeypatch.setattr(runner_module, "generate", full)
    model.answer(asked(2, 1, turns=False, start=5))
    assert seen == [4, 1, 1]  # the batch, and each of its halves


def test_one_question_per_picture_does_not_hide_that_questions_see_each_other(opened, built, monkeypatch):
    """The check needs two questions about a picture: where a run begins with one each, it takes another itself."""
    from askance.models.hf import packed

    kept = packed.question_mask

    def leaky(layout, width):
        mask = kept(layout, width)
        rows, columns = mask.shape[1:]
        return torch.tril(torch.ones(rows, columns, dtype=torch.bool), columns - rows).expand_as(mask) | mask

    monkeypatch.setattr(packed, "question_mask", leaky)
    model = load(str(built("llava")), {"max_new_tokens": "6"})
    model.prepare(lambda line: None)
    model.answer(asked(4, 1, turns=False))
    assert model.sharing.mode == "vision"
    assert "differ" in model.sharing.reason
    shown = asked(1, 3, turns=False)
    alone = opened("llava", share="none")
    assert [answer.text for answer in model.answer(shown)] == [answer.text for answer in alone.answer(shown)]


def test_one_question_per_picture_is_packed(opened, built):
    model = load(str(built("llava")), {"max_new_tokens": "6"})
    shown = asked(4, 1, turns=False)
    assert [answer.text for answer in model.answer(shown)] == [
        answer.text for answer in opened("llava", share="none").answer(shown)
    ]
    assert model.load()._packed is not None
