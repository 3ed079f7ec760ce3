"""SVG to pixels through ThorVG (the one renderer we use: vector in, raw RGBA out, about 0.2 ms a sticker)."""

import importlib
import threading
from typing import Any

import numpy as np
import numpy.typing as npt

Rgba = npt.NDArray[np.uint8]  # (height, width, 4), straight alpha

_lock = threading.Lock()  # ThorVG's loaders share state between canvases
_engine: Any = None


def rasterise_svg(svg: str, width: int, height: int) -> Rgba:
    """Render an SVG document to straight-alpha RGBA."""
    tvg: Any = importlib.import_module("thorvg_python")  # its types name no public window
    global _engine
    with _lock:
        if _engine is None:
            _engine = tvg.Engine(threads=0)
        canvas = tvg.SwCanvas(_engine)
        canvas.set_target(width, height, cs=tvg.Colorspace.ABGR8888S)
        picture = tvg.Picture(_engine)
        picture.load_data(svg.encode(), "svg", "svg", True)
        picture.set_size(width, height)
        canvas.add(picture)
        canvas.update()
        canvas.draw(True)
        canvas.sync()
        pixels: Rgba = np.frombuffer(canvas.buffer_arr, dtype=np.uint8).reshape(height, width, 4).copy()
        canvas.destroy()
    return pixels


def svg_document(fragment: str, box: tuple[float, float, float, float], width: int, height: int) -> str:
    """A whole SVG document that shows `box` of the fragment at the given size in pixels."""
    x0, y0, x1, y1 = box
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="{x0} {y0} {x1 - x0} {y1 - y0}" preserveAspectRatio="none">'
        f'<g stroke-linejoin="round" stroke-linecap="round">{fragment}</g></svg>'
    )
