// Pinned questions: kept in this browser, exported by the server as a case file.
import { address, element, imageLabel, position, post, shareText, showProblem } from "./live_api.js";
import { keptAnswer } from "./live_answers.js";

const KEY = `askance-pins:${document.body.dataset.workspace}:${location.port}`;
const list = document.getElementById("pin-list");
let pins = read();

function read() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((pin) => typeof pin?.question === "string").map(upgrade) : [];
  } catch { return []; }
}

// Pins of earlier versions have the text of an answer only.
function upgrade(pin) {
  const answers = Object.entries(pin.answers ?? {}).map(([model, said]) => [model, typeof said === "string" ? { answer: said, probability: null } : said]);
  return { ...pin, answers: Object.fromEntries(answers), unedited: pin.unedited ?? {} };
}

function keep() {
  try { localStorage.setItem(KEY, JSON.stringify(pins)); } catch { /* private mode: the list lives as long as the page */ }
}

export function addPin(question, answers, truth, tests) {
  if (!pins.some((pin) => isSame(pin, question))) pins.push({ ...question, answers, unedited: {}, expected: truth, tests });
  keep();
  show();
  return pins.length;
}

// What a model answers to the same question about the image without edits.
export function addUnedited(question, model, answer) {
  const pin = pins.find((each) => isSame(each, question));
  if (!pin || !answer) return;
  pin.unedited[model] = answer;
  keep();
  showAnswers(pin);
}

const isSame = (one, other) => ["image", "question", "sliders"].every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));

export function startPins(restore) {
  document.addEventListener("live-answer", ({ detail: { model, answer, question } }) => {
    const pin = pins.find((each) => isSame(each, question));
    if (!pin || pin.answers[model] !== undefined) return;
    pin.expected ||= answer.truth ?? "";
    pin.answers[model] = keptAnswer(answer); // it was pinned before this model had answered
    keep();
    show();
  });
  document.addEventListener("live-test", ({ detail: { question, results } }) => {
    const pin = pins.find((each) => isSame(each, question));
    if (!pin) return;
    pin.tests = results;
    keep();
    show();
  });
  list.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    const place = Number(button?.closest("li")?.dataset.place);
    if (!button) return;
    if (button.classList.contains("remove")) { pins.splice(place, 1); keep(); show(); }
    else restore(pins[place]);
  });
  list.addEventListener("change", (event) => {
    pins[Number(event.target.closest("li").dataset.place)].expected = event.target.value;
    keep();
    showCommand();
  });
  document.getElementById("clear").addEventListener("click", () => { pins = []; keep(); show(); });
  document.getElementById("export").addEventListener("click", exportPins);
  show();
}

function show() {
  showProblem("pins", "");
  list.replaceChildren(...pins.map(card));
  document.getElementById("no-pins").hidden = pins.length > 0;
  for (const name of ["pin-tools", "pin-note"]) document.getElementById(name).hidden = pins.length === 0;
  showCommand();
}

// Accuracy needs the right answer of every question.
function showCommand() {
  document.getElementById("pin-accuracy").hidden = !pins.every((each) => (each.expected ?? "").trim());
}

function card(pin, place) {
  const edits = Object.entries(pin.sliders).map(([name, value]) => `${name} ${position(name, value)}`).join(", ");
  const sliders = edits ? `image as pinned: ${edits}` : "";
  const source = address("/live/image", { image: pin.image, data: pin.data, ...pin.sliders });
  const name = pin.image.startsWith("upload:") ? "your image" : imageLabel(pin.image);
  const about = [name, sliders].filter(Boolean).join(", ");
  const image = element("a", { class: "pinned-image", href: source, title: "Open the image as it was pinned" },
    element("img", { src: source, alt: about, loading: "lazy", width: "160", height: "120" }));
  const count = new Set((pin.tests ?? []).filter((each) => each.verdict).map((each) => each.question)).size;
  const tested = count ? `${count === 1 ? "1 variant" : `${count} variants`} tested` : "";
  const expected = element("input", { type: "text", value: pin.expected ?? "", maxlength: "200" });
  const body = element("div", { class: "body" },
    element("p", { dir: "auto" }, pin.question),
    element("p", { class: "quiet", title: pin.image }, [name, sliders, tested].filter(Boolean).join(" · ")),
    element("div", { class: "pinned-answers" }, ...answerLines(pin)),
    element("label", {}, "Expected answer (optional) ", expected),
    element("p", { class: "tools" }, element("button", { type: "button" }, "Show again"), element("button", { type: "button", class: "remove" }, "Remove")));
  return element("li", { "data-place": place }, image, body);
}

// One line per model: its answer, and for an edited image also the answer before.
function answerLines(pin) {
  const models = Object.keys({ ...pin.answers, ...pin.unedited });
  return models.map((model) => {
    const [before, after] = [pin.unedited[model], pin.answers[model]];
    const line = element("p", {}, element("span", { class: "model" }, model), " ");
    if (before) line.append(element("span", { class: "quiet" }, "without edits "), ...said(before), element("span", { class: "quiet" }, " → with the edits "));
    line.append(...(after ? said(after) : ["…"]));
    if (before && after && before.answer !== after.answer) line.append(" ", element("b", { class: "changed" }, "changed"));
    return line;
  });
}

function said({ answer, probability }) {
  const share = probability === null ? [] : [" ", element("span", { class: "share" }, shareText(probability))];
  return [element("bdi", {}, `“${answer}”`), ...share];
}

// The answers of one card: the field that a reader types into stays as it is.
function showAnswers(pin) {
  list.children[pins.indexOf(pin)].querySelector(".pinned-answers").replaceChildren(...answerLines(pin));
}

async function exportPins() {
  try {
    const wanted = pins.map(({ image, data, question, sliders, expected, answers, unedited, tests }) => ({ image, data, question, sliders, expected, answers, unedited, tests: tests ?? [] }));
    const file = await post("/api/live/pins", wanted);
    showProblem("pins", "");
    const link = element("a", { href: URL.createObjectURL(file), download: "askance-pins.zip" });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  } catch (error) {
    showProblem("pins", error.message);
    document.getElementById("problem").scrollIntoView({ block: "center" });
  }
}
