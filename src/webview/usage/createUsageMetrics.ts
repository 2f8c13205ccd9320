import type { ShownMetric, ShownUsage } from "../protocol/usagePanelMessages.ts";
import { icon } from "../shared/createIcon.ts";
import { element, fill } from "../shared/element.ts";

/** Each metric against its limit: in words and numbers, and as a bar. */
export function drawMetrics() {
  const list = element("ul", { class: "metrics" });
  const section = element(
    "section",
    { "aria-labelledby": "limits", hidden: true },
    element("h2", { id: "limits" }, "Against the limits"),
    list,
  );
  return {
    element: section,
    show: (shown: ShownUsage | null) => {
      section.hidden = shown === null;
      fill(list, ...(shown?.metrics ?? []).map(drawMetric));
    },
  };
}

function drawMetric({ name, words, share, level, note }: ShownMetric): HTMLElement {
  const label = element("h3", {}, name);
  return element(
    "li",
    { class: `metric ${level}` },
    element("div", { class: "row between" }, label, element("span", { class: "number" }, words)),
    share === null ? undefined : drawBar(name, words, share),
    note === null ? undefined : element("p", { class: "note" }, icon(level === "full" ? "error" : "warning"), note),
  );
}

function drawBar(name: string, words: string, share: number): HTMLElement {
  const percent = Math.min(100, share * 100);
  const used = element("div", { class: "used" });
  // A style of the element is what the page's policy forbids in markup, not here.
  used.style.width = `${percent}%`;
  const range = { "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": Math.round(percent) };
  return element("div", { class: "bar", role: "meter", "aria-label": name, "aria-valuetext": words, ...range }, used);
}
