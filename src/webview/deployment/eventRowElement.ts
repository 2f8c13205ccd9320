import type { EventRow } from "../../panels/deployment.ts";
import { element } from "../shared/element.ts";
import { firstLine, timeOfDay } from "./eventText.ts";
import { piecesOf } from "./search.ts";

/** The element of a row, which shows one event after the other. */
export class EventRowElement {
  readonly element: HTMLElement;
  readonly #time = element("span", { class: "time" });
  readonly #level = element("span", { class: "level" });
  readonly #kind = element("span", { class: "kind" });
  readonly #text = element("span", { class: "text" });
  #number: number | undefined;
  #length = 0;

  constructor() {
    this.element = element("div", { role: "option" }, this.#time, this.#level, this.#kind, this.#text);
  }

  /** What it shows has to be drawn again. */
  forget(): void {
    this.#number = undefined;
  }

  show(number: number, [, at, level, kind, message]: EventRow, pattern: RegExp | undefined): void {
    if (this.#number === number) return;
    this.#number = number;
    this.element.id = `event-${number}`;
    this.element.dataset.number = String(number);
    this.element.className = `event ${level}`;
    this.#time.textContent = timeOfDay(at);
    this.#level.textContent = level;
    this.#kind.textContent = kind;
    const pieces = piecesOf(firstLine(message), pattern);
    this.#text.replaceChildren(...pieces.map(({ text, isFound }) => (isFound ? element("mark", {}, text) : text)));
  }

  place(top: number, index: number, length: number, isSelected: boolean, isActive: boolean): void {
    const { element: row } = this;
    const transform = `translateY(${top}px)`;
    if (row.style.transform !== transform) {
      row.style.transform = transform;
      row.setAttribute("aria-posinset", String(index + 1));
    }
    if (this.#length !== length) row.setAttribute("aria-setsize", String(length));
    this.#length = length;
    row.setAttribute("aria-selected", String(isSelected));
    row.classList.toggle("active", isActive);
  }
}
