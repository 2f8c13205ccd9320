import * as l10n from "@vscode/l10n";
import { joinWords } from "../../../text/joinWords.ts";
import type { EventRow } from "../../protocol/deploymentPanelMessages.ts";
import { createElement, setAttribute } from "../../shared/element.ts";
import { formatTimeOfDay, getFirstLine } from "./eventText.ts";
import { splitAtMatches } from "./eventView.ts";

/** The position and state of a row, as screen readers announce them. */
export interface RowPosition {
  readonly position: number;
  readonly length: number;
  readonly isActive: boolean;
}

/** The longest name and a space, so that columns align in a monospace font. */
const levelWidth = "warning ".length;
const kindWidth = "request ".length;

/** The element of a row. It is reused for other events, because creating elements while scrolling is slow. */
export class EventRowElement {
  readonly element: HTMLElement;
  readonly #time = new Text();
  readonly #level = new Text();
  readonly #kind = new Text();
  readonly #message = new Text();
  readonly #text = createElement("span", { class: "text" }, this.#message);
  /** For the mouse. An option cannot contain a button, so that the keyboard uses the one of the opened event. */
  readonly #allow = createElement("span", { class: "allow", "aria-hidden": "true" }, l10n.t("Allow"));
  #number: number | undefined;
  #position: RowPosition | undefined;

  constructor() {
    this.element = createElement(
      "div",
      { role: "option" },
      createElement("span", { class: "time" }, this.#time),
      createElement("span", { class: "level" }, this.#level),
      createElement("span", { class: "kind" }, this.#kind),
      this.#text,
    );
  }

  /** Makes the next `show` draw the row again. */
  invalidate(): void {
    this.#number = undefined;
  }

  /** `host`: the host that the row offers to allow. */
  show(
    number: number,
    [, at, level, kind, message]: EventRow,
    pattern: RegExp | undefined,
    host: string | undefined,
  ): void {
    if (this.#number === number) return;
    this.#number = number;
    this.#offer(host);
    this.#time.data = `${formatTimeOfDay(at)} `;
    const levelWord = level ?? "";
    if (this.#level.data.trimEnd() !== levelWord) {
      this.#level.data = levelWord.padEnd(levelWidth);
      this.element.className = joinWords("event", level);
      this.#position = undefined;
    }
    this.#kind.data = (kind ?? "").padEnd(kindWidth);
    this.#showText(getFirstLine(message), pattern);
  }

  setPosition(next: RowPosition): void {
    const { element: row } = this;
    const before = this.#position;
    this.#position = next;
    if (before?.position !== next.position) row.setAttribute("aria-posinset", String(next.position + 1));
    if (before?.length !== next.length) row.setAttribute("aria-setsize", String(next.length));
    if (before?.isActive === next.isActive) return;
    row.setAttribute("aria-selected", String(next.isActive));
    row.classList.toggle("active", next.isActive);
    row.id = next.isActive ? activeEventId : "";
  }

  #offer(host: string | undefined): void {
    const isOffered = host !== undefined;
    if (isOffered === (this.#allow.parentNode !== null)) return;
    if (isOffered) this.#text.before(this.#allow);
    else this.#allow.remove();
    setAttribute(this.element, "aria-description", isOffered && l10n.t("Open the event to allow the host."));
  }

  #showText(text: string, pattern: RegExp | undefined): void {
    if (pattern && text.search(pattern) !== -1) {
      const pieces = splitAtMatches(text, pattern);
      this.#text.replaceChildren(
        ...pieces.map((piece) => (piece.isMatch ? createElement("mark", {}, piece.text) : piece.text)),
      );
      return;
    }
    this.#message.data = text;
    if (this.#text.firstChild !== this.#message) this.#text.replaceChildren(this.#message);
  }
}

/** The id of the row that has the keyboard focus. */
export const activeEventId = "active-event";
