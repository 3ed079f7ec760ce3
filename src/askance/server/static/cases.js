// The list of cases: every change of a filter is shown at once; the page works without this script as a plain form.

import { fill, made } from "./case_tiles.js";
import { countChoices, startChoices } from "./case_choices.js";
import { copyWithButton } from "./clipboard.js";
import { onKeys } from "./keys.js";

const TYPING = 150; // milliseconds after the last letter
const form = document.getElementById("filters");
const list = document.getElementById("list");
const results = document.querySelector(".results");
const tile = document.getElementById("tile").content;
const sliders = { box: document.getElementById("sliders"), low: document.getElementById("slider-low"), high: document.getElementById("slider-high") };
const bounds = { low: form.elements.low, high: form.elements.high };
const pageId = crypto.getRandomValues(new Uint32Array(2)).join("-");
const number = new Intl.NumberFormat("en");
let running = null;
let requests = 0;
let isStep = false;
let shownSearch = location.search;
let latest = new URLSearchParams(location.search);

// --- state ----------------------------------------------------------------------------------------------------------

function parametersOfForm() {
  const found = new URLSearchParams();
  for (const [name, value] of new FormData(form)) {
    if (value !== "" && !found.getAll(name).includes(value)) found.append(name, value);
  }
  for (const name of ["low", "high"]) if (/^\s*[<>-]?\s*$/.test(found.get(name) ?? "")) found.delete(name); // not yet a number
  const words = found.get("words") ?? "";
  if (!/[\p{L}\p{N}]/u.test(words)) found.delete("words");
  if (found.has("low") && found.has("high") && boundOf(found.get("low")) > boundOf(found.get("high"))) found.delete("low");
  return found;
}

async function update() {
  const wanted = parametersOfForm();
  if (wanted.toString() === latest.toString() && !running) return;
  latest = wanted;
  running?.abort();
  const mine = (running = new AbortController());
  const query = new URLSearchParams(wanted);
  query.set("page_id", pageId);
  query.set("number", ++requests); // the server may begin with a later request first
  const slow = setTimeout(() => results.classList.add("is-waiting"), 250);
  try {
    const response = await fetch(`/api/cases?${query}`, { signal: mine.signal, headers: { Accept: "application/json" } });
    const body = await response.json();
    if (mine !== running) return;
    showProblem(response.ok ? "" : body.error);
    if (response.ok) showBody(body, wanted);
  } catch (error) {
    if (error.name !== "AbortError") showProblem("The dashboard does not answer: is it still running?");
  } finally {
    clearTimeout(slow);
    if (mine === running) {
      running = null;
      results.classList.remove("is-waiting");
    }
  }
}

function showProblem(line) {
  const place = document.getElementById("problem");
  place.textContent = line;
  place.hidden = !line;
}

// --- showing --------------------------------------------------------------------------------------------------------

function showBody(body, wanted) {
  // Back undoes a filter that was chosen; what is typed or slid is one step with the filter before it.
  if (isStep) history.pushState(null, "", body.page);
  else history.replaceState(null, "", body.page);
  isStep = false;
  shownSearch = location.search;
  document.querySelector("[data-count]").textContent = number.format(body.count);
  document.querySelector("[data-count-word]").textContent = body.unit;
  for (const place of document.querySelectorAll("[data-outcome]")) {
    place.textContent = number.format(body.choices_by_outcome[place.dataset.outcome]);
  }
  document.getElementById("without-value").textContent = body.without_value ? `${number.format(body.without_value)} have no value.` : "";
  showHistogram(body.histogram);
  document.getElementById("active-filters").replaceChildren(...body.filters.map(filterLink));
  showSuggestions(body.suggestions);
  const gaps = document.getElementById("tag-gaps");
  gaps.textContent = body.tag_gaps.join(" ");
  gaps.hidden = !body.tag_gaps.length;
  showRelaxed(body.relaxed);
  list.replaceChildren(...body.rows.map((row) => fill(tile.cloneNode(true).firstElementChild, row.shown)));
  document.getElementById("none").hidden = body.rows.length > 0;
  const range = document.getElementById("range");
  range.textContent = body.rows.length ? `${number.format(body.offset + 1)}–${number.format(body.offset + body.rows.length)} of ${number.format(body.count)}` : "";
  setAddress(document.getElementById("previous-page"), body.previous);
  setAddress(document.getElementById("next-page"), body.next);
  showLinks(wanted);
  countChoices(pageId, wanted);
}

// A reader who searches for “blur” may want the group blur-3: words of a search are those of questions and answers.
function showSuggestions(found) {
  const place = document.getElementById("suggestions");
  place.hidden = found.length === 0;
  place.querySelector("span").replaceChildren(...found.map(({ name, value, count, address }) => {
    const link = made("a", "pill");
    link.href = address;
    const inner = made("b");
    inner.append(made("bdi", "", value));
    link.append(`${name} `, inner, ` (${number.format(count)})`);
    return link;
  }));
}

function showRelaxed(found) {
  const links = found.map(({ name, count, address }) => {
    const link = made("a", "", `Without ${name}: ${number.format(count)}`);
    link.href = address;
    return [link, " · "];
  });
  document.getElementById("relaxed")?.replaceChildren(...links.flat());
}

function showLinks(wanted) {
  for (const link of document.querySelectorAll("[data-export]")) {
    const query = new URLSearchParams(wanted);
    for (const name of ["offset", "size", "look"]) query.delete(name);
    query.set("format", link.dataset.export);
    link.href = `/api/cases/export?${query}`;
  }
  for (const link of document.querySelectorAll("[data-look]")) {
    const query = new URLSearchParams(wanted);
    if (link.dataset.look === "grid") query.delete("look");
    else query.set("look", link.dataset.look);
    link.href = `/cases?${query}`;
  }
  const queue = document.querySelector("[data-queue]");
  if (queue) queue.href = `/annotate/new?${wanted}`;
  document.querySelector("[data-json]").href = `/api/cases?${wanted}`;
}

function setAddress(link, address) {
  link.hidden = !address;
  if (address) link.href = address;
  else link.removeAttribute("href");
}

function filterLink({ name, value, without }) {
  const link = made("a", "pill");
  link.href = without;
  link.title = "Remove this filter";
  const inner = made("b");
  inner.append(made("bdi", "", value));
  link.append(`${name} `, inner, " ×");
  return link;
}

// --- histogram and sliders ------------------------------------------------------------------------------------------

function showHistogram(bars) {
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  const [low, high] = chosenRange();
  const drawn = document.getElementById("histogram");
  drawn.setAttribute("viewBox", `0 0 ${Math.max(1, bars.length)} 100`);
  drawn.replaceChildren(...bars.map((bar, index) => {
    const height = bar.count ? Math.max(2, (100 * bar.count) / most) : 0;
    const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
    const attributes = { x: index + 0.06, width: 0.88, y: 100 - height, height };
    for (const [name, value] of Object.entries(attributes)) rect.setAttribute(name, value);
    if (bar.high < low || bar.low > high) rect.setAttribute("class", "outside");
    const title = document.createElementNS("http://www.w3.org/2000/svg", "title");
    title.textContent = `${shortNumber(bar.low)} to ${shortNumber(bar.high)}: ${number.format(bar.count)}`;
    rect.append(title);
    return rect;
  }));
  if (bars.length) setLimits(bars[0].low, bars.at(-1).high);
}

function shortNumber(value) {
  return String(Number(value.toPrecision(3)));
}

function chosenRange() {
  const read = (field, otherwise) => (field.value === "" ? otherwise : boundOf(field.value));
  return [read(bounds.low, -Infinity), read(bounds.high, Infinity)];
}

function setLimits(low, high) {
  for (const slider of [sliders.low, sliders.high]) {
    slider.min = low;
    slider.max = high;
    slider.step = (high - low) / 200 || 0.005;
  }
  placeThumbs();
}

function placeThumbs() {
  sliders.low.value = bounds.low.value === "" ? sliders.low.min : boundOf(bounds.low.value);
  sliders.high.value = bounds.high.value === "" ? sliders.high.max : boundOf(bounds.high.value);
}

function slide(event) {
  const [low, high] = [Number(sliders.low.value), Number(sliders.high.value)];
  if (low > high) {
    if (event.target === sliders.low) sliders.high.value = low;
    else sliders.low.value = high;
  }
  bounds.low.value = sliders.low.value === sliders.low.min ? "" : rounded(sliders.low.value);
  bounds.high.value = sliders.high.value === sliders.high.max ? "" : rounded(sliders.high.value);
  // At the very ends both bounds would be empty, which selects all values: keep the bound that was moved.
  if (Number(sliders.low.value) === Number(sliders.high.max)) bounds.low.value = rounded(sliders.low.max);
  if (Number(sliders.high.value) === Number(sliders.low.min)) bounds.high.value = rounded(sliders.high.min);
  update();
}

// The number of a bound such as <1, which is excluded itself.
function boundOf(text) {
  return Number(text.replace(/^\s*(<|>|below\b|above\b)\s*/, ""));
}

function rounded(text) {
  return String(Number(Number(text).toPrecision(9)));
}

// --- keys and start -------------------------------------------------------------------------------------------------

function move(step) {
  const links = [...list.querySelectorAll(".tile-link")];
  const at = links.indexOf(document.activeElement?.closest(".tile-link"));
  const next = at < 0 ? (step > 0 ? 0 : links.length - 1) : at + step;
  if (links[next]) {
    links[next].focus();
    links[next].scrollIntoView({ block: "nearest" });
  } else {
    follow(step > 0 ? "next-page" : "previous-page");
  }
}

function follow(id) {
  const link = document.getElementById(id);
  if (!link.hidden) link.click();
}

function hideForeignGroups() {
  const suites = new FormData(form).getAll("suite");
  for (const group of document.querySelectorAll("#group-choice optgroup")) {
    group.hidden = suites.length > 0 && !suites.includes(group.label);
  }
}

function addChosen(select) {
  // A choice from a list becomes a box that can be unticked, as the server draws it.
  if (!select.value) return;
  const label = made("label", "check");
  const box = made("input");
  Object.assign(box, { type: "checkbox", name: select.name, value: select.value, checked: true });
  label.append(box, made("span", "", select.value));
  select.closest("label").before(label);
  select.value = "";
}

function searchTags(box) {
  // There may be hundreds of tags: only those with the words stay in the list, and the first one is shown.
  const list = document.getElementById("tag-list");
  const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const option of list.options) {
    const fits = words.every((word) => option.text.toLowerCase().includes(word));
    option.hidden = option.value !== "" && (option.classList.contains("none-left") || !fits);
  }
  for (const group of list.querySelectorAll("optgroup")) group.hidden = [...group.children].every((each) => each.hidden);
  const count = [...list.options].filter((each) => each.value && !each.hidden).length;
  list.options[0].text = words.length ? `${count.toLocaleString("en")} matching tags` : "add a tag";
}

function start() {
  const tagSearch = document.getElementById("tag-search");
  tagSearch.hidden = false;
  tagSearch.addEventListener("input", (event) => {
    event.stopPropagation(); // it is not a filter: the list of cases stays
    searchTags(tagSearch);
  });
  document.documentElement.classList.add("is-live");
  sliders.box.hidden = false;
  setLimits(Number(sliders.box.dataset.low), Number(sliders.box.dataset.high));
  sliders.low.addEventListener("input", slide);
  sliders.high.addEventListener("input", slide);
  let typing = 0;
  form.addEventListener("input", (event) => {
    if (event.target.type === "range") return;
    if (!["search", "number"].includes(event.target.type)) isStep = true;
    if (event.target.matches("select[name=group], select[name=tag], select[name=reason]")) addChosen(event.target);
    if (Object.values(bounds).includes(event.target)) placeThumbs();
    hideForeignGroups();
    clearTimeout(typing);
    typing = setTimeout(update, ["search", "text"].includes(event.target.type) ? TYPING : 0);
  });
  addEventListener("popstate", () => location.search !== shownSearch && location.reload());
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    update();
  });
  hideForeignGroups();
  const panel = document.getElementById("filter-panel");
  if (matchMedia("(max-width: 60rem)").matches) panel.open = false;
  const copy = document.getElementById("copy-link");
  copy.hidden = false;
  copy.addEventListener("click", () => copyWithButton(copy, location.href));
  onKeys({
    j: () => move(1),
    k: () => move(-1),
    n: () => follow("next-page"),
    p: () => follow("previous-page"),
    "/": () => {
      panel.open = true;
      form.elements.words.focus();
    },
  });
  latest = parametersOfForm();
  startChoices(pageId, latest);
}

start();
