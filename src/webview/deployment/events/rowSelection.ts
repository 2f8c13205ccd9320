import type { EventView } from "./eventView.ts";

/** The selected rows from the anchor to the active one. Both are event numbers, so a filter does not change the selection. */
export class RowSelection {
  readonly #view: Pick<EventView, "length" | "numberAt" | "positionOf">;
  #anchor: number | undefined;
  #active: number | undefined;

  constructor(view: Pick<EventView, "length" | "numberAt" | "positionOf">) {
    this.#view = view;
  }

  /** The number of the event that has the keyboard focus. */
  get active(): number | undefined {
    return this.#active;
  }

  goTo(number: number, isExtending: boolean): void {
    this.#active = number;
    if (!isExtending || this.#anchor === undefined) this.#anchor = number;
  }

  all(): void {
    this.#anchor = this.#view.numberAt(0);
    this.#active = this.#view.numberAt(this.#view.length - 1);
  }

  clear(): void {
    this.#anchor = this.#active;
  }

  /** First and last position; undefined: nothing is selected. */
  get range(): readonly [first: number, last: number] | undefined {
    if (this.#anchor === undefined || this.#active === undefined) return undefined;
    const ends = [this.#anchor, this.#active].sort((one, other) => one - other);
    const [first = 0, last = 0] = ends.map((number) => this.#view.positionOf(number));
    return [first, Math.min(last, this.#view.length - 1)];
  }

  get count(): number {
    const range = this.range;
    return range ? Math.max(0, range[1] - range[0] + 1) : 0;
  }

  has(position: number): boolean {
    const range = this.range;
    return range !== undefined && position >= range[0] && position <= range[1];
  }
}
