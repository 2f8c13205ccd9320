import * as l10n from "@vscode/l10n";
import type { EventRow } from "../../protocol/deploymentPanelMessages.ts";
import { createIconButton } from "../../shared/createIcon.ts";
import { createButton, createElement, createRow } from "../../shared/element.ts";
import type { SourceText } from "../sourceText.ts";
import { type FindRefusedHost, formatWholeEvent } from "./eventText.ts";

export type EventDetail = ReturnType<typeof createEventDetail>;

interface EventDetailParts {
  readonly copy: (text: string) => void;
  readonly onClose: () => void;
  readonly findHost: FindRefusedHost;
  readonly allow: (host: string) => void;
  readonly source: SourceText;
}

/** The complete event, below the list. */
export function createEventDetail(parts: EventDetailParts) {
  const element = createElement("section", { class: "detail", "aria-label": l10n.t("Event"), hidden: true });
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
  let shown: EventRow | undefined;
  const show = (row: EventRow) => {
    shown = row;
    const [sequence, at, level, kind, message, data] = row;
    const host = parts.findHost(row);
    const closeButton = createIconButton("close", l10n.t("Close"), close);
    const hasFocus = element.contains(document.activeElement);
    element.replaceChildren(
      createRow(
        createElement("h3", {}, l10n.t`Event ${sequence}`),
        createElement(
          "span",
          { class: "soft" },
          [level, kind, at === null ? null : ""].filter((part) => part !== null).join(" · "),
          at === null ? undefined : createElement("time", { datetime: at }, at),
        ),
        createElement("span", { class: "fill" }),
        host
          ? createButton(l10n.t("Allow"), () => parts.allow(host), { "aria-label": l10n.t`Allow ${host}` })
          : undefined,
        createButton(l10n.t("Copy"), () => parts.copy(formatWholeEvent(row)), {
          class: "quiet",
          "aria-label": l10n.t("Copy Event"),
        }),
        closeButton,
      ),
      pre(parts.source.createNodes(message), l10n.t("Message")),
      ...(data === null ? [] : [pre([data], l10n.t("Data"))]),
    );
    element.hidden = false;
    // The button that had the focus may be gone.
    if (hasFocus) closeButton.focus();
  };
  return {
    element,
    hide,
    show,
    /** Shows the same event again, after a host was allowed or files became known. */
    refresh: () => {
      if (shown && !element.hidden) show(shown);
    },
    get isShown() {
      return !element.hidden;
    },
  };
}

function pre(content: readonly (string | HTMLElement)[], label: string): HTMLElement {
  return createElement("pre", { tabindex: 0, role: "region", "aria-label": label }, ...content);
}
