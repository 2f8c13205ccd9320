import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ServiceClient } from "../../../../src/client/client.ts";
import { readSelectedProject, writeSelectedProject } from "../../../../src/extension/project/model/selectedProject.ts";
import { createVersionFiles } from "../../../../src/extension/registry/model/versionFiles.ts";
import type { TreeNode } from "../../../../src/extension/workbench/nodes.ts";
import { createViewTrees } from "../../../../src/extension/workbench/tree/viewTrees.ts";
import { createViewFilters } from "../../../../src/extension/workbench/viewFilters.ts";
import { closeAfterTest } from "../../../support/closeAfterTest.ts";
import { createTestMcpAccess } from "../../../support/editor/mcpAccess.ts";
import { openTestWindow, startTestUser } from "../../../support/editor/testWindow.ts";
import { formatTreeRows } from "../../../support/editor/treeRowTexts.ts";
import { startChangingServer } from "../../../support/servers/changingServer.ts";
import { generateVersion } from "../../../support/servers/generateServer.ts";
import { noLocalSkills } from "../../../support/skills/noLocalSkills.ts";

let user: Awaited<ReturnType<typeof startTestUser>>;
let window: ReturnType<typeof openTestWindow>;
beforeEach(async () => {
  user = await startTestUser();
  window = openTestWindow(user);
});
afterEach(async () => {
  window[Symbol.dispose]();
  await user[Symbol.asyncDispose]();
});

const clock = { now: Date.UTC(2026, 0, 1, 12) };
function treesOf({ connections, memory } = window) {
  const filters = createViewFilters(memory);
  const mcp = createTestMcpAccess(connections);
  const trees = createViewTrees({
    ...{ connections, filters, memory, mcp, machine: "here" },
    localSkills: noLocalSkills,
    versions: createVersionFiles(),
    now: () => clock.now,
  });
  return { projects: trees["fairlead.projects"], servers: trees["fairlead.servers"], filters, mcp };
}

async function connected(): Promise<ServiceClient> {
  const session = await window.connections.useLocal();
  if (session.kind !== "connected") throw new Error("not connected");
  return session.client;
}

async function createProjects(client: ServiceClient, count: number): Promise<void> {
  for (let number = 1; number <= count; number += 1)
    await client.call("projects.create", { name: `Project ${number}` });
  window.requests.length = 0;
}

const last = (nodes: readonly TreeNode[]) => formatTreeRows(nodes).at(-1);

describe("a view", () => {
  test("is empty without a connection and sends no request, and connects when it is opened", async () => {
    const { projects } = treesOf();
    expect(await projects.children()).toEqual([]);
    expect([projects.state().kind, window.requests]).toEqual(["waiting", []]);
    await connected();
    using again = openTestWindow(user);
    expect(formatTreeRows(await treesOf(again).projects.children())).toEqual(["Default | 0 servers"]);
  });

  test("shows a page, and another one for each Load More, with one request each; keeps them on refresh, and fires only for changes", async () => {
    const client = await connected();
    await createProjects(client, 205);
    const { projects } = treesOf();
    const first = await projects.children();
    expect([first.length, last(first)]).toEqual([101, "Load More"]);
    await projects.more("");
    await projects.more("");
    expect((await projects.children()).length).toBe(206);
    expect(window.requests).toEqual(Array.from({ length: 3 }, () => "GET /api/v1/projects"));
    let changes = 0;
    projects.onDidChange(() => {
      changes += 1;
    });
    await projects.refresh();
    expect(changes).toBe(0);
    await client.call("projects.create", { name: "Newest" });
    await projects.refresh();
    const nodes = await projects.children();
    expect([changes, formatTreeRows(nodes)[0], nodes.length]).toEqual([1, "Newest | 0 servers", 207]);
  });

  test("fires for the first reading, because VS Code drops earlier results, and is cleared when the connection changes", async () => {
    await connected();
    window.requests.length = 0;
    const { projects } = treesOf();
    const changes: unknown[] = [];
    projects.onDidChange((change) => changes.push(change));
    await Promise.all([projects.children(), projects.refresh()]);
    expect(changes).toEqual(["all"]);
    expect(window.requests).toEqual(["GET /api/v1/projects"]);
    const session = window.connections.session();
    if (session.kind === "connected") await window.connections.signOut(session.connection);
    expect([await projects.children(), projects.state().kind]).toEqual([[], "waiting"]);
  });
});

test("a view knows the rows of its first level once all pages are read, and none is left out by a filter", async () => {
  const client = await connected();
  const { projects, filters } = treesOf();
  expect(projects.rowContexts()).toBeUndefined();
  await projects.children();
  expect(projects.rowContexts()).toEqual([expect.stringMatching(/^project/)]);
  await filters.write("fairlead.projects", "zebra");
  await projects.children();
  expect(projects.rowContexts()).toBeUndefined();
  await filters.write("fairlead.projects", "");
  await createProjects(client, 205);
  await projects.refresh();
  await projects.children();
  expect(projects.rowContexts()).toBeUndefined();
});

test("a filter is sent to the service, shown beside the title, restored after a restart, and offered to clear where nothing matches", async () => {
  await createProjects(await connected(), 12);
  const { projects, filters } = treesOf();
  await projects.children();
  await filters.write("fairlead.projects", "ject 12");
  expect(formatTreeRows(await projects.children())).toEqual(["Project 12 | 0 servers"]);
  expect(projects.state().description).toBe('"ject 12"');
  using again = openTestWindow(user);
  expect(formatTreeRows(await treesOf(again).projects.children())).toEqual(["Project 12 | 0 servers"]);
  await filters.write("fairlead.projects", "");
  expect((await projects.children()).length).toBe(13);
  await filters.write("fairlead.projects", "zebra");
  expect(await projects.children()).toMatchObject([
    { kind: "note", label: 'No projects match "zebra"', command: "fairlead.projects.filter" },
  ]);
});

describe("a failure", () => {
  test("keeps the rows and shows since when they may be outdated, is shown as rows with what to do where there are none, and ends with the next refresh", async () => {
    await connected();
    const { projects, servers } = treesOf();
    await projects.children();
    expect(await servers.children()).toEqual([]);
    window.network.isDown = true;
    expect(await projects.refresh()).toBe(false);
    expect(formatTreeRows(await projects.children())).toEqual(["Default | 0 servers"]);
    expect(projects.state()).toMatchObject({
      kind: "failed",
      message: expect.stringMatching(/^Not up to date since .*Could not reach/),
    });
    await servers.refresh();
    expect(await servers.children()).toMatchObject([
      { label: "Service not reached" },
      { label: "Try again" },
      { label: "Switch connection" },
      { label: "Show the log" },
    ]);
    expect(servers.state()).toMatchObject({ kind: "failed", message: undefined });
    expect(await treesOf().servers.children()).toMatchObject([
      {
        label: "Service not reached",
        detail: "Could not reach the service. Check the connection.",
        command: "fairlead.showLog",
      },
      { label: "Try again", command: "fairlead.refresh" },
      { label: "Switch connection", command: "fairlead.connection.switch" },
      { label: "Show the log", command: "fairlead.showLog" },
    ]);
    window.network.isDown = false;
    expect(await projects.refresh()).not.toBe(false);
    expect(projects.state()).toMatchObject({ kind: "filled", message: undefined });
  });

  test("to connect shows the connection, and is retried only by a refresh", async () => {
    await connected();
    using again = openTestWindow(user);
    again.network.isDown = true;
    const { projects } = treesOf(again);
    const [first] = await projects.children();
    expect(first).toMatchObject({
      label: "Not connected",
      detail: "Could not reach the service. Check the connection.",
    });
    expect(projects.state().message).toBe("Not connected to Local service");
    await projects.children();
    expect(again.local.state.starts).toBe(1);
    again.network.isDown = false;
    expect(await projects.refresh()).not.toBe(false);
    expect(formatTreeRows(await projects.children())).toEqual(["Default | 0 servers"]);
  });
});

test("the selected project filters servers, is shown beside the title and marked in the list of projects", async () => {
  const client = await connected();
  const mine = await client.call("projects.create", { name: "Mine" });
  const other = await client.call("projects.create", { name: "Other" });
  await client.call("servers.create", { projectId: mine.id, name: "Pets" });
  await client.call("servers.create", { projectId: other.id, name: "Birds" });
  const { servers, projects } = treesOf();
  expect((await servers.children()).length).toBe(2);
  await writeSelectedProject(window.memory, "local", mine);
  await servers.refresh();
  expect(formatTreeRows(await servers.children())).toEqual([expect.stringMatching(/^Pets \| no code yet/)]);
  expect(servers.state().description).toBe("Mine");
  expect(formatTreeRows(await projects.children())).toContain("Mine | selected · 1 server");
  expect(readSelectedProject(window.memory, "elsewhere")).toBeUndefined();
});

describe("a server", () => {
  test("fires for a changed row only, with open lists on refresh, and for all rows if one is new", async () => {
    const client = await connected();
    const { id: projectId } = await client.call("projects.create", { name: "Many" });
    const create = (name: string) => client.call("servers.create", { projectId, name });
    await create("Pets");
    const { id } = await create("Birds");
    const { servers } = treesOf();
    const [birds] = await servers.children();
    const [deployments] = birds ? await servers.children(birds) : [];
    await servers.children(deployments);
    const changes: unknown[] = [];
    servers.onDidChange((change) => changes.push(change === "all" ? change : formatTreeRows(change)));
    const refreshed = async () => {
      await servers.refresh();
      return changes.splice(0);
    };
    expect(await refreshed()).toEqual([]);
    await client.call("server.update", { id, description: "Of a shop" });
    expect(await refreshed()).toEqual([[expect.stringMatching(/^Birds/)]]);
    servers.invalidate();
    expect(await refreshed()).toEqual([["Deployments"]]);
    await create("Fish");
    expect(await refreshed()).toEqual(["all"]);
  });

  test("follows the lists of connected servers that were opened, while it is visible", async () => {
    await connected();
    const server = closeAfterTest(await startChangingServer("2026-07-28"));
    const { servers, mcp } = treesOf();
    mcp.addNamedServer({ name: "Notes", url: server.url, headers: {} });
    const [row] = await servers.children();
    servers.setVisible(true);
    const readRows = async () => formatTreeRows(await servers.children(row));
    const before = await readRows();
    mcp.onDidChange(() => servers.invalidate());
    server.state.tools.push("two");
    await expect.poll(() => server.count("subscriptions/listen")).toBe(1);
    server.reportLists();
    await expect.poll(readRows).not.toEqual(before);
    servers.setVisible(false);
    await expect.poll(() => server.streams()).toBe(0);
    servers.setVisible(true);
    await expect.poll(() => server.count("subscriptions/listen")).toBe(2);
    servers.dispose();
    await expect.poll(() => server.streams()).toBe(0);
    mcp.dispose();
  });

  test("contains its deployments and its versions with their files", async () => {
    const client = await connected();
    const [project] = (await client.call("projects.list", {})).items;
    const files = [
      { path: "server.mjs", content: "export {};" },
      { path: "lib/tools.mjs", content: "export {};" },
    ];
    const source = { kind: "files", entry: "server.mjs", files } as const;
    const { id } = await client.call("servers.create", { projectId: project?.id ?? "", name: "Own", source });
    const { servers } = treesOf();
    const [draft] = await servers.children();
    expect(formatTreeRows(await servers.children(draft))).toEqual(["Deployments", "Test runs"]);
    await generateVersion(client, id);
    await servers.refresh();
    const [server] = await servers.children();
    const [deployments, versions] = await servers.children(server);
    expect(await servers.children(deployments)).toEqual([]);
    const [version] = await servers.children(versions);
    expect(version).toMatchObject({ kind: "version", live: false });
    const content = await servers.children(version);
    expect(formatTreeRows(content)).toEqual(["lib/", "server.mjs | 10 bytes"]);
    expect(formatTreeRows(await servers.children(content[0]))).toEqual(["tools.mjs | 10 bytes"]);
    window.requests.length = 0;
    servers.invalidate();
    expect(formatTreeRows(await servers.children(version))).toEqual(formatTreeRows(content));
    expect(window.requests).toEqual([]);
  });
});
