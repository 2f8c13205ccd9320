import * as l10n from "@vscode/l10n";
import { joinWords } from "../../../text/joinWords.ts";
import type { EventRow } from "../../protocol/deploymentPanelMessages.ts";
import { createElement, setAttribute } from "../../shared/element.ts";
import { type FindRefusedHost, formatTimeOfDay, getFirstLine } from "./eventText.ts";
import { type EventView, splitAtMatches } from "./eventView.ts";

/** The id of the row that has the keyboard focus. */
export const activeEventId = "active-event";

/** The rows that have an element, moved to their scroll position. Those that stay visible keep their elements. */
export class RowWindow {
  readonly element = createElement("div", { class: "window", role: "presentation" });
  readonly #view: EventView;
  readonly #findHost: FindRefusedHost;
  /** By the numbers of their events. */
  #rows = new Map<number, HTMLElement>();

  constructor(view: EventView, findHost: FindRefusedHost) {
    this.#view = view;
    this.#findHost = findHost;
  }

  /** Makes the next `draw` draw all rows again, with this height. */
  invalidate(rowHeight: number): void {
    this.element.style.lineHeight = `${rowHeight}px`;
    this.element.replaceChildren();
    this.#rows.clear();
  }

  /** Draws the rows from `first` to before `end`; returns whether the row of the active event is among them. */
  draw(first: number, end: number, rowHeight: number, active: number | undefined): boolean {
    this.element.style.transform = `translateY(${first * rowHeight}px)`;
    const rows = new Map<number, HTMLElement>();
    for (let position = first; position < end; position += 1) {
      const [number, row] = [this.#view.numberAt(position), this.#view.rowAt(position)];
      if (number === undefined || !row) continue;
      const element = this.#rows.get(number) ?? createEventRow(row, this.#view.pattern, this.#findHost(row));
      setPosition(element, position, this.#view.length, number === active);
      rows.set(number, element);
    }
    for (const [number, element] of this.#rows) if (!rows.has(number)) element.remove();
    let next: Element | null = null;
    for (const element of [...rows.values()].reverse()) {
      if (element.parentNode === null) this.element.insertBefore(element, next);
      next = element;
    }
    this.#rows = rows;
    return active !== undefined && rows.has(active);
  }
}

/** The longest name and a space, so that columns align in a monospace font. */
const levelWidth = "warning ".length;
const kindWidth = "request ".length;

/** `host`: the host that the row offers to allow. */
function createEventRow([, at, level, kind, message]: EventRow, pattern: RegExp | undefined, host: string | undefined) {
  const pieces = splitAtMatches(getFirstLine(message), pattern).map(({ text, isMatch }) =>
    isMatch ? createElement("mark", {}, text) : text,
  );
  return createElement(
    "div",
    {
      role: "option",
      class: joinWords("event", level),
      "aria-description": host && l10n.t("Open the event to allow the host."),
    },
    createElement("span", { class: "time" }, `${formatTimeOfDay(at)} `),
    createElement("span", { class: "level" }, (level ?? "").padEnd(levelWidth)),
    createElement("span", { class: "kind" }, (kind ?? "").padEnd(kindWidth)),
    // For the mouse. An option cannot contain a button, so that the keyboard uses the one of the opened event.
    host ? createElement("span", { class: "allow", "aria-hidden": "true" }, l10n.t("Allow")) : undefined,
    createElement("span", { class: "text" }, ...pieces),
  );
}

/** The position and state of a row, as screen readers announce them. */
function setPosition(row: HTMLElement, position: number, length: number, isActive: boolean): void {
  setAttribute(row, "aria-posinset", position + 1);
  setAttribute(row, "aria-setsize", length);
  setAttribute(row, "aria-selected", String(isActive));
  setAttribute(row, "id", isActive && activeEventId);
  row.classList.toggle("active", isActive);
}
