"""How many tests of each relation: the paper's Table 4, scaled, and distributed over the scenes."""

from random import Random

SIZES = {
    "partition": 142_213,
    "reorder": 142_213,
    "reversion": 53_221,
    "cut": 315_796,
    "insert": 836_574,
    "insert+": 105_847,  # ours: as many as remove+
    "remove": 806_872,
    "remove+": 105_847,
}
SCENES = 10_000  # that these sizes are made from
TESTS_PER_SCENE = 12  # where a large limit is given
LEAST_SCENES = 60  # so that co-occurrence can be counted
ONE_TEST_PER_SCENE = 600  # up to this limit a run reads more than one scene per test: intervals count images
SCENES_PER_TEST = 1.25  # some scenes cannot give the relation that is due
RESERVE = 0.05  # of the scenes, for what the others could not give


def scenes_needed_for_limit(limit: int | None) -> int | None:
    """How many scenes a run looks at; None: all."""
    if limit is None:
        return None
    spread = min(limit, ONE_TEST_PER_SCENE) * SCENES_PER_TEST
    return max(LEAST_SCENES, limit // TESTS_PER_SCENE, round(spread))


def number_of_tests_by_relation(
    scenes: int, limit: int | None, without: frozenset[str] = frozenset()
) -> dict[str, int]:
    """Tests wanted of each relation: as many a scene as the paper's, or `limit` in all, at least one of each."""
    sizes = {name: size for name, size in SIZES.items() if name not in without}
    if limit is None:
        return {name: round(size * scenes / SCENES) for name, size in sizes.items()}
    whole = sum(sizes.values())
    left, wanted = limit, {}
    for name in sorted(sizes, key=sizes.__getitem__):  # the largest last: it takes what rounding leaves
        wanted[name] = min(left, max(1, round(sizes[name] * left / whole)))
        left, whole = left - wanted[name], whole - sizes[name]
    return wanted


class RelationQuotas:
    """The remaining number of tests, shared among the remaining scenes."""

    def __init__(self, wanted: dict[str, int], scenes: int):
        self.left = dict(wanted)
        self.scenes = int(scenes * (1 - RESERVE))
        self._asked = dict.fromkeys(wanted, 1)
        self._given = dict.fromkeys(wanted, 1)

    def draw_scene_quotas(self, rng: Random) -> dict[str, int]:
        """What the next scene should give of each relation: an even share, and more where scenes give too little."""
        wanted = {}
        reached = rng.random()  # one draw for all relations: scenes with equal shares get equal numbers of tests
        for name, left in self.left.items():
            even = left / max(1, self.scenes)
            share = min(left, even * self._asked[name] / max(1, self._given[name]))
            wanted[name] = int(reached + share) - int(reached)
            reached += share
            self._asked[name] += wanted[name]
        self.scenes -= 1
        return wanted

    def record_cases(self, name: str, count: int) -> None:
        """Record the number of tests that a scene gave."""
        self.left[name] -= count
        self._given[name] += count
