// Requests of the Live view: JSON with the CSRF token, and addresses that keep the workspace.
const { csrf, workspace } = document.body.dataset;

export function address(path, parameters = {}) {
  const query = new URLSearchParams(workspace ? { w: workspace } : {});
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== "" && value !== 0 && value !== undefined) query.set(name, String(value));
  }
  const text = query.toString();
  return text ? `${path}?${text}` : path;
}

// The answer to a POST; null if a newer request has replaced this one. An Error has one line for the reader.
export async function post(path, body, { signal, type = "application/json" } = {}) {
  const headers = { "content-type": type, "x-csrf-token": csrf };
  const data = type === "application/json" ? JSON.stringify(body) : body;
  const response = await fetch(address(path), { method: "POST", headers, body: data, signal });
  if (response.status === 204) return null;
  return checked(response);
}

export async function get(path, parameters, signal) {
  return checked(await fetch(address(path, parameters), { signal }));
}

async function checked(response) {
  if (response.ok) {
    const isJson = (response.headers.get("content-type") ?? "").startsWith("application/json");
    return isJson ? response.json() : response.blob();
  }
  let line = `the server answered ${response.status}`;
  try { line = (await response.json()).error ?? line; } catch { /* not JSON */ }
  throw new Error(line);
}

export function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// An image that is known by its content only has a name of 40 characters: the first digits tell images apart.
export function imageLabel(name) {
  const found = /^(?:blake2b|sha256|sha1|md5):([0-9a-f]{16,})$/.exec(name);
  return found ? `image ${found[1].slice(0, 8)}` : name;
}

// The position of a slider with its unit.
export function position(name, value) {
  if (name === "crop" || name === "brightness") return `${value > 0 && name === "brightness" ? "+" : ""}${Math.round(100 * value)} %`;
  if (name === "rotate") return `${value}°`;
  return name === "blur" ? `σ ${value} px` : `σ ${value}`;
}

// A probability in percent.
export function shareText(probability) {
  return probability > 0 && probability < 0.001 ? "< 0.1 %" : `${(100 * probability).toFixed(1)} %`;
}

// The present problem of each part of the view: an answer that arrives does not hide why a file was refused.
const problems = new Map();
export function showProblem(part, line) {
  problems.set(part, line);
  const place = document.getElementById("problem");
  place.textContent = [...new Set(problems.values())].filter(Boolean).join(" · ");
  place.hidden = !place.textContent;
}
