import * as l10n from "@vscode/l10n";
import { createElement, setAttribute } from "../../shared/element.ts";
import type { FindRefusedHost } from "./eventText.ts";
import { computeVisibleRows, type EventView } from "./eventView.ts";
import { activeEventId, RowWindow } from "./rowWindow.ts";

export interface EventListParts {
  readonly view: EventView;
  /** The user opened an event. */
  readonly onOpen: (number: number) => void;
  readonly onFollow: (isFollowing: boolean) => void;
  /** The user scrolled. */
  readonly onMove: () => void;
  readonly onCopy: () => void;
  readonly findHost: FindRefusedHost;
  /** The user clicked *Allow* in an event. */
  readonly onAllow: (number: number) => void;
}

/** A list of very many events that creates elements for the visible ones only. */
export class EventList {
  readonly element = createElement("div", {
    class: "events",
    role: "listbox",
    tabindex: 0,
    "aria-label": l10n.t("Events"),
  });
  readonly #parts: EventListParts;
  readonly #canvas = createElement("div", { class: "canvas", role: "presentation" });
  readonly #window: RowWindow;
  #rowHeight = 22;
  #isFollowing = true;
  /** The number of the event that has the keyboard focus. */
  #active: number | undefined;
  /** The last known scroll position. Only the user scrolls up, so a smaller one means that the user scrolled. */
  #lastTop = 0;

  constructor(parts: EventListParts) {
    this.#parts = parts;
    this.#window = new RowWindow(parts.view, parts.findHost);
    this.#canvas.append(this.#window.element);
    this.element.append(this.#canvas);
    this.#addListeners();
  }

  get active(): number | undefined {
    return this.#active;
  }

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /** Call it once the element is in the document. */
  mount(): void {
    this.#measure();
    new ResizeObserver(() => this.refresh()).observe(this.element);
    this.refresh();
  }

  /** The number of the event at the top. */
  get topNumber(): number | undefined {
    return this.#parts.view.numberAt(Math.round(this.element.scrollTop / this.#rowHeight));
  }

  follow(isFollowing: boolean): void {
    if (this.#isFollowing === isFollowing) return;
    this.#isFollowing = isFollowing;
    this.#parts.onFollow(isFollowing);
    if (isFollowing) this.refresh();
  }

  /** Shows new rows; `removedRows` counts the rows that were removed at the top. */
  update(removedRows: number): void {
    if (removedRows > 0 && !this.#isFollowing) this.#scrollTo(this.element.scrollTop - removedRows * this.#rowHeight);
    this.refresh();
  }

  /** Draws the visible rows. */
  refresh(): void {
    this.#canvas.style.height = `${this.#parts.view.length * this.#rowHeight}px`;
    if (this.#isFollowing) this.#scrollTo(this.#bottom);
    this.#draw();
  }

  /** Draws all rows again after a change of the filter, the search or the font. */
  redraw(): void {
    this.#measure();
    this.refresh();
  }

  /** Scrolls an event into view, to the middle if it is far away. */
  reveal(number: number): void {
    const top = this.#parts.view.positionOf(number) * this.#rowHeight;
    const { scrollTop, clientHeight } = this.element;
    const isAbove = top < scrollTop;
    const isBelow = top + this.#rowHeight > scrollTop + clientHeight;
    const isNear = top >= scrollTop - this.#rowHeight && top <= scrollTop + clientHeight;
    const edge = isAbove ? top : top + this.#rowHeight - clientHeight;
    if (isAbove || isBelow) this.#scrollTo(isNear ? edge : top - clientHeight / 2);
    this.#draw();
  }

  /** Scrolls an event to the top. */
  showAtTop(number: number): void {
    this.#scrollTo(this.#parts.view.positionOf(number) * this.#rowHeight);
    this.#draw();
  }

  /** Selects an event and scrolls to it, as the arrow keys do. */
  goTo(number: number): void {
    this.follow(false);
    this.#active = number;
    this.reveal(number);
  }

  get #bottom(): number {
    return Math.max(0, this.#parts.view.length * this.#rowHeight - this.element.clientHeight);
  }

  #scrollTo(top: number): void {
    this.element.scrollTop = top;
    this.#lastTop = this.element.scrollTop;
  }

  #draw(): void {
    const { scrollTop: top, clientHeight: height } = this.element;
    const count = this.#parts.view.length;
    const { first, end } = computeVisibleRows({ top, height, rowHeight: this.#rowHeight, count });
    const isSeen = this.#window.draw(first, end, this.#rowHeight, this.#active);
    setAttribute(this.element, "aria-activedescendant", isSeen ? activeEventId : undefined);
  }

  #measure(): void {
    const height = Number.parseFloat(getComputedStyle(this.element).getPropertyValue("line-height"));
    if (height > 0) this.#rowHeight = Math.ceil(height);
    this.#window.invalidate(this.#rowHeight);
  }

  #addListeners(): void {
    const parts = this.#parts;
    this.element.addEventListener("scroll", () => this.#onScroll(), { passive: true });
    this.element.addEventListener("keydown", (event) => this.#onKey(event));
    this.element.addEventListener("click", (event) => {
      const inside = event.clientY - this.element.getBoundingClientRect().top + this.element.scrollTop;
      const number = parts.view.numberAt(Math.floor(inside / this.#rowHeight));
      if (number === undefined) return;
      if (event.target instanceof Element && event.target.closest(".allow")) return parts.onAllow(number);
      this.goTo(number);
      parts.onOpen(number);
    });
    this.element.addEventListener("focus", () => {
      this.#active ??= this.topNumber;
      this.#draw();
    });
  }

  #onScroll(): void {
    const { scrollTop } = this.element;
    if (this.#isFollowing && scrollTop < this.#lastTop - 1) this.follow(false);
    else if (!this.#isFollowing && scrollTop > this.#lastTop && scrollTop >= this.#bottom - 1) this.follow(true);
    this.#lastTop = scrollTop;
    this.#draw();
    this.#parts.onMove();
  }

  #onKey(event: KeyboardEvent): void {
    const isCommand = event.ctrlKey || event.metaKey;
    const active = this.#active;
    if (isCommand && event.key === "c") this.#parts.onCopy();
    else if ((event.key === "Enter" || event.key === " ") && active !== undefined) this.#parts.onOpen(active);
    else if (!this.#moveByKey(event)) return;
    event.preventDefault();
  }

  #moveByKey({ key }: KeyboardEvent): boolean {
    const { view } = this.#parts;
    const page = Math.max(1, Math.floor(this.element.clientHeight / this.#rowHeight) - 1);
    const steps: Readonly<Record<string, number>> = {
      ArrowUp: -1,
      ArrowDown: 1,
      PageUp: -page,
      PageDown: page,
      Home: -view.length,
      End: view.length,
    };
    const step = steps[key];
    if (step === undefined) return false;
    const at = this.#active === undefined ? -1 : view.positionOf(this.#active);
    const number = view.numberAt(Math.max(0, Math.min(view.length - 1, at + step)));
    if (number !== undefined) this.goTo(number);
    if (key === "End") this.follow(true);
    return true;
  }
}
