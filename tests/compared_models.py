"""Models that are wrong on known items of the toy world, so that comparisons have known results."""

import askance
from askance.core import Answer
from askance.report.current_results import current_results
from askance.store import Workspace
from toy import ToyData, ToyModel, truth


def number(shown):
    return int("".join(letter for letter in shown.query.stimulus.question if letter.isdigit()))


def wrong_on(name, wrong, refused=()):
    """A model that is wrong on some items and refuses others."""

    def answer(shown):
        return "maybe" if number(shown) in wrong else truth(shown.query.stimulus.question)

    model = ToyModel(name, name, answering=answer)
    plain = model.answer
    model.answer = lambda shown: [
        Answer("refused", reason="no") if number(one) in refused else given
        for one, given in zip(shown, plain(shown), strict=True)
    ]
    return model


def run(folder, *models, data=None, suites=("accuracy",), **options):
    return askance.run(list(models), data or ToyData(60), list(suites), out=folder, **options)


EVERY_THIRD = frozenset(range(0, 60, 3))  # one of the three questions about each of 20 images


def make_judged(out):
    """A is wrong on a third of the cases, one per image; B is always right; C is wrong on all cases of 7 images."""
    models = [wrong_on("A", EVERY_THIRD), wrong_on("B", ()), wrong_on("C", frozenset(range(21)))]
    return run(out, *models).out


def version(fingerprint, wrong):
    model = wrong_on("vlm", wrong)
    model.fingerprint = fingerprint
    return model


def make_history(out):
    """Three versions of one model: two earlier ones and the current one."""
    for name, wrong in (("first", EVERY_THIRD), ("second", {0, 1, 2}), ("third", ())):
        run(out, version(name, wrong))
    return out


def versions(folder):
    return {each.fingerprint: each for each in current_results(Workspace.for_reading(folder), all_versions=True)}
