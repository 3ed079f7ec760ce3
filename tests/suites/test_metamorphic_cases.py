"""Metamorphic cases as they come out: forms, names, sizes."""

from collections import Counter
from random import Random

import pytest
from askance.core import UserError, case_key
from askance.datasets import open_dataset
from askance.suites.metamorphic import Metamorphic
from askance.suites.metamorphic.relation_quotas import SCENES, SIZES, RelationQuotas, number_of_tests_by_relation
from hypothesis import given
from hypothesis import strategies as st


@pytest.fixture(scope="module")
def stickers():
    return open_dataset("stickers")


@pytest.fixture(scope="module")
def cases(stickers):
    return list(next(Metamorphic().rounds(stickers, 600, 2)))


FORMS = {
    "partition": ({"sum"}, ("whole", "part-a", "part-b"), {"object", "property"}),
    "reorder": ({"equal"}, ("first", "second"), {"object", "property"}),
    "reversion": ({"opposite"}, ("any", "no"), {"object", "property"}),
    "insert": ({"equal"}, ("clean", "edited"), {"partition", "reorder", "reversion"}),
    "remove": ({"equal"}, ("clean", "edited"), {"partition", "reorder", "reversion"}),
    "insert+": ({"plus_one"}, ("more", "less"), {"partition", "reorder"}),
    "remove+": ({"plus_one"}, ("more", "less"), {"partition", "reorder"}),
}


class TestCases:
    def test_all_forms(self, cases):
        seen = Counter(case.group for case in cases)
        assert set(seen) == {f"{name}/{kind}" for name, (_, _, kinds) in FORMS.items() for kind in kinds} | {
            "cut/partition",
            "cut/reorder",
            "cut/reversion",
        }
        for case in cases:
            name, _, source = case.group.partition("/")
            roles = tuple(role for role, _ in case.asks)
            assert case.expected == ()
            assert case.reads == ("yesno" if "reversion" in case.group else "number")
            if name == "cut":
                assert roles == ("whole", *(f"part-{place}" for place in range(len(roles) - 1)))
                assert len(roles) > 2
                question = dict(case.tags)["question"]
                assert case.relation == ({"any": "any", "no": "all"}[question] if source == "reversion" else "sum")
            else:
                relations, wanted, _ = FORMS[name]
                assert (case.relation in relations, roles) == (True, wanted)

    def test_no_test_is_made_twice(self, cases):
        assert len({(case.relation, case.asks) for case in cases}) == len(cases)

    def test_edited_and_clean_ask_the_same_question(self, cases):
        for case in cases:
            if case.group.split("/")[0] not in ("partition", "reorder", "reversion"):
                assert len({query.stimulus.question for _, query in case.asks}) == 1
                assert len({query.stimulus.edits for _, query in case.asks}) == len(case.asks)

    def test_plus_asks_about_what_changed_and_the_others_do_not(self, cases):
        for case in cases:
            tags = dict(case.tags)
            if "changed" in tags:
                named = {tags["class"], tags.get("other")}
                assert (tags["changed"] in named) == ("+" in case.group)

    def test_names_are_unique_and_all_is_decided_by_the_seed(self, stickers, cases):
        assert len({case.name for case in cases}) == len(cases) == 600
        again = list(next(Metamorphic().rounds(stickers, 600, 2)))
        assert [case_key(case) for case in again] == [case_key(case) for case in cases]
        other = list(next(Metamorphic().rounds(stickers, 60, 3)))
        assert {case_key(case) for case in other}.isdisjoint(case_key(case) for case in cases)

    def test_data_without_scenes_is_refused_in_one_line(self):
        class Bare:
            name, fingerprint = "bare", "bare"

            def images(self, limit=None, seed=0):
                return iter(["i"])

            def scene(self, image):
                return None

        with pytest.raises(UserError, match="bare has no scene graphs: name a data set that has them"):
            list(next(Metamorphic().rounds(Bare(), 10, 0)))


class TestQuotas:
    def test_ten_thousand_scenes_give_table_4(self):
        assert number_of_tests_by_relation(SCENES, None) == SIZES
        assert number_of_tests_by_relation(SCENES // 10, None)["remove"] == 80_687

    @given(st.integers(1, 3_000_000))
    def test_a_limit_is_kept_and_shared(self, limit):
        wanted = number_of_tests_by_relation(500, limit)
        assert sum(wanted.values()) == limit
        if limit >= len(SIZES):
            assert min(wanted.values()) >= 1
        if limit > 500:
            whole = sum(SIZES.values())
            assert all(abs(wanted[name] - SIZES[name] * limit / whole) < 4 for name in SIZES)

    @given(st.integers(0, 400), st.integers(1, 60), st.lists(st.integers(0, 30), min_size=60, max_size=60))
    def test_all_is_given_where_the_scenes_have_plenty(self, wanted, scenes, offered):
        quotas, rng, given_ = RelationQuotas({"cut": wanted}, scenes), Random(0), 0
        for number in range(scenes):
            want = quotas.draw_scene_quotas(rng)["cut"]
            had = min(want, 10**6 if number == scenes - 1 else offered[number])
            quotas.record_cases("cut", had)
            given_ += had
        assert given_ == wanted
