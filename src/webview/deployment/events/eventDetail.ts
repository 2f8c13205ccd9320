import type { EventRow } from "../../protocol/deploymentPanelMessages.ts";
import { icon } from "../../shared/createIcon.ts";
import { button, element } from "../../shared/element.ts";
import { wholeText } from "./eventText.ts";

export interface EventDetail {
  readonly element: HTMLElement;
  show(row: EventRow): void;
  hide(): void;
  readonly isShown: boolean;
}

/** All of one event, below the list. */
export function createEventDetail(parts: { copy: (text: string) => void; closed: () => void }): EventDetail {
  const made = element("section", { class: "detail", "aria-label": "Event", hidden: true });
  const hide = () => {
    made.hidden = true;
  };
  const close = () => {
    hide();
    parts.closed();
  };
  made.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  return {
    element: made,
    hide,
    get isShown() {
      return !made.hidden;
    },
    show: (row) => {
      const [sequence, at, level, kind, message, data] = row;
      const closing = button("", close, { class: "quiet", "aria-label": "Close" });
      closing.append(icon("close"));
      made.replaceChildren(
        element(
          "div",
          { class: "row" },
          element("h3", {}, `Event ${sequence}`),
          element("span", { class: "soft" }, `${level} · ${kind}${at && " · "}`, element("time", { datetime: at }, at)),
          element("span", { class: "fill" }),
          button("Copy", () => parts.copy(wholeText(row)), { class: "quiet", "aria-label": "Copy Event" }),
          closing,
        ),
        pre(message, "Message"),
        ...(data === null ? [] : [pre(data, "Data")]),
      );
      made.hidden = false;
    },
  };
}

function pre(text: string, label: string): HTMLElement {
  return element("pre", { tabindex: 0, role: "region", "aria-label": label }, text);
}
