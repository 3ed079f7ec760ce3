// Filters of the failing cases, links from findings to their cases, and JSON downloads. Without it, all cases are shown.
(() => {
  const STEP = 12;
  const section = document.getElementById("cases");
  const open = (element) => { for (let at = element; at; at = at.parentElement) if (at.tagName === "DETAILS") at.open = true; };
  const reveal = () => { const target = document.getElementById(location.hash.slice(1)); if (target) open(target); };
  addEventListener("hashchange", reveal);
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((each) => { each.open = true; }));
  for (const link of document.querySelectorAll("a[download]")) {
    const json = document.createElement("a");
    json.textContent = "JSON";
    json.href = "#";
    json.addEventListener("click", (event) => {
      event.preventDefault();
      const bytes = Uint8Array.from(atob(link.href.split(",")[1]), (letter) => letter.charCodeAt(0));
      const rows = parseCsv(new TextDecoder().decode(bytes));
      const made = document.createElement("a");
      made.href = URL.createObjectURL(new Blob([JSON.stringify(rows, null, 1)], { type: "application/json" }));
      made.download = link.download.replace(/csv$/, "json");
      made.click();
      URL.revokeObjectURL(made.href);
    });
    link.after(" ", json);
  }
  function parseCsv(text) {
    const lines = [[""]];
    let quoted = false;
    for (let at = 0; at < text.length; at += 1) {
      const letter = text[at], line = lines[lines.length - 1];
      if (quoted) {
        if (letter !== '"') line[line.length - 1] += letter;
        else if (text[at + 1] === '"') { line[line.length - 1] += '"'; at += 1; } else quoted = false;
      } else if (letter === '"') quoted = true;
      else if (letter === ",") line.push("");
      else if (letter === "\n") lines.push([""]);
      else if (letter !== "\r") line[line.length - 1] += letter;
    }
    const [head, ...body] = lines.filter((line) => line.length > 1);
    const numbers = new Set(["value", "low", "high", "n"]);
    return body.map((line) => Object.fromEntries(head.map((name, index) => {
      const value = line[index] ?? "";
      return [name, numbers.has(name) ? (value === "" ? null : Number(value)) : value];
    })));
  }
  if (!section) { reveal(); return; }
  const cases = [...section.querySelectorAll(".case")];
  const form = section.querySelector("form"), count = section.querySelector(".count"), more = section.querySelector(".more");
  const clear = section.querySelector(".clear");
  let finding = "", most = STEP;
  form.hidden = false;
  const matches = (card, skip) => ["model", "suite", "group"].every(
    (name) => name === skip || !form.elements[name].value || card.dataset[name] === form.elements[name].value);
  function show() {
    const found = cases.filter((card) => (finding ? card.dataset.findings.split(" ").includes(finding) : matches(card)));
    const isFiltered = finding || ["model", "suite", "group"].some((name) => form.elements[name].value);
    if (!isFiltered) found.sort((one, other) => (other.dataset.lead === "yes") - (one.dataset.lead === "yes"));
    cases.forEach((card) => { card.hidden = true; });
    found.slice(0, most).forEach((card) => { card.hidden = false; });
    section.querySelectorAll(".case-list").forEach((list) => { list.hidden = !list.querySelector(".case:not([hidden])"); });
    count.textContent = `${Math.min(most, found.length)} of ${found.length} cases in this report`;
    more.hidden = found.length <= most;
    clear.hidden = !isFiltered;
    for (const name of ["model", "suite", "group"]) {
      const present = new Set(cases.filter((card) => matches(card, name)).map((card) => card.dataset[name]));
      for (const option of form.elements[name].options) option.hidden = option.value !== "" && !present.has(option.value);
    }
  }
  form.addEventListener("change", () => { finding = ""; most = STEP; show(); });
  more.addEventListener("click", () => { most += STEP; show(); });
  clear.addEventListener("click", () => { form.reset(); finding = ""; most = STEP; show(); });
  document.querySelectorAll("a.show-cases").forEach((link) => link.addEventListener("click", (event) => {
    event.preventDefault();
    form.reset();
    finding = link.dataset.finding;
    const first = cases.find((card) => card.dataset.findings.split(" ").includes(finding));
    if (first) { form.elements.model.value = first.dataset.model; form.elements.suite.value = first.dataset.suite; }
    most = STEP;
    show();
    section.scrollIntoView();
  }));
  show();
  reveal();
})();
