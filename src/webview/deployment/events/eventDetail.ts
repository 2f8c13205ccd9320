import type { EventRow } from "../../protocol/deploymentPanelMessages.ts";
import { createIcon } from "../../shared/createIcon.ts";
import { createButton, createElement } from "../../shared/element.ts";
import { formatWholeEvent } from "./eventText.ts";

export interface EventDetail {
  readonly element: HTMLElement;
  show(row: EventRow): void;
  hide(): void;
  readonly isShown: boolean;
}

/** All of one event, below the list. */
export function createEventDetail(parts: { copy: (text: string) => void; closed: () => void }): EventDetail {
  const made = createElement("section", { class: "detail", "aria-label": "Event", hidden: true });
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
      const closing = createButton("", close, { class: "quiet", "aria-label": "Close" });
      closing.append(createIcon("close"));
      made.replaceChildren(
        createElement(
          "div",
          { class: "row" },
          createElement("h3", {}, `Event ${sequence}`),
          createElement(
            "span",
            { class: "soft" },
            [level, kind].filter((part) => part !== null).join(" · "),
            at === null ? undefined : createElement("time", { datetime: at }, at),
          ),
          createElement("span", { class: "fill" }),
          createButton("Copy", () => parts.copy(formatWholeEvent(row)), { class: "quiet", "aria-label": "Copy Event" }),
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
  return createElement("pre", { tabindex: 0, role: "region", "aria-label": label }, text);
}
