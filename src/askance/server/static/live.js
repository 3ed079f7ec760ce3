// The Live view: the state is in the address; every change of it is shown and asked at once.
import { address, element, get, imageLabel, position, post, showProblem } from "./live_api.js";
import { Asker, keptAnswer } from "./live_answers.js";
import { hideOldTests, testQuestion, testResults } from "./live_tests.js";
import { addPin, addUnedited, startPins } from "./live_pins.js";

const UPLOAD = "upload:";
const MOST_BYTES = 12_000_000;
const id = (name) => document.getElementById(name);
const root = id("live");
const shown = id("shown");
const sliders = [...root.querySelectorAll("input[type=range]")];
const askers = [...root.querySelectorAll("[data-model]")].map((card) => new Asker(card));
const state = { image: root.dataset.image, data: root.dataset.dataset };
let page = Number(new URLSearchParams(location.search).get("page") ?? 1) || 1;

function question() {
  const positions = Object.fromEntries(sliders.filter((each) => each.valueAsNumber !== 0).map((each) => [each.name, each.valueAsNumber]));
  return { image: state.image, data: state.image.startsWith(UPLOAD) ? "" : state.data, question: id("question").value.trim(), sliders: positions };
}

// What is shown and asked, from the present state.
function update({ ask = true } = {}) {
  const now = question();
  for (const each of sliders) each.nextElementSibling.textContent = position(each.name, each.valueAsNumber);
  const { search } = Object.fromEntries(new URLSearchParams(location.search));
  history.replaceState(null, "", address("/live", { image: now.image, data: now.data, question: now.question, ...now.sliders, search: search ?? "" }) + location.hash);
  showImage(now);
  hideOldTests(now);
  if (ask && now.image && now.question) for (const each of askers) each.ask(now);
}

// What is below the image: of one's own image, what was said when it was dropped, also after a reload.
function showNote(image) {
  const isOwn = image.startsWith(UPLOAD);
  const note = id("image-note");
  note.textContent = isOwn ? kept(image) ?? "Your image. It is kept in memory only." : imageLabel(image);
  note.title = isOwn ? "" : image;
}

function kept(name) {
  try { return sessionStorage.getItem(name); } catch { return null; }
}

function keepNote(image, text) {
  try { sessionStorage.setItem(image, text); } catch { /* private mode: the note is gone after a reload */ }
}

let loading = false;
let next = "";
function showImage({ image, data, sliders: positions }) {
  if (!image) return;
  next = address("/live/image", { image, data, ...positions });
  if (!loading && new URL(next, location.href).href !== shown.src) load();
}

function load() {
  loading = true;
  shown.src = next;
}

function loaded() {
  loading = false;
  if (new URL(next, location.href).href !== shown.src) load();
}

shown.addEventListener("load", () => {
  loaded();
  showProblem("image", "");
});
shown.addEventListener("error", () => {
  loaded();
  showProblem("image", state.image.startsWith(UPLOAD) ? "The dropped image is no longer in memory: drop the file again." : "The image cannot be shown.");
});

// A new image: a question of the workspace about the image before may be about an object that this one lacks.
async function choose(image, { keepQuestion = false } = {}) {
  const wasSuggested = [...id("suggested").querySelectorAll("button")].some((each) => each.textContent === id("question").value);
  state.image = image;
  showProblem("upload", "");
  showNote(image);
  for (const link of document.querySelectorAll("#grid a")) {
    if (link.dataset.image === image) link.setAttribute("aria-current", "true");
    else link.removeAttribute("aria-current");
  }
  const isReplaced = wasSuggested && !keepQuestion && !image.startsWith(UPLOAD);
  update({ ask: !isReplaced });
  let questions = [];
  if (!image.startsWith(UPLOAD)) {
    try { ({ questions } = await get("/api/live/questions", { image, data: state.data })); } catch { /* there are none */ }
  }
  if (state.image !== image) return; // another one was chosen meanwhile
  suggest(questions);
  if (!isReplaced) return;
  if (questions.length && !questions.includes(id("question").value)) id("question").value = questions[0];
  update();
}

function suggest(questions) {
  id("suggested").replaceChildren(...questions.map((each) => element("li", {}, element("button", { type: "button" }, each))));
}

async function upload(file) {
  if (!file) return;
  if (file.size > MOST_BYTES) { showProblem("upload", "The dropped file has more than 12 MB: save it as a smaller JPEG or PNG."); return; }
  try {
    const made = await post("/api/live/uploads", file, { type: "application/octet-stream" });
    const scaled = made.width !== made.file_width ? `, scaled down from ${made.file_width} × ${made.file_height}` : "";
    keepNote(made.image, `Your image: ${made.width} × ${made.height} pixels${scaled}. It is kept in memory only.`);
    choose(made.image);
  } catch (error) { showProblem("upload", error.message); }
}

async function showPage(wanted) {
  const words = id("search").value.trim();
  try {
    const found = await get("/api/live/images", { data: state.data, search: words, page: wanted });
    page = found.page;
    id("grid").replaceChildren(...found.images.map(thumbnail));
    id("page-number").textContent = found.images.length ? `Page ${page}` : "No image matches.";
    id("previous").disabled = page <= 1;
    id("next").disabled = !found.has_more;
    showProblem("search", "");
  } catch (error) { showProblem("search", error.message); }
}

function thumbnail({ image, label, thumbnail: source }) {
  const link = element("a", { href: address("/live", { image, data: state.data }), "data-image": image },
    element("img", { src: source, alt: label, loading: "lazy", width: "160", height: "120" }));
  if (image === state.image) link.setAttribute("aria-current", "true");
  return element("li", {}, link);
}

function restore(pin) {
  id("question").value = pin.question;
  for (const each of sliders) each.value = pin.sliders[each.name] ?? 0;
  state.data = pin.data || state.data;
  choose(pin.image, { keepQuestion: true });
  root.scrollIntoView();
}

function pin(variant = null) {
  const now = { ...question(), ...(variant ? { question: variant.question } : {}) };
  if (!now.question || !now.image) return;
  const isNow = (last) => last && JSON.stringify(last.question) === JSON.stringify(now);
  const answers = askers.filter((each) => isNow(each.last)).map((each) => [each.model, keptAnswer(each.last.answer)]);
  const truth = askers.find((each) => isNow(each.last))?.last.answer.truth ?? "";
  const count = addPin(now, { ...variant?.answers, ...Object.fromEntries(answers) }, truth, testResults(now));
  if (Object.keys(now.sliders).length) for (const each of askers) each.askUnedited(now).then((answer) => addUnedited(now, each.model, answer));
  const link = element("a", { href: "#pins" }, count === 1 ? "1 question is pinned below" : `${count} questions are pinned below`);
  id("status").replaceChildren(`✓ Pinned: “${now.question}”. `, link);
}

function test() {
  const now = question();
  if (now.question && now.image) testQuestion(now, askers.map((each) => each.model));
}

for (const each of sliders) each.addEventListener("input", () => update());
id("question").addEventListener("input", () => update());
id("ask").addEventListener("submit", (event) => { event.preventDefault(); update(); });
id("reset").addEventListener("click", () => { for (const each of sliders) each.value = 0; update(); });
id("test").addEventListener("click", test);
id("pin").addEventListener("click", () => pin());
document.addEventListener("live-pin", (event) => pin(event.detail));
document.addEventListener("live-ask", (event) => {
  id("question").value = event.detail.question;
  update();
  root.scrollIntoView();
});
id("file").addEventListener("change", (event) => { upload(event.target.files[0]); event.target.value = ""; });
id("suggested").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) { id("question").value = button.textContent; update(); }
});
id("grid")?.addEventListener("click", (event) => {
  const link = event.target.closest("a");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  choose(link.dataset.image);
  root.scrollIntoView();
});
id("find")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const data = event.target.elements.data?.value ?? state.data;
  if (data === state.data) { showPage(1); return; }
  const { question: asked, sliders: positions } = question();
  location.assign(`${address("/live", { data, question: asked, ...positions, search: id("search").value.trim() })}#choose`);
});
id("previous")?.addEventListener("click", () => showPage(page - 1));
id("next")?.addEventListener("click", () => showPage(page + 1));
for (const name of ["dragover", "dragleave", "drop"]) {
  id("drop").addEventListener(name, (event) => {
    event.preventDefault();
    id("drop").classList.toggle("over", name === "dragover");
    if (name === "drop") upload(event.dataTransfer.files[0]);
  });
}
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea")) return;
  const action = { "/": () => id("question").focus(), t: test, p: () => pin() }[event.key];
  if (action) { event.preventDefault(); action(); }
});
showNote(state.image);
if (id("previous")) id("previous").disabled = page <= 1;
startPins(restore);
update();
