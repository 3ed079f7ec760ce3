"""The nouns of the built-in world: plural, WordNet 3.0 synset, and the groups (hypernyms) people would use for it.

Groups run from the nearest to the widest. tests/wording/test_nouns.py checks every group against real WordNet.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Noun:
    """A class name with its forms, and the groups it belongs to."""

    name: str
    plural: str
    synset: str
    groups: tuple[str, ...] = ()
    maybe: tuple[str, ...] = ()  # groups that people might argue about: neither affirmed nor denied in a question
    synonyms: tuple[str, ...] = ()  # other singular names that mean the same


@dataclass(frozen=True, slots=True)
class NounGroup:
    """A hypernym that is asked about as a class of its own: "Is there an animal?" It is the union of its synsets."""

    name: str
    plural: str
    synsets: tuple[str, ...]


def _parse_nouns(groups: str, rows: str) -> list[Noun]:
    """Rows of `name/plural/synset [?maybe] [=synonym]`, separated by commas; all in the same groups."""
    made = []
    belongs = tuple(group.strip() for group in groups.split(",") if group.strip())
    for row in rows.split(","):
        forms, *marks = row.strip().split(" ; ")
        name, plural, synset = forms.split("/")
        maybe = tuple(mark[1:] for mark in marks if mark.startswith("?"))
        synonyms = tuple(mark[1:] for mark in marks if mark.startswith("="))
        made.append(Noun(name, plural, synset, belongs, maybe, synonyms))
    return made


_ROWS = [
    ("adult, person", "man/men/man.n.01 ; ?mammal ; ?animal, woman/women/woman.n.01 ; ?mammal ; ?animal"),
    ("child, person", "boy/boys/male_child.n.01 ; ?mammal ; ?animal, girl/girls/female_child.n.01 ; ?mammal ; ?animal"),
    ("mammal, animal", "dog/dogs/dog.n.01, cat/cats/cat.n.01, horse/horses/horse.n.01, cow/cows/cow.n.01"),
    ("mammal, animal", "sheep/sheep/sheep.n.01, pig/pigs/hog.n.03, rabbit/rabbits/rabbit.n.01, bear/bears/bear.n.01"),
    ("mammal, animal", "elephant/elephants/elephant.n.01, giraffe/giraffes/giraffe.n.01, zebra/zebras/zebra.n.01"),
    ("mammal, animal", "lion/lions/lion.n.01"),
    (
        "bird, animal",
        "duck/ducks/duck.n.01, owl/owls/owl.n.01, parrot/parrots/parrot.n.01, penguin/penguins/penguin.n.01",
    ),
    ("animal", "fish/fish/fish.n.01 ; ?food, turtle/turtles/turtle.n.02, butterfly/butterflies/butterfly.n.01"),
    ("motor vehicle, vehicle", "car/cars/car.n.01, truck/trucks/truck.n.01, motorcycle/motorcycles/motorcycle.n.01"),
    ("vehicle", "tractor/tractors/tractor.n.01 ; ?motor vehicle, bicycle/bicycles/bicycle.n.01 ; =bike"),
    ("vehicle", "boat/boats/boat.n.01 ; ?motor vehicle, airplane/airplanes/airplane.n.01 ; ?motor vehicle ; =plane"),
    ("vehicle", "helicopter/helicopters/helicopter.n.01 ; ?motor vehicle"),
    (
        "",
        "skateboard/skateboards/skateboard.n.01 ; ?vehicle ; ?toy, lamp/lamps/lamp.n.02 ; ?furniture ; ?electronic device",
    ),
    ("furniture", "chair/chairs/chair.n.01, table/tables/table.n.02, sofa/sofas/sofa.n.01 ; =couch, bed/beds/bed.n.01"),
    ("furniture", "bench/benches/bench.n.01, bookcase/bookcases/bookcase.n.01, desk/desks/desk.n.01"),
    ("furniture", "cabinet/cabinets/cabinet.n.01 ; ?container"),
    (
        "fruit, food",
        "apple/apples/apple.n.01, banana/bananas/banana.n.02, pear/pears/pear.n.01, lemon/lemons/lemon.n.01",
    ),
    ("fruit, food", "strawberry/strawberries/strawberry.n.01"),
    ("vegetable, food", "carrot/carrots/carrot.n.03, pumpkin/pumpkins/pumpkin.n.02 ; ?fruit"),
    ("vegetable, food", "tomato/tomatoes/tomato.n.01 ; ?fruit"),
    ("baked good, food", "cake/cakes/cake.n.03, cookie/cookies/cookie.n.01"),
    ("food", "pizza/pizzas/pizza.n.01 ; ?baked good, sandwich/sandwiches/sandwich.n.01 ; ?baked good"),
    ("garment", "hat/hats/hat.n.01, shirt/shirts/shirt.n.01, dress/dresses/dress.n.01, jacket/jackets/jacket.n.01"),
    ("garment", "scarf/scarves/scarf.n.01, tie/ties/necktie.n.01 ; =necktie, skirt/skirts/skirt.n.02"),
    ("tool", "hammer/hammers/hammer.n.02, saw/saws/saw.n.02, wrench/wrenches/wrench.n.03, shovel/shovels/shovel.n.01"),
    ("tool", "rake/rakes/rake.n.03"),
    ("container", "cup/cups/cup.n.01 ; ?kitchen utensil, bottle/bottles/bottle.n.01 ; ?kitchen utensil"),
    (
        "container",
        "bowl/bowls/bowl.n.03 ; ?kitchen utensil, vase/vases/vase.n.01, bucket/buckets/bucket.n.01 ; ?tool ; ?toy",
    ),
    ("container", "basket/baskets/basket.n.01, box/boxes/box.n.01, suitcase/suitcases/bag.n.06"),
    ("container", "backpack/backpacks/backpack.n.01 ; ?garment"),
    ("kitchen utensil", "pan/pans/pan.n.01 ; ?container ; ?tool"),
    ("kitchen utensil, container", "pot/pots/pot.n.01 ; ?tool, kettle/kettles/kettle.n.01 ; ?tool"),
    ("electronic device", "television/televisions/television_receiver.n.01 ; =tv, laptop/laptops/laptop.n.01"),
    ("electronic device", "phone/phones/telephone.n.01 ; =telephone"),
    ("musical instrument", "guitar/guitars/guitar.n.01, drum/drums/drum.n.01, piano/pianos/piano.n.01 ; ?furniture"),
    ("musical instrument", "trumpet/trumpets/cornet.n.01"),
    (
        "plant",
        "tree/trees/tree.n.01, flower/flowers/flower.n.01, bush/bushes/shrub.n.01 ; =shrub, cactus/cacti/cactus.n.01",
    ),
    (
        "toy",
        "ball/balls/ball.n.06, kite/kites/kite.n.03, balloon/balloons/balloon.n.02, doll/dolls/doll.n.01 ; ?person",
    ),
    ("toy", "teddy bear/teddy bears/teddy.n.01 ; ?bear ; ?animal ; ?mammal"),
    ("building", "house/houses/house.n.01, barn/barns/barn.n.01"),
    ("", "tent/tents/tent.n.01 ; ?building, umbrella/umbrellas/umbrella.n.01, book/books/book.n.02"),
    ("", "clock/clocks/clock.n.01 ; ?electronic device, sign/signs/signboard.n.01, door/doors/door.n.01"),
    ("", "window/windows/window.n.01, fence/fences/fence.n.01, candle/candles/candle.n.01"),
    ("", "surfboard/surfboards/surfboard.n.01 ; ?vehicle ; ?toy"),
]

NOUNS: dict[str, Noun] = {noun.name: noun for groups, rows in _ROWS for noun in _parse_nouns(groups, rows)}

# Parts are asked about only as parts of their whole: "How many wheels does the car have?"
PARTS: dict[str, Noun] = {
    noun.name: noun
    for noun in _parse_nouns(
        "", "wheel/wheels/wheel.n.01, tail/tails/tail.n.01, ear/ears/ear.n.01, wing/wings/wing.n.01"
    )
}

GROUPS: dict[str, NounGroup] = {
    group.name: group
    for group in (
        NounGroup("adult", "adults", ("adult.n.01",)),
        NounGroup("child", "children", ("child.n.01", "male_child.n.01", "female_child.n.01")),
        NounGroup("person", "people", ("person.n.01",)),
        NounGroup("mammal", "mammals", ("mammal.n.01",)),
        NounGroup("bird", "birds", ("bird.n.01",)),
        NounGroup("animal", "animals", ("animal.n.01",)),
        NounGroup("motor vehicle", "motor vehicles", ("motor_vehicle.n.01",)),
        NounGroup("vehicle", "vehicles", ("vehicle.n.01",)),
        NounGroup("furniture", "pieces of furniture", ("furniture.n.01",)),
        NounGroup("fruit", "fruits", ("edible_fruit.n.01",)),
        NounGroup("vegetable", "vegetables", ("vegetable.n.01",)),
        NounGroup("baked good", "baked goods", ("baked_goods.n.01",)),
        NounGroup("food", "food items", ("food.n.01", "food.n.02")),
        NounGroup("garment", "garments", ("clothing.n.01",)),
        NounGroup("tool", "tools", ("tool.n.01",)),
        NounGroup("container", "containers", ("container.n.01",)),
        NounGroup("kitchen utensil", "kitchen utensils", ("kitchen_utensil.n.01",)),
        NounGroup("electronic device", "electronic devices", ("electronic_equipment.n.01", "computer.n.01")),
        NounGroup("musical instrument", "musical instruments", ("musical_instrument.n.01",)),
        NounGroup("plant", "plants", ("plant.n.02",)),
        NounGroup("toy", "toys", ("plaything.n.01",)),
        NounGroup("building", "buildings", ("building.n.01",)),
    )
}
MASS_GROUPS = {"furniture": "piece of furniture", "food": "food item"}  # "a piece of furniture", "any furniture"


def class_names_in_group(group: str) -> tuple[str, ...]:
    """The class names in a group, in table order."""
    return tuple(name for name, noun in NOUNS.items() if group in noun.groups)
