// Keys: a letter presses the button or follows the link that carries it; n and p go from difference to difference. They can be
// switched off, for those whose voice or tools type letters.

const controls = new Map([...document.querySelectorAll("[data-key]")].map((control) => [control.dataset.key, control]));
const differences = [...document.querySelectorAll("mark[id^=a]")].map((mark) => Number(mark.id.slice(1)));
const told = document.getElementById("told");
const box = document.getElementById("keys");
let at = -1;

if (box) {
  box.checked = localStorage.getItem("keys") !== "off";
  box.addEventListener("change", () => localStorage.setItem("keys", box.checked ? "on" : "off"));
}

function go(step) {
  if (differences.length === 0) return;
  at = (at + step + (at < 0 && step < 0 ? 1 : 0) + differences.length) % differences.length;
  document.querySelectorAll("mark.here").forEach((mark) => mark.classList.remove("here"));
  for (const side of ["a", "b"]) {
    const mark = document.getElementById(side + differences[at]);
    const pane = mark.closest(".text");
    mark.classList.add("here");
    pane.scrollTop += mark.getBoundingClientRect().top - pane.getBoundingClientRect().top - pane.clientHeight / 3;
  }
  document.querySelector(".panes").scrollIntoView({ block: "nearest" });
  const words = ["a", "b"].map((side) => document.getElementById(side + differences[at]).lastChild.textContent.trim());
  told.textContent = `Difference ${at + 1} of ${differences.length}: left ${words[0]}, right ${words[1]}`;
}

document.addEventListener("keydown", (event) => {
  if (!box?.checked && box) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
  if (event.target.closest("input:not([type=checkbox]), textarea, select")) return;
  const control = controls.get(event.key);
  if (control) {
    event.preventDefault();
    control.click();
  } else if (event.key === "n" || event.key === "p") {
    event.preventDefault();
    go(event.key === "n" ? 1 : -1);
  }
});
