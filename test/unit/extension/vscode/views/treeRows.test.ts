import { expect, test } from "vitest";
import { createTreeRows } from "../../../../../src/extension/vscode/views/treeRows.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";

const note = (id: string, label: string): TreeNode => ({ kind: "note", id, icon: "", label, detail: "" });

test("a row stays the same object when its node changes", () => {
  const rows = createTreeRows();
  const [row] = rows.of([note("1", "old")]);
  expect(rows.changed([note("1", "new"), note("2", "not shown")])).toEqual([row]);
  expect(row?.node).toEqual(note("1", "new"));
  expect(rows.of([note("1", "newer")])[0]).toBe(row);
});

test("rows are new objects after a change of all", () => {
  const rows = createTreeRows();
  const before = rows.of([note("1", "one")]);
  expect(rows.changed("all")).toBeUndefined();
  expect(rows.of([note("1", "one")])[0]).not.toBe(before[0]);
});
