// "Test this question": the variants of the question at once, then each model's answers with the verdicts.
import { element, post, showProblem } from "./live_api.js";
import { answerChip, keptAnswer, session } from "./live_answers.js";

const NAMES = { rephrase: "Reworded", negation: "Negated", order: "Other order", sears: "Small change (SEARs)" };
const VERDICTS = new Map([[true, ["good", "holds"]], [false, ["bad", "fails"]], [null, ["", "undecided"]]]);
const panel = document.getElementById("tests");
const [head, body] = [panel.querySelector("thead"), panel.querySelector("tbody")];
let newest = 0;
let given = new Map(); // question of a variant → what each model answered
let tested = ""; // the question that the panel shows, as JSON
let results = []; // what the panel shows, one entry per variant and model
const EXPLAINED = { sears: "SEARs (semantically equivalent adversarial rules): a rewrite that keeps the meaning, such as “What is” → “What's”." };
const LONGEST = 500; // characters of an answer or a reason that is kept with a pinned question

// The results of this question that the panel shows.
export function testResults(question) {
  return JSON.stringify(question) === tested ? [...results] : [];
}

// Results of another question or image are not shown beside the present one.
export function hideOldTests(question) {
  if (JSON.stringify(question) === tested) return;
  newest += 1;
  panel.hidden = true;
  showProblem("tests", "");
}

export async function testQuestion(question, models) {
  const number = ++newest;
  tested = JSON.stringify(question);
  results = [];
  panel.hidden = false;
  document.getElementById("tests-about").textContent = `“${question.question}” and its variants must get answers that agree.`;
  body.replaceChildren(row([element("td", { class: "quiet" }, "Looking for variants…")]));
  panel.scrollIntoView({ block: "nearest" });
  try {
    const found = await post("/api/live/variants", question);
    if (number !== newest) return;
    showProblem("tests", "");
    showVariants(question, found, models);
    panel.scrollIntoView({ block: "nearest" }); // the rows are longer than the line that announced them
    await Promise.all(models.map((model, column) => testModel(number, question, model, column)));
    if (number !== newest) return;
    showEnd();
    document.dispatchEvent(new CustomEvent("live-test", { detail: { question, results: [...results] } }));
  } catch (error) {
    showProblem("tests", error.message);
  }
}

// Without a table in view, a reader would not know where the results are.
function showEnd() {
  const link = element("a", { href: "#tests" }, "See the results below");
  document.getElementById("status").replaceChildren("All tests are done. ", link);
}

function row(cells) {
  const made = document.createElement("tr");
  made.append(...cells);
  return made;
}

function showVariants(question, { variants, missing }, models) {
  const columns = models.map((model) => element("th", { scope: "col", "data-model": model }, model, element("span", { class: "total" })));
  head.replaceChildren(row([element("th", { scope: "col" }, "Test"), element("th", { scope: "col" }, "Question"), ...columns]));
  const cells = () => models.map((model) => element("td", { class: "quiet", "data-label": model }, "asking…"));
  const original = row([element("td", { class: "kind" }, "Your question"), element("th", { scope: "row", dir: "auto" }, question.question), ...cells()]);
  given = new Map(variants.map((each) => [each.question, {}]));
  body.replaceChildren(original, ...variants.map((each) => row([kind(each), text(each), ...cells()])));
  const lines = missing.map((each) => element("li", {}, `${NAMES[each.test] ?? each.test}: ${each.reason}.`));
  const list = lines.length ? [element("p", { class: "quiet" }, "Not possible for this question:"), element("ul", { class: "quiet" }, ...lines)] : [];
  document.getElementById("not-possible").replaceChildren(...list);
}

function kind(variant) {
  const rule = variant.relation === "opposite" ? "the answer must be the opposite" : "the answer must stay";
  const made = element("td", { class: "kind" }, NAMES[variant.test] ?? variant.test, element("small", {}, rule));
  if (variant.test in EXPLAINED) made.append(element("small", {}, EXPLAINED[variant.test]));
  return made;
}

function text(variant) {
  const ask = element("button", { type: "button", class: "ask-variant", title: "Ask this question" }, variant.question);
  const pin = element("button", { type: "button", class: "pin-variant" }, "Pin");
  ask.addEventListener("click", () => choose("live-ask", variant.question));
  pin.addEventListener("click", () => choose("live-pin", variant.question));
  const made = element("th", { scope: "row", dir: "auto" }, ask, " ", pin);
  if (variant.assumes) made.append(element("small", {}, `This assumes that ${variant.assumes}.`));
  return made;
}

function choose(event, question) {
  document.dispatchEvent(new CustomEvent(event, { detail: { question, answers: { ...given.get(question) } } }));
}

async function testModel(number, question, model, column) {
  const result = await post("/api/live/tests", { ...question, model, session });
  if (result === null || number !== newest) return;
  const rows = [...body.rows];
  put(rows[0], column, model, [answerChip(result.original)]);
  note(model, { test: "original", question: question.question, relation: "" }, result.original, "", "");
  result.tested.forEach((each, place) => {
    const [grade, word] = VERDICTS.get(each.holds);
    const verdict = element("span", { class: `grade ${grade}`.trim() }, element("b", {}, word));
    const why = each.holds === null ? each.reason : each.finding;
    if (why) verdict.append(element("small", {}, why));
    note(model, each.variant, each.answer, word, why ?? "");
    given.get(each.variant.question)[model] = keptAnswer(each.answer);
    put(rows[place + 1], column, model, [answerChip(each.answer), verdict]); // an answer can be stable and wrong
  });
  const decided = result.tested.filter((each) => each.holds !== null);
  const held = decided.filter((each) => each.holds).length;
  const total = decided.length ? `${held} of ${decided.length} hold` : "none could be decided";
  head.rows[0].cells[column + 2].querySelector(".total").textContent = total;
}

function note(model, { test, question, relation }, answer, verdict, reason) {
  const said = answer.answer ?? `${answer.status}: ${answer.reason ?? ""}`;
  results.push({ model, test, question, relation, answer: cut(said), verdict, reason: cut(reason) });
}

function cut(text) {
  return [...text].slice(0, LONGEST).join(""); // by characters: half of an emoji could not be stored
}

function put(line, column, model, children) {
  line?.cells[column + 2]?.replaceWith(element("td", { "data-label": model }, ...children));
}
