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

/** The complete event, below the list. */
export function createEventDetail(parts: { copy: (text: string) => void; onClose: () => void }): EventDetail {
  const element = createElement("section", { class: "detail", "aria-label": "Event", hidden: true });
  const hide = () => {
    element.hidden = true;
  };
  const close = () => {
    hide();
    parts.onClose();
  };
  element.addEventListener("keydown", (event) => {
    if (event.key === "Escape") close();
  });
  return {
    element: element,
    hide,
    get isShown() {
      return !element.hidden;
    },
    show: (row) => {
      const [sequence, at, level, kind, message, data] = row;
      const closeButton = createButton("", close, { class: "quiet", "aria-label": "Close" });
      closeButton.append(createIcon("close"));
      element.replaceChildren(
        createElement(
          "div",
          { class: "row" },
          createElement("h3", {}, `Event ${sequence}`),
          createElement(
            "span",
            { class: "soft" },
            [level, kind, at === null ? null : ""].filter((part) => part !== null).join(" · "),
            at === null ? undefined : createElement("time", { datetime: at }, at),
          ),
          createElement("span", { class: "fill" }),
          createButton("Copy", () => parts.copy(formatWholeEvent(row)), { class: "quiet", "aria-label": "Copy Event" }),
          closeButton,
        ),
        pre(message, "Message"),
        ...(data === null ? [] : [pre(data, "Data")]),
      );
      element.hidden = false;
    },
  };
}

function pre(text: string, label: string): HTMLElement {
  return createElement("pre", { tabindex: 0, role: "region", "aria-label": label }, text);
}
