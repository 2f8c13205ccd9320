import { rovingFocus } from "../shared/addRovingFocus.ts";
import { element, setAttribute, setText } from "../shared/element.ts";
import type { Part } from "./deploymentPageState.ts";

export interface LayoutPart {
  readonly part: Part;
  readonly title: string;
  readonly body: HTMLElement;
}

/** The parts of the page: side by side where there is room, else one at a time, by tabs. */
export interface Layout {
  readonly element: HTMLElement;
  /** A word beside a tab's title, which says whether it is worth looking at. */
  note(part: Part, text: string): void;
}

/** From here on there is room for two columns. */
const wide = "(min-width: 1000px)";

export function createLayout(all: readonly LayoutPart[], first: Part, onShow: (part: Part) => void): Layout {
  const entries = all.map(({ part, title, body }) => {
    const note = element("span", { class: "note" });
    const tab = element(
      "button",
      { type: "button", role: "tab", id: `tab-${part}`, "aria-controls": `part-${part}` },
      title,
      note,
    );
    const heading = element("h2", { id: `heading-${part}` }, title);
    const panel = element("section", { id: `part-${part}`, class: `part ${part}` }, heading, body);
    return { part, tab, panel, heading, note };
  });
  const tabs = element(
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
  const show = (part: Part) => {
    current = part;
    draw();
    onShow(part);
  };
  rovingFocus(
    entries.map(({ tab }) => tab),
    (to) => to.click(),
  );
  for (const { part, tab } of entries) tab.addEventListener("click", () => show(part));
  query.addEventListener("change", draw);
  draw();
  const [events, ...rest] = entries;
  const side = element("div", { class: "side" }, ...rest.map(({ panel }) => panel));
  return {
    element: element("main", {}, tabs, element("div", { class: "columns" }, events?.panel, side)),
    note: (part, text) => {
      const entry = entries.find((one) => one.part === part);
      if (entry) setText(entry.note, text === "" ? "" : ` ${text}`);
    },
  };
}
