// On a phone the tabs of the suites are one line that scrolls: the current one is in sight.
for (const tabs of document.querySelectorAll(".suite-tabs")) {
  const current = tabs.querySelector(".on");
  if (current) tabs.scrollLeft = current.offsetLeft - tabs.offsetLeft - (tabs.clientWidth - current.offsetWidth) / 2;
}
