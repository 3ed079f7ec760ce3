"""Suite `beliefs`: what is drawn, asked once, kept, judged and counted."""

import json

import askance
import pytest
from askance.core import Answer, UserError
from askance.core.errors import NoQuestions
from askance.core.progress import NoProgress
from askance.inverse.legal_questions import LEAST, find_legal
from askance.inverse.open_generator import open_question_model
from askance.inverse.question_model import DrawnQuestion
from askance.suites import open_suite
from askance.suites.beliefs import settings
from askance.suites.beliefs.annotated_image import AnnotatedImage
from askance.suites.beliefs.answer_pool import AnswerPool, answer_kind
from toy import ToyData, ToyModel

from belief_world import UNKNOWN, FakeGenerator, fake_suite

IMAGES = 5
REFUSES = "refuses everything"


class Counted:
    """Answers as another model; remembers what it was asked."""

    needs = frozenset()

    def __init__(self, name, supports, answer):
        self.name, self.fingerprint, self.supports, self._answer = name, name, frozenset(supports), answer
        self.asked = []

    def answer(self, shown):
        self.asked += [each.query for each in shown]
        return [self._answer(each.query) for each in shown]


def says_yes(query):
    is_score = type(query.readout).__name__ == "Score"
    return Answer(score=0.75) if is_score else Answer(text="yes")


@pytest.fixture(scope="module")
def world(tmp_path_factory):
    with pytest.MonkeyPatch.context() as patch:
        generator = FakeGenerator()
        patch.setenv("ASKANCE_CACHE", str(tmp_path_factory.mktemp("cache")))  # else another worker may have drawn them
        suite = fake_suite(patch, generator=generator)
        text = Counted("text only", {"text"}, says_yes)
        scored = Counted("with scores", {"text", "score"}, says_yes)
        silent = Counted(REFUSES, {"text"}, lambda query: Answer(status="refused"))
        models = ["oracle", "defective:yes-bias", text, scored, silent]
        done = askance.run(models, "stickers", [suite], limit=IMAGES, out=tmp_path_factory.mktemp("beliefs"))
    return done, generator, {model.name: model for model in (text, scored, silent)}


def figures(done, model):
    rows = [row for row in done.metrics.to_pylist() if row["model"] == model]
    return {(row["metric"], row["group"]): row for row in rows}


def test_the_oracle_believes_nothing_false(world):
    found = figures(world[0], "oracle")
    assert found["adversarial", ""]["value"] == 0
    assert found["contradictory", ""]["value"] == found["contradictory_images", ""]["value"] == 0
    assert found["rephrase", ""]["value"] > 30  # the annotated questions
    assert found["correct", ""]["n"] > 10 * IMAGES
    assert found["correct", ""]["images"] == IMAGES


def test_types_add_up_to_the_whole(world):
    for model in ("oracle", "defective:yes-bias"):
        found = figures(world[0], model)
        types = [found[name, ""]["value"] for name in ("rephrase", "complementary", "adversarial", "irrelevant")]
        assert sum(types) == pytest.approx(100)
        assert sum(types[:2]) == pytest.approx(found["correct", ""]["value"])


def test_who_always_says_yes_believes_a_thing_and_its_opposite(world):
    found = figures(world[0], "text only")
    assert found["contradictory_images", ""]["value"] == 100
    assert 0 < found["contradictory", ""]["value"] < 100
    assert found["adversarial", ""]["value"] > 10
    (example, *_) = [row for row in world[0].verdicts.to_pylist() if row["relation"] == "not_both"]
    assert "zebra" in example["reason"]


def test_every_question_is_asked_once_and_drawn_once_for_all_models(world):
    done, generator, models = world
    asked = models["text only"].asked
    assert len(asked) == len(set(asked))
    assert len(generator.drawn) == len(set(generator.drawn))
    assert figures(done, "text only")["found_per_100_calls", ""]["n"] == len(asked)


def test_illegal_questions_are_not_asked(world):
    questions = {query.stimulus.question for query in world[2]["text only"].asked}
    assert "Is there no zebra in the picture?" in questions
    assert "the of is?" not in questions


def test_probabilities_are_asked_for_only_where_a_model_supports_it(world):
    done, _, models = world
    kinds = {name: {type(query.readout).__name__ for query in model.asked} for name, model in models.items()}
    assert kinds == {"text only": {"Text"}, "with scores": {"Text", "Score"}, REFUSES: {"Text"}}
    assert figures(done, "with scores")["confidence", ""]["value"] == 75
    assert figures(done, "text only")["confidence", ""]["value"] is None
    assert figures(done, "oracle")["confidence", ""]["value"] == 100


def test_a_model_that_refuses_everything_has_no_beliefs_and_one_line(world):
    done = world[0]
    found = figures(done, REFUSES)
    assert (found["correct", ""]["n"], found["correct", ""]["value"]) == (0, None)
    assert found["coverage", ""]["value"] == 0
    assert found["believed", ""]["undecided"] == len(world[2][REFUSES].asked)
    mine = done.verdicts.filter([name == REFUSES for name in done.verdicts["model"].to_pylist()])
    (line,) = open_suite("beliefs").notes(mine)
    assert line.startswith(f"{REFUSES} has no beliefs: it gives none of the ")


def test_the_same_run_again_makes_no_call(world, monkeypatch):
    done, generator, models = world
    before = len(models["text only"].asked)
    again = askance.run(
        models["text only"], "stickers", [fake_suite(monkeypatch, generator=generator)], limit=IMAGES,
        out=done.space.root,
    )  # fmt: skip
    assert len(models["text only"].asked) == before
    assert figures(again, "text only") == figures(done, "text only")


def test_an_interrupted_run_resumes_to_the_same_tables(world, monkeypatch, tmp_path):
    done, generator, models = world
    model = Counted("with scores", {"text", "score"}, says_yes)
    suite = fake_suite(monkeypatch, generator=generator)
    texts = sum(type(query.readout).__name__ == "Text" for query in models["with scores"].asked)
    stopped = []
    for budget in (5, texts, None):  # in the first round, and in the second
        again = askance.run(model, "stickers", [suite], limit=IMAGES, out=tmp_path, budget=budget)
        stopped.append(again.done.outcome.stopped is not None)
    assert stopped == [True, True, False]
    assert len(model.asked) == len(set(model.asked)) == len(models["with scores"].asked)
    assert figures(again, "with scores") == figures(done, "with scores")


def test_false_beliefs_carry_the_right_answer_and_the_nearest_annotated_question(world):
    bodies = [json.loads(body) for body in world[0].cases["body"].to_pylist()]
    false = [body for body in bodies if body["group"] == "belief/adversarial"]
    assert false
    assert all(dict(body["expected"])["ask"] == ["no"] for body in false if dict(body["tags"])["answer"] == "yes")
    assert any("reference" in dict(body["tags"]) for body in false)


def test_the_pool_has_every_kind_of_answer_and_annotated_ones_first():
    mine = AnnotatedImage("a", {"red": ("What color?",), "3": ("How many?",)})
    other = AnnotatedImage("b", {"yes": ("Is it?",), "no": ("Is it not?",), "blue": ("Which?",), "7": ("How many?",)})
    first = list(AnswerPool([mine, other], 0).answers(mine))
    assert first[:4] == ["yes", "no", "red", "3"]
    assert [answer_kind(each) for each in first[:4]] == ["yes", "no", "other", "number"]
    assert set(first[4:]) == {"blue", "7"}
    assert list(AnswerPool([AnnotatedImage("c", {})], 0).answers(AnnotatedImage("c", {})))[:2] == ["yes", "no"]


def test_an_answer_outside_the_vocabulary_is_replaced(world):
    assert any(answer == UNKNOWN for _, answer in world[1].drawn)
    rows = [row for row in world[0].verdicts.to_pylist() if row["relation"] == "answers_with"]
    answers = {}
    for row in rows:
        answers.setdefault(row["image"], set()).add(dict(row["tags"])["answer"])
    assert all(len(each) == 5 and UNKNOWN not in each for each in answers.values())


class KnowsNothing(FakeGenerator):
    fingerprint = "fake-2"

    def draw_questions(self, image, picture, answer, number, seed):
        raise ValueError(answer)


class NoScenes(ToyData):
    def scene(self, image):
        return None


@pytest.mark.parametrize(
    ("data", "generator", "line"),
    [
        ("stickers", KnowsNothing("empty"), "generator empty: no legal question for any answer of stickers"),
        (NoScenes(3), None, "toy has no scene graphs to judge beliefs by: add judge=MODEL or judge=human:FILE"),
    ],
)
def test_bad_input_is_one_line(monkeypatch, tmp_path, data, generator, line):
    suite = fake_suite(monkeypatch, generator=generator)
    with pytest.raises(UserError, match=line):
        askance.run(lambda image, question: "yes", data, [suite], limit=2, out=tmp_path)


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ("judge=human:nowhere.csv", "nowhere.csv"),
        ("judge=human:", "names no file"),
        ("judge=nobody", "nobody"),
        ("draws=0", "not a whole number above 0"),
        ("generator=nowhere", "nowhere"),
        ("draws=1,tuned=training-questions", "draws=1 cannot be divided"),
    ],
)
def test_bad_options_are_one_line(options, line, tmp_path):
    with pytest.raises(UserError, match=line):
        askance.run("oracle", "stickers", [f"beliefs:{options}"], limit=1, out=tmp_path)


def test_another_model_as_judge_answers_the_same_questions(monkeypatch, tmp_path):
    judged = fake_suite(monkeypatch, "beliefs:judge=oracle", judge_name="oracle")
    done = askance.run(ToyModel(answering=lambda shown: "yes"), "stickers", [judged], limit=2, out=tmp_path)
    found = figures(done, "toy")
    assert found["adversarial", ""]["value"] > 0
    rows = [row for row in done.verdicts.to_pylist() if row["relation"] == "belief"]
    assert {row["reason"].partition(":")[0] for row in rows} == {"the judge says"}
    (line, *_) = judged.notes(done.verdicts)
    assert line.startswith("Cohen's kappa between the judge and the scene graph, beliefs of toy: ")
    again = askance.run(ToyModel(answering=lambda shown: "yes"), "stickers", [judged], limit=2, out=tmp_path)
    assert again.done.outcome.made == 0  # what the judge said is stored, too
    assert again.done.cached > len(rows)
    assert judged.card.cost.endswith("1 call of the judge oracle per different belief")


def test_a_judge_that_refuses_everything_decides_nothing_and_one_line_says_so(monkeypatch, tmp_path):
    judge = Counted("the silent one", {"text"}, lambda query: Answer(status="refused"))
    monkeypatch.setattr(settings, "open_model", lambda name: judge)
    suite = fake_suite(monkeypatch, "beliefs:judge=silent", judge_name="silent")
    done = askance.run(ToyModel(answering=lambda shown: "yes"), "stickers", [suite], limit=1, out=tmp_path)
    found = figures(done, "toy")
    assert (found["correct", ""]["n"], found["correct", ""]["undecided"]) == (0, len(judge.asked))
    (line, *_) = suite.notes(done.verdicts)
    assert line.startswith(f"the judge decided 0 of the {len(judge.asked)} beliefs of toy;")
    assert "the judge gives no answer (refused)" in line


def test_a_judge_that_needs_scenes_is_refused_where_there_are_none(monkeypatch, tmp_path):
    suite = fake_suite(monkeypatch, "beliefs:judge=oracle", judge_name="oracle")
    with pytest.raises(UserError, match="judge oracle needs scene graphs, and toy has none: name another model"):
        askance.run(ToyModel(), NoScenes(3), [suite], out=tmp_path)


class Asking(FakeGenerator):
    """Knows one question for every answer."""

    fingerprint = "fake-4"

    def draw_questions(self, image, picture, answer, number, seed):
        return [DrawnQuestion("Is there a dog in the picture?", -1.0, 5)]


class NoItems(ToyData):
    def items(self, limit=None, seed=0):
        raise NoQuestions("toy has no questions")


def run_asking(monkeypatch, data, out, progress=None):
    suite = fake_suite(monkeypatch, generator=Asking())
    return askance.run(ToyModel(answering=lambda shown: "yes"), data, [suite], out=out, progress=progress)


def test_data_without_questions_has_beliefs_about_common_answers(monkeypatch, tmp_path):
    found = figures(run_asking(monkeypatch, NoItems(9), tmp_path), "toy")
    assert (found["complementary", ""]["value"], found["correct", ""]["n"]) == (100, 3)


class NoImages(NoScenes):
    def images(self, limit=None, seed=0):
        return iter(())


def test_data_that_lists_no_images_has_those_of_its_questions(monkeypatch, tmp_path):
    suite = fake_suite(monkeypatch, "beliefs:judge=oracle", generator=Asking(), judge_name="toy")
    judge = ToyModel("judge", "judge", answering=lambda shown: "yes")
    monkeypatch.setattr(settings, "open_model", lambda name: judge)
    model = ToyModel(answering=lambda shown: "yes")
    done = askance.run(model, NoImages(9, version="4"), [suite], limit=2, out=tmp_path)
    assert (figures(done, "toy")["correct", ""]["value"], len(judge.asked)) == (100, 2)


class Listening(NoProgress):
    def __init__(self):
        self.lines = []

    def say(self, message):
        self.lines.append(message)


def test_images_that_cannot_be_read_are_left_out_and_one_line_says_so(monkeypatch, tmp_path):
    heard = Listening()
    done = run_asking(monkeypatch, ToyData(9, version="2", unreadable=frozenset({"toy-2-00001"})), tmp_path, heard)
    assert figures(done, "toy")["correct", ""]["n"] == 2
    assert "beliefs: 1 of 3 images left out: toy-2-00001: damaged image: replace the file" in heard.lines
    everything = frozenset(ToyData(9, version="3").images())
    with pytest.raises(UserError, match="toy-3-00000: damaged image"):
        run_asking(monkeypatch, ToyData(9, version="3", unreadable=everything), tmp_path / "none")


def test_people_judge_what_they_have_judged(monkeypatch, tmp_path, world):
    rows = [row for row in world[0].verdicts.to_pylist() if row["model"] == "text only" and row["relation"] == "belief"]
    first, second = rows[0], rows[1]
    lines = [
        {"annotator": who, "image": row["image"], "question": dict(row["tags"])["question"], "shown_answer": "Yes",
         "relevant": relevant, "correct": correct, "same_fact": None}
        for who in ("ann", "bob", "cid")
        for row, relevant, correct in ((first, "yes", "no" if who == "ann" else "yes"), (second, "no", None))
    ]  # fmt: skip
    file = tmp_path / "people.jsonl"
    file.write_text("".join(f"{json.dumps(line)}\n" for line in lines))
    suite = fake_suite(monkeypatch, "beliefs:judge=human", judge_name=f"human:{file}")
    done = askance.run(world[2]["text only"], "stickers", [suite], limit=IMAGES, out=tmp_path / "w")
    found = figures(done, "text only")
    assert found["complementary", ""]["value"] == found["irrelevant", ""]["value"] == 50
    assert found["correct", ""]["undecided"] == len(rows) - 2
    assert found["coverage", "untested"]["undecided"] == len(rows) - 2


class Rating(FakeGenerator):
    """A generator with a legality network that accepts all but one question."""

    fingerprint, has_legality, is_of_built_in_world = "fake-3", True, False

    def legality(self, questions):
        return [0.1 if question == "Is there a zebra in the picture?" else 0.9 for question in questions]


def test_the_legality_network_of_a_generator_wins_over_the_grammar(monkeypatch, tmp_path):
    suite = fake_suite(monkeypatch, generator=Rating())
    done = askance.run(ToyModel(answering=lambda shown: "yes"), "stickers", [suite], limit=2, out=tmp_path)
    questions = {
        dict(row["tags"])["question"] for row in done.verdicts.to_pylist() if row["relation"] == "answers_with"
    }
    assert "the of is?" in questions
    assert "Is there a zebra in the picture?" not in questions


def test_odd_questions_of_the_built_in_world_are_illegal():
    generator = open_question_model("inverse")
    odd = "How many giraffes and giraffes are there?"
    assert generator.legality([odd])[0] > LEAST  # the network alone lets it pass
    assert find_legal(generator, [odd, "How many giraffes are there?"]) == [False, True]
