// Pinned questions: kept in this browser, exported by the server as a case file.
import { address, element, imageLabel, position, post, showProblem } from "./live_api.js";

const KEY = `askance-pins:${document.body.dataset.workspace}:${location.port}`;
const list = document.getElementById("pin-list");
let pins = read();

function read() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.filter((pin) => typeof pin?.question === "string") : [];
  } catch { return []; }
}

function keep() {
  try { localStorage.setItem(KEY, JSON.stringify(pins)); } catch { /* private mode: the list lives as long as the page */ }
}

export function addPin(question, answers, truth, tests) {
  if (!pins.some((pin) => isSame(pin, question))) pins.push({ ...question, answers, expected: truth, tests });
  keep();
  show();
  return pins.length;
}

const isSame = (one, other) => ["image", "question", "sliders"].every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));

export function startPins(restore) {
  document.addEventListener("live-answer", ({ detail: { model, answer, question } }) => {
    const pin = pins.find((each) => isSame(each, question));
    if (!pin || pin.answers[model] !== undefined) return;
    pin.expected ||= answer.truth ?? "";
    pin.answers[model] = answer.answer ?? answer.status; // it was pinned before this model had answered
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
  const about = [imageLabel(pin.image).startsWith("upload:") ? "your image" : imageLabel(pin.image), sliders].filter(Boolean).join(", ");
  const said = Object.entries(pin.answers ?? {}).map(([model, answer]) => `${model}: ${answer}`).join(" · ");
  const image = element("a", { class: "pinned-image", href: source, title: "Open the image as it was pinned" },
    element("img", { src: source, alt: about, loading: "lazy", width: "160", height: "120" }));
  const count = new Set((pin.tests ?? []).filter((each) => each.verdict).map((each) => each.question)).size;
  const tested = count ? `${count === 1 ? "1 variant" : `${count} variants`} tested` : "";
  const expected = element("input", { type: "text", value: pin.expected ?? "", maxlength: "200" });
  const body = element("div", { class: "body" },
    element("p", { dir: "auto" }, pin.question),
    element("p", { class: "quiet" }, [sliders, said, tested].filter(Boolean).join(" · ")),
    element("label", {}, "Expected answer (optional) ", expected),
    element("p", { class: "tools" }, element("button", { type: "button" }, "Show again"), element("button", { type: "button", class: "remove" }, "Remove")));
  return element("li", { "data-place": place }, image, body);
}

async function exportPins() {
  try {
    const wanted = pins.map(({ image, data, question, sliders, expected, answers, tests }) => ({ image, data, question, sliders, expected, answers: answers ?? {}, tests: tests ?? [] }));
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
