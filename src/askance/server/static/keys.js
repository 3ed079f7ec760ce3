// Keys of a page: letters act only where no text is written and no other key is held.

const TYPED = "input:not([type=checkbox]):not([type=radio]):not([type=range]), textarea, select, [contenteditable]";

export function onKeys(actions) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.(TYPED)) return;
    const action = actions[event.key];
    if (action && action(event) !== false) event.preventDefault();
  });
}
