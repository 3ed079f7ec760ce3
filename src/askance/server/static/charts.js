// Makes the charts of a page interactive. The page shows them as SVG already; this script draws them again with
// Vega-Lite after the page is shown. Vega evaluates its expressions with an interpreter (`ast`), never with eval.
const RETRIES = 30; // the server makes the script of Vega once, which takes some seconds
const PAUSE = 4000; // milliseconds

const figures = [...document.querySelectorAll("[data-chart]")];

async function fetchJson(address) {
  const response = await fetch(address, { credentials: "same-origin" });
  if (!response.ok) throw new Error(`${response.status} ${address}`);
  return response.json();
}

async function findScript() {
  for (let turn = 0; turn < RETRIES; turn += 1) {
    const { address } = await fetchJson("/api/charts/script");
    if (address) return address;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return null;
}

function loadScript(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = resolve;
    script.onerror = () => reject(new Error(address));
    document.head.append(script);
  });
}

const NAMES = { x: "x", value: "value", x_low: null, x_high: null, y_low: null, y_high: null, low: null, high: null };
const HIDDEN = new Set(["panel"]);

function tooltipLines(value) {
  const lines = [];
  for (const [name, text] of Object.entries(value)) {
    if (HIDDEN.has(name) && !text) continue;
    if (name in NAMES && NAMES[name] === null) continue;
    const number = typeof text === "number" ? Math.round(text * 10) / 10 : text;
    const low = value[name === "value" ? "low" : `${name}_low`];
    const high = value[name === "value" ? "high" : `${name}_high`];
    const interval = typeof low === "number" ? ` [${low.toFixed(1)} to ${high.toFixed(1)}]` : "";
    lines.push([name, `${number}${interval}`]);
  }
  return lines;
}

const box = document.createElement("div");
box.className = "chart-tooltip";
box.hidden = true;
box.setAttribute("role", "status");

function showTooltip(_, event, item, value) {
  if (value === null || value === undefined || value === "") {
    box.hidden = true;
    return;
  }
  box.replaceChildren();
  const lines = typeof value === "object" ? tooltipLines(value) : [["", String(value)]];
  for (const [name, text] of lines) {
    const line = document.createElement("div");
    const label = document.createElement("span");
    label.textContent = name;
    line.append(label, ` ${text}`);
    box.append(line);
  }
  box.hidden = false;
  const room = document.documentElement.clientWidth - box.offsetWidth - 8;
  box.style.left = `${Math.max(4, Math.min(event.clientX + 14, room)) + window.scrollX}px`;
  box.style.top = `${event.clientY + 14 + window.scrollY}px`;
}

// On a phone, panels are below one another and the legend is below the chart: nothing is cut off.
function fitNarrow(spec) {
  if (!window.matchMedia("(max-width: 46rem)").matches) return spec;
  const legend = { ...spec.config?.legend, orient: "bottom", columns: 1, labelLimit: 260 };
  const fitted = { ...spec, config: { ...spec.config, legend } };
  if (fitted.facet) {
    fitted.columns = 2;
    fitted.facet = { ...fitted.facet, header: { ...fitted.facet.header, labelLimit: 116, labelFontSize: 11 } };
  }
  const inner = fitted.spec ? { ...fitted.spec } : fitted;
  inner.width = fitted.facet ? 112 : 250;
  return fitted.spec ? { ...fitted, spec: inner } : fitted;
}

async function draw() {
  const address = figures[0].closest("[data-charts]").dataset.charts;
  const [body, script] = await Promise.all([fetchJson(address), findScript()]);
  if (!script) return;
  await loadScript(script);
  document.body.append(box);
  for (const figure of figures) {
    const spec = body.charts[Number(figure.dataset.chart)]?.spec;
    if (!spec) continue;
    const place = document.createElement("div");
    place.hidden = true; // the SVG of the server stays until the new one is complete: nothing moves
    figure.append(place);
    const made = await window.vegaEmbed(place, fitNarrow(spec), {
      ast: true, renderer: "svg", actions: false, tooltip: showTooltip, defaultStyle: false, mode: "vega-lite",
    });
    const old = figure.querySelector("svg.chart, .instead"); // a table, where the server had no time to draw
    const drawn = place.querySelector("svg");
    drawn.classList.add("chart");
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", figure.getAttribute("aria-label"));
    old.remove();
    place.hidden = false;
    figure.dataset.interactive = "yes";
    window.addEventListener("beforeprint", () => { box.hidden = true; });
    window.addEventListener("pagehide", () => made.finalize());
  }
}

// Charts above the part that the address names change their height when they are drawn again: the part stays in view.
let hasScrolled = false;
for (const name of ["wheel", "touchmove", "keydown", "pointerdown"]) {
  window.addEventListener(name, () => { hasScrolled = true; }, { once: true, passive: true });
}
function keepPlace() {
  const part = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (part && !hasScrolled) part.scrollIntoView();
}

if (figures.length) {
  const start = () => draw().then(keepPlace).catch((error) => console.warn(`charts are not interactive: ${error.message}`));
  if ("requestIdleCallback" in window) window.requestIdleCallback(start, { timeout: 2000 });
  else setTimeout(start, 300);
}
