"""The pools of MetaVQA (Yuan et al., CVPR 2021, supplementary material), and our rules on what is counted."""

# Section 4.1.1 of the paper splits objects into human ones, which get actions, and others, which get colors.
HUMANS = frozenset({"people", "person", "child", "man", "woman", "boy", "girl"})
COLORS = frozenset({
    "black", "blue", "brown", "dark", "gold", "gray", "green", "orange", "pink", "purple", "red", "white", "yellow",
})  # fmt: skip
ACTIONS = frozenset({
    "throwing", "blowing", "cooking", "flying", "skiing", "surfing", "sleeping", "jumping", "swimming", "crouching",
    "waving", "rolling", "grazing", "walking", "smiling", "skateboarding", "laying", "batting", "sitting", "running",
    "moving", "eating", "skating", "playing", "standing", "driving", "watching", "parking", "bending", "hanging",
    "squatting", "riding", "landing", "resting", "looking", "holding", "racing", "kneeling", "sliding", "lying",
    "serving", "hitting", "pointing", "posing", "wearing", "swinging", "laughing", "talking",
})  # fmt: skip

# Actions of the pool that do not stand before a noun: they want an object ("holding men"), or then mean another thing.
NOT_BEFORE_NOUNS = frozenset({
    "holding", "wearing", "hitting", "throwing", "watching", "looking", "serving", "hanging",
})  # fmt: skip

# What nobody looks for in babies.
BABIES = frozenset({"baby", "infant", "newborn", "toddler"})
NOT_OF_BABIES = frozenset({
    "batting", "cooking", "driving", "posing", "racing", "riding", "skateboarding", "skating", "skiing", "surfing",
})  # fmt: skip
# Things of several colors at once, listed or not: a zebra may be counted as black, as white, as both.
PIED = frozenset({
    "american flag", "bee", "cheetah", "flag", "giraffe", "leopard", "panda", "panda bear", "penguin", "rainbow",
    "soccer ball", "tiger", "traffic light", "zebra",
})  # fmt: skip

# Heads of nouns that name a crowd of things: how many things there are nobody can tell from the boxes.
COLLECTIVE = frozenset({
    "audience", "bouquet", "bunch", "cluster", "couple", "crowd", "family", "fleet", "flock", "group", "herd", "line",
    "pack", "pair", "pile", "row", "set", "stack", "team",
})  # fmt: skip
# Heads of nouns for what has no edge where one ends and the next begins: nobody counts them in a photograph.
BOUNDLESS = frozenset({
    "area", "beach", "coast", "court", "desert", "dirt", "field", "forest", "garden", "grassland", "harbor", "hill",
    "hillside", "jungle", "lake", "landscape", "lot", "meadow", "mountain", "ocean", "park", "pasture", "platform",
    "plaza", "pond", "pool", "puddle", "ramp", "river", "road", "runway", "sea", "shore", "sidewalk", "skyline",
    "slope", "stream", "street", "swamp", "terrain", "town", "track", "trail", "valley", "village", "walkway", "wave",
    "world",
})  # fmt: skip
GROUNDS = frozenset(
    {"dirt", "grass", "gravel", "mud", "water"}
)  # scenery that people do ask for: "Is there any grass?"
