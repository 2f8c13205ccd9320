import { addRovingFocus } from "../shared/addRovingFocus.ts";
import { createElement, setAttribute, setText } from "../shared/element.ts";
import type { DeploymentPagePart } from "./deploymentPageState.ts";

export interface PageLayoutPart {
  readonly part: DeploymentPagePart;
  readonly title: string;
  readonly body: HTMLElement;
}

/** Shows the parts of the page side by side on a wide page, and as tabs on a narrow one. */
export interface PageLayout {
  readonly element: HTMLElement;
  /** Shows a short text beside the title of a tab, such as a count or a state. */
  note(part: DeploymentPagePart, text: string): void;
}

/** The smallest width for two columns. */
const wide = "(min-width: 1000px)";

export function createPageLayout(
  all: readonly PageLayoutPart[],
  first: DeploymentPagePart,
  onShow: (part: DeploymentPagePart) => void,
): PageLayout {
  const entries = all.map(({ part, title, body }) => {
    const note = createElement("span", { class: "note" });
    const tab = createElement(
      "button",
      { type: "button", role: "tab", id: `tab-${part}`, "aria-controls": `part-${part}` },
      title,
      note,
    );
    const heading = createElement("h2", { id: `heading-${part}` }, title);
    const panel = createElement("section", { id: `part-${part}`, class: `part ${part}` }, heading, body);
    return { part, tab, panel, heading, note };
  });
  const tabs = createElement(
    "div",
    { class: "tabs", role: "tablist", "aria-label": "Parts" },
    ...entries.map(({ tab }) => tab),
  );
  const query = matchMedia(wide);
  let current = first;
  const draw = () => {
    tabs.hidden = query.matches;
    for (const { part, tab, panel, heading } of entries) {
      const isCurrent = part === current;
      setAttribute(tab, "aria-selected", String(isCurrent));
      tab.tabIndex = isCurrent ? 0 : -1;
      panel.hidden = !query.matches && !isCurrent;
      panel.setAttribute("role", query.matches ? "region" : "tabpanel");
      panel.setAttribute("aria-labelledby", query.matches ? `heading-${part}` : `tab-${part}`);
      heading.classList.toggle("spoken", !query.matches);
    }
  };
  const show = (part: DeploymentPagePart) => {
    current = part;
    draw();
    onShow(part);
  };
  addRovingFocus(
    entries.map(({ tab }) => tab),
    (to) => to.click(),
  );
  for (const { part, tab } of entries) tab.addEventListener("click", () => show(part));
  query.addEventListener("change", draw);
  draw();
  const [events, ...rest] = entries;
  const side = createElement("div", { class: "side" }, ...rest.map(({ panel }) => panel));
  return {
    element: createElement("main", {}, tabs, createElement("div", { class: "columns" }, events?.panel, side)),
    note: (part, text) => {
      const entry = entries.find((one) => one.part === part);
      if (entry) setText(entry.note, text === "" ? "" : ` ${text}`);
    },
  };
}
