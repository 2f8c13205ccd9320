import { isDeepStrictEqual } from "node:util";
import { createPoller, type Poller } from "./poller.ts";
import type { Polling } from "./polling.ts";
import { readUnavailability } from "./unavailability.ts";

export interface PendingListOptions<Item> {
  readonly polling: Polling;
  /** A page of the list, newest first. */
  readonly readPage: (
    cursor: string | undefined,
    signal: AbortSignal,
  ) => Promise<{ readonly items: readonly Item[]; readonly nextCursor: string | null }>;
  readonly readOne: (known: Item, signal: AbortSignal) => Promise<Item>;
  /** What differs when an item has changed. */
  readonly fields: readonly (keyof Item)[];
}

interface Waiting<Item> {
  readonly known: Item;
  readonly signal: AbortSignal;
  readonly resolve: (item: Item) => void;
  readonly reject: (error: unknown) => void;
}

const firstMs = 1000;
/** The pages of one round, and the items that are in none of them and are read alone. */
const mostOfRound = { pages: 3, items: 2 } as const;

/** Items that change by themselves. One list request reads all that are waited for, however many they are. */
export class PendingList<Item extends { readonly id: string }> {
  readonly #options: PendingListOptions<Item>;
  readonly #waiting = new Set<Waiting<Item>>();
  readonly #poller: Poller;
  /** What each follower was last given. A list may differ from the item for ever, and that is no change. */
  readonly #given = new WeakMap<AbortSignal, string>();
  #isListMissing = false;
  /** The requests of the last round. */
  #requests = 1;

  constructor(options: PendingListOptions<Item>) {
    const { polling } = options;
    this.#options = options;
    this.#poller = createPoller({
      polling,
      everyMs: () => Math.min(firstMs, polling.restMs()),
      longestMs: polling.restMs,
      requests: () => this.#requests,
      work: (signal) => this.#readRound(signal),
    });
  }

  /** The item when it differs from the known one. Rejects when aborted, or when the item cannot be read. */
  nextChange(known: Item, signal: AbortSignal): Promise<Item> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const leave = () => one.reject(signal.reason);
      const end = () => {
        signal.removeEventListener("abort", leave);
        this.#waiting.delete(one);
        if (this.#waiting.size === 0) this.#poller.stop();
      };
      const one: Waiting<Item> = {
        known,
        signal,
        resolve: (item) => {
          end();
          resolve(item);
        },
        reject: (error) => {
          end();
          reject(error);
        },
      };
      this.#waiting.add(one);
      signal.addEventListener("abort", leave, { once: true });
      this.#poller.wake();
    });
  }

  async #readRound(signal: AbortSignal): Promise<"changed" | "unchanged"> {
    this.#requests = 0;
    const listed = await this.#readListed(signal).catch((error: unknown) => {
      if (!signal.aborted) for (const one of [...this.#waiting]) one.reject(error);
      throw error;
    });
    let isChanged = false;
    const others: Waiting<Item>[] = [];
    for (const one of [...this.#waiting]) {
      const item = listed.get(one.known.id);
      if (!item) others.push(one);
      else if (this.#settle(one, item)) isChanged = true;
    }
    for (const one of others.slice(0, mostOfRound.items)) if (await this.#readAlone(one, signal)) isChanged = true;
    return isChanged ? "changed" : "unchanged";
  }

  async #readListed(signal: AbortSignal): Promise<ReadonlyMap<string, Item>> {
    const wanted = new Set([...this.#waiting].map(({ known }) => known.id));
    const found = new Map<string, Item>();
    // One item alone costs no more than the list.
    if (this.#isListMissing || wanted.size < 2) return found;
    let cursor: string | undefined;
    for (let page = 0; page < mostOfRound.pages; page += 1) {
      this.#requests += 1;
      const read = await this.#readPage(cursor, signal);
      for (const item of read.items) if (wanted.delete(item.id)) found.set(item.id, item);
      if (wanted.size === 0 || read.nextCursor === null) break;
      cursor = read.nextCursor;
    }
    return found;
  }

  async #readPage(cursor: string | undefined, signal: AbortSignal) {
    try {
      return await this.#options.readPage(cursor, signal);
    } catch (error) {
      if (!readUnavailability(error)) throw error;
      this.#isListMissing = true;
      return { items: [], nextCursor: null };
    }
  }

  async #readAlone(one: Waiting<Item>, signal: AbortSignal): Promise<boolean> {
    this.#requests += 1;
    // The next round reads the other items first.
    if (this.#waiting.delete(one)) this.#waiting.add(one);
    try {
      return this.#settle(one, await this.#options.readOne(one.known, signal));
    } catch (error) {
      if (!signal.aborted) one.reject(error);
      return true;
    }
  }

  #settle(one: Waiting<Item>, item: Item): boolean {
    const { fields } = this.#options;
    if (!fields.some((field) => differs(one.known[field], item[field]))) return false;
    const given = JSON.stringify([one.known, item].map((read) => fields.map((field) => read[field])));
    if (this.#given.get(one.signal) === given) return false;
    this.#given.set(one.signal, given);
    one.resolve(item);
    return true;
  }
}

/** A list may omit fields. */
function differs(before: unknown, after: unknown): boolean {
  return before !== undefined && after !== undefined && !isDeepStrictEqual(before, after);
}
