"""SEARs: sixty questions with every rewriting that they must have, and the share of real questions with one."""

import re
from pathlib import Path

import pytest
from askance.core import UserError
from askance.core.install_command import install_command
from askance.wording import part_of_speech_tags
from askance.wording.part_of_speech_tags import TAGGERS, missing_spacy_packages, tag_questions
from askance.wording.sears_rules import RULES, TaggedWord, may_any_rule_apply, rewrite_by_rules

REAL = Path(__file__).parents[3] / "shared" / "data" / "vqa" / "v1_questions.txt"
WP, NOUN, COLOUR, WRB = RULES

# question → rule → rewriting; a rule that is not named must not apply
TABLE: dict[str, dict[str, str]] = {
    # WP VBZ → WP's
    "What is the table made of?": {WP: "What's the table made of?"},
    "What is this?": {WP: "What's this?"},
    "what is on the plate?": {WP: "what's on the plate?"},
    "WHAT IS THIS?": {WP: "WHAT'S THIS?"},
    "What is he holding?": {WP: "What's he holding?"},
    "What is it made of?": {WP: "What's it made of?"},
    "Who is at bat?": {WP: "Who's at bat?"},
    "Who is the man on the left?": {WP: "Who's the man on the left?"},
    "Who is riding the horse?": {WP: "Who's riding the horse?"},
    "According to the sign, what is not allowed here?": {WP: "According to the sign, what's not allowed here?"},
    "What is unusual about the red chair?": {WP: "What's unusual about the red chair?"},
    # … but not so
    "What does the sign say?": {},
    "What does he have on his head?": {},
    "What has been upcycled to make lights?": {},
    "Who has a camera?": {},
    "What are they doing?": {},
    "What was the man holding?": {},
    "What's in the box?": {},
    "Who's there?": {},
    "Who's holding the umbrella?": {},
    "Whose bag is this?": {},
    "To whom is the woman talking?": {},
    "Which is taller?": {},
    "What is it?": {},
    "Who is it?": {},
    "What isn't on the table?": {},
    "On what is the clock?": {},
    "This is a what?": {},
    "What IS that thing?": {},
    # What NOUN → Which NOUN
    "What kind of dog is this?": {NOUN: "Which kind of dog is this?"},
    "What animals are in the picture?": {NOUN: "Which animals are in the picture?"},
    "What vegetables are on the plate?": {NOUN: "Which vegetables are on the plate?"},
    "What letters are on the train?": {NOUN: "Which letters are on the train?"},
    "what sport is being played?": {NOUN: "which sport is being played?"},
    "What room does this appear to be?": {NOUN: "Which room does this appear to be?"},
    "In what city was this taken?": {NOUN: "In which city was this taken?"},
    "The table is made of what material?": {NOUN: "The table is made of which material?"},
    "What street sign is shown?": {NOUN: "Which street sign is shown?"},
    # … but not so
    "What sits on the table?": {},
    "What spans across the tracks?": {},
    "Is that what people eat?": {},
    "What number of boats are in the water?": {},
    "What red thing do you see?": {},
    "Which animal is bigger?": {},
    # color → colour
    "What color is the cat?": {NOUN: "Which color is the cat?", COLOUR: "What colour is the cat?"},
    "What is the color of the bus?": {WP: "What's the color of the bus?", COLOUR: "What is the colour of the bus?"},
    "What Color is the car?": {COLOUR: "What Colour is the car?"},
    "Are the two cats the same color?": {COLOUR: "Are the two cats the same colour?"},
    "Is the color of the COLOR card red?": {COLOUR: "Is the colour of the COLOUR card red?"},
    # … but not so
    "What colors are the flags?": {NOUN: "Which colors are the flags?"},
    "Is the umbrella colorful?": {},
    "Is this a watercolor?": {},
    "Is the photo colored or discolored?": {},
    # WRB VBZ → WRB's
    "Where is the cat?": {WRB: "Where's the cat?"},
    "Why is there a hydrant?": {WRB: "Why's there a hydrant?"},
    "How is the weather?": {WRB: "How's the weather?"},
    # … but not so
    "When is the train leaving?": {},
    "Where does the road lead?": {},
    "Why isn't the man smiling?": {},
    "Where is it?": {},
}  # fmt: skip


# spaCy takes "Color" for a name
BY_BUILTIN = {"What Color is the car?": {NOUN: "Which Color is the car?", COLOUR: "What Colour is the car?"}}


@pytest.fixture(scope="module", params=TAGGERS)
def wanted(request):
    return request.param, TABLE | (BY_BUILTIN if request.param == "builtin" else {})


@pytest.fixture(scope="module")
def found(wanted):
    return dict(zip(TABLE, map(rewrite_by_rules, TABLE, tag_questions(TABLE, wanted[0])), strict=True))


def test_the_table_has_sixty_questions():
    assert len(TABLE) == 60
    assert {rule for rules in TABLE.values() for rule in rules} == set(RULES)


@pytest.mark.parametrize("question", TABLE)
def test_every_rewriting_and_no_other(found, wanted, question):
    assert found[question] == wanted[1][question]
    assert may_any_rule_apply(question) or not TABLE[question]


def test_spaces_are_kept_but_for_the_one_that_goes():
    words = (
        TaggedWord("What", "WP", 1, 5),
        TaggedWord("is", "VBZ", 7, 9),
        TaggedWord("red", "JJ", 11, 14),
        TaggedWord("?", ".", 15, 16),
    )
    assert rewrite_by_rules(" What  is  red ?", words) == {WP: " What's  red ?"}


def test_without_the_packages_one_line_says_what_to_install(monkeypatch):
    monkeypatch.setattr(part_of_speech_tags, "MODELS", ("no_such_model",))
    assert install_command("sears") in (missing_spacy_packages() or "")
    with pytest.raises(UserError, match=re.escape(install_command("sears"))):
        next(tag_questions(["What is it?"], "spacy"))


@pytest.mark.slow
@pytest.mark.skipif(not REAL.exists(), reason="the real questions are not part of the repository")
@pytest.mark.parametrize("tagger", TAGGERS)
def test_the_share_of_real_questions_with_a_rewriting(tagger):
    real = REAL.read_text().splitlines()
    asked = [question for question in real if may_any_rule_apply(question)]
    made = [
        rewrite_by_rules(question, words) for question, words in zip(asked, tag_questions(asked, tagger), strict=True)
    ]
    share = {rule: sum(rule in each for each in made) / len(real) for rule in RULES}
    print(f"of {len(real)} questions {sum(map(bool, made)) / len(real):.1%}: {share}")  # noqa: T201  to be read
    assert sum(map(bool, made)) / len(real) == pytest.approx(0.405, abs=0.01)
    unlikely = [question for each in made for question in each.values() if "'sn't" in question or "'s's" in question]
    assert unlikely == []
