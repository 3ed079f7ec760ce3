// Keys of the page Annotate. The page works without this script; it only presses the buttons that are there.

const form = document.querySelector("#task");
let isOpenedByAnswer = false;
const fields = form ? [...form.querySelectorAll(".field")] : [];

function isTyping(target) {
  return target.matches("textarea, select, input:not([type=radio])");
}

function choices(field) {
  return [...field.querySelectorAll("input[type=radio]")];
}

function isAnswered(field) {
  const radios = choices(field);
  return radios.length ? radios.some((radio) => radio.checked) : field.querySelector("input").value.trim() !== "";
}

// A field that depends on another one is shown only if the other one has the right value.
function showFields() {
  for (const field of fields) {
    const name = field.dataset.onlyIf;
    if (!name) continue;
    const chosen = form.querySelector(`input[name="${CSS.escape(name)}"]:checked`);
    const applies = chosen !== null && chosen.value === field.dataset.onlyValue;
    field.hidden = field.disabled = !applies;
    for (const radio of choices(field)) radio.required = true;
  }
  askForComment();
  const next = activeField();
  for (const field of fields) field.classList.toggle("active", field === next && fields.length > 1);
}

// A comment that an answer calls for, such as why a question is not fine, is asked for at once.
function askForComment() {
  const comment = form.querySelector(".comment[data-only-if]");
  if (!comment) return;
  const { onlyIf, onlyValue } = comment.dataset;
  const text = comment.querySelector("textarea");
  const wasRequired = text.required;
  text.required = form.querySelector(`input[name="${CSS.escape(onlyIf)}"]:checked`)?.value === onlyValue;
  document.querySelector("#comment-prompt").hidden = !text.required;
  if (text.required && !wasRequired && !text.value.trim()) isOpenedByAnswer = openComment();
}

// The field that a key answers: the one with the focus, else the first one without an answer, else the last one.
function activeField() {
  const shown = fields.filter((field) => !field.disabled);
  return shown.find((field) => !isAnswered(field)) ?? shown.at(-1);
}

function press(selector) {
  const button = document.querySelector(selector);
  if (!button || button.disabled) return false;
  button.click();
  return true;
}

function chooseByKey(key) {
  const focused = fields.find((field) => field.contains(document.activeElement) && !isAnswered(field));
  const field = focused ?? activeField();
  const radio = field && choices(field).find((each) => each.dataset.key === key);
  if (!radio) return false;
  radio.checked = true;
  radio.focus({ preventScroll: true });
  radio.scrollIntoView({ block: "nearest" });
  showFields(); // may go on to the comment
  return true;
}

function openComment() {
  const comment = form?.querySelector(".comment");
  if (!comment) return false;
  comment.open = true;
  comment.querySelector("textarea").focus();
  return true;
}

const ACTIONS = {
  s: () => press("#task button[value=skip]"),
  u: () => press("#task button[value=undo]") || press("#undo"),
  c: openComment,
  Enter: () => press("#task button[value=answer]") || press("#next"),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
  if (isTyping(event.target)) {
    // The comment is open already: the key that opens it is not its first letter.
    if (isOpenedByAnswer && event.key === "c" && !event.target.value) event.preventDefault();
    isOpenedByAnswer = false;
    if (event.key === "Escape") document.querySelector("#task-question")?.focus();
    if (event.key === "Enter" && !event.shiftKey && event.target.matches("textarea:required") && ACTIONS.Enter()) event.preventDefault();
    return;
  }
  if (event.key === "Enter" && event.target.closest("a, button, summary")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (chooseByKey(key) || ACTIONS[key]?.()) event.preventDefault();
});

if (form) {
  form.addEventListener("change", showFields);
  for (const name of ["change", "input"]) form.addEventListener(name, () => { document.querySelector("#missing").hidden = true; });
  // The page says it once, where it can be seen: the browser's own message is beside a box that is small.
  form.addEventListener("invalid", (event) => {
    event.preventDefault();
    const missing = document.querySelector("#missing");
    if (!missing.hidden) return;
    missing.textContent = event.target.name === "comment" ? missing.dataset.comment : missing.dataset.answer;
    missing.hidden = false;
    missing.scrollIntoView({ block: "nearest" });
    if (isTyping(event.target)) event.target.focus();
  }, true);
  form.classList.add("with-keys");
  showFields();
  // A screen reader starts with the question; a typed answer can be typed at once.
  (form.querySelector(".field input[type=text]") ?? document.querySelector("#task-question")).focus({ preventScroll: true });
}
