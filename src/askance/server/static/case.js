// The page of one case: keys for the cases around it, and copying of its link and of the Python code.

import { copyWithButton } from "./clipboard.js";
import { onKeys } from "./keys.js";

const follow = (id) => () => {
  const link = document.getElementById(id);
  if (!link) return false;
  link.click();
  return true;
};

onKeys({ j: follow("next-case"), k: follow("previous-case"), u: follow("to-list") });

const copy = document.getElementById("copy-python");
copy.hidden = false;
copy.addEventListener("click", () => copyWithButton(copy, document.getElementById("python").textContent));

const link = document.getElementById("copy-link");
link.classList.add("is-ready");  // its place is reserved, so that nothing moves
link.addEventListener("click", () => copyWithButton(link, new URL(link.dataset.address, location.href).href));
