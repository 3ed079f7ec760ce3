// Answers as you go: each model has one request under way; a newer one replaces it (latest wins).
import { element, post, shareText, showProblem } from "./live_api.js";
import { ChangeMark, isSameQuestion } from "./live_changes.js";

const SVG = "http://www.w3.org/2000/svg";
const SMALLEST = 0.001; // probability of a third answer that is shown
const PATIENCE = 300; // ms: a quick model may finish, so that answers keep coming while a slider moves
export const session = crypto.randomUUID?.() ?? `tab-${Math.random().toString(36).slice(2)}-${Date.now()}`;

let requests = 0;

export class Asker {
  constructor(card) {
    this.card = card;
    this.model = card.dataset.model;
    this.last = null; // the newest answer
    this.wanted = null; // the newest question that is not sent yet
    this.controller = null;
    this.changes = new ChangeMark();
  }

  ask(question) {
    this.wanted = question;
    if (this.controller === null) { this.send(); return; }
    clearTimeout(this.timer);
    const left = this.started + PATIENCE - performance.now();
    this.timer = setTimeout(() => this.replace(), Math.max(0, left));
  }

  replace() {
    if (this.wanted === null) return;
    this.controller?.abort();
    this.send();
  }

  async send() {
    const question = this.wanted;
    const controller = new AbortController();
    this.wanted = null;
    this.controller = controller;
    this.started = performance.now();
    this.card.setAttribute("aria-busy", "true");
    try {
      const body = { ...question, model: this.model, session };
      const answer = await post("/api/live/answers", body, { signal: controller.signal });
      if (answer !== null && this.controller === controller) this.show(answer, question);
    } catch (error) {
      if (error.name !== "AbortError") showProblem(this.model, error.message);
    }
    if (this.controller !== controller) return; // a newer request is under way
    this.controller = null;
    clearTimeout(this.timer);
    if (this.wanted !== null) this.send();
    else this.card.removeAttribute("aria-busy");
  }

  show(answer, question) {
    showProblem(this.model, "");
    const shownBefore = this.last && isSameQuestion(this.last.question, question) ? this.last.answer : null;
    this.last = { answer, question };
    this.markChange(answer, question, shownBefore);
    const time = `${Math.max(1, Math.round(answer.seconds * 1000)).toLocaleString("en")} ms`;
    this.card.querySelector(".time").textContent = answer.remembered ? `${time}, remembered` : time;
    const grade = answer.is_right === null ? "" : answer.is_right ? "good" : "bad";
    this.card.querySelector(".answer").replaceChildren(answerChip(answer, grade), ...truth(answer, grade));
    const top = answer.top.filter(({ probability }, place) => place < 2 || probability >= SMALLEST);
    this.card.querySelector(".probable").replaceChildren(...top.map(probableRow));
    if (answer.status === "ok" && answer.top.length === 0) {
      const note = element("li", { class: "quiet" }, "This model reports no probabilities.");
      this.card.querySelector(".probable").replaceChildren(note);
    }
    document.dispatchEvent(new CustomEvent("live-answer", { detail: { model: this.model, answer, question } }));
  }

  // The answer to the question about the image without edits; null if it cannot be had.
  async askUnedited(question) {
    requests += 1; // a session of its own: it replaces no other request, and none replaces it
    try {
      const answer = await post("/api/live/answers", { ...question, sliders: {}, model: this.model, session: `${session}-${requests}` });
      return answer && keptAnswer(answer);
    } catch { return null; }
  }

  // One line says what the answer was before; the card flashes at the moment at which another answer appears.
  markChange(answer, question, shownBefore) {
    const text = this.changes.take(question, answer);
    this.card.querySelector(".change").textContent = text;
    this.card.classList.toggle("is-changed", text !== "");
    const isOther = shownBefore && (shownBefore.answer ?? shownBefore.status) !== (answer.answer ?? answer.status);
    if (!isOther) return;
    this.card.classList.remove("flash");
    void this.card.offsetWidth; // the animation starts again
    this.card.classList.add("flash");
  }
}

// What is kept of an answer: its text, and its probability where the model reports one.
export function keptAnswer({ answer, status, top }) {
  return { answer: answer ?? status, probability: top.find((each) => each.answer === answer)?.probability ?? null };
}

export function answerChip(answer, grade = "") {
  if (answer.status === "ok") {
    const long = answer.answer.length > 40 ? " long" : "";
    return element("span", { class: `chip${long} ${grade}`.trim(), dir: "auto" }, answer.answer || "(empty)");
  }
  const words = answer.status === "refused" ? "no answer" : "failed";
  return element("span", { class: "quiet" }, `${words}: ${answer.reason ?? "no reason was given"}`);
}

// Right or wrong in words, where the ground truth of the edited image is known.
function truth(answer, grade) {
  if (answer.truth === null) return [];
  const words = answer.is_right === null ? "" : answer.is_right ? "right" : "wrong";
  const text = [words, `true answer: ${answer.truth}`].filter(Boolean).join(" · ");
  return [element("span", { class: `grade ${grade}`.trim() }, text)];
}

function probableRow({ answer, probability }) {
  const bar = document.createElementNS(SVG, "svg");
  const rect = document.createElementNS(SVG, "rect");
  bar.setAttribute("class", "bar");
  bar.setAttribute("aria-hidden", "true");
  rect.setAttribute("height", "8");
  rect.setAttribute("width", `${(100 * probability).toFixed(1)}%`);
  bar.append(rect);
  const name = element("span", { class: "name", title: answer, dir: "auto" }, answer);
  return element("li", {}, name, bar, element("span", { class: "share" }, shareText(probability)));
}
