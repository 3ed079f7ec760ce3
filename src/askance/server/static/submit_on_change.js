// Forms that choose what a page shows are sent when a choice from a list changes. The button is there for boxes, of
// which several may be ticked, and for browsers without scripts.
for (const form of document.querySelectorAll("form[data-submit-on-change]")) {
  form.addEventListener("change", (event) => {
    const target = event.target;
    if (target instanceof HTMLSelectElement) {
      // A group of another metric would select nothing.
      if (target.name === "metric" || target.name === "suite") {
        for (const name of ["group", "image"]) form.elements.namedItem(name)?.setAttribute("disabled", "");
      }
      const [page] = form.getAttribute("action").split("#");
      if (target.dataset.shownAt && target.value) form.action = `${page}#${target.dataset.shownAt}`; // it is further down
      form.requestSubmit();
    } else {
      form.classList.add("is-changed");
    }
  });
}
