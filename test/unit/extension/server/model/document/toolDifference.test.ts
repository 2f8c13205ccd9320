import { expect, test } from "vitest";
import {
  countTools,
  createToolDifference,
  formatToolCounts,
  formatToolCountWords,
  hasToolCounts,
} from "../../../../../../src/extension/server/model/document/toolDifference.ts";
import type { SurfaceChange } from "../../../../../../src/surface/surfaceChange.ts";

const changes: readonly SurfaceChange[] = [
  { severity: "breaking", kind: "required", tool: "list", pointer: "/inputSchema/properties/a" },
  { severity: "breaking", kind: "toolRemoved", tool: "remove", pointer: "" },
  { severity: "risky", kind: "changed", tool: "list", pointer: "/description", keyword: "description" },
  { severity: "compatible", kind: "toolAdded", tool: "add", pointer: "" },
];

test("tools are new, changed or gone, each with all its changes", () => {
  const { added, changed, removed } = createToolDifference({ changes, unchosen: [] }, []);
  expect(added.map(({ name }) => name)).toEqual(["add"]);
  expect(changed.map(({ name, changes: own }) => [name, own.length])).toEqual([["list", 2]]);
  expect(removed.map(({ name }) => name)).toEqual(["remove"]);
});

test("an operation that was not left out before is new, and counts as a new tool", () => {
  const difference = createToolDifference({ changes, unchosen: ["GET /old", "GET /new"] }, ["GET /old"]);
  expect(difference.offered).toEqual(["GET /new"]);
  expect(countTools(difference)).toEqual({ added: 2, changed: 1, removed: 1 });
});

test("no operation is new when it is not known which were left out", () => {
  expect(createToolDifference({ changes: [], unchosen: ["GET /new"] }, undefined).offered).toEqual([]);
});

test.each([
  [{ added: 3, changed: 1, removed: 1 }, "3 new, 1 changed, 1 gone", "3 new tools, 1 changed tool and 1 removed tool"],
  [{ added: 0, changed: 2, removed: 0 }, "2 changed", "2 changed tools"],
  [{ added: 1, changed: 0, removed: 2 }, "1 new, 2 gone", "1 new tool and 2 removed tools"],
])("%o is shown as %s", (counts, short, words) => {
  expect(formatToolCounts(counts)).toBe(short);
  expect(formatToolCountWords(counts)).toBe(words);
  expect(hasToolCounts(counts)).toBe(true);
});

test("without a new, changed or removed tool there is nothing to show", () => {
  expect(hasToolCounts({ added: 0, changed: 0, removed: 0 })).toBe(false);
});
