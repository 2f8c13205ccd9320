import type { ShownMetric, ShownUsage } from "../protocol/usagePanelMessages.ts";
import { createIcon } from "../shared/createIcon.ts";
import { createElement, replaceContent } from "../shared/element.ts";

/** Each metric against its limit, as text and as a bar. */
export function createUsageMetrics() {
  const list = createElement("ul", { class: "metrics" });
  const section = createElement(
    "section",
    { "aria-labelledby": "limits", hidden: true },
    createElement("h2", { id: "limits" }, "Against the limits"),
    list,
  );
  return {
    element: section,
    show: (shown: ShownUsage | null) => {
      section.hidden = shown === null;
      replaceContent(list, ...(shown?.metrics ?? []).map(drawMetric));
    },
  };
}

function drawMetric({ name, text, share, level, note }: ShownMetric): HTMLElement {
  const label = createElement("h3", {}, name);
  return createElement(
    "li",
    { class: `metric ${level}` },
    createElement("div", { class: "row between" }, label, createElement("span", { class: "number" }, text)),
    share === null ? undefined : drawBar(name, text, share),
    note === null
      ? undefined
      : createElement("p", { class: "note" }, createIcon(level === "full" ? "error" : "warning"), note),
  );
}

function drawBar(name: string, text: string | undefined, share: number): HTMLElement {
  const percent = Math.min(100, share * 100);
  const used = createElement("div", { class: "used" });
  // The Content Security Policy forbids style attributes in markup only.
  used.style.width = `${percent}%`;
  const range = { "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": Math.round(percent) };
  return createElement(
    "div",
    { class: "bar", role: "meter", "aria-label": name, "aria-valuetext": text, ...range },
    used,
  );
}
