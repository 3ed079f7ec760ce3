"""The ontology: its tables are whole, it agrees with the built-in world, and it excludes only what excludes."""

import json
import runpy
import time
from itertools import combinations
from pathlib import Path

import pytest
from askance.cli.ontology_command import command
from askance.core.errors import UserError
from askance.wording import world_attributes as builtin
from askance.wording.ontology import KINDS, ontology
from askance.wording.ontology.actions import load_actions
from askance.wording.ontology.attributes import load_attributes
from askance.wording.ontology.load_objects import load_objects
from askance.wording.ontology.read_tables import FOLDER, read_table_rows, split_list_field
from askance.wording.world_nouns import GROUPS, NOUNS, PARTS
from click.testing import CliRunner

ROOT = Path(__file__).parent.parent.parent
KNOWN = ontology()
OTHER_SENSE = {"ball"}  # a toy in the built-in world, a game's ball in photographs
COUNTS = {"c", "m", "p"}

# From the specification and the CARETS release.
EXCLUSIVE = {
    "object": """dog/cat man/woman car/motorcycle bus/train apple/banana shirt/pants bed/chair airplane/helicopter
        fork/knife kitchen/bathroom baby/man""",
    "attribute": """red/blue wood/metal metal/plastic striped/floral chocolate/vanilla open/closed standing/sitting""",
    "action": """standing/sitting walking/running eating/sleeping skiing/surfing flying/sitting""",
}
OVERLAPPING = {
    "object": """man/player boy/man couch/sofa mug/cup dog/animal car/truck tree/bush desk/table wheel/car
        backpack/purse fruit/vegetable stop_sign/sign dog/table dogs/dog tv/television""",
    "attribute": """tan/beige beige/brown gray/silver gold/yellow navy/dark_blue wood/wooden grey/gray dark/black
        small/tiny tall/long open/empty colorful/red striped/plaid""",
    "action": """riding/sitting running/jogging lying/resting laying/lying smiling/walking sleeping/lying""",
}
ANTONYMS = """white/black large/small long/short tall/short dark/light young/old open/shut open/closed round/square
    blond/brunette wet/dry happy/unhappy paved/unpaved empty/full curved/straight bright/dull clean/dirty leafy/leafless
    on/off thick/thin cooked/raw smooth/rough male/female worn/new narrow/wide heavy/light shallow/deep soft/hard
    indoors/outdoors low/high peeled/unpeeled healthy/unhealthy wireless/wired analog/digital fat/thin
    modern/old-fashioned horizontal/vertical abundant/scarce tight/loose ripe/unripe cloudy/clear"""


def pairs(table):
    """The rows of a table of pairs: (one, other, kind)."""
    split = [(pair.replace("_", " ").split("/"), kind) for kind, text in table.items() for pair in text.split()]
    return [(one, other, kind) for (one, other), kind in split]


@pytest.mark.parametrize(("one", "other", "kind"), pairs(EXCLUSIVE))
def test_these_exclude_each_other(one, other, kind):
    assert KNOWN.excludes(one, other, kind).excludes, KNOWN.excludes(one, other, kind)
    assert KNOWN.excludes(other, one, kind).excludes


@pytest.mark.parametrize(("one", "other", "kind"), pairs(OVERLAPPING))
def test_these_do_not(one, other, kind):
    assert not KNOWN.excludes(one, other, kind).excludes, KNOWN.excludes(one, other, kind)
    assert not KNOWN.excludes(other, one, kind).excludes


@pytest.mark.parametrize("kind", KINDS)
def test_unknown_words_never_exclude_and_say_so(kind):
    verdict = KNOWN.excludes("flurb", "gnork", kind)
    assert not verdict.excludes
    assert verdict.reason == f"unknown {kind}: flurb, gnork"


def test_exclusion_is_symmetric_and_never_holds_of_kin():
    for group in KNOWN.objects.classes.values():
        for one, other in combinations(sorted(group.members)[::7], 2):
            verdict = KNOWN.excludes(one, other).excludes
            assert verdict == KNOWN.excludes(other, one).excludes, (one, other)
            assert not (verdict and (KNOWN.kin(one, other) or KNOWN.part_whole(one, other)))
    for table, kind in ((KNOWN.attributes, "attribute"), (KNOWN.actions, "action")):
        for one, other in combinations(list(table.of)[::6], 2):
            assert KNOWN.excludes(one, other, kind).excludes == KNOWN.excludes(other, one, kind).excludes, (one, other)


def test_kin_is_named():
    assert KNOWN.kin("dog", "dog") == "same"
    assert KNOWN.kin("couch", "sofa") == "synonym"
    assert KNOWN.kin("dogs", "dog") == "synonym"
    assert KNOWN.kin("dog", "animal") == "hyponym"
    assert KNOWN.kin("animal", "dog") == "hypernym"
    assert KNOWN.kin("tomato", "fruit") == "maybe"
    assert KNOWN.kin("man", "player") == "near: people"
    assert KNOWN.kin("dog", "cat") is None
    assert KNOWN.kin("dog", "flurb") is None


def test_a_kind_is_below_its_head_and_not_the_reverse():
    assert KNOWN.is_a("stop sign", "sign")
    assert not KNOWN.is_a("sign", "stop sign")
    assert KNOWN.is_a("hot dog", "food")
    assert not KNOWN.is_a("hot dog", "animal")
    assert not KNOWN.is_a("car", "container")


def test_parts_and_wholes():
    for part, whole in [("tire", "car"), ("wheel", "truck"), ("face", "man"), ("branch", "tree"), ("sleeve", "shirt")]:
        assert KNOWN.part_whole(part, whole) == "part"
        assert KNOWN.part_whole(whole, part) == "whole"
    assert KNOWN.part_whole("dog", "car") is None


@pytest.mark.parametrize("name", NOUNS)
def test_nouns_of_the_built_in_world(name):
    noun, entry = NOUNS[name], KNOWN.noun(name)
    assert entry is not None
    assert (entry.plural, entry.count) == (noun.plural, "c")
    assert entry.synset == noun.synset or name in OTHER_SENSE
    assert all(KNOWN.kin(name, synonym) == "synonym" for synonym in noun.synonyms)
    for group in GROUPS:
        said = KNOWN.is_a(name, group), KNOWN.maybe(name, group)
        assert said == (group in noun.groups, group in noun.maybe), group
    assert all(KNOWN.kin(name, doubtful) for doubtful in noun.maybe)


def test_groups_and_parts_of_the_built_in_world():
    for group in GROUPS.values():
        assert KNOWN.objects.classes[group.name].plural == group.plural
    assert all(KNOWN.noun(part).plural == noun.plural for part, noun in PARTS.items())


def test_attributes_and_actions_of_the_built_in_world():
    for table in (builtin.CATEGORIES, builtin.FOREIGN):
        for category, values in table.items():
            assert [value for value in values if category not in KNOWN.categories(value)] == []
    for category in ("color", "size", "material", "pattern", "state", "pose", "action"):
        assert set(builtin.CATEGORIES[category]) <= set(KNOWN.values(category))
    for word, meant in builtin.SYNONYMS.items():
        assert not any(KNOWN.excludes(word, meant, kind).excludes for kind in KINDS), (word, meant)
        assert KNOWN.category(word), word
    for word, opposite in builtin.ANTONYMS.items():
        assert opposite in KNOWN.antonyms(word), (word, opposite)
    for one, other in combinations(builtin.CATEGORIES["pose"], 2):
        assert KNOWN.excludes(one, other, "action").excludes


@pytest.mark.parametrize("pair", ANTONYMS.split())
def test_antonyms_of_the_release(pair):
    one, other = pair.split("/")
    main = KNOWN.attributes.words[other]
    assert main in KNOWN.antonyms(one)
    assert KNOWN.excludes(one, other, "attribute").excludes


def test_antonyms_fit_the_thing():
    assert "young" in KNOWN.antonyms("old", "dog")
    assert "young" not in KNOWN.antonyms("old", "car")
    assert "new" in KNOWN.antonyms("old", "car")
    assert KNOWN.antonyms("short", "pants") == ("long",)
    assert KNOWN.antonyms("flurb") == ()


def test_classes_are_enough_and_useful():
    asked = [group for group in KNOWN.objects.classes.values() if group.asked]
    assert len(asked) >= 27
    for group in asked:
        twos = combinations(sorted(group.members), 2)
        assert any(KNOWN.excludes(one, other).excludes for one, other in twos), group.name
    assert KNOWN.classes_of("apple")[:2] == ("fruit", "food")
    assert {"dog", "cat"} <= set(KNOWN.members("animal"))
    assert KNOWN.members("flurb") == ()


def test_tables_name_only_what_exists():
    names, attributes, actions = KNOWN.objects.words, KNOWN.attributes.of, KNOWN.actions.of
    used = [
        entry.removeprefix("=")
        for row in read_table_rows("classes")
        for field in row[4:]
        for entry in split_list_field(field)
    ]
    used += [entry for row in read_table_rows("parts") for field in row for entry in split_list_field(field)]
    for _, group, exceptions in read_table_rows("near_objects"):
        used += [
            *split_list_field(group),
            *(name for pair in split_list_field(exceptions) for name in pair.replace("/", ",").split(",")),
        ]
    used += [entry for row in read_table_rows("antonyms") for entry in split_list_field(row[2])]
    assert {entry for entry in used if ".n." not in entry} - set(names) == set()
    assert {word for row in read_table_rows("antonyms") for word in row[:2]} - set(attributes) == set()
    near = {word for row in read_table_rows("near") for word in split_list_field(row[1])}
    assert {word for word in near if not word.startswith("category:")} - set(attributes) == set()
    assert {word for row in read_table_rows("near_actions") for word in split_list_field(row[1])} - set(
        actions
    ) == set()
    assert {category for theirs in attributes.values() for category in theirs} == set(KNOWN.attributes.categories)


def test_tables_do_not_contradict_each_other():
    opposites = {frozenset(row[:2]) for row in read_table_rows("antonyms")}
    assert opposites & KNOWN.attributes.near == set()
    inside = [
        (row[0], part)
        for row in read_table_rows("parts")
        for part in split_list_field(row[1])
        if KNOWN.is_a(part, row[0])
    ]
    assert inside == [], "a part that is a kind of its whole"
    entries = KNOWN.objects.entries.values()
    assert {entry.count for entry in entries} <= COUNTS
    assert [entry.name for entry in entries] == sorted(entry.name for entry in entries)
    senses = {entry.name: entry.synset for entry in entries}
    stale = {name for name, chain in KNOWN.objects.chains.items() if senses.get(name, "") not in (None, *chain)}
    assert (stale, set(senses) - set(KNOWN.objects.chains)) == (set(), set()), "run scripts/build_ontology.py"


@pytest.mark.heavy
def test_made_tables_are_what_wordnet_says(tmp_path):
    for table in ("objects", "classes"):
        (tmp_path / f"{table}.tsv").write_bytes((FOLDER / f"{table}.tsv").read_bytes())
    runpy.run_path(str(ROOT / "scripts" / "build_ontology.py"))["main"](tmp_path)
    for table in ("hypernyms", "meronyms"):
        assert (tmp_path / f"{table}.tsv").read_bytes() == (FOLDER / f"{table}.tsv").read_bytes(), "run the script"


def test_loading_is_quick():
    times = []
    for _ in range(5):
        start = time.process_time()
        load_objects(), load_attributes(), load_actions()
        times.append(time.process_time() - start)
    assert min(times) < 0.06


def test_the_command_says_why():
    said = CliRunner().invoke(command, ["why", "tan", "beige"])
    assert said.output.splitlines()[0] == "attribute: do not exclude each other"
    made = json.loads(CliRunner().invoke(command, ["why", "--json", "Glass", "plastic"]).output)
    assert [(row["kind"], row["excludes"]) for row in made] == [("object", False), ("attribute", True)]
    related = json.loads(CliRunner().invoke(command, ["why", "--json", "wheel", "car"]).output)[0]["related"]
    assert related.startswith("wheel is a part of car")


@pytest.mark.parametrize(("words", "part"), [("tann beige", "did you mean tan"), ("dog red", "different kinds")])
def test_the_command_complains_in_one_line(words, part):
    error = CliRunner().invoke(command, ["why", *words.split()]).exception
    assert isinstance(error, UserError)
    assert part in str(error)
