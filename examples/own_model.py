"""Your own model, as a plain function."""

import askance


def my_model(image, question):
    """Guesses from the question alone."""
    return "2" if question.startswith("How many") else "yes"


run = askance.run([my_model, "oracle"], "stickers", ["accuracy", "repeat"], limit=60)
print(run)
groups = [row for row in run.metrics.to_pylist() if row["model"] != "oracle" and row["metric"] == "accuracy"]
print("weakest group:", min(groups, key=lambda row: row["value"])["group"])
