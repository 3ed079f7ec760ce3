"""For each extra: the packages that its users import, and the shell lines that prove that it works alone.

The lines run in an empty folder, with the environment's programs first on PATH. TESTS is the folder tests/ of this
project; PORT is the port of the server that the extra needs (a chat server, or S3).
"""

from dataclasses import dataclass

RUN = "askance run -m oracle -s accuracy --limit 4 --out w"
POOL = "printf 'Is there a dog?\\nWhat color is the cat?\\n' > pool.txt"
RANK = "askance questions rank 'Is a dog there?' --pool pool.txt --top 1 --encoder"
TINY_ENCODER = (
    "from sentence_transformers import SentenceTransformer, models; from transformers import BertConfig, BertModel, "
    "BertTokenizerFast; open('vocab.txt', 'w').write('\\n'.join('[PAD] [UNK] [CLS] [SEP] [MASK] is there a dog what "
    "color the cat ?'.split())); BertTokenizerFast('vocab.txt').save_pretrained('bert'); BertModel(BertConfig("
    "vocab_size=14, hidden_size=16, num_hidden_layers=1, num_attention_heads=2, intermediate_size=16))"
    ".save_pretrained('bert'); words = models.Transformer('bert'); SentenceTransformer(modules=[words, "
    "models.Pooling(16)]).save('tiny')"
)
TINY_MODEL = "import sys; sys.path.insert(0, '$TESTS/models/hf'); import hf_checkpoints, pathlib; "
OPEN_PAGE = (
    "import time, urllib.request as r\n"
    "for turn in range(240):\n"
    "    try: page = r.urlopen('http://127.0.0.1:8479/').read(); break\n"
    "    except OSError: time.sleep(0.5)\n"
    "assert b'oracle' in page"
)


@dataclass(frozen=True)
class Proof:
    """What shows that an extra works; `server` names the server that must run beside it."""

    imports: tuple[str, ...]
    lines: tuple[str, ...]
    server: str = ""


PROOFS = {
    "charts": Proof(
        ("altair", "vl_convert"),
        (
            "askance run -m oracle -s noise --limit 4 --out w",
            "askance report w --format html -o page.html",
            "grep -q 'class=\"chart\"' page.html",
        ),
    ),
    "coco-metrics": Proof(
        ("pycocoevalcap",),
        (
            'python -c "from askance.ranking.rankers.meteor.tables import open_meteor_tables; '
            "assert open_meteor_tables('jar').function_words\"",
        ),
    ),
    "easy-vqa": Proof(("easy_vqa",), ("askance run -m builtin:blind -d easy_vqa -s accuracy --limit 4 --out w",)),
    "gs": Proof(("gcsfs",), ("askance doctor | grep 'extra gs' | grep gcsfs",)),
    "hf": Proof(
        ("torch", "transformers"),
        (
            f"python -c \"{TINY_MODEL}hf_checkpoints.llava(pathlib.Path('tiny'))\"",
            "askance run -m hf:tiny -s accuracy --limit 4 --out w",
        ),
    ),
    "mlflow": Proof(("mlflow",), (RUN, "askance export w --to mlflow", "test -n \"$(find . -name '*.db')\"")),
    "openai": Proof(
        ("httpx",),
        ("askance run -m openai:toy@http://127.0.0.1:$PORT/v1 -s accuracy --limit 4 --out w",),
        server="chat",
    ),
    "opencv": Proof(("cv2",), ("askance run -m oracle -s metamorphic_inpaint --limit 2 --out w",)),
    "questions": Proof(("wordllama",), (POOL, f"{RANK} wordllama")),
    "ray": Proof(("ray",), (f"{RUN} --engine ray --workers 1",)),
    "s3": Proof(
        ("s3fs",),
        (RUN.replace(" w", " s3://askance-tests/w"), "askance report s3://askance-tests/w"),
        server="s3",
    ),
    "sears": Proof(
        ("spacy",),
        (
            "askance run -m oracle -s sears:tagger=spacy --limit 60 --out w",
            "askance report w --format csv | grep -q sears",
        ),
    ),
    "sentence-transformers": Proof(
        ("sentence_transformers",), (POOL, f'python -c "{TINY_ENCODER}"', f"{RANK} st:tiny")
    ),
    "serve": Proof(
        ("fastapi", "uvicorn"),
        (RUN, "askance serve w --port 8479 & server=$!", f'python -c "{OPEN_PAGE}" && kill $server'),
    ),
    "train": Proof(
        ("onnx", "safetensors", "torch"),
        (
            "askance train blind -d stickers:train --limit 40 --epochs 1 -o own",
            "askance run -m builtin:own -s accuracy --limit 4 --out w",
        ),
    ),
    "wandb": Proof(("wandb",), (RUN, "WANDB_MODE=offline askance export w --to wandb")),
    "xlsx": Proof(
        ("openpyxl",),
        (
            "cp $TESTS/logs/peers/fixed_Shapes.xlsx log.xlsx",
            "askance run -m recorded:log.xlsx -d recorded:log.xlsx -s accuracy --out w",
        ),
    ),
}
