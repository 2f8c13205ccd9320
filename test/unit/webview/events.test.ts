import { describe, expect, test } from "vitest";
import { EventStore } from "../../../src/webview/deployment/events/eventStore.ts";
import {
  formatCopiedEvents,
  formatEventLogLine,
  formatWholeEvent,
  getFirstLine,
} from "../../../src/webview/deployment/events/eventText.ts";
import {
  computeVisibleRows,
  createSearchPattern,
  EventView,
  splitAtMatches,
  unrestrictedEventFilter,
} from "../../../src/webview/deployment/events/eventView.ts";
import type { EventRow } from "../../../src/webview/protocol/deploymentPanelMessages.ts";
import { createTestEventRow, createTestEventRows } from "../../support/browser/eventRows.ts";

function viewOf(rows: readonly EventRow[], capacity = 1000) {
  const store = new EventStore(capacity);
  const view = new EventView(store, unrestrictedEventFilter);
  store.push(rows);
  view.update();
  return { store, view };
}

const sequences = (view: EventView) => Array.from({ length: view.length }, (_, at) => view.rowAt(at)?.[0]);

describe("the event store", () => {
  test("keeps the newest events and knows the first of them", () => {
    const store = new EventStore(3);
    store.push(createTestEventRows(5));
    expect([store.size, store.first, store.end, store.last]).toEqual([3, 2, 5, 5]);
    expect([1, 2, 4, 5].map((number) => store.at(number)?.[0])).toEqual([undefined, 3, 5, undefined]);
  });

  test("stores each event once", () => {
    const store = new EventStore(10);
    store.push(createTestEventRows(3));
    store.push(createTestEventRows(4, 2));
    expect([store.size, store.last]).toEqual([5, 5]);
  });

  test("finds an event by its sequence, or the next one if the sequence has a gap", () => {
    const store = new EventStore(10);
    store.push([1, 2, 7, 9].map((sequence) => createTestEventRow(sequence)));
    expect([1, 7, 8, 10].map((sequence) => store.find(sequence))).toEqual([0, 2, 3, 4]);
  });
});

describe("the event view", () => {
  test("shows the events of the level and above and of the selected kinds", () => {
    const { store, view } = viewOf([
      createTestEventRow(1, { level: "debug" }),
      createTestEventRow(2, { level: "warning", kind: "health" }),
      createTestEventRow(3, { level: "error" }),
    ]);
    view.filter({ level: "warning", kinds: ["log"] });
    expect(sequences(view)).toEqual([3]);
    store.push([createTestEventRow(4, { level: "error" }), createTestEventRow(5)]);
    view.update();
    expect(sequences(view)).toEqual([3, 4]);
  });

  test("counts the rows that are removed at the top", () => {
    const { store, view } = viewOf(createTestEventRows(5), 5);
    store.push(createTestEventRows(2, 6));
    expect(view.update()).toBe(2);
    expect(sequences(view)).toEqual([3, 4, 5, 6, 7]);
  });

  test("stays correct after very many events", () => {
    const { store, view } = viewOf([], 50);
    view.search("7");
    for (let round = 0; round < 800; round += 1) {
      store.push(createTestEventRows(50, round * 50 + 1));
      view.update();
    }
    expect(sequences(view)).toEqual(Array.from({ length: 50 }, (_, at) => 39_951 + at));
    expect(view.matchCount).toBe(sequences(view).filter((sequence) => String(sequence).includes("7")).length);
  });

  test("finds matches in messages and data, also in new events, and wraps around", () => {
    const { store, view } = viewOf([
      createTestEventRow(1, { message: "Find ME" }),
      createTestEventRow(2),
      createTestEventRow(3, { data: '{ "x": "me" }' }),
    ]);
    view.search("me");
    store.push([createTestEventRow(4, { message: "me." })]);
    view.update();
    expect(view.matchCount).toBe(3);
    const walk = [
      view.findNextMatch(undefined, 1),
      view.findNextMatch(0, 1),
      view.findNextMatch(2, 1),
      view.findNextMatch(3, 1),
      view.findNextMatch(0, -1),
    ];
    expect(walk.map((found) => found && [found.number, found.rank])).toEqual([
      [0, 1],
      [2, 2],
      [3, 3],
      [0, 1],
      [3, 3],
    ]);
    expect(view.findNextMatch(1, 1)).toEqual({ number: 2, rank: 2 });
    expect(view.findNextMatch(1, -1)).toEqual({ number: 0, rank: 1 });
  });
});

describe("the search pattern", () => {
  test("matches special characters literally", () => {
    for (const text of ["a.b", "(", "[x]*", "\\", "^$", "{1}", "a|b", "ü", "-"]) {
      expect(
        splitAtMatches(`before ${text} after`, createSearchPattern(text)).filter(({ isMatch }) => isMatch),
      ).toEqual([{ text, isMatch: true }]);
    }
    expect(splitAtMatches("axb", createSearchPattern("a.b"))).toEqual([{ text: "axb", isMatch: false }]);
  });

  test("splits a text at each match and loses nothing", () => {
    const pieces = splitAtMatches("One one ONE.", createSearchPattern("one"));
    expect(pieces.map(({ text }) => text).join("")).toBe("One one ONE.");
    expect(pieces.filter(({ isMatch }) => isMatch).map(({ text }) => text)).toEqual(["One", "one", "ONE"]);
  });
});

describe("texts of events", () => {
  const row = createTestEventRow(7, { level: "error", message: "first\nsecond", data: '{\n  "a": 1\n}' });

  test("are one line in a row, lines of a log when copied, and complete in the detail", () => {
    expect(getFirstLine(row[4])).toBe("first …");
    expect(formatEventLogLine(row)).toBe("2026-01-01T00:00:00.007Z [error] log: first\n    second");
    expect(formatWholeEvent(row)).toBe('#7 2026-01-01T00:00:00.007Z [error] log\nfirst\nsecond\n{\n  "a": 1\n}');
  });

  test("are copied in order, only the newest if all are too long", () => {
    const long = "x".repeat(4_000_000);
    const { view } = viewOf(
      [1, 2, 3].map((sequence) => createTestEventRow(sequence, { message: `${sequence}${long}` })),
    );
    const { text, rows } = formatCopiedEvents(view);
    expect([rows, text.indexOf("2x") < text.indexOf("3x"), text.includes("1x")]).toEqual([2, true, false]);
  });
});

describe("the visible rows", () => {
  test.each([
    ["at the top", 0, { first: 0, end: 14 }],
    ["in the middle", 2205, { first: 106, end: 125 }],
    ["at the bottom", 999_800, { first: 49_986, end: 50_000 }],
    ["beyond the bottom", 9_999_999, { first: 49_996, end: 50_000 }],
  ])("%s include a few rows beyond the edges", (_, top, expected) => {
    expect(computeVisibleRows({ top, height: 200, rowHeight: 20, count: 50_000 })).toEqual(expected);
  });

  test("are limited in a very tall window", () => {
    const { first, end } = computeVisibleRows({ top: 5000, height: 100_000, rowHeight: 20, count: 100_000 });
    expect(end - first).toBeLessThanOrEqual(200);
  });
});
