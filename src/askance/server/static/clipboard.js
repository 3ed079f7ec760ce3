// Copies a text; says on the button whether it worked. Browsers allow it on this machine and over HTTPS only.

export async function copyWithButton(button, text) {
  const label = button.textContent;
  let done = "Copied";
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    done = copyBySelection(text) ? "Copied" : "Not allowed by the browser";
  }
  button.textContent = done;
  setTimeout(() => { button.textContent = label; }, 1500);
}

function copyBySelection(text) {
  const field = document.createElement("textarea");
  field.value = text;
  document.body.append(field);
  field.select();
  const copied = document.execCommand("copy");
  field.remove();
  return copied;
}
