"""Builders of tiny checkpoints of real architectures: config, safetensors, tokenizer and processor, saved as folders.

Weights are random, and large enough that answers differ between images and between questions.
"""

import json
import re
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

TEXT = (
    "What color is the car? Is there a dog in the image? How many people are on the left of the red table? yes no "
    "Answer the question using a single word or phrase. red blue green yellow black white one two three four "
    "Is the cat not under the chair? What is the man holding? Which animal is behind the brown sofa? user assistant "
)
SPECIAL = (
    "<pad>", "<s>", "</s>", "<unk>", "<image>", "<video>", "<|im_start|>", "<|im_end|>", "<|image_pad|>",
    "<|video_pad|>", "<|vision_start|>", "<|vision_end|>", "<|image|>", "<|python_tag|>", "<fake_token_around_image>",
    "<global-img>", "<end_of_utterance>", "<img>", "</img>", "<IMG_CONTEXT>", "<boi>", "<eoi>", "<soft>",
    *(f"<row_{row}_col_{column}>" for row in range(1, 7) for column in range(1, 7)),
)  # fmt: skip
CHAT = (
    "{% for m in messages %}<|im_start|>{{ m['role'] }}\n"
    "{% if m['content'] is string %}{{ m['content'] }}{% else %}{% for c in m['content'] %}"
    "{% if c['type'] == 'image' %}@IMAGE@{% else %}{{ c['text'] }}{% endif %}{% endfor %}{% endif %}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
VOCAB = 512
SIZE = 28  # pixels: width and height of what most of these models take
WIDE = 32  # hidden size


def tokenizer(**extra: Any) -> Any:
    """A byte-level BPE tokenizer with a few hundred entries."""
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers
    from transformers import PreTrainedTokenizerFast

    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    merges = learned_merges(VOCAB - len(SPECIAL) - len(alphabet))
    names = [*SPECIAL, *alphabet, *dict.fromkeys(map("".join, merges))]
    made = Tokenizer(models.BPE({name: number for number, name in enumerate(names)}, merges))
    made.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    made.decoder = decoders.ByteLevel()
    made.add_special_tokens(list(SPECIAL))
    return PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token="<pad>", bos_token="<s>", eos_token="<|im_end|>", unk_token="<unk>",
        padding_side="left", **extra,
    )  # fmt: skip


def learned_merges(count: int) -> list[tuple[str, str]]:
    """The merges of byte-pair encoding; of equally frequent ones the first, which the library leaves to chance."""
    words = [list(("Ġ" if number else "") + word) for number, word in enumerate(TEXT.split())]
    merges: list[tuple[str, str]] = []
    while len(merges) < count:
        pairs = Counter(pair for word in words for pair in pairwise(word))
        if not pairs:
            break
        best = min(pairs, key=lambda pair: (-pairs[pair], pair))
        merges.append(best)
        words = [merged(word, best) for word in words]
    return merges


def merged(word: list[str], pair: tuple[str, str]) -> list[str]:
    """A word with each occurrence of a pair made one."""
    found: list[str] = []
    for part in word:
        if found and (found[-1], part) == pair:
            found[-1] += part
        else:
            found.append(part)
    return found


def token(name: str) -> int:
    return SPECIAL.index(name)


TEXT_SIZES: dict[str, Any] = {
    "vocab_size": VOCAB,
    "hidden_size": WIDE,
    "intermediate_size": 48,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "num_key_value_heads": 2,
    "max_position_embeddings": 2048,
    "pad_token_id": token("<pad>"),
    "bos_token_id": token("<s>"),
    "eos_token_id": token("<|im_end|>"),
}
VISION_SIZES: dict[str, Any] = {
    "hidden_size": WIDE,
    "intermediate_size": 48,
    "num_hidden_layers": 2,
    "num_attention_heads": 4,
    "image_size": SIZE,
    "patch_size": 14,
}
ENDS = {"pad_token_id": token("<pad>"), "bos_token_id": token("<s>"), "eos_token_id": token("<|im_end|>")}


def save(folder: Path, model: Any, seed: int = 0, spread: float = 0.25) -> None:
    """Fill a model with random weights and save it."""
    import torch

    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, weight in sorted(model.named_parameters()):
            if weight.dim() > 1:
                weight.copy_(torch.randn(weight.shape, generator=generator) * spread)
            elif name.endswith("bias"):
                weight.copy_(torch.randn(weight.shape, generator=generator) * 0.05)
    model.tie_weights()
    if model.can_generate():
        model.generation_config.update(**ENDS)
    model.save_pretrained(folder)


def parts(folder: Path, processor: str, image_processor: Any, words: Any, chat: str | None, **settings: Any) -> None:
    """Save a processor's parts as checkpoints on the hub have them."""
    words.save_pretrained(folder)
    image_processor.save_pretrained(folder)
    path = folder / "preprocessor_config.json"
    kept = json.loads(path.read_text()) | {"processor_class": processor}
    path.write_text(json.dumps(kept))
    (folder / "processor_config.json").write_text(json.dumps({"processor_class": processor, **settings}))
    if chat is not None:
        (folder / "chat_template.jinja").write_text(CHAT.replace("@IMAGE@", chat))


def clip_vision() -> Any:
    from transformers import CLIPVisionConfig

    return CLIPVisionConfig(**VISION_SIZES, projection_dim=WIDE)


def clip_images() -> Any:
    from transformers import CLIPImageProcessorPil

    return CLIPImageProcessorPil(
        size={"shortest_edge": SIZE}, crop_size={"height": SIZE, "width": SIZE}, do_center_crop=True
    )


def llava(folder: Path, seed: int = 0, **text: Any) -> None:
    from transformers import LlamaConfig, LlavaConfig, LlavaForConditionalGeneration

    config = LlavaConfig(
        vision_config=clip_vision(),
        text_config=LlamaConfig(**TEXT_SIZES | text),
        image_token_id=token("<image>"),
        image_seq_length=4,
        **ENDS,
    )
    save(folder, LlavaForConditionalGeneration(config), seed)
    settings = {"patch_size": 14, "vision_feature_select_strategy": "default", "num_additional_image_tokens": 1}
    parts(folder, "LlavaProcessor", clip_images(), tokenizer(), "<image>\n", **settings)


def llava_next(folder: Path, seed: int = 0) -> None:
    from transformers import (
        LlamaConfig,
        LlavaNextConfig,
        LlavaNextForConditionalGeneration,
        LlavaNextImageProcessorPil,
    )

    grid = [[28, 28], [28, 56], [56, 28]]
    config = LlavaNextConfig(
        vision_config=clip_vision(),
        text_config=LlamaConfig(**TEXT_SIZES),
        image_token_id=token("<image>"),
        image_grid_pinpoints=grid,
        **ENDS,
    )
    save(folder, LlavaNextForConditionalGeneration(config), seed)
    images = LlavaNextImageProcessorPil(
        size={"shortest_edge": SIZE}, crop_size={"height": SIZE, "width": SIZE}, image_grid_pinpoints=grid
    )
    settings = {"patch_size": 14, "vision_feature_select_strategy": "default", "num_additional_image_tokens": 1}
    parts(folder, "LlavaNextProcessor", images, tokenizer(), "<image>\n", **settings)


def llava_onevision(folder: Path, seed: int = 0) -> None:
    from transformers import (
        LlavaOnevisionConfig,
        LlavaOnevisionForConditionalGeneration,
        LlavaOnevisionImageProcessorPil,
        Qwen2Config,
        SiglipVisionConfig,
    )

    grid = [[28, 28], [28, 56], [56, 28], [56, 56]]
    config = LlavaOnevisionConfig(
        vision_config=SiglipVisionConfig(**VISION_SIZES, vision_use_head=False),
        text_config=Qwen2Config(**TEXT_SIZES),
        image_token_id=token("<image>"),
        video_token_id=token("<video>"),
        image_grid_pinpoints=grid,
        vision_feature_select_strategy="full",
        vision_feature_layer=-1,
        vision_aspect_ratio="anyres_max_9",
        **ENDS,
    )
    save(folder, LlavaOnevisionForConditionalGeneration(config), seed)
    images = LlavaOnevisionImageProcessorPil(size={"height": SIZE, "width": SIZE}, image_grid_pinpoints=grid)
    settings = {"num_image_tokens": 4, "vision_feature_select_strategy": "full", "vision_aspect_ratio": "anyres_max_9"}
    parts(folder, "LlavaOnevisionProcessor", images, tokenizer(), "<image>\n", **settings)


QWEN_IMAGE = "<|vision_start|><|image_pad|><|vision_end|>"
QWEN_TOKENS = {
    "image_token_id": token("<|image_pad|>"),
    "video_token_id": token("<|video_pad|>"),
    "vision_start_token_id": token("<|vision_start|>"),
    "vision_end_token_id": token("<|vision_end|>"),
}


def qwen_images(patch: int = 14) -> Any:
    from transformers import Qwen2VLImageProcessorPil

    least, most = (2 * patch) ** 2 * 2, (2 * patch) ** 2 * 9
    return Qwen2VLImageProcessorPil(
        size={"shortest_edge": least, "longest_edge": most}, patch_size=patch, merge_size=2, temporal_patch_size=2
    )


def qwen2_vl(folder: Path, seed: int = 0) -> None:
    from transformers import Qwen2VLConfig, Qwen2VLForConditionalGeneration

    rope = {"rope_type": "default", "mrope_section": [1, 1, 2], "rope_theta": 10000.0}
    vision = {"depth": 2, "embed_dim": WIDE, "hidden_size": WIDE, "num_heads": 4, "mlp_ratio": 2, "patch_size": 14}
    config = Qwen2VLConfig(
        text_config=TEXT_SIZES | {"rope_parameters": rope}, vision_config=vision, **QWEN_TOKENS, **ENDS
    )
    save(folder, Qwen2VLForConditionalGeneration(config), seed)
    parts(folder, "Qwen2VLProcessor", qwen_images(), tokenizer(), QWEN_IMAGE)


def qwen2_5_vl(folder: Path, seed: int = 0) -> None:
    from transformers import Qwen2_5_VLConfig, Qwen2_5_VLForConditionalGeneration

    rope = {"rope_type": "default", "mrope_section": [1, 1, 2], "rope_theta": 10000.0}
    vision = {
        "depth": 2, "hidden_size": WIDE, "out_hidden_size": WIDE, "num_heads": 4, "intermediate_size": 48,
        "patch_size": 14, "fullatt_block_indexes": [1], "window_size": 56,
    }  # fmt: skip
    config = Qwen2_5_VLConfig(
        text_config=TEXT_SIZES | {"rope_parameters": rope}, vision_config=vision, **QWEN_TOKENS, **ENDS
    )
    save(folder, Qwen2_5_VLForConditionalGeneration(config), seed)
    parts(folder, "Qwen2_5_VLProcessor", qwen_images(), tokenizer(), QWEN_IMAGE)


def qwen3_vl(folder: Path, seed: int = 0) -> None:
    from transformers import Qwen3VLConfig, Qwen3VLForConditionalGeneration

    rope = {"rope_type": "default", "mrope_section": [2, 1, 1], "rope_theta": 10000.0, "mrope_interleaved": True}
    vision = {
        "depth": 2, "hidden_size": WIDE, "out_hidden_size": WIDE, "num_heads": 4, "intermediate_size": 48,
        "patch_size": 16, "deepstack_visual_indexes": [0], "num_position_embeddings": 16,
    }  # fmt: skip
    text = TEXT_SIZES | {"rope_parameters": rope, "head_dim": 8}
    config = Qwen3VLConfig(text_config=text, vision_config=vision, **QWEN_TOKENS, **ENDS)
    save(folder, Qwen3VLForConditionalGeneration(config), seed)
    parts(folder, "Qwen3VLProcessor", qwen_images(16), tokenizer(), QWEN_IMAGE)


def qwen3_5(folder: Path, seed: int = 0) -> None:
    """Layers with linear attention: what comes behind the image cannot be packed."""
    from transformers import Qwen3_5Config, Qwen3_5ForConditionalGeneration

    rope = {
        "rope_type": "default", "mrope_section": [2, 1, 1], "rope_theta": 10000.0, "mrope_interleaved": True,
        "partial_rotary_factor": 1.0,
    }  # fmt: skip
    vision = {
        "depth": 2, "hidden_size": WIDE, "out_hidden_size": WIDE, "num_heads": 4, "intermediate_size": 48,
        "patch_size": 16, "deepstack_visual_indexes": [], "num_position_embeddings": 16,
    }  # fmt: skip
    text = TEXT_SIZES | {
        "rope_parameters": rope, "head_dim": 8, "layer_types": ["linear_attention", "full_attention"],
        "linear_num_value_heads": 4, "linear_num_key_heads": 2, "linear_key_head_dim": 8, "linear_value_head_dim": 8,
    }  # fmt: skip
    config = Qwen3_5Config(text_config=text, vision_config=vision, **QWEN_TOKENS, **ENDS)
    save(folder, Qwen3_5ForConditionalGeneration(config), seed)
    parts(folder, "Qwen3VLProcessor", qwen_images(16), tokenizer(), QWEN_IMAGE)


def idefics3(folder: Path, seed: int = 0) -> None:
    from transformers import Idefics3Config, Idefics3ForConditionalGeneration, Idefics3ImageProcessorPil

    config = Idefics3Config(
        text_config=TEXT_SIZES | {"model_type": "llama"},
        vision_config=VISION_SIZES,
        image_token_id=token("<image>"),
        scale_factor=2,
        **ENDS,
    )
    save(folder, Idefics3ForConditionalGeneration(config), seed)
    images = Idefics3ImageProcessorPil(size={"longest_edge": 2 * SIZE}, max_image_size={"longest_edge": SIZE})
    parts(folder, "Idefics3Processor", images, tokenizer(), "<image>", image_seq_len=1)


def smolvlm(folder: Path, seed: int = 0) -> None:
    from transformers import SmolVLMConfig, SmolVLMForConditionalGeneration, SmolVLMImageProcessorPil

    config = SmolVLMConfig(
        text_config=TEXT_SIZES | {"model_type": "llama"},
        vision_config=VISION_SIZES,
        image_token_id=token("<image>"),
        scale_factor=2,
        **ENDS,
    )
    save(folder, SmolVLMForConditionalGeneration(config), seed)
    images = SmolVLMImageProcessorPil(size={"longest_edge": 2 * SIZE}, max_image_size={"longest_edge": SIZE})
    parts(folder, "SmolVLMProcessor", images, tokenizer(), "<image>", image_seq_len=1)


def internvl(folder: Path, seed: int = 0) -> None:
    from transformers import GotOcr2ImageProcessorPil, InternVLConfig, InternVLForConditionalGeneration

    vision = VISION_SIZES | {"image_size": [SIZE, SIZE], "patch_size": [14, 14]}
    config = InternVLConfig(
        vision_config=vision,
        text_config=TEXT_SIZES | {"model_type": "qwen2"},
        image_token_id=token("<IMG_CONTEXT>"),
        image_seq_length=1,
        **ENDS,
    )
    save(folder, InternVLForConditionalGeneration(config), seed)
    images = GotOcr2ImageProcessorPil(
        size={"height": SIZE, "width": SIZE}, crop_to_patches=True, min_patches=1, max_patches=4
    )
    names = {"start_image_token": "<img>", "end_image_token": "</img>", "context_image_token": "<IMG_CONTEXT>"}
    words = tokenizer(extra_special_tokens=names | {"video_token": "<video>"})
    parts(folder, "InternVLProcessor", images, words, "<IMG_CONTEXT>\n", image_seq_length=1)


def gemma3(folder: Path, seed: int = 0, window: int = 12) -> None:
    from transformers import Gemma3Config, Gemma3ForConditionalGeneration, Gemma3ImageProcessorPil

    text = TEXT_SIZES | {
        "head_dim": 8, "sliding_window": window, "layer_types": ["sliding_attention", "full_attention"],
        "query_pre_attn_scalar": 8,
    }  # fmt: skip
    config = Gemma3Config(
        text_config=text,
        vision_config=VISION_SIZES | {"vision_use_head": False},
        mm_tokens_per_image=4,
        image_token_id=token("<soft>"),
        boi_token_id=token("<boi>"),
        eoi_token_id=token("<eoi>"),
        **ENDS,
    )
    save(folder, Gemma3ForConditionalGeneration(config), seed, spread=0.05)
    images = Gemma3ImageProcessorPil(size={"height": SIZE, "width": SIZE})
    names = {"boi_token": "<boi>", "eoi_token": "<eoi>", "image_token": "<soft>"}
    words = tokenizer(extra_special_tokens=names)
    parts(folder, "Gemma3Processor", images, words, "<boi>", image_seq_length=4)


def mllama(folder: Path, seed: int = 0) -> None:
    import torch
    from transformers import MllamaConfig, MllamaForConditionalGeneration, MllamaImageProcessorPil

    text = TEXT_SIZES | {"num_hidden_layers": 3, "cross_attention_layers": [1]}
    text["vocab_size"] = VOCAB
    vision = {
        "hidden_size": WIDE, "intermediate_size": 48, "num_hidden_layers": 2, "num_global_layers": 1,
        "attention_heads": 4, "image_size": SIZE, "patch_size": 14, "max_num_tiles": 2, "vision_output_dim": 2 * WIDE,
        "intermediate_layers_indices": [1], "supported_aspect_ratios": [[1, 1], [1, 2], [2, 1]],
    }  # fmt: skip
    config = MllamaConfig(text_config=text, vision_config=vision, image_token_index=token("<|image|>"), **ENDS)
    model = MllamaForConditionalGeneration(config)
    with torch.no_grad():
        for name, weight in model.named_parameters():
            if "gate" in name and weight.numel() == 1:
                weight.fill_(0.7)  # as saved new, cross attention is switched off
    save(folder, model, seed)
    images = MllamaImageProcessorPil(size={"height": SIZE, "width": SIZE}, max_image_tiles=2)
    parts(folder, "MllamaProcessor", images, tokenizer(), "<|image|>")


def paligemma(folder: Path, seed: int = 0) -> None:
    from transformers import PaliGemmaConfig, PaliGemmaForConditionalGeneration, SiglipImageProcessorPil

    text = TEXT_SIZES | {"model_type": "gemma", "head_dim": 8, "vocab_size": 1700}
    config = PaliGemmaConfig(
        text_config=text,
        vision_config=VISION_SIZES | {"model_type": "siglip_vision_model", "vision_use_head": False},
        image_token_id=token("<image>"),
        projection_dim=WIDE,
        **ENDS,
    )
    save(folder, PaliGemmaForConditionalGeneration(config), seed)
    images = SiglipImageProcessorPil(size={"height": SIZE, "width": SIZE})
    images.image_seq_length = 4
    words = tokenizer(extra_special_tokens={"image_token": "<image>"})
    parts(folder, "PaliGemmaProcessor", images, words, None)


def bert_words() -> Any:
    """A word-piece tokenizer as BERT has, for models that take questions only."""
    from tokenizers import Tokenizer, decoders, models, normalizers, pre_tokenizers, processors
    from transformers import PreTrainedTokenizerFast

    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "[DEC]"]
    letters = sorted(set(TEXT.lower()) - {" "})
    words = dict.fromkeys(re.findall(r"\w+|[^\w\s]", TEXT.lower()))
    names = dict.fromkeys([*special, *letters, *(f"##{letter}" for letter in letters), *words])
    vocabulary = {name: number for number, name in enumerate(names)}
    made = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]"))
    made.normalizer = normalizers.BertNormalizer()
    made.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    made.decoder = decoders.WordPiece()
    made.add_special_tokens(special)
    made.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", pair="[CLS] $A [SEP] $B:1 [SEP]:1", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    return PreTrainedTokenizerFast(
        tokenizer_object=made, pad_token="[PAD]", unk_token="[UNK]", cls_token="[CLS]", sep_token="[SEP]",
        mask_token="[MASK]", bos_token="[DEC]",
    )  # fmt: skip


def vilt(folder: Path, seed: int = 0) -> None:
    from transformers import ViltConfig, ViltForQuestionAnswering, ViltImageProcessorPil

    answers = ["yes", "no", "red", "blue", "1", "2", "car", "dog"]
    config = ViltConfig(
        **{name: TEXT_SIZES[name] for name in ("hidden_size", "intermediate_size", "num_hidden_layers")},
        vocab_size=200, num_attention_heads=4, image_size=56, patch_size=14,
        id2label=dict(enumerate(answers)), label2id={answer: n for n, answer in enumerate(answers)},
        hidden_dropout_prob=0.1,
    )  # fmt: skip
    save(folder, ViltForQuestionAnswering(config), seed)
    images = ViltImageProcessorPil(size={"shortest_edge": 56}, size_divisor=14)
    parts(folder, "ViltProcessor", images, bert_words(), None)


def blip_images() -> Any:
    from transformers import BlipImageProcessorPil

    return BlipImageProcessorPil(size={"height": SIZE, "width": SIZE})


def blip(folder: Path, seed: int = 0) -> None:
    from transformers import BlipConfig, BlipForQuestionAnswering

    text = {name: TEXT_SIZES[name] for name in ("hidden_size", "intermediate_size", "num_hidden_layers")}
    config = BlipConfig(
        text_config=text | {
            "vocab_size": 200, "num_attention_heads": 4, "encoder_hidden_size": WIDE, "projection_dim": WIDE,
            "bos_token_id": 5, "eos_token_id": 3, "pad_token_id": 0, "sep_token_id": 3, "hidden_dropout_prob": 0.1,
        },
        vision_config=VISION_SIZES,
        projection_dim=WIDE,
        image_text_hidden_size=WIDE,
    )  # fmt: skip
    save(folder, BlipForQuestionAnswering(config), seed)
    parts(folder, "BlipProcessor", blip_images(), bert_words(), None)


def blip2(folder: Path, seed: int = 0) -> None:
    from transformers import Blip2Config, Blip2ForConditionalGeneration, OPTConfig

    text = OPTConfig(
        vocab_size=VOCAB, hidden_size=WIDE, ffn_dim=48, num_hidden_layers=2, num_attention_heads=4,
        word_embed_proj_dim=WIDE, max_position_embeddings=512, dropout=0.1, **ENDS,
    )  # fmt: skip
    qformer = {
        "vocab_size": 200, "hidden_size": WIDE, "intermediate_size": 48, "num_hidden_layers": 2,
        "num_attention_heads": 4, "encoder_hidden_size": WIDE, "cross_attention_frequency": 1,
    }  # fmt: skip
    config = Blip2Config(
        vision_config=VISION_SIZES, qformer_config=qformer, text_config=text.to_dict(), num_query_tokens=4,
        image_token_index=token("<image>"),
    )  # fmt: skip
    save(folder, Blip2ForConditionalGeneration(config), seed)
    words = tokenizer()
    parts(folder, "Blip2Processor", blip_images(), words, None, num_query_tokens=4)


def git(folder: Path, seed: int = 0) -> None:
    from transformers import GitConfig, GitForCausalLM

    text = {name: TEXT_SIZES[name] for name in ("hidden_size", "intermediate_size", "num_hidden_layers")}
    config = GitConfig(
        **text, vision_config=VISION_SIZES, vocab_size=200, num_attention_heads=4, max_position_embeddings=256,
        bos_token_id=2, eos_token_id=3, pad_token_id=0,
    )  # fmt: skip
    model = GitForCausalLM(config)
    save(folder, model, seed)
    (folder / "generation_config.json").write_text(
        json.dumps({"bos_token_id": 2, "eos_token_id": 3, "pad_token_id": 0})
    )
    parts(folder, "GitProcessor", clip_images(), bert_words(), None)


def pix2struct(folder: Path, seed: int = 0) -> None:
    from transformers import Pix2StructConfig, Pix2StructForConditionalGeneration, Pix2StructImageProcessorPil

    text = {
        "vocab_size": VOCAB, "hidden_size": WIDE, "d_kv": 8, "d_ff": 48, "num_layers": 2, "num_heads": 4,
        "pad_token_id": 0, "eos_token_id": token("<|im_end|>"), "decoder_start_token_id": 0,
    }  # fmt: skip
    vision = {
        "hidden_size": WIDE, "patch_embed_hidden_size": 768, "d_ff": 48, "d_kv": 8, "num_hidden_layers": 2,
        "num_attention_heads": 4, "seq_len": 64,
    }  # fmt: skip
    config = Pix2StructConfig(text_config=text, vision_config=vision, is_vqa=True)
    save(folder, Pix2StructForConditionalGeneration(config), seed)
    images = Pix2StructImageProcessorPil(max_patches=16, is_vqa=True)
    parts(folder, "Pix2StructProcessor", images, tokenizer(), None)


BUILDERS: dict[str, Callable[..., None]] = {
    "vilt": vilt,
    "blip": blip,
    "blip2": blip2,
    "git": git,
    "pix2struct": pix2struct,
    "paligemma": paligemma,
    "llava": llava,
    "llava_next": llava_next,
    "llava_onevision": llava_onevision,
    "qwen2_vl": qwen2_vl,
    "qwen2_5_vl": qwen2_5_vl,
    "qwen3_vl": qwen3_vl,
    "qwen3_5": qwen3_5,
    "idefics3": idefics3,
    "internvl": internvl,
    "smolvlm": smolvlm,
    "gemma3": gemma3,
    "mllama": mllama,
}
