"""Groups of related questions about the built-in world: reworded, negated, and from a class to its group term."""

from collections.abc import Iterator

from askance.core import GroupMember, Item
from askance.stickers.dataset import Stickers
from askance.stickers.generate_items import MAKERS, WEIGHTS
from askance.stickers.image_passes import in_image_passes
from askance.stickers.question_drafts import DraftRequest, QuestionDraft
from askance.stickers.question_wordings import WORDINGS, with_article
from askance.stickers.rng import Rng
from askance.stickers.scene_for_questions import SceneForQuestions, plural_of_term, singular_of_term
from askance.stickers.simulated_human_answers import simulate_ten_answers
from askance.wording.world_nouns import NOUNS

TRIES = 20
OTHER_TERMS = frozenset({"what-relation.who"})  # a wording brings in a group term: "Which person is …?"
WORDED = 3  # wordings of a question in an `equal` group, the plain one first


class GroupedStickers(Stickers):
    """The built-in world with three groups per scene, one for each relation; its items are those of the world."""

    def question_groups(self, limit: int | None = None, seed: int = 0) -> Iterator[list[Item]]:
        """Whole groups, one per image before the second of any: `limit` questions at most, but at least one group."""
        room = limit
        for items in in_image_passes(self.images(seed=seed), self._groups_of_image):
            if room is not None:
                if room != limit and room < len(items):
                    return
                room -= len(items)
            yield items

    def _groups_of_image(self, image: str) -> list[list[Item]]:
        _, split, index, _ = image.split(":")
        scene = self.scene(image)
        assert scene is not None
        view, rng = SceneForQuestions(scene), Rng(split, int(index), "groups")
        found = []
        for relation, make in RELATIONS.items():
            drafts = make(view, rng)
            if drafts:
                found.append(_items_of_group(f"{split}-{int(index):06d}-{relation}", image, relation, drafts, rng))
        return found


Worded = tuple[str, QuestionDraft]  # a question's text, and what it asks


def _items_of_group(group: str, image: str, relation: str, drafts: list[Worded], rng: Rng) -> list[Item]:
    items = []
    for number, (text, draft) in enumerate(drafts):
        kind = "yes/no" if draft.answer in ("yes", "no") else "number" if draft.answer.isdigit() else "other"
        tags = (("skill", draft.skill), ("type", kind))
        member = GroupMember(group, relation)
        items.append(Item(f"{group}-{number}", image, text, simulate_ten_answers(draft, rng), tags, member=member))
    return items


def _reworded_questions(view: SceneForQuestions, rng: Rng) -> list[Worded]:
    """One question in several wordings."""
    for _ in range(TRIES):
        maker = rng.choose_one(MAKERS[rng.choose_weighted(WEIGHTS)][1])
        draft = maker(DraftRequest(view, rng, rng.true_with_probability(0.5)))
        if draft is not None and draft.form not in OTHER_TERMS:
            plain, *others = (wording.format(**draft.slots) for wording in WORDINGS[draft.form])
            texts = [plain, *rng.shuffled(others)[: WORDED - 1]]
            return [(text, draft) for text in dict.fromkeys(texts)]
    return []


def _question_and_negation(view: SceneForQuestions, rng: Rng) -> list[Worded]:
    """Is there a dog? Is there no dog?"""
    exist, negation = MAKERS["exist"][1][0], WORDINGS["negation"][0]
    draft = exist(DraftRequest(view, rng, rng.true_with_probability(0.5)))
    if draft is None:
        return []
    denied = QuestionDraft("negation", "negation", "no" if draft.answer == "yes" else "yes", draft.slots, negated=True)
    return [(WORDINGS["exist"][0].format(**draft.slots), draft), (negation.format(**draft.slots), denied)]


def _class_and_group_term_questions(view: SceneForQuestions, rng: Rng) -> list[Worded]:
    """Is there a dog? Is there an animal?"""
    groups = set(view.present_groups())
    pairs = [(name, group) for name in view.present_classes() for group in NOUNS[name].groups if group in groups]
    if not pairs:
        return []
    drafts = [_exist_draft(term) for term in rng.choose_one(pairs)]
    return [(WORDINGS["exist"][0].format(**draft.slots), draft) for draft in drafts]


def _exist_draft(term: str) -> QuestionDraft:
    word = singular_of_term(term)
    return QuestionDraft("exist", "exist", "yes", {"a": with_article(word), "n": word, "s": plural_of_term(term)})


RELATIONS = {
    "equal": _reworded_questions,
    "opposite": _question_and_negation,
    "entails": _class_and_group_term_questions,
}
