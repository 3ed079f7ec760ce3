"""The cases of the suite: drawn questions, probabilities, judged beliefs, contradictions, and images."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from askance.core import Case, Dataset
from askance.core.suite import Answers
from askance.inverse.belief import Belief, Contradiction
from askance.inverse.belief_types import belief_type
from askance.inverse.contradictions import find_contradictions
from askance.relations.beliefs import ANSWER, PAIRS, REASON, TYPE, UNJUDGED
from askance.suites.beliefs.annotated_image import AnnotatedImage
from askance.suites.beliefs.answer_pool import answer_kind
from askance.suites.beliefs.belief_sets import BeliefSet, plain_query, score_query
from askance.suites.beliefs.draw_cache import DrawnText
from askance.suites.beliefs.judges import BeliefJudge, Judged, SceneJudge
from askance.suites.beliefs.model_judge import judge_query

DRAWN, CONFIDENCE, JUDGE, BELIEF = "drawn", "confidence", "judge", "belief"  # groups
CONTRADICTION, IMAGE = "contradiction", "image"
BY_SCENE = "by_scene"  # tag: the type by the scene, where somebody else judges
MOST_PAIRS = 10  # contradictory pairs per image that become cases; all are counted
ANSWER_TYPES = {"yes": "yes/no", "no": "yes/no"}


def drawn_cases(suite: str, about: AnnotatedImage, texts: Sequence[DrawnText]) -> Iterator[Case]:
    """Each drawn question, asked once for every answer it was drawn for (the calls are shared)."""
    for text in texts:
        yield Case.of(
            suite, f"{DRAWN}/{about.image}/{text.answer}/{text.question}",
            {"ask": plain_query(about.image, text.question)}, "answers_with", group=DRAWN,
            tags=_answer_tags(about, text.answer) | {"source": text.source, "question": text.question},
        )  # fmt: skip


def confidence_cases(suite: str, belief_set: BeliefSet) -> Iterator[Case]:
    """The probability of each belief that came without one."""
    image = belief_set.about.image
    for belief in belief_set.beliefs:
        if belief.confidence is None:
            yield Case.of(
                suite, f"{CONFIDENCE}/{image}/{belief.question}", {"ask": score_query(image, belief)},
                "probability", group=CONFIDENCE, tags=_answer_tags(belief_set.about, belief.answer),
            )  # fmt: skip


def judge_cases(suite: str, belief_set: BeliefSet) -> Iterator[Case]:
    """The question of each belief, for a second model that judges."""
    image = belief_set.about.image
    for belief in belief_set.beliefs:
        yield Case.of(
            suite, f"{JUDGE}/{image}/{belief.question}", {"ask": judge_query(image, belief.question)}, "answers_with",
            group=JUDGE, tags={ANSWER: belief.answer},
        )  # fmt: skip


def judged_cases(
    suite: str, data: Dataset, belief_set: BeliefSet, judge: BeliefJudge, answers: Answers
) -> Iterator[Case]:
    """The beliefs about one image with their types, the pairs that exclude each other, and the image as a whole."""
    about, beliefs = belief_set.about, belief_set.beliefs
    pairs = find_contradictions(belief_set.as_said())
    contradicted = {belief.question for pair in pairs for belief in (pair.first, pair.second)}
    judged = judge.judge(data, about, beliefs, answers)
    by_scene = _types_by_scene(data, belief_set, judge)
    for belief, found, scene in zip(beliefs, judged, by_scene, strict=True):
        tags = {"source": belief_set.sources[belief.question], "question": belief.question}
        tags |= {"contradicted": "yes" if belief.question in contradicted else "no"}
        tags |= {BY_SCENE: scene} if scene else {}
        yield _belief_case(suite, about, belief, found, tags)
    for pair in _spread_over_rules(pairs):
        yield _contradiction_case(suite, about, pair)
    yield Case.of(
        suite, f"{IMAGE}/{about.image}", {"ask": plain_query(about.image, beliefs[0].question)}, "consistent_image",
        group=IMAGE, tags={PAIRS: str(len(pairs)), "beliefs": str(len(beliefs))},
    )  # fmt: skip


def _belief_case(suite: str, about: AnnotatedImage, belief: Belief, found: Judged, tags: dict[str, str]) -> Case:
    kind = belief_type(found.judgement) or UNJUDGED
    tags = tags | _answer_tags(about, belief.answer) | {TYPE: kind, REASON: found.judgement.reason}
    tags["reference"] = _nearest_question(belief.question, about.references(belief.answer))
    if belief.confidence is not None:
        tags["confidence"] = f"{belief.confidence:.4f}"
    return Case.of(
        suite, f"{BELIEF}/{about.image}/{belief.question}", {"ask": plain_query(about.image, belief.question)},
        "irrelevant_belief" if kind == "irrelevant" else "belief", group=f"{BELIEF}/{kind}",
        expected={"ask": found.right} if found.right else None,
        tags={name: value for name, value in tags.items() if value},
    )  # fmt: skip


def _contradiction_case(suite: str, about: AnnotatedImage, pair: Contradiction) -> Case:
    asks = {role: plain_query(about.image, belief.question) for role, belief in
            (("first", pair.first), ("second", pair.second))}  # fmt: skip
    return Case.of(
        suite, f"{CONTRADICTION}/{about.image}/{pair.first.question}/{pair.second.question}", asks, "not_both",
        group=f"{CONTRADICTION}/{pair.rule}", tags={REASON: pair.why, "rule": pair.rule},
    )  # fmt: skip


def _spread_over_rules(pairs: Sequence[Contradiction]) -> list[Contradiction]:
    """A few pairs, of each rule in turn; a model with one wrong habit has hundreds that are alike."""
    by_rule: dict[str, list[Contradiction]] = {}
    for pair in pairs:
        by_rule.setdefault(pair.rule, []).append(pair)
    turns = zip_longest(*by_rule.values())
    return [pair for turn in turns for pair in turn if pair is not None][:MOST_PAIRS]


def _types_by_scene(data: Dataset, belief_set: BeliefSet, judge: BeliefJudge) -> list[str]:
    """The types by the scene beside another judge's, so that the two can be compared; "" where it does not say."""
    scene = None if isinstance(judge, SceneJudge) else data.scene(belief_set.about.image)
    if scene is None:
        return [""] * len(belief_set.beliefs)
    judged = SceneJudge().judge(data, belief_set.about, belief_set.beliefs)
    return [belief_type(each.judgement) or "" for each in judged]


def _nearest_question(question: str, references: Sequence[str]) -> str:
    """The annotated question that shares the most words with a question; "" if there is none."""
    words = set(question.lower().split())
    return max(references, key=lambda each: len(words & set(each.lower().split())), default="")


def _answer_tags(about: AnnotatedImage, answer: str) -> dict[str, str]:
    kind = answer_kind(answer)
    annotated = "yes" if about.references(answer) else "no"
    return {ANSWER: answer, "type": ANSWER_TYPES.get(kind, kind), "annotated": annotated}
