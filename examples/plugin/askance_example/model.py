"""A model: async, a batch of questions per call, constructed with --model-args."""

import asyncio

COLORS = {"red": (220, 40, 40), "green": (30, 160, 60), "blue": (40, 70, 220), "yellow": (240, 210, 40)}


class LeftPixel:
    """Reads the color of the leftmost pixel; a question in capitals confuses it."""

    batch_size = 8

    def __init__(self, confused="red"):
        self.confused = confused

    async def __call__(self, images, questions):
        return await asyncio.gather(*map(self.one, images, questions))

    async def one(self, image, question):
        await asyncio.sleep(0)  # a client waits for its server here
        pixel = image.getpixel((0, 60))
        color = min(COLORS, key=lambda name: sum(abs(a - b) for a, b in zip(COLORS[name], pixel, strict=True)))
        said = self.confused if question.isupper() else color
        return said if question.lower().startswith("what") else "yes" if said in question.lower() else "no"
