"""Loading a checkpoint with transformers: safetensors or weights_only, no remote code unless asked, no network."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from askance.core import UserError
from askance.core.silence_transformers import silence_transformers
from askance.models.hf.checkpoint import Checkpoint


@dataclass(frozen=True, slots=True)
class Loaded:
    """A processor and a model on its device."""

    processor: Any
    model: Any
    device: Any

    @property
    def tokenizer(self) -> Any:
        """The processor's tokenizer."""
        return self.processor.tokenizer

    @property
    def inner(self) -> Any:
        """The model below the head, which merges text and image."""
        return self.model.base_model

    def ends(self) -> tuple[int, ...]:
        """The tokens that end an answer."""
        config = self.model.config
        if config.model_type == "blip":
            return (config.text_config.sep_token_id,)  # what its own generate ends with
        ends = self.model.generation_config.eos_token_id
        ends = config.get_text_config().eos_token_id if ends is None else ends
        return () if ends is None else tuple(ends) if isinstance(ends, list | tuple) else (int(ends),)

    def context(self) -> int | None:
        """The number of tokens that a prompt and its answer may have; None where the configuration does not say."""
        limit = getattr(self.model.config.get_text_config(), "max_position_embeddings", None)
        return limit if isinstance(limit, int) else None

    def parameters(self) -> int:
        """The number of parameters."""
        return sum(weight.numel() for weight in self.model.parameters())


def image_token(loaded: Loaded) -> int | None:
    """The token that stands for image features in a prompt."""
    config = loaded.model.config
    names = ("image_token_id", "image_token_index")
    return next((int(found) for name in names if (found := getattr(config, name, None)) is not None), None)


def load_checkpoint(checkpoint: Checkpoint) -> Loaded:
    """The processor and the model of a checkpoint; UserError in one line where they cannot be loaded."""
    import torch
    import transformers
    from askance.models.hf.chunked_attention import attend_in_chunks
    from askance.models.hf.window_plans import remember_windows

    library: Any = transformers  # partly untyped
    options = checkpoint.options
    device = torch.device(_device(torch, options.device))
    local = {"local_files_only": True, "trust_remote_code": options.trust_remote_code}
    with silence_transformers(library):
        try:
            with _without_video():
                # Pillow on every machine: torchvision's pixels differ a little.
                processor = library.AutoProcessor.from_pretrained(checkpoint.folder, backend="pil", **local)
            model, loading = _model_class(library, checkpoint).from_pretrained(
                checkpoint.folder,
                use_safetensors=options.weights == "safetensors",
                weights_only=True,
                dtype=getattr(torch, checkpoint.dtype),
                **({} if options.attn == "auto" else {"attn_implementation": options.attn}),
                output_loading_info=True,
                **local,
            )
            model = model.eval().to(device)
        except torch.OutOfMemoryError as error:
            raise UserError(f"{checkpoint.folder}: the model does not fit on {device}: {_first_line(error)}") from error
        except Exception as error:  # files of others: a dozen libraries read them, and each raises its own
            raise UserError(f"{checkpoint.folder}: cannot be loaded: {_first_line(error)}") from error
    lacking = sorted(loading["missing_keys"]) + sorted(map(str, loading["mismatched_keys"]))
    if lacking:
        raise UserError(
            f"{checkpoint.folder}: its weights lack {len(lacking)} parts of {checkpoint.kind.architecture},"
            f" such as {lacking[0]}: use a complete checkpoint"
        )
    _greedy(library, model)
    attend_in_chunks(model)
    remember_windows(model)
    return Loaded(processor, model, device)


def _greedy(library: Any, model: Any) -> None:
    """Of the checkpoint's generation settings keep the special tokens: sampling and penalties would change answers."""
    for part in model.modules():
        own = part.__dict__.get("generation_config")
        if own is not None:
            special = ("bos_token_id", "eos_token_id", "pad_token_id", "decoder_start_token_id")
            part.generation_config = library.GenerationConfig(**{name: getattr(own, name) for name in special})


def _model_class(library: Any, checkpoint: Checkpoint) -> Any:
    if checkpoint.kind.is_chat:
        return library.AutoModelForImageTextToText
    return getattr(library, checkpoint.kind.architecture)


def _device(torch: Any, name: str) -> str:
    if name == "auto":
        return "cuda" if torch.cuda.is_available() else "mps" if torch.backends.mps.is_available() else "cpu"
    kind, _, number = name.partition(":")
    if kind == "cuda" and not torch.cuda.is_available():
        raise UserError(f"--model-args device={name}: torch finds no CUDA device: use device=cpu")
    if kind == "cuda" and int(number or 0) >= (count := torch.cuda.device_count()):
        raise UserError(f"--model-args device={name}: the last CUDA device is cuda:{count - 1}")
    if kind == "mps" and not torch.backends.mps.is_available():
        raise UserError(f"--model-args device={name}: torch finds no MPS device: use device=cpu")
    return name


@contextmanager
def _without_video() -> Iterator[None]:
    """Processors get a video part that does nothing: only images are shown, and the real one needs torchvision."""
    import transformers.models.auto.video_processing_auto as auto
    from transformers.image_processing_base import ImageProcessingMixin
    from transformers.processing_utils import ProcessorMixin

    kept, check = auto.AutoVideoProcessor, ProcessorMixin.check_argument_for_proper_class

    class NoVideo(ImageProcessingMixin):
        """Stands in for a video processor, and is never called."""

        num_frames = fps = None  # SmolVLM reads them for every prompt

        @classmethod
        def from_pretrained(cls, *args: Any, **kwargs: Any) -> "NoVideo":
            return cls()

    def checked(self: Any, name: str, argument: Any) -> Any:
        return type(argument) if name == "video_processor" else check(self, name, argument)  # type: ignore[no-untyped-call]

    patched: Any = auto
    patched.AutoVideoProcessor = NoVideo
    mixin: Any = ProcessorMixin
    mixin.check_argument_for_proper_class = checked
    try:
        yield
    finally:
        patched.AutoVideoProcessor = kept
        mixin.check_argument_for_proper_class = check


def _first_line(error: BaseException) -> str:
    """The first line that says something; the libraries write pages."""
    lines = (line.strip() for line in str(error).splitlines())
    return next(filter(None, lines), type(error).__name__)[:300]
