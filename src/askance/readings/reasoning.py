"""What reasoning models write around an answer: thoughts, which are no part of it, and marks of the final part."""

import re

VERSION = 2

_NAMES = r"(?:seed:)?(?:think(?:ing)?|thoughts?|reasoning|analysis)"
_BEGINS = re.compile(
    rf"<\s*{_NAMES}\s*>|◁think▷|\[think\]|<\|(?:begin_of_thought|start_of_thinking|start_thinking|thinking)\|>"
    r"|<unused94>(?:thought\n)?|<\|channel\|>(?:analysis|commentary)\b[^<]*<\|message\|>",
    re.IGNORECASE,
)
_ENDS = re.compile(
    rf"<\s*/\s*{_NAMES}\s*>|◁/think▷|\[/think\]|<\|(?:end_of_thought|end_of_thinking|end_thinking|/thinking)\|>"
    r"|<unused95>|(?<=.)<\|end\|>(?:<\|start\|>assistant)?(?=<\|channel\|>)",
    re.IGNORECASE | re.DOTALL,
)
_BEGIN, _END = "\x02", "\x03"
_EITHER = re.compile(f"([{_BEGIN}{_END}])")
_FINAL = re.compile(
    r"(?:<\s*(?:final_?)?(?:answer|conclusion)\s*>|<\|begin_of_(?:solution|box)\|>|<\|channel\|>final\b[^<]*<\|message\|>)"
    r"(.*?)(?:<\s*/\s*(?:final_?)?(?:answer|conclusion)\s*>|<\|(?:end_of_(?:solution|box)|return|end)\|>|$)",
    re.DOTALL | re.IGNORECASE,
)
_TAG = re.compile(r"</?[a-z_]+>|<\|[^|>]*\|>", re.IGNORECASE)


def strip_reasoning(said: str) -> str:
    """The answer alone: no thoughts, also where their first or last mark is missing; of a marked final part, that."""
    if "<" not in said and "◁" not in said and "[" not in said:
        return said
    rest = _text_outside_marks(_ENDS.sub(_END, _BEGINS.sub(_BEGIN, said)))
    finals = [part for part in _FINAL.findall(rest) if part.strip()]
    return _TAG.sub("", finals[-1] if finals else rest).strip()


def _text_outside_marks(marked: str) -> str:
    """The text outside all marked thoughts; an end that nothing began drops all before it, in one pass."""
    kept: list[str] = []
    begun: list[int] = []  # how much was kept when each open thought began
    for part in _EITHER.split(marked):
        if part == _BEGIN:
            begun.append(len(kept))
        elif part == _END:
            del kept[begun.pop() if begun else 0 :]
        else:
            kept.append(part)
    return "".join(kept[: begun[0]] if begun else kept)
