// Whether an answer has changed under a slider or an edit of the question, and what it was before.

const SETTLED = 1500; // milliseconds that a wording must stay before it counts: half-typed questions do not

export class ChangeMark {
  constructor() {
    this.before = null; // what the present answer is compared with
    this.last = null; // the newest answer
  }

  // Takes a new answer, and returns the text of the mark; "" where the answer is the same as before.
  take(question, answer, now = performance.now()) {
    const entry = { question, answer: answer.answer ?? answer.status, time: now };
    const last = this.last;
    if (!this.before || !isSameImage(this.before.question, question)) this.before = entry;
    else if (last && last.question.question !== question.question) {
      if (now - last.time >= SETTLED) this.before = last; // the question was left alone for a while, then edited
    } else if (last && this.before.question.question !== question.question && now - last.time >= SETTLED) {
      this.before = last; // a slider moves: what counts is the answer to this wording before
    }
    // The time of a wording is when it was first asked: sliders that move do not make it younger.
    if (last && isSameImage(last.question, question) && last.question.question === question.question) entry.time = last.time;
    this.last = entry;
    if (entry.answer === this.before.answer) return "";
    return `changed: it was “${this.before.answer}” ${whenBefore(this.before.question, question)}`;
  }
}

function isSameImage(one, other) {
  return one.image === other.image && one.data === other.data;
}

function whenBefore(before, question) {
  if (before.question !== question.question) return `for “${before.question}”`;
  const moved = Object.entries(before.sliders).map(([name, value]) => `${name} ${value}`);
  return moved.length ? `at ${moved.join(", ")}` : "for the image without edits";
}
