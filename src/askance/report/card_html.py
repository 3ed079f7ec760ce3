"""Cards of cases as HTML: images with their edits, questions with changed words marked, graded answers, the rule."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from askance.report.case_view import AskView
from askance.report.failures import CaseCard, Failures, Side
from askance.report.safe_text import attribute, isolated, safe
from askance.wording.normalise import normalise

STYLE = """
:root { --panel: #fff; --ink: #1c2330; --soft: #5b6474; --line: #e4e1d8; --accent: #1f5fa8; --good: #0b7a75;
  --bad: #c2410c; --track: #eeebe3; --hint: #f4efe2; --radius: 10px; }
@media (prefers-color-scheme: dark) { :root { --panel: #1b1f26; --ink: #e9e7e1; --soft: #a3abb8; --line: #2c323c;
  --accent: #7fb2ea; --good: #4fc3b8; --bad: #f08a4b; --track: #272c35; --hint: #262318; } }
.cases { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 32rem), 1fr)); gap: 1.2rem;
  grid-auto-flow: dense; }
.case { background: var(--panel); color: var(--ink); border: 1px solid var(--line); border-radius: var(--radius);
  overflow: hidden; display: flex; flex-direction: column; }
.case.wide { grid-column: 1 / -1; }
.case p { margin: .3rem 0; } .case .name { color: var(--soft); font-size: 13px; margin: .6rem 1rem; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 13rem), 1fr)); gap: 1px;
  background: var(--line); border-block: 1px solid var(--line); flex: 1; }
.side { margin: 0; background: var(--panel); } .side img { width: 100%; aspect-ratio: 4 / 3;
  object-fit: contain; display: block; background: var(--track); }
.case.one .side { display: grid; grid-template: auto 1fr / minmax(0, 13rem) 1fr; }
.side figcaption { color: var(--soft); font-size: 13px; padding: .4rem 1rem 0; }
.case.one .side img { grid-row: 1 / 3; align-self: start; }
.side .body { padding: .2rem 1rem .7rem; overflow-wrap: anywhere; }
.question { font-size: 16px; } .question mark { background: none; color: inherit;
  border-bottom: 3px solid var(--accent); }
.answer { display: flex; flex-wrap: wrap; gap: .2rem .6rem; align-items: center; }
.chip { border: 1.5px solid var(--soft); border-radius: 6px; padding: 0 .6rem; font-weight: 600; }
.chip.long { font-weight: 400; font-size: 14px; }
.answer .role, .quiet-line { color: var(--soft); font-size: 13px; } .answer .role { min-width: 4em; }
.chip.good { border-color: var(--good); color: var(--good); } .chip.bad { border-color: var(--bad); color: var(--bad); }
.grade { font-size: 13px; color: var(--soft); } .grade.good { color: var(--good); } .grade.bad { color: var(--bad); }
.sure { display: inline-flex; gap: .4rem; align-items: center; color: var(--soft); font-size: 13px;
  white-space: nowrap; }
.bar { height: 8px; width: 3.5rem; border-radius: 4px; background: var(--track); overflow: hidden; }
.bar i { display: block; height: 100%; background: var(--accent); }
.broken { border-left: 4px solid var(--bad); background: var(--hint); padding: .6rem 1rem; margin: 0 !important; }
.broken b { color: var(--bad); } .code { border: 1px solid var(--line); border-radius: 4px; font-size: .75em; }
@media (max-width: 40rem) { .case.one .side { display: block; } }
"""

_NOTE = (
    "Each card is one case whose rule the model breaks: every image as it was shown, what was asked about it, and the"
    " answers. Underlined words differ from the original question. Cases that only measure something, such as how often"
    " an answer stays the same with another image, have no wrong outcome and are not listed."
)
SHORT = 40  # characters of an answer that is set in bold
MOST_EXPECTED = 4  # different answers of humans that are listed
_TONES = {"right": "good", "wrong": "bad"}
_SIGNS = {"right": "✓ ", "wrong": "✗ "}


def failing_section(found: Sequence[Failures]) -> str:
    """All failing cases, model by model and suite by suite; nothing where there are none."""
    if not found:
        return ""
    parts = [f'<h2>Failing cases</h2><p class="quiet">{_NOTE}</p>']
    for model in dict.fromkeys(each.model for each in found):
        parts.append(f"<h3>{isolated(model)}</h3>")
        parts += [_listed(each) for each in found if each.model == model]
    return "".join(parts)


def _listed(each: Failures) -> str:
    count = f"{len(each.cards):,} of {each.total:,} failing case{'s' if each.total != 1 else ''}"
    head = f"<h4>{isolated(each.suite)} · {isolated(each.dataset)} · {count}</h4>"
    blind = '<p class="quiet">The model did not receive the images: only the questions.</p>'
    return f"{head}{blind if each.is_without_image else ''}<div class=cases>{''.join(map(card_html, each.cards))}</div>"


def card_html(card: CaseCard) -> str:
    """One card, which needs STYLE in its page."""
    view, case = card.view, card.view.case
    many = "one" if len(card.sides) == 1 else "wide" if len(card.sides) > 2 else "two"
    name = " · ".join(filter(None, (case.group, case.name)))
    original = view.original_question
    asked = "" if original is None else f'<p class="name">original question: {isolated(original)}</p>'
    reason = "" if view.reason is None else f" <span class=quiet-line>({isolated(view.reason)})</span>"
    return (
        f'<article class="case {many}"><p class="name">{isolated(name)}</p>{asked}'
        f'<div class="sides">{"".join(map(_side, card.sides))}</div>'
        f'<p class="broken"><b>Broken rule:</b> {safe(view.rule)} {isolated(view.finding)}{reason}</p></article>'
    )


def _side(side: Side) -> str:
    image = f'<img alt="{attribute(side.caption)}" src="{side.picture}">' if side.picture else ""
    missing = "" if side.picture or side.asks[0].stimulus.image is None else " (not available)"
    same_question = groupby(side.asks, key=lambda ask: (ask.stimulus.question, ask.stimulus.turns))
    body = "".join(_question(list(asks)) for _, asks in same_question)
    caption = f"<figcaption>{isolated(side.caption)}{missing}</figcaption>"
    return f'<figure class="side">{image}{caption}<div class="body">{body}</div></figure>'


def _question(asks: list[AskView]) -> str:
    """One question and every answer to it."""
    turns = "".join(
        f'<p class="quiet-line">asked before: {isolated(question)} – {isolated(answer)}</p>'
        for question, answer in asks[0].stimulus.turns
    )
    words = "".join(f"<mark>{safe(each.text)}</mark>" if each.is_changed else safe(each.text) for each in asks[0].words)
    return f'{turns}<p class="question"><bdi>{words}</bdi></p>{"".join(map(_answer, asks))}'


def _answer(ask: AskView) -> str:
    tone = _TONES.get(ask.grade, "")
    label = " · ".join(filter(None, (ask.label, *ask.settings)))
    role = f'<span class="role">{safe(label)}</span>' if label else ""
    said = "–" if ask.answer is None else isolated(ask.answer) if ask.answer.strip() else "(empty)"
    grade = f'<span class="grade {tone}">{_SIGNS.get(ask.grade, "")}{ask.grade}</span>'
    lines = "".join(f'<p class="quiet-line">{line}</p>' for line in _notes(ask))
    long = "" if len(ask.answer or "") <= SHORT else " long"
    chip = f'<span class="chip {tone}{long}">{said}</span>'
    return f'<p class="answer">{role}{chip}{grade}{_bar(ask.probability)}</p>{lines}'


def _bar(probability: float | None) -> str:
    if probability is None or not 0 <= probability <= 1:
        return ""
    percent = f"{100 * probability:.0f}"
    bar = f'<span class="bar" aria-hidden="true"><i style="width:{percent}%"></i></span>'
    return f'<span class="sure">{bar}probability {percent} %</span>'


def _notes(ask: AskView) -> Iterable[str]:
    if ask.reading is not None and normalise(ask.reading) != normalise(ask.answer or ""):
        yield f"read as {isolated(ask.reading)}"
    if ask.grade in ("not read", "no answer") and ask.note:
        yield isolated(ask.note)
    if ask.expected:
        yield f"expected: {_expected(ask.expected)}"


def _expected(answers: tuple[str, ...]) -> str:
    """The answers that are right, those given most first, with how many humans gave each where they differ."""
    ways = sorted(dict.fromkeys(answers), key=answers.count, reverse=True)
    if len(ways) == 1:
        return isolated(ways[0])
    named = [f"{isolated(way)} ({answers.count(way)} of {len(answers)})" for way in ways[:MOST_EXPECTED]]
    return ", ".join(named) + (f" and {len(ways) - len(named)} more" if len(ways) > len(named) else "")
