// Replaces the API that VS Code gives a page. Runs in the page before other scripts; `given` is defined before it.
const { theme } = given;
let { state } = given;
const heard = [];

function wear({ class: name, variables }) {
  document.documentElement.removeAttribute("style");
  for (const [variable, value] of Object.entries(variables)) {
    document.documentElement.style.setProperty(variable, value);
  }
  document.body.className = name;
}

globalThis.acquireVsCodeApi = () => ({
  postMessage: (message) => void heard.push(message),
  getState: () => state ?? undefined,
  setState: (next) => {
    state = next;
  },
});
globalThis.fairlead = { heard, wear, kept: () => state };
addEventListener("DOMContentLoaded", () => wear(theme));
