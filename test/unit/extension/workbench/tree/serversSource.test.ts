import { expect, test } from "vitest";
import type { ServiceClient } from "../../../../../src/client/client.ts";
import { createServersSource } from "../../../../../src/extension/workbench/tree/serversSource.ts";
import { createTestMcpAccess } from "../../../../support/editor/mcpAccess.ts";
import { createPageRequest } from "../../../../support/editor/testTree.ts";
import { openTestWindow, startTestUser } from "../../../../support/editor/testWindow.ts";
import { formatTreeRows } from "../../../../support/editor/treeRowTexts.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";

test("deployments are read once for all pages, and again after a failure", async () => {
  await using user = await startTestUser();
  using window = openTestWindow(user);
  const session = await window.connections.useLocal();
  if (session.kind !== "connected") throw new Error("not connected");
  let requestCount = 0;
  let isDown = true;
  const call: ServiceClient["call"] = async (name, ...given) => {
    if (name === "deployments.list") {
      requestCount += 1;
      if (isDown) throw new Error("The service is down.");
    }
    return session.client.call(name, ...given);
  };
  const { roots } = createServersSource({
    connections: window.connections,
    mcp: createTestMcpAccess(window.connections),
  });
  const request = createPageRequest({ ...session.client, call });
  const [project] = (await session.client.call("projects.list", {})).items;
  for (const name of ["Weather", "Shop"])
    await session.client.call("servers.create", { projectId: project?.id ?? "", name });
  const cursor = (await session.client.call("servers.list", { limit: 1 })).nextCursor ?? undefined;

  await expect(roots(request)).rejects.toThrow("down");
  isDown = false;
  await roots({ ...request, cursor });
  await roots({ ...request, cursor });
  expect(requestCount).toBe(2);
  await roots(request);
  expect(requestCount).toBe(3);
});

const withoutServers = {
  estimateListTokens: () => undefined,
  namedServers: () => [],
  followLists: () => {},
  readContents: async () => ({ tools: [], resources: [], prompts: [], skills: [] }),
};

/** The first rows of a service with these pages. Other operations are not called. */
async function readRoots(pages: Readonly<Record<string, unknown>>) {
  const client = { call: async (name: string) => pages[name] } as unknown as ServiceClient;
  const { roots } = createServersSource({ connections: { active: () => undefined }, mcp: withoutServers });
  return (await roots(createPageRequest(client))).nodes;
}

test.each([
  ["newest first", [9, 5], "next", "d-9"],
  ["in another order", [5, 9], "next", undefined],
  ["in another order, all on this page", [5, 9], null, "d-5"],
  ["newest first, but for previews", [9, 8, 5], "next", "d-8"],
] as const)("a server's newest deployment is the first of a page that is %s", async (_, days, nextCursor, expected) => {
  const items = days.map((day) => {
    const preview = expected === "d-8" && day === 9;
    return { id: `d-${day}`, serverId: "s-1", createdAt: `2026-01-0${day}T00:00:00.000Z`, preview, status: "failed" };
  });
  const pages = {
    "deployments.list": { items, nextCursor },
    "servers.list": { items: [{ id: "s-1", name: "Weather" }], nextCursor: null },
  };
  const nodes = await readRoots(pages);
  expect(nodes).toMatchObject([{ kind: "server", latest: expected === undefined ? undefined : { id: expected } }]);
});

test("a server's latest version that a recent deployment started has run", async () => {
  const deployments = ["2.0.0", "1.0.0"].map((version) => ({ id: version, serverId: "s-1", version }));
  const readRun = async (startedAt: string | undefined) => {
    const pages = {
      "deployments.list": { items: deployments.map((one) => ({ ...one, startedAt })), nextCursor: null },
      "servers.list": { items: [{ id: "s-1", name: "Weather", latestVersion: "2.0.0" }], nextCursor: null },
    };
    const nodes = await readRoots(pages);
    return nodes.map((node) => node.kind === "server" && node.hasLatestRun);
  };
  expect(await readRun("2026-01-01T00:00:00.000Z")).toEqual([true]);
  expect(await readRun(undefined)).toEqual([false]);
});

test("what a server by URL has is a row each, its tools first", async () => {
  const tool = { name: "add", inputSchema: { type: "object" } } as const;
  const found = {
    tools: [tool],
    resources: [{ uri: "notes://1", name: "one" }],
    prompts: [{ name: "plan" }],
    skills: [],
  };
  const readRows = async (tools: readonly (typeof tool)[]) => {
    const mcp = { ...withoutServers, readContents: async () => ({ ...found, tools }) };
    const { children } = createServersSource({ connections: { active: () => undefined }, mcp });
    const read = children?.({ kind: "mcpServer", name: "Notes", url: "https://notes.example/mcp" });
    return formatTreeRows((await requireValue(read)(createPageRequest({} as unknown as ServiceClient))).nodes);
  };
  expect(await readRows([tool])).toEqual(["Tools | 1", "Resources | 1", "Prompts | 1"]);
  expect(await readRows([])).toEqual(["Resources | 1", "Prompts | 1"]);
});
