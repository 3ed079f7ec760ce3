"""The LASSO at the paper's size on a GPU: 244,302 main questions over a pool of 186,027.

    python -m benchmarks.lasso_gpu make questions.npz     # where the real questions are: words and tokens as numbers
    python -m benchmarks.lasso_gpu 256 questions.npz      # where the GPU is: torch and NumPy are all it takes
    python -m benchmarks.lasso_gpu 4800 questions.npz

Pool: real questions, and real ones with a noun exchanged. 256 dimensions are WordLlama's; the 4,800 are those of
Skip-thoughts' architecture with random weights, since its own cannot be had here.
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from askance.ranking.lasso import Solution, homotopy, prepare_pool, primal_dual, solve_on_pool, solver

POOL, MAIN, SLICE, CHECKED, TOP, PENALTY = 186_027, 244_302, 8192, 200, 21, 1e-6
REAL_MAIN, FREQUENT = 8448, 5  # real main questions; a noun is exchanged that so many real questions have
GRUS = ((2400, False), (1200, False), (1200, True))  # uni-skip, and bi-skip's two: size, whether it reads backwards
GAIN = 4.0  # of the words beside the state: trained weights tell sentences apart, random ones must be made to
Numbers = npt.NDArray[np.uint16]


def make(path: Path) -> None:
    """Write the questions as numbers, with the vectors of their words and tokens."""
    from askance.ranking.encoders.wordllama import open_wordllama
    from askance.ranking.question_pool import split_words

    pool, main = chosen()
    encoder = open_wordllama("")
    spoken = sorted({word for question in pool + main for word in split_words(question)})
    tokens = [each.ids for each in encoder._tokenizer.encode_batch_fast(pool + main, add_special_tokens=False)]
    used = sorted({token for ids in tokens for token in ids})
    np.savez_compressed(
        path,
        words=table(encoder.encode(spoken)),
        word_ids=numbered([split_words(question) for question in pool + main[:REAL_MAIN]], spoken),
        tokens=table(encoder._table[used]),
        token_ids=numbered(tokens, used),
    )
    print(f"{path}: a pool of {len(pool):,}, {len(main):,} main questions")


def chosen() -> tuple[list[str], list[str]]:
    """A pool, and main questions that are not in it, the real ones first."""
    from askance.ranking.question_pool import prepare_pool

    from benchmarks.lasso import DATA

    real = prepare_pool((DATA / "vqa" / "v1_questions.txt").read_text().splitlines())
    np.random.default_rng(1).shuffle(real)
    more = [
        each["question"]
        for name in ("textvqa", "vizwiz")
        for each in json.loads((DATA / "vqa" / f"{name}_val_questions.json").read_text())["questions"]
    ]
    main = real[:REAL_MAIN]
    every = prepare_pool([*real[REAL_MAIN:], *more, *exchanged(real)], without=main)
    return every[:POOL], main + every[POOL : POOL + MAIN - len(main)]


def exchanged(real: list[str]) -> Iterator[str]:
    """Real questions with one noun exchanged for another, frequent ones more often."""
    from askance.ranking.question_pool import split_words
    from askance.wording.ontology import ontology

    count = Counter(word for question in real for word in split_words(question))
    knows = ontology().knows
    nouns = sorted(word for word, times in count.items() if times >= FREQUENT and knows(word, "object"))
    weight = np.array([count[noun] for noun in nouns]) ** 0.5
    rng, known = np.random.default_rng(2), set(nouns)
    split = [question.rstrip("?").split() for question in real]
    having = [(said, at) for said in split if (at := [i for i, word in enumerate(said) if word.lower() in known])]
    size = 8 * (POOL + MAIN)
    others, which = rng.choice(len(nouns), size, p=weight / weight.sum()), rng.integers(len(having), size=size)
    for other, (said, at), place in zip(others, (having[i] for i in which), rng.random(size), strict=True):
        changed = list(said)
        changed[at[int(place * len(at))]] = nouns[other]
        yield " ".join(changed) + "?"


def table(vectors: npt.NDArray[np.float32]) -> npt.NDArray[np.float16]:
    """The vectors, with one of zeros before them: it stands for nothing."""
    return np.concatenate([np.zeros((1, vectors.shape[1])), vectors]).astype(np.float16)


def numbered(questions: list[list[Any]], known: list[Any]) -> Numbers:
    """Rows of numbers from 1 on, filled up with zeros."""
    number = {each: place for place, each in enumerate(known, 1)}
    rows = np.zeros((len(questions), 40), np.uint16)
    for row, question in zip(rows, questions, strict=True):
        row[: len(question)] = [number[each] for each in question[:40]]
    return rows


def means(vectors: Any, ids: Numbers) -> npt.NDArray[np.float32]:
    """Unit means of token vectors."""
    import torch

    parts = []
    for some in torch.as_tensor(ids.astype(np.int64)).split(16384):
        here = some.to(vectors.device)
        parts.append(vectors[here].float().sum(1) / (here > 0).sum(1, keepdim=True).clip(1))
    return unit(torch.cat(parts))


def states(vectors: Any, ids: Numbers) -> npt.NDArray[np.float32]:
    """Unit last states of the three GRUs."""
    import torch

    generator = torch.Generator(device=vectors.device).manual_seed(1)
    here = torch.as_tensor(ids.astype(np.int64), device=vectors.device)
    return unit(torch.cat([last_states(vectors, here, *each, generator) for each in GRUS], 1))


def last_states(vectors: Any, ids: Any, size: int, backwards: bool, generator: Any) -> Any:
    """Eqs. 1–4 of Skip-thoughts with random weights, in half precision."""
    import torch

    def drawn(*shape: int) -> Any:
        return torch.randn(*shape, generator=generator, device=ids.device)

    into = (drawn(3 * size, vectors.shape[1]) * GAIN / vectors.shape[1] ** 0.5).half()
    over = torch.cat([torch.linalg.qr(drawn(size, size))[0] for _ in range(3)]).half()
    if backwards:
        length, at = (ids > 0).sum(1, keepdim=True), torch.arange(ids.shape[1], device=ids.device)[None]
        ids = ids.gather(1, torch.where(at < length, length - 1 - at, at))
    state = torch.zeros(len(ids), size, device=ids.device)
    for place in range(ids.shape[1]):
        for rows in (ids[:, place] > 0).nonzero()[:, 0].split(32768):
            before = state[rows]
            word, said = (vectors[ids[rows, place]] @ into.T).float(), (before.half() @ over.T).float()
            reset, update = (torch.sigmoid(word[:, i : i + size] + said[:, i : i + size]) for i in (0, size))
            new = torch.tanh(word[:, 2 * size :] + reset * said[:, 2 * size :])
            state[rows] = (1 - update) * before + update * new
    return state


def unit(vectors: Any) -> npt.NDArray[np.float32]:
    """Rows of length 1, on the host."""
    rows: npt.NDArray[np.float32] = (vectors / vectors.norm(dim=1, keepdim=True).clip(1e-9)).cpu().numpy()
    return rows


def top(solution: Solution) -> frozenset[int]:
    """The places of the highest coefficients."""
    return frozenset(solution.places[np.argsort(-solution.values, kind="stable")[:TOP]].tolist())


def measured(solved: Callable[[], list[Solution]], asked: int) -> tuple[list[Solution], dict[str, Any]]:
    """The solutions, and what they took."""
    import torch

    torch.cuda.synchronize()
    start = time.perf_counter()
    found = solved()
    torch.cuda.synchronize()
    seconds, gaps = time.perf_counter() - start, np.array([each.gap for each in found])
    quantiles = {f"gap_{share}": float(f"{np.quantile(gaps, share / 100):.1e}") for share in (50, 95, 100)}
    whole = {"seconds_for_all": round(seconds / asked * MAIN)}
    return found, {"questions": asked, "seconds": round(seconds, 2)} | whole | quantiles


def small(tokens: Any, ids: Numbers) -> dict[str, Any]:
    """256 dimensions: all main questions, and some of them in double precision with bounds 100 times tighter."""
    vectors = means(tokens, ids)
    here, main = prepare_pool(vectors[:POOL], "cuda"), vectors[POOL:]
    solve_on_pool(here, main[:512], PENALTY)  # compiles the kernels
    found, row = measured(lambda: solve_on_pool(here, main, PENALTY), len(main))
    exact = solver.PreparedPool(here.arrays, here.exact, here.exact, here.kept)  # the other program
    homotopy.LATE /= 100
    picked = np.linspace(0, len(main) - 1, CHECKED).astype(int)
    same = [
        top(found[i]) == top(one) for i, one in zip(picked, solve_on_pool(exact, main[picked], PENALTY), strict=True)
    ]
    return row | {"sets_equal": float(np.mean(same)), "of": CHECKED}


def large(words: Any, ids: Numbers) -> dict[str, Any]:
    """4,800 dimensions: a slice until the sets are settled and a smaller one to the gap, beside many more steps."""
    vectors = states(words, ids)
    here, main = prepare_pool(vectors[:POOL], "cuda"), vectors[POOL:][:SLICE]
    solve_on_pool(here, main[:512], PENALTY, highest=TOP)  # compiles the steps
    settled, row = measured(lambda: solve_on_pool(here, main, PENALTY, highest=TOP), SLICE)
    exact, to_the_gap = measured(lambda: solve_on_pool(here, main[: SLICE // 8], PENALTY), SLICE // 8)
    primal_dual.LONG, primal_dual.ROUGH, primal_dual.OWN_METRICS = 4 * primal_dual.LONG, 0, ()
    tight, reference = measured(lambda: solve_on_pool(here, main[: 2 * CHECKED], PENALTY, gap=1e-12), 2 * CHECKED)

    def equal(found: list[Solution], count: int) -> float:
        return float(np.mean([top(one) == top(best) for one, best in zip(found[:count], tight[:count], strict=True)]))

    return {
        "settled": row | {f"sets_equal_of_{count}": equal(settled, count) for count in (CHECKED, 2 * CHECKED)},
        "gap": to_the_gap | {"sets_equal": equal(exact, CHECKED), "of": CHECKED},
        "reference": reference,
    }


def main() -> None:
    """Write the questions, or print what solving them took."""
    what, path = sys.argv[1], Path(sys.argv[2])
    if what == "make":
        make(path)
        return
    import torch

    file = np.load(path)
    name, run = {"256": ("token", small), "4800": ("word", large)}[what]
    row = run(torch.as_tensor(file[f"{name}s"], device="cuda"), file[f"{name}_ids"])
    print(json.dumps({"device": torch.cuda.get_device_name(), "torch": torch.__version__, "dimensions": what} | row))


if __name__ == "__main__":
    main()
