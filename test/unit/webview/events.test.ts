import { describe, expect, test } from "vitest";
import { unrestrictedEventFilter } from "../../../src/webview/deployment/events/eventFilter.ts";
import { createSearchPattern, splitAtMatches } from "../../../src/webview/deployment/events/eventSearch.ts";
import { EventStore } from "../../../src/webview/deployment/events/eventStore.ts";
import {
  formatEventLogLine,
  formatWholeEvent,
  getFirstLine,
} from "../../../src/webview/deployment/events/eventText.ts";
import { EventView } from "../../../src/webview/deployment/events/eventView.ts";
import { formatCopiedEvents } from "../../../src/webview/deployment/events/formatCopiedEvents.ts";
import { RowSelection } from "../../../src/webview/deployment/events/rowSelection.ts";
import { computeVisibleRows } from "../../../src/webview/deployment/events/visibleRows.ts";
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

describe("the store of events", () => {
  test("keeps the newest, and says from where on", () => {
    const store = new EventStore(3);
    store.push(createTestEventRows(5));
    expect([store.size, store.first, store.end, store.last]).toEqual([3, 2, 5, 5]);
    expect([1, 2, 4, 5].map((number) => store.at(number)?.[0])).toEqual([undefined, 3, 5, undefined]);
  });

  test("takes each event once, whoever sends it again", () => {
    const store = new EventStore(10);
    store.push(createTestEventRows(3));
    store.push(createTestEventRows(4, 2));
    expect([store.size, store.last]).toEqual([5, 5]);
  });

  test("finds an event by its sequence, or the next one where that was left out", () => {
    const store = new EventStore(10);
    store.push([1, 2, 7, 9].map((sequence) => createTestEventRow(sequence)));
    expect([1, 7, 8, 10].map((sequence) => store.find(sequence))).toEqual([0, 2, 3, 4]);
  });
});

describe("the view of events", () => {
  test("shows those of a level and worse, of the chosen kinds, as they come", () => {
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

  test("says how many rows went at the top when older ones make room", () => {
    const { store, view } = viewOf(createTestEventRows(5), 5);
    store.push(createTestEventRows(2, 6));
    expect(view.update()).toBe(2);
    expect(sequences(view)).toEqual([3, 4, 5, 6, 7]);
  });

  test("is the same however much has gone through it", () => {
    const { store, view } = viewOf([], 50);
    view.search("7");
    for (let round = 0; round < 800; round += 1) {
      store.push(createTestEventRows(50, round * 50 + 1));
      view.update();
    }
    expect(sequences(view)).toEqual(Array.from({ length: 50 }, (_, at) => 39_951 + at));
    expect(view.foundCount).toBe(sequences(view).filter((sequence) => String(sequence).includes("7")).length);
  });

  test("finds what is searched in messages and data, among new events too, and goes round", () => {
    const { store, view } = viewOf([
      createTestEventRow(1, { message: "Find ME" }),
      createTestEventRow(2),
      createTestEventRow(3, { data: '{ "x": "me" }' }),
    ]);
    view.search("me");
    store.push([createTestEventRow(4, { message: "me." })]);
    view.update();
    expect(view.foundCount).toBe(3);
    const walk = [view.found(undefined, 1), view.found(0, 1), view.found(2, 1), view.found(3, 1), view.found(0, -1)];
    expect(walk.map((found) => found && [found.number, found.rank])).toEqual([
      [0, 1],
      [2, 2],
      [3, 3],
      [0, 1],
      [3, 3],
    ]);
    expect(view.found(1, 1)).toEqual({ number: 2, rank: 2 });
    expect(view.found(1, -1)).toEqual({ number: 0, rank: 1 });
  });

  test("finds nothing where nothing is searched", () => {
    const { view } = viewOf(createTestEventRows(3));
    view.search("");
    expect([view.foundCount, view.found(undefined, 1)]).toEqual([0, undefined]);
  });
});

describe("searching", () => {
  test("takes what is typed as it is", () => {
    for (const text of ["a.b", "(", "[x]*", "\\", "^$", "{1}", "a|b", "ü", "-"]) {
      expect(
        splitAtMatches(`before ${text} after`, createSearchPattern(text)).filter(({ isFound }) => isFound),
      ).toEqual([{ text, isFound: true }]);
    }
    expect(splitAtMatches("axb", createSearchPattern("a.b"))).toEqual([{ text: "axb", isFound: false }]);
  });

  test("marks each place and loses nothing", () => {
    const pieces = splitAtMatches("One one ONE.", createSearchPattern("one"));
    expect(pieces.map(({ text }) => text).join("")).toBe("One one ONE.");
    expect(pieces.filter(({ isFound }) => isFound).map(({ text }) => text)).toEqual(["One", "one", "ONE"]);
  });
});

describe("the selection", () => {
  test("reaches from where it began to where the user is, up or down", () => {
    const { view } = viewOf(createTestEventRows(10));
    const selection = new RowSelection(view);
    selection.goTo(4, false);
    selection.goTo(2, true);
    expect([selection.range, selection.count, selection.has(3), selection.has(5)]).toEqual([[2, 4], 3, true, false]);
    selection.goTo(6, true);
    expect(selection.range).toEqual([4, 6]);
    selection.all();
    expect(selection.count).toBe(10);
  });

  test("keeps its events when rows go at the top", () => {
    const { store, view } = viewOf(createTestEventRows(5), 5);
    const selection = new RowSelection(view);
    selection.goTo(3, false);
    store.push(createTestEventRows(2, 6));
    view.update();
    expect(view.rowAt(selection.range?.[0] ?? -1)?.[0]).toBe(4);
  });

  test("is nothing before the user went anywhere", () => {
    const { view } = viewOf(createTestEventRows(5));
    const selection = new RowSelection(view);
    expect([selection.active, selection.range, selection.count]).toEqual([undefined, undefined, 0]);
  });
});

describe("texts of events", () => {
  const row = createTestEventRow(7, { level: "error", message: "first\nsecond", data: '{\n  "a": 1\n}' });

  test("are one line on a row, a log's lines when copied, and everything in detail", () => {
    expect(getFirstLine(row[4])).toBe("first …");
    expect(formatEventLogLine(row)).toBe("2026-01-01T00:00:00.007Z [error] log: first\n    second");
    expect(formatWholeEvent(row)).toBe('#7 2026-01-01T00:00:00.007Z [error] log\nfirst\nsecond\n{\n  "a": 1\n}');
  });

  test("are copied in their order, the newest where all would be too much", () => {
    const long = "x".repeat(4_000_000);
    const { view } = viewOf(
      [1, 2, 3].map((sequence) => createTestEventRow(sequence, { message: `${sequence}${long}` })),
    );
    const { text, rows } = formatCopiedEvents(view, [0, 2]);
    expect([rows, text.indexOf("2x") < text.indexOf("3x"), text.includes("1x")]).toEqual([2, true, false]);
  });
});

describe("rows that are seen", () => {
  test.each([
    ["at the top", 0, { first: 0, end: 14 }],
    ["in the middle", 2205, { first: 106, end: 125 }],
    ["at the bottom", 999_800, { first: 49_986, end: 50_000 }],
    ["beyond the bottom", 9_999_999, { first: 49_996, end: 50_000 }],
  ])("%s are those, and a few more", (_, top, expected) => {
    expect(computeVisibleRows({ top, height: 200, rowHeight: 20, count: 50_000 })).toEqual(expected);
  });

  test("are never too many for however tall a window", () => {
    const { first, end } = computeVisibleRows({ top: 5000, height: 100_000, rowHeight: 20, count: 100_000 });
    expect(end - first).toBeLessThanOrEqual(200);
  });

  test("are none where there is nothing", () => {
    expect(computeVisibleRows({ top: 0, height: 500, rowHeight: 20, count: 0 })).toEqual({ first: 0, end: 0 });
  });
});
