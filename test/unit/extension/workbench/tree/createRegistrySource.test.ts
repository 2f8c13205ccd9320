import { describe, expect, test } from "vitest";
import { unprovenEnd } from "../../../../../src/contract/operation.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createRegistrySource } from "../../../../../src/extension/workbench/tree/createRegistrySource.ts";
import type { ViewTree } from "../../../../../src/extension/workbench/tree/viewTree.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { publishTestSkill } from "../../../../support/editor/skillFixture.ts";
import { createTestTree } from "../../../../support/editor/testTree.ts";
import { formatTreeRows } from "../../../../support/editor/treeRowTexts.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();
const { server } = await deployTinyServer(served, await createTinyServer(served, "Tiny", "healthy"));
await publishTestSkill(served, "greeting", { "docs/a/b.md": "b", "docs/a/c.md": "c", "notes.md": "n" });
await publishTestSkill(served, "parting");

type Fixture = Awaited<ReturnType<typeof createCommandFixture>>;

function treeOf({ app, memory }: Fixture) {
  const { connections, filters, versions } = app;
  const source = createRegistrySource();
  return createTestTree({ view: "fairlead.registry", source, connections, filters, memory, versions });
}

/** Removes relative times. */
const rows = (nodes: readonly TreeNode[]) =>
  formatTreeRows(nodes).map((row) => row.replace(/ · (\d+ \w+ ago|just now)/, ""));

async function below(tree: ViewTree, ...labels: string[]): Promise<readonly TreeNode[]> {
  let nodes = await tree.children();
  for (const label of labels) {
    const parent = nodes.find((node) => formatTreeRows([node])[0]?.startsWith(label));
    if (!parent) throw new Error(`there is no ${label} among ${formatTreeRows(nodes)}`);
    nodes = await tree.children(parent);
  }
  return nodes;
}

describe("the view of the registry", () => {
  test("groups artifacts by kind, with the latest version of each, which is live with its author and digest, and the files as a tree", async () => {
    await using fixture = await createCommandFixture(served);
    const tree = treeOf(fixture);
    expect(rows(await below(tree))).toEqual(["Servers | 1", "Skills | 2"]);
    expect(rows(await below(tree, "Servers"))).toEqual([expect.stringMatching(/^Tiny \| 0\.1\.0/)]);
    expect(rows(await below(tree, "Skills"))).toEqual([
      expect.stringMatching(/^parting \| 0\.1\.0 · Greets people/),
      expect.stringMatching(/^greeting \| 0\.1\.0 · Greets people/),
    ]);
    const versions = await below(tree, "Servers", "Tiny");
    expect(rows(versions)).toEqual([expect.stringMatching(/^0\.1\.0 \| live · .+ · [0-9a-f]{8}/)]);
    expect(versions).toMatchObject([{ live: true, artifact: { id: server.artifactId, ownerId: server.id } }]);
    expect(rows(await below(tree, "Skills", "greeting", "0.1.0"))).toEqual([
      "docs/a/",
      "notes.md | 1 byte",
      expect.stringMatching(/^SKILL\.md \| \d+ bytes$/),
    ]);
    expect(rows(await below(tree, "Skills", "greeting", "0.1.0", "docs"))).toEqual(["b.md | 1 byte", "c.md | 1 byte"]);
  });

  test("has a group without rows only if more may be in it", async () => {
    const roots = (nextCursor: string | null) => {
      const call = async (_name: string, { kind }: { kind: string }) =>
        kind === "skill" ? { items: [], nextCursor } : { items: [{ id: "a", name: "a", kind }], nextCursor: null };
      const question = { client: { call }, filter: "", signal: AbortSignal.timeout(60_000) };
      return createRegistrySource().roots(question as never);
    };
    expect((await roots(unprovenEnd)).nodes).toMatchObject([{ of: "server" }, { of: "skill" }]);
    expect((await roots(null)).nodes).toMatchObject([{ of: "server" }]);
  });

  test("is searched by the service, restores the search after a restart, and offers to clear one that finds nothing", async () => {
    await using fixture = await createCommandFixture(served);
    await fixture.app.filters.write("fairlead.registry", "parting");
    expect(rows(await below(treeOf(fixture)))).toEqual(["Skills | 1"]);
    await using again = await createCommandFixture(served, { memory: fixture.memory });
    const tree = treeOf(again);
    expect(rows(await below(tree, "Skills"))).toEqual([expect.stringMatching(/^parting/)]);
    expect(tree.state().description).toBe('"parting"');
    await fixture.app.filters.write("fairlead.registry", "zebra");
    expect(await treeOf(fixture).children()).toMatchObject([
      { label: 'No server or skill matches "zebra"', command: "fairlead.registry.filter" },
    ]);
  });

  test("reads each further page with one request", async () => {
    for (let number = 0; number < 101; number += 1)
      await publishTestSkill(served, `page-${String(number).padStart(3, "0")}`);
    await using fixture = await createCommandFixture(served);
    await fixture.app.filters.write("fairlead.registry", "page-");
    const tree = treeOf(fixture);
    const first = await below(tree, "Skills");
    expect([first.length, formatTreeRows(await tree.children())]).toEqual([101, ["Skills | 100+"]]);
    expect(first.at(-1)).toMatchObject({ kind: "more", of: "fairlead.registry artifacts:skill" });
    await tree.more("artifacts:skill");
    expect(await below(tree, "Skills")).toHaveLength(101);
  });
});
