// The numbers beside tags and groups follow the other filters. They are asked for when their lists are near to use.

const WAIT = 300; // milliseconds after the last change of a filter
const number = new Intl.NumberFormat("en");
const panel = document.querySelector(".more-filters");
const groups = document.getElementById("group-choice");
const tags = document.getElementById("tag-list");
const notes = document.querySelectorAll("[data-choice-note]");
let wanted = ""; // the filters of the page
let shown = null; // the filters that the numbers belong to
let isUsed = panel.open;
let running = null;
let timer = 0;
let requests = 0;

export function startChoices(pageId, parameters) {
  const use = () => {
    isUsed = true;
    ask(pageId);
  };
  panel.addEventListener("toggle", () => panel.open && use());
  for (const name of ["pointerenter", "focusin"]) groups.closest("fieldset").addEventListener(name, use);
  countChoices(pageId, parameters);
}

export function countChoices(pageId, parameters) {
  const query = new URLSearchParams(parameters);
  for (const name of ["offset", "size", "look", "sort"]) query.delete(name);
  wanted = query.toString();
  clearTimeout(timer);
  if (isUsed) timer = setTimeout(() => ask(pageId), WAIT);
}

async function ask(pageId) {
  const asked = wanted;
  if (asked === shown) return;
  running?.abort();
  const mine = (running = new AbortController());
  const query = new URLSearchParams(asked);
  query.set("page_id", `${pageId}-choices`);
  query.set("number", ++requests);
  try {
    const response = await fetch(`/api/cases/choices?${query}`, { signal: mine.signal });
    if (!response.ok || asked !== wanted) return;
    const body = await response.json();
    show(tags, new Map(body.tags.map((each) => [`${each.tag}=${each.value}`, each.count])));
    document.getElementById("tag-search").dispatchEvent(new Event("input"));
    show(groups, new Map(body.groups.map((each) => [`${each.suite}\n${each.group}`, each.count])));
    for (const note of notes) note.textContent = "Numbers in brackets: results that the other filters select.";
    shown = asked;
  } catch (error) {
    if (error.name !== "AbortError") console.warn(`the numbers beside tags and groups are not up to date: ${error.message}`);
  }
}

function show(list, counts) {
  for (const option of list.options) {
    if (!option.dataset.name) continue;
    const suite = list === groups ? `${option.parentElement.label}\n` : "";
    const count = counts.get(`${suite}${option.value}`) ?? 0;
    option.text = `${option.dataset.name} (${number.format(count)})`;
    option.classList.toggle("none-left", count === 0);
    option.hidden = count === 0; // the search of tags shows and hides the others
  }
}
