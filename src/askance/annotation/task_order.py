"""The order of the tasks of a queue: what is about the same image or question is far apart.

Somebody who has just read a question, or its image, answers its variant with the first answer in mind.
"""

from collections import Counter, defaultdict
from collections.abc import Hashable, Sequence
from random import Random

from askance.annotation.tasks import Task
from askance.core import digest_value

APART = 12  # tasks between two related ones, if there are enough others
AHEAD = 48  # tasks among which the next one is looked for


def spread_tasks(tasks: Sequence[Task]) -> list[Task]:
    """The same tasks in an order that depends on nothing but them: related tasks are apart where that is possible."""
    rng = Random(digest_value(sorted(task.id for task in tasks)))
    return _separate(_interleave(sorted(tasks, key=lambda task: task.id), rng))


def _interleave(tasks: Sequence[Task], rng: Random) -> list[Task]:
    """The tasks of each image evenly over the whole queue, in random order."""
    shuffled = rng.sample(tasks, len(tasks))
    counts = Counter(map(_about, shuffled))
    starts = {about: rng.random() for about in counts}
    seen: defaultdict[Hashable, int] = defaultdict(int)
    places = []
    for task in shuffled:
        about = _about(task)
        places.append((seen[about] + starts[about]) / counts[about])
        seen[about] += 1
    return [shuffled[i] for i in sorted(range(len(shuffled)), key=places.__getitem__)]


def _separate(tasks: Sequence[Task]) -> list[Task]:
    """The order with exchanges nearby: of the next tasks, the first that is related to none of the last ones."""
    left, ordered = list(tasks), list[Task]()
    last: dict[Hashable, int] = {}  # what a task is about → where it was last

    def distance(task: Task) -> int:
        return min(APART, *(len(ordered) - last.get(key, -APART) for key in _relations(task)))

    while left:
        ahead = range(min(AHEAD, len(left)))
        i = max(ahead, key=lambda place: (distance(left[place]), -place))
        last |= dict.fromkeys(_relations(left[i]), len(ordered))
        ordered.append(left.pop(i))
    return ordered


def _about(task: Task) -> Hashable:
    return (task.data, task.image) if task.image is not None else task.question


def _relations(task: Task) -> tuple[Hashable, ...]:
    """What makes two tasks related: the image, the words of the question, the case."""
    return (("about", _about(task)), ("question", task.question), *([("case", task.case)] if task.case else []))
