import { expect, test } from "vitest";
import {
  groupTools,
  type ToolNode,
  toolGroupTreeRow,
  toolTreeRow,
  versionToolsTreeRow,
  versionToolTreeRow,
} from "../../../../../src/extension/tools/rows/toolTreeRows.ts";

const server = { key: { kind: "url", url: "https://mcp.example/mcp" }, name: "Shop" } as const;
const live = (name: string, meta?: object): ToolNode => ({
  ...{ kind: "tool", server },
  tool: { name, inputSchema: { type: "object" }, ...(meta && { _meta: { ...meta } }) },
});
const many = (count: number, group: (index: number) => string | undefined) =>
  Array.from({ length: count }, (_, index) => live(`t${index}`, { "fairlead/group": group(index) }));
const describeRows = (rows: ReturnType<typeof groupTools>) =>
  rows.map((row) => {
    if (row.kind !== "toolGroup") return row.tool.name;
    const { label, description } = toolGroupTreeRow.describe(row, 0);
    return `${label}: ${description}`;
  });

test("more than twenty tools of a live server are in their groups, those without one last", () => {
  const groups = [undefined, "Pets", "Stores"];
  expect(
    describeRows(
      groupTools(
        "s",
        many(21, (index) => groups[index % 3]),
      ),
    ),
  ).toEqual(["Pets: 7", "Stores: 7", "Without a group: 7"]);
});

test("twenty tools, and tools of one group, are listed themselves", () => {
  const twenty = many(20, (index) => `g${index}`);
  expect(groupTools("s", twenty)).toBe(twenty);
  const one = many(30, () => "Pets");
  expect(groupTools("s", one)).toBe(one);
});

test("the tools of a version are in their groups", () => {
  const tools = Array.from({ length: 22 }, (_, index) => ({
    ...{ name: `t${index}`, inputSchema: {}, group: index < 2 ? "Pets" : "Stores" },
  }));
  const artifact = { id: "a", kind: "server", name: "Shop", ownerId: "s" } as const;
  const rows = versionToolsTreeRow.children?.({ kind: "versionTools", artifact, version: "1.0.0", tools }) ?? [];
  expect(describeRows(rows)).toEqual(["Pets: 2", "Stores: 20"]);
  const first = rows[0];
  if (first?.kind !== "toolGroup") throw new Error("It is no group.");
  expect(toolGroupTreeRow.children?.(first).map(({ tool }) => tool.name)).toEqual(["t0", "t1"]);
});

test("a row says its group and whether the tool is pinned, of a live server as of a version", () => {
  const listed = live("get_pet", { "fairlead/group": "Pets", "fairlead/pinned": true });
  const artifact = { id: "a", kind: "server", name: "Shop", ownerId: "s" } as const;
  const tool = { name: "get_pet", inputSchema: {}, group: "Pets", pinned: true } as const;
  const known = versionToolTreeRow.describe({ kind: "versionTool", artifact, version: "1.0.0", tool }, 0);
  for (const text of [toolTreeRow.describe(listed, 0), known]) {
    expect(text.description).toBe("pinned");
    expect(text.facts()).toContainEqual(["Group", "Pets"]);
  }
  const other = toolTreeRow.describe(live("get_pet"), 0);
  expect(other.description).toBe("");
  expect(other.facts().map(([name]) => name)).not.toContain("Group");
});
