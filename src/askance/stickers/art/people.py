"""People: body in neutral clothes on the shared skeleton; what they wear is drawn over them (see garments)."""

from functools import cache

from askance.stickers.art.body_outlines import (
    arm_outline,
    fill_path_template,
    torso_coordinates,
    torso_outline,
    trouser_leg_outline,
)
from askance.stickers.art.drawing_primitives import (
    ClassDrawing,
    Look,
    Point,
    darker_color,
    draw_line,
    draw_path,
    ellipse_path,
    lighter_color,
    rectangle_path,
)
from askance.stickers.art.human_heads import Head, face_and_front_hair, hair_behind, head_of_variant
from askance.stickers.art.human_skeleton import (
    BUILDS,
    GROUND,
    POSES,
    SIZE,
    joint_positions,
    point_at_distance,
    sole_angle,
)

TROUSERS = ("#4b5565", "#3f4a63", "#565a60")
SHOES = ("#3a3634", "#55483f", "#2f3440")
UNDERSHIRT = "#ece9e2"
BLANKET = "#a9a59c"
CUSHION = "#e4e1d8"


def draw_person(who: str, look: Look) -> str:
    """A whole person in the look's posture, its variant choosing skin, hair and details; state `bare` = bare legs."""
    posture = look.posture or "standing"
    head = head_of_variant(look.variant)
    if posture == "sleeping":
        return _sleeping_person(who, head)
    trousers = head.skin if look.state == "bare" else TROUSERS[look.variant % 3]
    shoes = SHOES[look.variant // 2 % 3]
    turned = POSES[posture].turn > 0
    near, far = _arm(who, posture, "left", head.skin), _arm(who, posture, "right", head.skin)
    behind, front = ("", far + near) if not turned else (far, near)
    return (
        (_ground_shadow(who) if posture == "jumping" else "")
        + _move_to_head(who, posture, hair_behind(who, head))
        + behind
        + _trouser_top(who, posture, trousers, outlined=True)
        + _leg(who, posture, "right", darker_color(trousers, 0.22) if turned else trousers, shoes)
        + _leg(who, posture, "left", trousers, shoes)
        + _neck_and_undershirt(who, posture, head.skin)
        + _trouser_top(who, posture, trousers, outlined=False)
        + front
        + _move_to_head(who, posture, face_and_front_hair(who, head))
        + (_waving_strokes(who) if posture == "waving" else "")
    )


@cache
def _move_to_head(who: str, posture: str, drawing: str) -> str:
    x, y = joint_positions(who, posture)["head"]
    lean = POSES[posture].lean
    return f'<g transform="translate({x:.1f} {y:.1f}) rotate({lean * 0.6:.1f})">{drawing}</g>' if drawing else ""


@cache
def _arm(who: str, posture: str, side: str, skin: str) -> str:
    hand = joint_positions(who, posture)[f"{side}_hand"]
    open_hand = _fingers(who, hand, skin) if posture == "waving" and side == "right" else ""
    return open_hand + draw_path(arm_outline(who, posture, side, reach=2), skin)


def _fingers(who: str, hand: Point, skin: str) -> str:
    radius = BUILDS[who].arm_radii[3]
    tips = [
        point_at_distance(hand, angle, radius * reach)
        for angle, reach in ((112, 1.9), (145, 2.1), (168, 2.25), (192, 2.15), (225, 1.7))
    ]
    rays = "".join(fill_path_template("M{} L{} ", (hand, tip)) for tip in tips)
    return draw_line(rays, width=radius * 0.56 + 3.0) + draw_line(rays, skin, radius * 0.56)


@cache
def _waving_strokes(who: str) -> str:
    """Two short strokes beside a waving hand."""
    x, y = joint_positions(who, "waving")["right_hand"]
    reach = BUILDS[who].arm_radii[3] * 2.6
    return draw_line(
        f"M{x + reach:.1f} {y - 4:.1f} q2.6 4 0 8 M{x - reach:.1f} {y - 4:.1f} q-2.6 4 0 8", "#6d7480", 1.4
    )


def _ground_shadow(who: str) -> str:
    spot = ellipse_path(SIZE / 2, GROUND - 2.4, BUILDS[who].shoulder * 1.2, 2.2)
    return f'<path d="{spot}" fill="#000000" fill-opacity="0.28"/>'


@cache
def _leg(who: str, posture: str, side: str, trousers: str, shoes: str) -> str:
    return _shoe(who, posture, side, shoes) + draw_path(trouser_leg_outline(who, posture, side), trousers)


def _shoe(who: str, posture: str, side: str, color: str) -> str:
    """A shoe from the ankle to the toe; its sole lies on the side the pose says."""
    build = BUILDS[who]
    ankle, toe_angle = joint_positions(who, posture)[f"{side}_foot"], getattr(POSES[posture], f"{side}_leg")[2]
    down = sole_angle(posture, side)
    wide, long, high = build.leg_radii[2] + 0.4, build.foot[0], build.foot[1]

    def place(forward: float, below: float) -> Point:
        return point_at_distance(point_at_distance(ankle, toe_angle, forward), down, below)

    corners = (
        (-wide, -2),
        (-wide - 1, high),
        (-wide, high),
        (long, high),
        (long + 2.6, high),
        (long + 1, 0),
        (wide, -2.4),
        (wide, -4),
    )
    rim = draw_line(
        fill_path_template("M{} L{}", (place(-wide, high - 0.8), place(long, high - 0.8))),
        lighter_color(color, 0.5),
        1.2,
    )
    return (
        draw_path(fill_path_template("M{} Q{} {} L{} C{} {} {} L{} Z", [place(*corner) for corner in corners]), color)
        + rim
    )


@cache
def _trouser_top(who: str, posture: str, trousers: str, outlined: bool) -> str:
    """The top of the trousers: outlined behind the legs, then plain over them, so that no seam is left."""
    build, place, inset = BUILDS[who], torso_coordinates(who, posture), 0.0 if outlined else 0.8
    wide, top, deep = build.hip - inset, build.waist + (build.hip - build.waist) * 0.6 - inset, build.torso
    half = [(-top, deep * 0.85), (-wide, deep * 0.92), (-wide, deep + 1), (-wide, deep + 5), (-3, deep + 7)]
    corners = [place(x, y) for x, y in half] + [place(-x, y) for x, y in reversed(half)]
    d = fill_path_template("M{} Q{} {} Q{} {} L{} Q{} {} Q{} {} Z", corners)
    if outlined:
        return draw_path(d, trousers)
    return draw_path(d, trousers, None) + draw_line(fill_path_template("M{} L{}", (corners[0], corners[-1])))


@cache
def _neck_and_undershirt(who: str, posture: str, skin: str) -> str:
    """Neck and undershirt with its scoop neck."""
    build, place = BUILDS[who], torso_coordinates(who, posture)
    wide, top = build.neck[0], -build.neck[1] - 4
    half = [(-wide, top), (-wide, -1), (-wide * 1.5, 1), (-wide * 1.2, 9)]
    neck = [place(x, y) for x, y in half] + [place(-x, y) for x, y in reversed(half)]
    undershirt = draw_path(torso_outline(who, posture, below=-build.torso * 0.14), UNDERSHIRT)
    return undershirt + draw_path(fill_path_template("M{} L{} Q{} {} L{} Q{} {} L{}", neck), skin)


def _sleeping_person(who: str, head: Head) -> str:
    """Lying on the back under a blanket, the head on a cushion."""
    (x, y), high = joint_positions(who, "sleeping")["head"], BUILDS[who].head[1]
    left, right = (
        ((-high - 7, 160), (-high - 10, 145), (-high + 4, 147)),
        ((high - 2, 147), (high + 6, 148), (high + 4, 160)),
    )
    cushion = draw_path(
        fill_path_template(
            "M{} Q{} {} Q{} {} Q{} {} Z", [(x + across, down) for across, down in (*left, (0, 149), *right)]
        ),
        CUSHION,
    )
    behind, front = (
        f'<g transform="translate({x:.1f} {y:.1f}) rotate(-75)">{drawing}</g>'
        for drawing in (hair_behind(who, head), face_and_front_hair(who, head, asleep=True))
    )
    above = (
        # hair spreads on the ground
        f'<clipPath id="above"><path d="{rectangle_path(0, 0, SIZE, GROUND - 0.5)}"/></clipPath>'
    )
    return f'{above}<g clip-path="url(#above)">{behind}</g>' + cushion + front + _blanket(who, x + high - 1)


@cache
def _blanket(who: str, start: float) -> str:
    """A blanket from the chin to the feet, which make a bump at its end."""
    end, top = joint_positions(who, "sleeping")["right_toe"][0] + 2, GROUND - BUILDS[who].shoulder * 1.75
    long = end - start
    edge = [(start, 160.0), (start - 4, 150.0), (start - 3, top + 3), (start + 9, top)]
    body = [
        (start + long * 0.3, top - 4), (start + long * 0.45, top + 9), (start + long * 0.62, top + 10),
        (start + long * 0.78, top + 12), (end - 12, top + 12), (end - 10, top + 3),
        (end - 8, top - 3), (end, top), (end + 1, top + 9), (end + 2, 150), (end + 5, 160),
    ]  # fmt: skip
    fold = [(start + 13, top + 12), (start + 9, 160)]
    high = GROUND - top
    creases = f"M{start + long * 0.34:.1f} {top + high * 0.4:.1f} q6 {high * 0.15:.1f} 5 {high * 0.38:.1f}"
    creases += f" M{start + long * 0.62:.1f} {top + high * 0.55:.1f} q5 {high * 0.12:.1f} 4 {high * 0.28:.1f}"
    return (
        draw_path(fill_path_template("M{} C{} {} {} C{} {} {} C{} {} {} C{} {} {} Q{} {} Z", edge + body), BLANKET)
        + draw_line(creases, darker_color(BLANKET, 0.25), 1.3)
        + draw_path(fill_path_template("M{} C{} {} {} Q{} {} Z", edge + fold), lighter_color(BLANKET, 0.45))
    )


def _person_anchors(who: str, look: Look) -> dict[str, Point]:
    posture = look.posture or "standing"
    at, build = joint_positions(who, posture), BUILDS[who]
    x, y = at["head"]
    if posture == "sleeping":
        middle, on_blanket = (SIZE / 2, GROUND), (SIZE / 2, GROUND - build.shoulder * 1.5)
        reclined = {"head": (x - build.head[1], y), "neck": at["neck"], "waist": at["pelvis"]}
        return reclined | {"torso": on_blanket, "hand": on_blanket, "seat": middle, "feet": middle}
    place = torso_coordinates(who, posture)
    return {
        "head": point_at_distance((x, y), 180 - POSES[posture].lean * 0.6, build.head[1]),
        "neck": at["neck"],
        "torso": place(0, build.torso * 0.45),
        "waist": place(0, build.torso * 0.8),
        "hand": at["right_hand"],
        "seat": (at["pelvis"][0], at["pelvis"][1] + build.leg_radii[0]),
        "feet": ((at["left_foot"][0] + at["right_foot"][0]) / 2, GROUND),
    }


def _person_drawing(who: str) -> ClassDrawing:
    return ClassDrawing(
        lambda look: draw_person(who, look), SIZE, SIZE, anchors=lambda look: _person_anchors(who, look)
    )


SHAPES: dict[str, ClassDrawing] = {who: _person_drawing(who) for who in BUILDS}
