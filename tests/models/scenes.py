"""Two small scenes written by hand, and queries about them."""

from typing import Any

from askance.core import ModelInput, Query, Scene, SceneObject, SceneRelation, Stimulus


def thing(identity: str, name: str, visible: float = 1.0, part_of: str | None = None, **attributes: str) -> SceneObject:
    """A thing with one value in each category."""
    values = {category: (value,) for category, value in attributes.items()}
    return SceneObject(identity, name, (0, 0, 50, 50), values, visible, 0, part_of)


STREET = Scene(
    "street",
    480,
    360,
    (
        thing("man", "man", pose="standing"),
        thing("ball", "ball", color="yellow"),
        thing("hat", "hat", color="black", pattern="striped"),
        thing("dog1", "dog", color="brown", size="small", action="running"),
        thing("dog2", "dog", color="brown", action="running"),
        thing("cat", "cat", color="black", pose="sitting"),
        thing("bench", "bench", color="green", material="wooden"),
        thing("car", "car", color="red", size="large", state="off"),
        thing("wheel1", "wheel", part_of="car"),
        thing("wheel2", "wheel", part_of="car"),
        thing("truck", "truck", color="blue"),
        thing("jeep", "truck", 0.2, color="red"),
        thing("girl", "girl", action="riding"),
        thing("bike", "bicycle", color="red"),
        thing("sign", "sign", color="red", text="STOP"),
        thing("tail", "tail", part_of="dog1"),
    ),
    (
        SceneRelation("man", "holding", "ball"),
        SceneRelation("man", "wearing", "hat"),
        SceneRelation("girl", "riding", "bike"),
        SceneRelation("cat", "on", "bench"),
        SceneRelation("dog1", "left of", "car"),
        SceneRelation("car", "right of", "dog1"),
        SceneRelation("dog2", "left of", "car"),
        SceneRelation("truck", "behind", "car"),
        SceneRelation("man", "next to", "bench"),
    ),
    "street",
    "sunny",
    closed=True,
)

ROOM = Scene(
    "room",
    480,
    360,
    (
        thing("table", "table", color="brown", material="wooden"),
        thing("cup", "cup", color="gray", material="glass", state="empty"),
        thing("lamp", "lamp", color="white", state="on"),
        thing("door", "door", color="white", state="open", material="metal"),
        thing("sofa", "sofa", color="gray", pattern="floral"),
        thing("vase", "vase", 0.4, color="red"),
        thing("woman", "woman", pose="lying", action="sleeping"),
        thing("box", "box", color="tan"),
    ),
    (
        SceneRelation("cup", "on", "table"),
        SceneRelation("box", "under", "table"),
        SceneRelation("woman", "on", "sofa"),
        SceneRelation("lamp", "above", "sofa"),
        SceneRelation("sofa", "below", "lamp"),
    ),
    "living room",
    None,
    closed=True,
)


def ask(question: str, scene: Scene | None = STREET, **fields: Any) -> ModelInput:
    """A query about a scene, shown without pixels."""
    return ModelInput(Query(Stimulus("image", question), **fields), None, scene)
