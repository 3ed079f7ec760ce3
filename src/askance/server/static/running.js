// Follows a run: each event is the changing part of the page, as the server has rendered and escaped it.
const now = document.getElementById("now");
const events = new EventSource(now.dataset.events);

events.addEventListener("message", (event) => {
  const parsed = new DOMParser().parseFromString(event.data, "text/html");
  const isRunning = parsed.querySelector("section, [role=status]") !== null;
  if (isRunning !== (now.dataset.running === "1")) {
    events.close();
    window.location.reload(); // the heading, the list of runs and the summary change as well
    return;
  }
  keepImages(parsed.body);
  now.replaceChildren(...parsed.body.childNodes);
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
