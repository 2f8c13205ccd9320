import { createElement } from "../../shared/element.ts";
import { EventRowElement } from "./eventRowElement.ts";
import type { FindRefusedHost } from "./eventText.ts";
import type { EventView } from "./eventView.ts";

/** The rows that have an element, from top to bottom, moved to their scroll position. */
export class RowWindow {
  readonly element = createElement("div", { class: "window", role: "presentation" });
  readonly #view: EventView;
  readonly #findHost: FindRefusedHost;
  readonly #rows: EventRowElement[] = [];
  /** The position of the first row. */
  #first = 0;

  constructor(view: EventView, findHost: FindRefusedHost) {
    this.#view = view;
    this.#findHost = findHost;
  }

  /** Makes the next `draw` draw all rows again, with this height. */
  invalidate(rowHeight: number): void {
    this.element.style.lineHeight = `${rowHeight}px`;
    for (const row of this.#rows) row.invalidate();
  }

  /** Draws the rows from `first` to before `end`; returns whether the row of the active event is among them. */
  draw(first: number, end: number, rowHeight: number, active: number | undefined): boolean {
    this.#move(first, end - first);
    this.element.style.transform = `translateY(${first * rowHeight}px)`;
    const { length, pattern } = this.#view;
    let isSeen = false;
    for (const [at, shown] of this.#rows.entries()) {
      const position = first + at;
      const [number, row] = [this.#view.numberAt(position), this.#view.rowAt(position)];
      if (number === undefined || !row) continue;
      const isActive = number === active;
      isSeen ||= isActive;
      shown.show(number, row, pattern, this.#findHost(row));
      shown.setPosition({ position, length, isActive });
    }
    return isSeen;
  }

  /** Rows that stay visible keep their elements. The other elements move to the opposite end. */
  #move(first: number, count: number): void {
    const rows = this.#rows;
    const steps = first - this.#first;
    this.#first = first;
    if (Math.abs(steps) < rows.length) {
      for (let step = 0; step < steps; step += 1) this.#insert(rows.shift(), "end");
      for (let step = 0; step > steps; step -= 1) this.#insert(rows.pop(), "start");
    }
    while (rows.length < count) this.#insert(new EventRowElement(), "end");
    while (rows.length > count) rows.pop()?.element.remove();
  }

  #insert(row: EventRowElement | undefined, where: "start" | "end"): void {
    if (!row) return;
    if (where === "end") {
      this.#rows.push(row);
      this.element.append(row.element);
    } else {
      this.#rows.unshift(row);
      this.element.prepend(row.element);
    }
  }
}
