"""Rules for real questions: where each fires, where it must not, and what the cards promise."""

from pathlib import Path

import pytest
from askance.wording.implications.real_questions import RULES, implied_by
from askance.wording.part_of_speech_tags import tag_question

PAGE = Path(__file__).parents[3] / "docs" / "implications-real-questions.md"
CARDS = {card.name: card for card in RULES}

# rule → (question, answer, implied question, expected)
FIRES = {
    "real-same-number": [
        ("How many people are wearing hats in this picture?", "2", "Are there 2 people wearing hats in this picture?"),
        ("How many lights are red?", "three", "Are there 3 lights that are red?"),
        ("How many legs are visible on the giraffe?", "2", "Are there 2 legs visible on the giraffe?"),
        ("How many kites do you see?", "4", "Do you see 4 kites?"),
        ("How many people can be seen in the photo?", "2", "Are there 2 people visible in the photo?"),
    ],
    "real-same-color": [
        ("What color is this dog ornament?", "black", "Is this dog ornament black?"),
        ("What color is the man's shirt?", "red", "Is the man's shirt red?"),
        ("What color is the shirt the man is wearing?", "blue", "Is the shirt the man is wearing blue?"),
        ("What color hair does the woman have?", "brown", "Does the woman have brown hair?"),
        ("What color is the cabinets?", "white", "Are the cabinets white?"),
        ("WHAT COLOR IS THIS?", "pink", "Is this pink?"),
    ],
    "real-premise": [
        ("What is the woman staring at?", "water", "Is there a woman in the image?"),
        ("Where is the trash can located?", "street", "Is there a trash can in the image?"),
        ("Is this building a school?", "yes", "Is there a building in the image?"),
        ("Are the mountains covered with snow?", "yes", "Does the image show mountains?"),
        ("Is this food on a plate?", "yes", "Is there any food in the image?"),
    ],
    "real-object": [
        ("What is the bird standing on?", "bench", "Is there a bench in the image?"),
        ("Is she wearing sunglasses?", "yes", "Are there any sunglasses in the image?"),
        ("What is this man eating?", "pizza", "Is there any pizza in the image?"),
    ],
    "real-same-object": [
        ("What are the people wearing?", "helmet", "Are the people wearing helmets?"),
        ("What is sitting on the ground?", "dogs", "Are there any dogs sitting on the ground?"),
        ("What is the man on the elephant holding?", "umbrella", "Is the man on the elephant holding an umbrella?"),
        ("What does the man have on his head?", "hat", "Does the man have a hat on his head?"),
    ],
    "real-same-action": [("What is the man in blue doing?", "surfing", "Is the man in blue surfing?")],
    "real-same-kind": [
        ("What type of animals are these?", "zebra", "Are these zebras?"),
        ("What animal is shown in this photo?", "sheep", "Is there a sheep in this photo?"),
    ],
    "real-same-text": [
        ("What number is on the man's jersey?", "14", 'Is the number "14" on the man\'s jersey?'),
        ("What brand is this phone?", "LG", 'Is the brand of this phone "LG"?'),
    ],
    "real-hypernym": [("Are there boats on the water?", "yes", "Is there a vehicle in the image?")],
    "real-chosen": [
        ("Is this a cake or mud?", "mud", "Is this mud?"),
        ("Is this a dog or cat?", "cat", "Is this a cat?"),
    ],
    "real-same-value": [("What season is it?", "summer", "Is it summer?")],
}  # fmt: skip

# (question, answer): nothing at all follows
SILENT = [
    ("Why is the man upside down?", "for fun"),
    ("How is the weather?", "sunny"),
    ("Is the man happy?", "no"),
    ("Is this food healthy?", "no"),
    ("Does the boy want to play?", "no"),
    ("Will the catcher catch the ball?", "yes"),
    ("Would you eat this?", "no"),
    ("Can this bird fly?", "yes"),
    ("Are the men related?", "no"),
    ("Is the animal bigger than the car?", "no"),
    ("Is the man tired or bored?", "neither"),
    ("How many hours are left?", "3"),
    ("How many people?", "a lot"),
    ("How many dogs are left?", "about 20 or 30"),
    ("What color is the car?", "unanswerable"),
    ("What is this?", "unsuitable image"),
    ("Is this called kite surfing?", "yes"),
    ("Is the carpet wall to wall?", "yes"),
    ("Is the guy on the horse on his cell phone?", "no"),
    ("Is the automobile hauling the boat a pickup truck?", "no"),
    ("Is the syrup sugar free?", "no"),
    ("Are his eyes green?", "no"),
    ("What is the price of the french fries?", "unknown"),
    ("Is the oven warming up?", "yes"),
    ("what number is on the side of vehicle?", "192"),
    ("what is the number of the card on right?", "11870"),
    ("Do they have a coffee table?", "no"),
    ("Is there a clock on all four sides of the tower?", "no"),
    ("Is there a lamp on each table?", "no"),
    ("Are there windows on both sides?", "yes"),
    ("Is the toilet seat missing?", "yes"),
    ("Is every dog brown?", "no"),
    ("Isn't there a dog?", "yes"),
    ("Is this elephant and adult?", "yes"),
]

# (rule, question, answer): this rule says nothing
NOT_BY_RULE = [
    ("real-premise", "Where is the freedom trail located?", "boston"),
    ("real-premise", "Where are the planes made?", "china"),
    ("real-same-object", "What is on this label?", "beef"),  # a word
    ("real-same-object", "What are they holding in their hands?", "tennis racket"),  # one, or one each?
    ("real-negation", "Are the dogs sitting?", "no"),  # some may sit
    ("real-negation", "Is the entire yard covered in snow?", "no"),
    ("real-premise", "Is the man surfing?", "no"),
    ("real-premise", "Is the sun setting?", "yes"),
    ("real-premise", "What shape is the bowl of the sink?", "round"),
    ("real-premise", "What is the bank called?", "Chase"),
    ("real-premise", "What is the price of the fries?", "$2"),
    ("real-premise", "What color is the Post-it?", "yellow"),
    ("real-premise", "Is the pink animal stuffed?", "yes"),
    ("real-premise", "What color is the text pie?", "black"),
    ("real-premise", "Is the camera man under a tree?", "yes"),  # he takes the picture
    ("real-same-object", "What are they playing?", "frisbee"),  # not: playing a frisbee
    ("real-object", "What is the man looking at?", "camera"),
    ("real-object", "What animal is on his jacket?", "elephant"),  # a print
    ("real-object", "Do they have a kid?", "yes"),
    ("real-hypernym", "What is on the poster?", "dog"),
    ("real-anywhere", "Is there a baby in this household?", "yes"),
    ("real-how-many", "Is there a man with a safety vest?", "yes"),
    ("real-how-many", "Are there dogs in the picture?", "no"),  # there may be one
    ("real-how-many", "Is there water in the glass?", "yes"),
    ("real-none", "Are there many people?", "no"),
    ("real-none", "Is there a body of water?", "yes"),
    ("real-same-number", "How many birds are there?", "250"),
    ("real-other-number", "How many bags are the men carrying?", "3"),  # each?
    ("real-other-color", "What color is the cat?", "black and white"),
    ("real-same-color", "What color is the word on the sign and the car?", "red"),
    ("real-opposite", "Is the door open?", "no"),
    ("real-opposite", "Is it sunny?", "yes"),  # partly cloudy
    ("real-other-value", "Is the water moving?", "yes"),
    ("real-not-chosen", "Is the car red or white?", "red"),  # a car may be both
    ("real-chosen", "Is the man sitting or standing?", "walking"),
    ("real-chosen", "Is the man sitting or standing?", "yes"),
    ("real-same-kind", "What kind of pizza is this?", "cheese"),
    ("real-same-kind", "What type of place is this?", "tennis"),
    ("real-same-object", "What is on the table?", "table"),
    ("real-same-action", "What is the man doing?", "flying kite"),  # an article was lost
    ("real-same-text", "What number is on the signpost?", "english"),
    ("real-same-text", "What does his pants say?", "army"),  # not English
    ("real-same-sport", "What sport is being played?", "skiing"),
    ("real-same-person", "Who is taking the picture?", "man"),
    ("real-same-person", "Who is holding the umbrella?", "Peter"),
    ("real-same-place", "Where is the cat?", "outside"),
    ("real-any-of", "Are the man's eyes open?", "yes"),
    ("real-all-of", "Are the scissors open?", "no"),
    ("real-all-of", "Are those birds in the sky?", "no"),  # they may be kites
    ("real-not-every", "Is everyone in the picture riding a skateboard?", "no"),
    ("real-nobody", "Is anyone happy?", "no"),
    ("real-same-value", "What is the table made of?", "tree"),
    ("real-at-least", "How many of the dogs are lying?", "2"),
    ("real-any", "How many types of fruit are there?", "2"),
    ("real-at-least-two", "Is there any sun?", "no"),
    ("real-at-least-two", "Are there 3 women in the picture?", "no"),
    ("real-at-least-two", "Are there three women in the picture?", "no"),
    ("real-denied", "Why is the man sitting?", "tired"),
    ("real-true-that", "Does this store sell food?", "yes"),
    ("real-true-that", "Are the dogs sitting?", "no"),
    ("real-true-that", "Is that dog asleep?", "yes"),  # "that that dog"
    ("real-object", "What is in the can on the table?", "soup"),  # a can is closed
    ("real-hypernym", "What is in the left lane?", "cathedrals"),  # written on the road
]


@pytest.mark.parametrize(
    ("rule", "question", "answer", "implied"), [(rule, *each) for rule, table in FIRES.items() for each in table]
)
def test_a_rule_fires(rule: str, question: str, answer: str, implied: str) -> None:
    found = [each for each in implied_by(question, answer, tag_question) if each.question == implied]
    assert [(each.rule, each.expected, each.kind) for each in found] == [(rule, "yes", CARDS[rule].kind)]


@pytest.mark.parametrize(("question", "answer"), SILENT)
def test_nothing_follows(question: str, answer: str) -> None:
    assert implied_by(question, answer, tag_question) == ()


@pytest.mark.parametrize(("rule", "question", "answer"), NOT_BY_RULE)
def test_a_rule_is_silent(rule: str, question: str, answer: str) -> None:
    assert rule in CARDS
    assert rule not in {each.rule for each in implied_by(question, answer, tag_question)}


def test_every_rule_has_a_case_where_it_is_silent() -> None:
    assert {rule for rule, _, _ in NOT_BY_RULE} == set(CARDS)


@pytest.mark.parametrize("name", CARDS)
def test_the_examples_of_a_card_are_what_the_rule_says(name: str) -> None:
    for example in CARDS[name].examples:
        premise, conclusion = example.split(" → ")
        question, answer = premise.split("? – ")
        implied, expected = conclusion.rsplit(" ", 1)
        found = implied_by(f"{question}?", answer, tag_question)
        assert (name, implied, expected) in {(each.rule, each.question, each.expected) for each in found}, example


def test_names_of_rules_are_unique_and_tell_them_from_other_grammars() -> None:
    assert len(CARDS) == len(RULES)
    assert all(name.startswith("real-") for name in CARDS)


def test_the_docs_have_every_rule_as_its_card_says() -> None:
    page = PAGE.read_text()
    for name, card in CARDS.items():
        assert f"| `{name}` | {card.kind} | {card.premise} | {card.conclusion} | {card.examples[0]} |" in page, name
        assert f"- `{name}`: {card.not_asked}." in page, name
