// The cards and table rows of cases, filled from JSON as case_list.html fills them.

export function fill(element, shown) {
  element.classList.add(shown.outcome);
  element.querySelector(".tile-link").href = shown.address;
  const field = (name) => element.querySelector(`[data-field=${name}]`);
  for (const name of ["title", "model", "value"]) field(name).textContent = shown[name];
  field("value").title = shown.value_rule;
  const outcome = field("outcome");
  outcome.textContent = shown.outcome;
  outcome.className = `outcome ${shown.outcome}`;
  const questions = shown.questions.length ? shown.questions : [[{ text: shown.name, is_changed: false }]];
  field("questions").replaceChildren(...(shown.lines.length ? dialogue(shown) : questions.map(questionElement)));
  field("answers").replaceChildren(...(shown.lines.length ? [] : answerLines(shown)));
  const foot = element.querySelector(".tile-foot");
  if (foot) foot.hidden = shown.models.length > 0;
  const isRow = element.tagName === "TR";
  const images = shown.images.map((address) => imageElement(address, isRow));
  if (!images.length && !isRow) images.push(made("span", "no-image", "no image"));
  if (shown.more_images && !isRow) images.push(made("span", "more", `+${shown.more_images}`));
  field("images").replaceChildren(...images);
  return element;
}

// Each question with its answer, and whether the answer contradicts the first one of the case.
function dialogue(shown) {
  const lines = shown.lines.map((line) => {
    const said = answerLine("", [{ text: line.answer, label: line.mark }], 0);
    if (line.mark) {
      said.querySelector(".chip").classList.add(line.mark);
      said.append(made("span", `line-mark ${line.mark}`, line.mark));
    }
    const element = made("span", "tile-line");
    element.append(questionElement([{ text: line.question, is_changed: false }]), said);
    return element;
  });
  const more = `+${shown.more_lines} ${shown.more_lines === 1 ? "question" : "questions"}`;
  return shown.more_lines ? [...lines, made("span", "soft", more)] : lines;
}

// The answers of the model, or of two models of which one is right; then the ground truth.
function answerLines(shown) {
  const lines = shown.models.map((said) => {
    const by = made("span", "said-by");
    by.append(made("span", `outcome ${said.outcome}`, said.outcome), " ", made("b", "", said.model));
    return answerLine(by, said.answers, said.more_answers);
  });
  if (!lines.length) lines.push(answerLine("", shown.answers, shown.more_answers));
  if (shown.truth.length) {
    const label = "expected";
    const line = answerLine(made("span", "said-by", label), shown.truth.map((text) => ({ text, label })), 0);
    line.classList.add("truth");
    lines.push(line);
  }
  return lines;
}

function answerLine(by, answers, more) {
  const line = made("span", "said");
  const chips = answers.map((answer) => {
    const chip = made("span", "chip");
    chip.title = answer.label;
    chip.append(made("bdi", "", answer.text));
    return chip;
  });
  line.append(by, ...chips);
  if (more) line.append(made("span", "soft", `+${more}`));
  return line;
}

function questionElement(runs) {
  const inner = made("bdi");
  inner.append(...runs.map((run) => (run.is_changed ? made("mark", "", run.text) : run.text)));
  const outer = made("span", "tile-question");
  outer.append(inner);
  return outer;
}

function imageElement(address, isSmall) {
  const image = made("img");
  [image.width, image.height] = isSmall ? [80, 60] : [320, 240];
  image.loading = "lazy";
  image.decoding = "async";
  image.alt = "";
  image.src = address;
  return image;
}

export function made(name, className = "", text = "") {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text) element.textContent = text;
  return element;
}
