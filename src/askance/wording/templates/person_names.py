"""Who is a "who" and not a "that": the people among the names of the built-in world, GQA and Visual Genome."""

_SINGULAR = (
    "adult", "artist", "athlete", "baby", "baker", "bartender", "batter", "bicyclist", "biker", "boarder", "bowler",
    "boy", "bride", "catcher", "chef", "child", "coach", "cook", "cop", "cowboy", "cowgirl", "cyclist", "daughter",
    "doctor", "driver", "employee", "engineer", "farmer", "father", "female", "firefighter", "friend", "gentleman",
    "girl", "goalie", "groom", "guard", "guy", "human", "infielder", "jockey", "kayaker", "kid", "lady", "male",
    "man", "mother", "motorcyclist", "musician", "nun", "nurse", "officer", "outfielder", "owner", "parent",
    "passenger", "pedestrian", "performer", "person", "photographer", "pilot", "player", "police", "rider",
    "runner", "sailor", "shopper", "singer", "skateboarder", "skater", "skier", "snowboarder", "soldier", "someone",
    "son", "spectator", "student", "surfer", "swimmer", "teacher", "teenager", "toddler", "tourist", "trainer",
    "umpire", "vendor", "visitor", "waiter", "waitress", "woman", "worker",
)  # fmt: skip
_PLURAL = frozenset({"babies", "children", "ladies", "people", "waitresses", "coaches"})
_MAN = ("man", "men", "woman", "women")
_NO_PEOPLE = frozenset({"snowman", "snowmen", "ottoman"})
_MACHINES = frozenset({"cd", "dvd", "media", "mp3", "music", "record", "video"})  # a DVD player
_PEOPLE = frozenset(_SINGULAR) | {f"{name}s" for name in _SINGULAR} | _PLURAL


def is_person_name(name: str) -> bool:
    """Whether a name, singular or plural, is of people: its last word decides."""
    *before, last = name.lower().split() or [""]
    if last in ("player", "players") and not _MACHINES.isdisjoint(before):
        return False
    return last in _PEOPLE or (last.endswith(_MAN) and last not in _NO_PEOPLE)
