"""`hf:` models at published sizes on one GPU: random weights, nothing to download.

    python -m benchmarks.hf_packed --model llava --parts abcd      # LLaVA-1.5-7B
    python -m benchmarks.hf_packed --model qwen --parts abcd       # Qwen2.5-VL-7B
    python -m benchmarks.hf_packed --model llava --tiny            # a few seconds on a CPU

a  the plain path against a bare loop over `generate` (must reach 0.97 of it)
b  packed questions against the plain path, at 20 and 5 questions per image, with the floor from measured parts
c  the share of time that the GPU works while images are decoded and edited on the CPU
d  a run whose first batch is too large: it is halved, and every question is answered

It needs torch, transformers, Pillow, NumPy and msgspec; the other packages of Askance are not imported.
"""

import argparse
import io
import json
import queue
import shutil
import subprocess
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from askance.core import ImageData, ModelInput, Query, Stimulus
from askance.models.hf.checkpoint import Checkpoint
from askance.models.hf.chunked_attention import attend_in_chunks
from askance.models.hf.encoding import Encoder
from askance.models.hf.generating import pad_token
from askance.models.hf.loading import Loaded, _greedy, _without_video
from askance.models.hf.model import GPU_QUERIES, HuggingFaceModel
from askance.models.hf.options import Options
from askance.models.hf.prompts import Prompter
from askance.models.hf.rows import Row
from askance.models.hf.runner import Runner
from askance.models.hf.sharing import NOTHING, PACKED, Sharing
from askance.models.hf.window_plans import remember_windows
from PIL import Image, ImageFilter

QUESTION_WORDS = (
    "what color is the big small red blue green car dog cat man woman table chair on under left right of behind a"
    " holding wearing are there how many people in image not near old wooden"
)
WORDS = QUESTION_WORDS.split()
INSTRUCTION = "Answer the question using a single word or phrase."
SPECIAL = ("<pad>", "<s>", "</s>", "<unk>", "<image>", "<|im_start|>", "<|im_end|>", "<|image_pad|>", "<|video_pad|>",
           "<|vision_start|>", "<|vision_end|>")  # fmt: skip
NEW_TOKENS, SIZE = 8, (640, 480)  # generated tokens, pixels
SHORTEST, LONGEST = 5, 13  # words of a question
PLAIN_BATCH = 64


# --- models ------------------------------------------------------------------------------------------------------


def tokenizer() -> Any:
    """One token per word: as many as a real tokenizer makes of such questions."""
    from tokenizers import Regex, Tokenizer, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    names = [*SPECIAL, *dict.fromkeys([*WORDS, *INSTRUCTION.split(), "USER:", "ASSISTANT:", "user", "assistant", "\n"])]
    made = Tokenizer(models.WordLevel({name: i for i, name in enumerate(names)}, unk_token="<unk>"))
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Split(Regex("\n"), "isolated"), pre_tokenizers.Split(Regex(" "), "removed")]
    )
    made.add_special_tokens(list(SPECIAL))
    return PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token="<pad>", bos_token="<s>", eos_token="</s>", unk_token="<unk>",
        padding_side="left",
    )  # fmt: skip


def _images(name: str) -> Any:
    """An image processor that needs no torchvision."""
    import transformers

    library: Any = transformers
    return getattr(library, f"{name}Pil", None) or getattr(library, name)


def llava(tiny: bool) -> tuple[Any, Any, Any, str]:
    """LLaVA-1.5-7B: class, configuration, processor, chat template."""
    from transformers import (
        CLIPVisionConfig,
        LlamaConfig,
        LlavaConfig,
        LlavaForConditionalGeneration,
        LlavaProcessor,
    )

    vision = {"hidden_size": 1024, "intermediate_size": 4096, "num_hidden_layers": 24, "num_attention_heads": 16}
    text = {"hidden_size": 4096, "intermediate_size": 11008, "num_hidden_layers": 32, "num_attention_heads": 32}
    if tiny:
        vision = {"hidden_size": 32, "intermediate_size": 64, "num_hidden_layers": 2, "num_attention_heads": 4}
        text = {"hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4}
    side = 56 if tiny else 336
    config = LlavaConfig(
        vision_config=CLIPVisionConfig(**vision, image_size=side, patch_size=14, projection_dim=768),
        text_config=LlamaConfig(**text, vocab_size=1024 if tiny else 32064, max_position_embeddings=4096),
        image_token_id=SPECIAL.index("<image>"),
    )
    images = _images("CLIPImageProcessor")(
        size={"shortest_edge": side}, crop_size={"height": side, "width": side}, do_center_crop=True
    )
    processor = LlavaProcessor(
        images, tokenizer(), patch_size=14, vision_feature_select_strategy="default", num_additional_image_tokens=1
    )
    template = (
        "{% for m in messages %}{% if m['role'] == 'user' %}USER: {% else %}ASSISTANT: {% endif %}"
        "{% for c in m['content'] %}{% if c['type'] == 'image' %}<image>\n{% else %}{{ c['text'] }} {% endif %}"
        "{% endfor %}{% endfor %}{% if add_generation_prompt %}ASSISTANT:{% endif %}"
    )
    return LlavaForConditionalGeneration, config, processor, template


def qwen(tiny: bool) -> tuple[Any, Any, Any, str]:
    """Qwen2.5-VL-7B: class, configuration, processor, chat template."""
    import transformers
    from transformers import (
        Qwen2_5_VLConfig,
        Qwen2_5_VLForConditionalGeneration,
        Qwen2_5_VLProcessor,
    )
    from transformers.utils import is_torchvision_available

    vision = {
        "depth": 32, "hidden_size": 1280, "intermediate_size": 3420, "num_heads": 16, "out_hidden_size": 3584,
        "fullatt_block_indexes": [7, 15, 23, 31], "window_size": 112,
    }  # fmt: skip
    text: dict[str, Any] = {
        "hidden_size": 3584, "intermediate_size": 18944, "num_hidden_layers": 28, "num_attention_heads": 28,
        "num_key_value_heads": 4, "vocab_size": 152064, "max_position_embeddings": 128000,
        "rope_parameters": {"rope_type": "default", "rope_theta": 1e6, "mrope_section": [16, 24, 24]},
    }  # fmt: skip
    if tiny:
        vision |= {"depth": 2, "hidden_size": 32, "intermediate_size": 64, "num_heads": 4, "out_hidden_size": 64,
                   "fullatt_block_indexes": [1]}  # fmt: skip
        text |= {"hidden_size": 64, "intermediate_size": 128, "num_hidden_layers": 2, "num_attention_heads": 4,
                 "num_key_value_heads": 2, "vocab_size": 1024, "max_position_embeddings": 4096}  # fmt: skip
        text["rope_parameters"] |= {"mrope_section": [2, 3, 3]}
    tokens = {f"{name}_token_id": SPECIAL.index(f"<|{name}{end}|>") for name, end in
              (("image", "_pad"), ("video", "_pad"), ("vision_start", ""), ("vision_end", ""))}  # fmt: skip
    config = Qwen2_5_VLConfig(text_config=text, vision_config=vision, **tokens)
    most = 28 * 28 * (16 if tiny else 16384)
    images = _images("Qwen2VLImageProcessor")(size={"shortest_edge": 3136, "longest_edge": most})
    with _without_video():
        from transformers.models.auto import video_processing_auto

        auto = video_processing_auto.AutoVideoProcessor
        video = transformers.Qwen2VLVideoProcessor() if is_torchvision_available() else auto.from_pretrained("")
        processor = Qwen2_5_VLProcessor(images, tokenizer(), video)
    template = (
        "{% for m in messages %}<|im_start|>{{ m['role'] }} \n{% for c in m['content'] %}{% if c['type'] == 'image' %}"
        "<|vision_start|><|image_pad|><|vision_end|>{% else %}{{ c['text'] }}{% endif %}{% endfor %}<|im_end|>\n"
        "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant \n{% endif %}"
    )
    return Qwen2_5_VLForConditionalGeneration, config, processor, template


def opened(name: str, tiny: bool, folder: Path) -> HuggingFaceModel:
    """A model of that name with random weights, as `hf:FOLDER` would be after loading."""
    kind, config, processor, template = {"llava": llava, "qwen": qwen}[name](tiny)
    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    dtype = torch.bfloat16 if device.type == "cuda" else torch.float32
    with device:
        model = kind._from_config(config, dtype=dtype, attn_implementation="sdpa").eval()
    model.config.architectures = [kind.__name__]
    model.config.save_pretrained(folder)
    processor.chat_template = template
    (folder / "chat_template.jinja").write_text(template)
    model.generation_config.eos_token_id = None  # every answer has as many tokens as it may
    import transformers

    _greedy(transformers, model)
    attend_in_chunks(model)
    remember_windows(model)
    for part in (model.config, model.config.get_text_config()):
        part.eos_token_id = None
    loaded = Loaded(processor, model, device)
    options = Options(max_new_tokens=NEW_TOKENS, batch_size=PLAIN_BATCH)
    checkpoint = Checkpoint(folder, options)
    made = HuggingFaceModel(f"hf:{name}", checkpoint, options)
    encoder = Encoder(checkpoint.kind, loaded, Prompter(checkpoint.kind, options, processor))
    made._runner = Runner(checkpoint.kind, loaded, encoder, options, Sharing(PACKED), lambda runner: {}, print)
    return made


# --- questions ---------------------------------------------------------------------------------------------------


def picture(seed: int) -> Image.Image:
    """A picture of the usual size, with something in it."""
    rng = np.random.default_rng(seed)
    small = rng.integers(0, 255, (12, 16, 3), dtype=np.uint8)
    return Image.fromarray(small).resize(SIZE, Image.Resampling.BICUBIC)


def question(seed: int) -> str:
    """A question of a few words; lengths differ, so that no two batches have the same shape."""
    rng = np.random.default_rng(seed)
    return " ".join(rng.choice(WORDS, rng.integers(SHORTEST, LONGEST, endpoint=True))) + "\n"


def asked(images: int, each: int, start: int = 0) -> list[ModelInput]:
    """Several questions about each of some pictures."""
    found = []
    for image in range(start, start + images):
        shown = ImageData(image=picture(image))
        for number in range(each):
            query = Query(Stimulus(f"{image}", question(1000 * image + number)))
            found.append(ModelInput(query, picture=shown))
    return found


def seconds(work: Callable[[], Any], times: int = 3) -> float:
    """The shortest of some runs, after one that does not count."""
    work()
    return min(_once(work) for _ in range(times))


def _wait() -> None:
    if torch.cuda.is_available():
        torch.cuda.synchronize()


def peak() -> float:
    """Gigabytes of GPU memory in use at most since the last call."""
    if not torch.cuda.is_available():
        return 0.0
    found = torch.cuda.max_memory_allocated() / 1e9
    torch.cuda.reset_peak_memory_stats()
    return found


def with_sharing(runner: Runner, mode: str) -> None:
    runner.sharing = Sharing(mode)


# --- parts -------------------------------------------------------------------------------------------------------


def plain_path(model: HuggingFaceModel, images: int) -> dict[str, Any]:
    """a: batches through `generate` alone and through the plain path: one of them again and again, and new shapes."""
    runner = model.load()
    with_sharing(runner, NOTHING)
    rows = [runner.encoder.row(one) for one in asked(images, 8)]
    shortest = min(row.length for row in rows)
    batches = [[row for row in rows if row.length <= shortest + most][:PLAIN_BATCH] for most in (8, 3, 4, 5)]
    loops = [_bare_loop(runner, some) for some in batches]
    alone, ours = seconds(loops[0]), seconds(lambda: runner.run(batches[0]))
    bare_fresh = sum(_once(loop) for loop in loops[1:])
    ours_fresh = sum(_once(partial(runner.run, some)) for some in batches[1:])
    count = len(batches[0])
    return {
        "rows": count, "bare_per_s": count / alone, "plain_per_s": count / ours, "ratio": alone / ours,
        "ratio_new_shapes": bare_fresh / ours_fresh,
    }  # fmt: skip


def _bare_loop(runner: Runner, rows: Sequence[Row]) -> Callable[[], Any]:
    """`generate` of transformers on a batch that its processor has prepared."""
    loaded = runner.loaded
    texts = [runner.encoder.prompter.text(row.query, True) for row in rows]
    pictures = [[row.picture.image] for row in rows if row.picture is not None]
    prepared = loaded.processor(text=texts, images=pictures, padding=True, padding_side="left", return_tensors="pt")

    def loop() -> Any:
        bare = {
            name: (value.to(loaded.model.dtype) if value.is_floating_point() else value).to(loaded.device)
            for name, value in prepared.items()
        }
        with torch.inference_mode():
            return loaded.model.generate(
                **bare, max_new_tokens=NEW_TOKENS, do_sample=False, pad_token_id=pad_token(loaded)
            )

    return loop


def _once(work: Callable[[], Any]) -> float:
    """Seconds of one run."""
    _wait()
    begun = time.perf_counter()
    work()
    _wait()
    return time.perf_counter() - begun


def packed_path(model: HuggingFaceModel, images: int, each: int) -> dict[str, Any]:
    """b: rows that are already encoded, packed and plain; and from the questions on."""
    runner = model.load()
    shown = asked(images, each)
    rows = [runner.encoder.row(one) for one in shown]
    found: dict[str, Any] = {"images": images, "questions_per_image": each, "prompt_tokens": rows[0].length}
    peak()
    with_sharing(runner, PACKED)
    packed = runner.run(rows)
    found["packed_per_s"] = len(rows) / seconds(lambda: runner.run(rows), 2)
    found["packed_gb"] = peak()
    found["packed_with_encoding_per_s"] = len(shown) / seconds(lambda: model.answer(shown), 1)
    with_sharing(runner, NOTHING)
    some = rows[: 2 * PLAIN_BATCH]
    plain = runner.run(some)
    found["plain_per_s"] = len(some) / seconds(lambda: runner.run(some), 1)
    found["plain_gb"] = peak()
    found["times"] = found["packed_per_s"] / found["plain_per_s"]
    found["same_tokens"] = float(np.mean([_tokens(a) == _tokens(b) for a, b in zip(packed, plain, strict=False)]))
    found |= floor(runner, rows, images, each)
    found["share_of_floor"] = found["packed_per_s"] / found["floor_per_s"]
    with_sharing(runner, PACKED)
    return found


def _tokens(outcome: Any) -> tuple[int, ...]:
    return tuple(outcome.tokens)


def floor(runner: Runner, rows: Sequence[Row], images: int, each: int) -> dict[str, Any]:
    """The time that the parts take on their own: vision tower, language model over all tokens, and decoding steps."""
    from askance.models.hf.packed import PackedModel

    loaded = runner.loaded
    packed = PackedModel(loaded, NEW_TOKENS)
    group = packed.groups(rows[:each])[0][0]
    behind = sum(map(len, group.stems))
    site = runner.vision
    assert site is not None
    some = min(images, 16)
    pictures = [rows[number * each] for number in range(some)]
    from askance.models.hf.rows import stack

    inputs = stack(pictures, 0, loaded.device)
    import inspect

    function = getattr(site.owner, site.function)
    given = {name: value for name, value in inputs.items() if name in inspect.signature(function).parameters}

    def vision() -> None:
        with torch.inference_mode():
            function(**given)

    tokens = group.prefix + behind
    words = torch.full((some, tokens), 40, device=loaded.device)

    def language() -> None:
        with torch.inference_mode():
            loaded.model(input_ids=words, logits_to_keep=1, use_cache=False)

    step = torch.full((min(images * each, 1024), 1), 40, device=loaded.device)

    def decode() -> None:
        with torch.inference_mode():
            loaded.model(input_ids=step, logits_to_keep=1, use_cache=False)

    times = {"vision": seconds(vision) / some, "language": seconds(language) / some, "step": seconds(decode)}
    steps = (NEW_TOKENS - 1) * times["step"] * images * each / len(step)
    total = images * (times["vision"] + times["language"]) + steps
    return {
        "prefix_tokens": group.prefix, "tokens_behind": behind, "vision_ms_per_image": 1e3 * times["vision"],
        "language_ms_per_image": 1e3 * times["language"], "step_ms": 1e3 * times["step"],
        "floor_per_s": images * each / total,
    }  # fmt: skip


def busy(model: HuggingFaceModel, images: int, each: int, loaders: int) -> dict[str, Any]:
    """c: JPEG files are decoded and blurred on threads, and some threads ask, as the engine does."""
    files = []
    for number in range(images):
        file = io.BytesIO()
        picture(number).save(file, "JPEG")
        files.append(file.getvalue())
    batch = max(1, GPU_QUERIES // each)
    wanted: queue.Queue[list[int] | None] = queue.Queue()
    ready: queue.Queue[list[ModelInput] | None] = queue.Queue(maxsize=4)
    for start in range(0, images, batch):
        wanted.put(list(range(start, min(start + batch, images))))
    askers = HuggingFaceModel.at_once
    for _ in range(loaders):
        wanted.put(None)

    def load() -> None:
        while (numbers := wanted.get()) is not None:
            ready.put([one for number in numbers for one in _edited(files[number], number, each)])

    runner = model.load()
    inside, spans = [0.0], []
    run = runner.run

    def timed(rows: Sequence[Row]) -> Any:
        with gate:
            begun = time.perf_counter()
            made = run(rows)
            spans.append((begun, time.perf_counter()))
            inside[0] += spans[-1][1] - begun
            return made

    gate = threading.Lock()
    object.__setattr__(runner, "run", timed)

    def ask() -> None:
        while (some := ready.get()) is not None:
            model.answer(some)

    with _sampled() as samples:
        begun = time.perf_counter()
        threads = [threading.Thread(target=load) for _ in range(loaders)]
        asking = [threading.Thread(target=ask) for _ in range(askers)]
        for thread in threads + asking:
            thread.start()
        for thread in threads:
            thread.join()
        for _ in asking:
            ready.put(None)
        for thread in asking:
            thread.join()
        wall = time.perf_counter() - begun
    object.__delattr__(runner, "run")
    return {
        "questions": images * each, "loaders": loaders, "per_s": images * each / wall,
        "device_section_share": inside[0] / wall, **_steady(spans, samples),
    }  # fmt: skip


def _steady(spans: Sequence[tuple[float, float]], samples: Sequence[tuple[float, float]]) -> dict[str, Any]:
    """From the first batch on the device to the last: before and after it, nothing can overlap."""
    first, last = spans[0][0], spans[-1][1]
    within = [value for at, value in samples if first + 1 <= at <= last]  # nvidia-smi looks back up to a second
    return {
        "gpu_busy_percent": float(np.mean(within)) if within else None,
        "samples": len(within),
        "steady_section_share": sum(end - begin for begin, end in spans) / (last - first),
    }


def _edited(data: bytes, number: int, each: int) -> Iterator[ModelInput]:
    image = Image.open(io.BytesIO(data)).convert("RGB").filter(ImageFilter.GaussianBlur(1.5))
    shown = ImageData(image=image)
    for index in range(each):
        yield ModelInput(Query(Stimulus(f"{number}", question(1000 * number + index))), picture=shown)


class _sampled:  # noqa: N801  a context manager
    """The share of time with a kernel at work, in percent, as nvidia-smi samples it; nothing without a GPU."""

    def __enter__(self) -> list[tuple[float, float]]:
        self.found: list[tuple[float, float]] = []
        self.process: subprocess.Popen[str] | None = None
        if torch.cuda.is_available() and shutil.which("nvidia-smi"):
            command = ["nvidia-smi", "--query-gpu=utilization.gpu", "--format=csv,noheader,nounits", "-lms", "200"]
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
            threading.Thread(target=self._read, daemon=True).start()
        return self.found

    def _read(self) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.found.append((time.perf_counter(), float(line)))

    def __exit__(self, *error: object) -> None:
        if self.process is not None:
            self.process.terminate()


def halving(model: HuggingFaceModel, images: int, each: int, size: int) -> dict[str, Any]:
    """d: a first batch that cannot fit."""
    runner = model.load()
    said: list[str] = []
    runner._columns._say = said.append
    runner._columns._is_reported = False
    before = runner._columns.size
    runner._columns.size = size
    with_sharing(runner, PACKED)
    peak()
    begun = time.perf_counter()
    answers = model.answer(asked(images, each))
    wall = time.perf_counter() - begun
    after, runner._columns.size = runner._columns.size, before
    return {
        "questions": len(answers), "answered": sum(answer.status == "ok" for answer in answers), "tokens_first": size,
        "tokens_last": after, "said": said, "peak_gb": peak(), "per_s": len(answers) / wall,
    }  # fmt: skip


def main() -> None:
    """Run the parts and print one JSON object."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--model", choices=("llava", "qwen"), default="llava")
    parser.add_argument("--parts", default="abcd")
    parser.add_argument("--tiny", action="store_true")
    parser.add_argument("--images", type=int, default=0, help="images of part b (default 48; tiny 4)")
    parser.add_argument("--columns", type=int, default=0, help="tokens of a packed batch")
    parser.add_argument("--loaders", type=int, default=3, help="threads of part c that decode and blur images")
    parser.add_argument("--too-large", type=int, default=1_000_000, help="tokens of the first batch of part d")
    parser.add_argument("--out", type=Path, help="also write the JSON there")
    given = parser.parse_args()
    images = given.images or (4 if given.tiny else 48)
    found: dict[str, Any] = {"model": given.model, "torch": torch.__version__, "tiny": given.tiny}
    if torch.cuda.is_available():
        found["gpu"] = torch.cuda.get_device_name()
    with tempfile.TemporaryDirectory() as folder:
        begun = time.perf_counter()
        model = opened(given.model, given.tiny, Path(folder))
        if given.columns:
            model.load()._columns.size = given.columns
        found["parameters"] = sum(weight.numel() for weight in model.load().loaded.model.parameters())
        print(json.dumps(found | {"opened_s": time.perf_counter() - begun}), flush=True)
        parts: dict[str, Callable[[], Any]] = {
            "a": lambda: plain_path(model, images),
            "b": lambda: [packed_path(model, images, 20), packed_path(model, images, 5)],
            "c": lambda: busy(model, 8 if given.tiny else 800, 20, given.loaders),
            "d": lambda: halving(model, 4 if given.tiny else 600, 20, given.too_large),
        }
        for part in given.parts:
            try:
                found[part] = parts[part]()
            except Exception as error:  # the other parts are worth having
                traceback.print_exc()
                found[part] = f"{type(error).__name__}: {error}"
            print(part, json.dumps(found[part]), flush=True)
            if given.out:
                given.out.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()
