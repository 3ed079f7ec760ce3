// Whether the answer to one question has changed under the edits of an image, and what it was before.

export class ChangeMark {
  constructor() {
    this.before = null; // the first answer to this question about this image
  }

  // Takes a new answer, and returns the text of the mark; "" where the answer is the same, or the question is another.
  take(question, answer) {
    const entry = { question, answer: answer.answer ?? answer.status };
    if (!this.before || !isSameQuestion(this.before.question, question)) this.before = entry;
    if (entry.answer === this.before.answer) return "";
    return `changed: it was “${this.before.answer}” ${whenBefore(this.before.question)}`;
  }
}

export function isSameQuestion(one, other) {
  return one.image === other.image && one.data === other.data && one.question === other.question;
}

function whenBefore(before) {
  const moved = Object.entries(before.sliders).map(([name, value]) => `${name} ${value}`);
  return moved.length ? `at ${moved.join(", ")}` : "for the image without edits";
}
