import { describe, expect, test } from "vitest";
import { createAnswerTree, formatShownText } from "../../../../../../src/extension/profile/model/mapping/answerTree.ts";

describe("an answer as a tree", () => {
  test("has its nodes in order, with their depth, kind and text", () => {
    const json = { list: [{ id: 1, on: true, none: null }], empty: "" };
    expect(createAnswerTree(json).nodes).toEqual([
      { depth: 0, key: "", kind: "object", text: "2 fields" },
      { depth: 1, key: "list", kind: "list", text: "1 item" },
      { depth: 2, key: "0", kind: "object", text: "3 fields" },
      { depth: 3, key: "id", kind: "number", text: "1" },
      { depth: 3, key: "on", kind: "flag", text: "true" },
      { depth: 3, key: "none", kind: "none", text: "null" },
      { depth: 1, key: "empty", kind: "text", text: "" },
    ]);
  });

  test("knows the places of objects", () => {
    const item = { id: 1 };
    expect(createAnswerTree({ data: [item] }).places.get(item)).toEqual(["data", "0"]);
  });

  test("shows the first 50 items of each list, and says so", () => {
    const { nodes, notes } = createAnswerTree({ a: Array(51).fill(1), b: Array(50).fill(1) });
    expect(nodes).toHaveLength(103);
    expect(notes).toEqual(["Only the first 50 items of a list are shown here. All of them are read."]);
  });

  test("shows 200 kB, and says so", () => {
    const json = Array.from({ length: 50 }, () =>
      Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`f${at}`, "x".repeat(200)])),
    );
    const { nodes, notes } = createAnswerTree(json);
    const size = nodes.reduce((sum, { key, text }) => sum + key.length + text.length, 0);
    expect(size).toBeLessThan(200_000);
    expect(size).toBeGreaterThan(150_000);
    expect(notes).toEqual(["Only the first 200 kB of the answer are shown here. All of it is read."]);
  });

  test("shows 20 levels, and says so", () => {
    let deep: unknown = { end: 1 };
    for (let level = 0; level < 900; level += 1) deep = { deep };
    const { nodes, notes } = createAnswerTree(deep);
    expect(nodes).toHaveLength(21);
    expect(notes).toEqual(["What is nested more than 20 levels deep is not shown."]);
  });

  test("has no note about a complete answer", () => {
    expect(createAnswerTree([{ id: 1 }]).notes).toEqual([]);
  });
});

test.each([
  ["password", "letmein", "***"],
  ["apiKey", "abc", "***"],
  ["nextPageToken", "CAUQAA", "CAUQAA"],
  ["token_type", "bearer", "bearer"],
  ["note", "use Bearer abcdefgh12345", "use Bearer ***"],
  ["any", "ghp_0123456789abcdefghijklmnopqrstuvwxyzAB", "***"],
  ["name", "Weather", "Weather"],
  ["long", "x".repeat(400), `${"x".repeat(300)}...`],
])("the value of %s is shown masked and short", (key, value, shown) => {
  expect(formatShownText(key, value)).toBe(shown);
});
