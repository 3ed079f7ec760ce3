// Follows a run: each event is the changing part of the page, as the server has rendered and escaped it.
const now = document.getElementById("now");
const events = new EventSource(now.dataset.events);

events.addEventListener("message", (event) => {
  const parsed = new DOMParser().parseFromString(event.data, "text/html");
  const focused = boxName(document.activeElement);
  const isRunning = parsed.querySelector("section, [role=status]") !== null;
  if (isRunning !== (now.dataset.running === "1")) {
    events.close();
    window.location.reload(); // the heading, the list of runs and the summary change as well
    return;
  }
  keepImages(parsed.body);
  keepUnfolded(parsed.body);
  now.replaceChildren(...parsed.body.childNodes);
  if (focused) now.querySelector(focused)?.focus({ preventScroll: true });
});

// Images that are already shown stay: nothing flickers, and nothing is fetched again.
function keepImages(fresh) {
  const shown = new Map([...now.querySelectorAll("img")].map((image) => [image.src, image]));
  for (const image of fresh.querySelectorAll("img")) {
    const kept = shown.get(new URL(image.getAttribute("src"), window.location.href).href);
    if (kept) {
      image.replaceWith(kept);
      shown.delete(kept.src);
    }
  }
}

// The box that unfolds a list is named by the part that the list is in; "" for anything else.
function boxName(box) {
  const part = box?.closest?.("#now .unfold") && box.closest("section[aria-labelledby]");
  return part ? `section[aria-labelledby="${part.getAttribute("aria-labelledby")}"] .unfold input` : "";
}

// A list that a reader has unfolded stays so.
function keepUnfolded(fresh) {
  for (const box of now.querySelectorAll(".unfold input:checked")) {
    const same = fresh.querySelector(boxName(box));
    if (same) same.checked = true;
  }
}
