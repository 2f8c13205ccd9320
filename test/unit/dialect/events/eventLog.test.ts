import { describe, expect, test } from "vitest";
import { findEventLog } from "../../../../src/dialect/events/eventLog.ts";
import type { UnknownRecord } from "../../../../src/text/record.ts";

const most = 20_000;
/** More than a log ever holds. */
const many = 27_000;
const at = (index: number) => new Date(1_780_000_000_000 + index * 1000).toISOString();

/** How an event is distinguished from others. */
const kinds: Readonly<Record<string, (index: number) => UnknownRecord>> = {
  numbers: (index) => ({ sequence: index + 1, at: at(index), message: "m" }),
  ids: (index) => ({ sequence: 0, id: `e${index}`, at: at(index), message: "m" }),
  "times alone": (index) => ({ sequence: 0, at: at(index), message: "m" }),
  "words alone": (index) => ({ sequence: 0, message: `m${index}` }),
};

describe("a log of events", () => {
  test.each(Object.keys(kinds))("keeps the last 20,000, and knows the others again by their %s", (kind) => {
    const all = Array.from({ length: many }, (_, index) => kinds[kind]?.(index) ?? {});
    const log = findEventLog(new Map(), "d");
    expect(all.filter((event) => log.add([event]).length !== 1)).toEqual([]);
    const kept = log.after(0);
    expect(kept.length).toBeGreaterThanOrEqual(most);
    expect(kept.length).toBeLessThanOrEqual(most * 1.25);
    expect(kept.at(-1)?.sequence).toBe(all.length);
    expect(kept[0]?.sequence).toBe(all.length - kept.length + 1);
    expect(log.add(all)).toEqual([]);
    expect(log.has(all[0] ?? {})).toBe(true);
    expect(log.add([{ sequence: 0, at: at(50_000), message: "new" }])).toHaveLength(1);
  });

  test("keeps what comes at the same time as what it let go", () => {
    const log = findEventLog(new Map(), "d");
    const event = (index: number) => ({ sequence: 0, id: `e${index}`, at: at(0), message: `m${index}` });
    const all = Array.from({ length: many }, (_, index) => event(index));
    for (const one of all) log.add([one]);
    expect(log.add(all)).toEqual([]);
    expect(log.add([event(many)])).toMatchObject([{ sequence: many + 1 }]);
  });

  test("puts an event that comes late where its number says", () => {
    const log = findEventLog(new Map(), "d");
    for (const sequence of [1, 2, 4, 3, 5]) log.add([{ sequence, at: at(sequence), message: `m${sequence}` }]);
    expect(log.after(0).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5]);
    expect(log.after(3).map(({ sequence }) => sequence)).toEqual([4, 5]);
  });
});
