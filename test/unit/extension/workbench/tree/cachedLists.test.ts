import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { keySecretPrefix } from "../../../../../src/extension/connection/model/keyring.ts";
import { writeSelectedProject } from "../../../../../src/extension/project/model/selectedProject.ts";
import { createVersionFiles } from "../../../../../src/extension/registry/model/versionFiles.ts";
import { createTreeState } from "../../../../../src/extension/workbench/tree/treeState.ts";
import { createViewTrees } from "../../../../../src/extension/workbench/tree/viewTrees.ts";
import { createViewFilters } from "../../../../../src/extension/workbench/viewFilters.ts";
import { formatTreeRows } from "../../../../support/editor/formatTreeRows.ts";
import { createTestMcpAccess } from "../../../../support/editor/mcpAccess.ts";
import { openTestWindow, startTestUser } from "../../../../support/editor/testWindow.ts";
import { noLocalSkills } from "../../../../support/skills/noLocalSkills.ts";

let user: Awaited<ReturnType<typeof startTestUser>>;
let window: ReturnType<typeof openTestWindow>;
const clock = { now: Date.UTC(2026, 0, 1, 12) };
beforeEach(async () => {
  user = await startTestUser();
  window = openTestWindow(user);
  clock.now = Date.UTC(2026, 0, 1, 12);
});
afterEach(async () => {
  window[Symbol.dispose]();
  await user[Symbol.asyncDispose]();
});

function treesOf({ connections, memory } = window) {
  const filters = createViewFilters(memory);
  const trees = createViewTrees({
    ...{ connections, filters, memory, mcp: createTestMcpAccess(connections), machine: "here" },
    localSkills: noLocalSkills,
    versions: createVersionFiles(),
    now: () => clock.now,
  });
  return { ...trees, projects: trees["fairlead.projects"], servers: trees["fairlead.servers"], filters };
}

async function connected() {
  const session = await window.connections.add(
    { baseUrl: user.service.url, key: user.service.issueKey("test") },
    "One",
  );
  if (session.kind !== "connected") throw new Error("not connected");
  return session;
}

/** A window opened while the service is not reachable. */
function openOffline() {
  const offline = openTestWindow(user);
  offline.network.isDown = true;
  return offline;
}

const written = () => user.memory.values.get("user lists");

describe("a window without a reachable service", () => {
  test("shows the last lists without actions, and their time, and the current ones after the first response", async () => {
    const { client } = await connected();
    await client.call("projects.create", { name: "Mine" });
    await treesOf().projects.children();
    using offline = openOffline();
    clock.now += 86_400_000;
    const { projects } = treesOf(offline);
    const rows = await projects.children();
    expect(formatTreeRows(rows)).toEqual(["Try again", "Mine | 0 servers", "Default | 0 servers"]);
    expect(rows[0]).toMatchObject({ command: "fairlead.refresh" });
    expect(rows[2]).toEqual({
      kind: "note",
      id: "fairlead.projects kept 1",
      icon: "project",
      label: "Default",
      description: "0 servers",
      detail: expect.stringContaining("not reached"),
    });
    expect(projects.state()).toMatchObject({
      kind: "failed",
      message: expect.stringMatching(/^Offline copy of (Jan 1|1 Jan).*: Could not reach the service/),
    });
    await client.call("projects.create", { name: "New" });
    offline.network.isDown = false;
    expect(await projects.refresh()).not.toBe(false);
    expect(formatTreeRows(await projects.children())).toEqual([
      "New | 0 servers",
      "Mine | 0 servers",
      "Default | 0 servers",
    ]);
    expect(projects.state()).toMatchObject({ kind: "filled", message: undefined });
  });

  test("shows the last lists if only the sign-in succeeds", async () => {
    await connected();
    await treesOf().projects.children();
    using later = openTestWindow(user);
    await later.connections.connect();
    later.network.isDown = true;
    const { projects } = treesOf(later);
    expect(formatTreeRows(await projects.children())).toEqual(["Try again", "Default | 0 servers"]);
    expect(projects.state().message).toMatch(/^Offline copy of /);
  });

  test("shows the list of the selected project only, and no list for a filter", async () => {
    const { client, connection } = await connected();
    const mine = await client.call("projects.create", { name: "Mine" });
    await client.call("servers.create", { projectId: mine.id, name: "Pets" });
    await treesOf().servers.children();
    await writeSelectedProject(user.memory, connection.id, mine);
    using offline = openOffline();
    const { servers, filters } = treesOf(offline);
    expect(formatTreeRows(await servers.children())[0]).toBe("Not connected");
    await writeSelectedProject(user.memory, connection.id, undefined);
    expect(formatTreeRows(await servers.children())[1]).toMatch(/^Pets \| no code yet/);
    await filters.write("fairlead.servers", "zebra");
    expect(formatTreeRows(await servers.children())[0]).toBe("Not connected");
  });
});

describe("the cached lists", () => {
  test("contain only texts of rows, and are not written at each reading", async () => {
    const { client } = await connected();
    for (let number = 1; number <= 60; number += 1)
      await client.call("projects.create", { name: `Project ${number}`, description: "hidden" });
    const { projects } = treesOf();
    await projects.children();
    const [list] = JSON.parse(written() ?? "[]");
    expect(list.rows).toHaveLength(50);
    expect(Object.keys(list.rows[0])).toEqual(["icon", "label", "description"]);
    expect(written()).not.toContain("hidden");
    const first = written();
    clock.now += 30_000;
    await projects.refresh();
    expect(written()).toBe(first);
    clock.now += 31_000;
    await projects.refresh();
    expect(written()).not.toBe(first);
  });

  test("are limited in number, and the oldest is removed first", async () => {
    const { client, connection } = await connected();
    const { servers } = treesOf();
    for (let number = 1; number <= 26; number += 1) {
      const project = await client.call("projects.create", { name: `Project ${number}` });
      await writeSelectedProject(user.memory, connection.id, project);
      await servers.refresh();
    }
    expect(JSON.parse(written() ?? "[]")).toHaveLength(24);
  });

  test("are removed when their connection is signed out or removed", async () => {
    const { connection } = await connected();
    await treesOf().projects.children();
    expect(written()).toContain("Default");
    await window.connections.signOut(connection);
    await expect.poll(written).toBe("[]");
    await window.connections.signIn(connection, { key: user.service.issueKey("again") });
    await treesOf().projects.children();
    expect(written()).toContain("Default");
    await window.connections.remove(connection);
    await expect.poll(written).toBe("[]");
  });

  test("are removed at the next start if another window signed out", async () => {
    const { connection } = await connected();
    await treesOf().projects.children();
    user.secrets.values.delete(keySecretPrefix + connection.id);
    using later = openTestWindow(user);
    treesOf(later);
    await expect.poll(written).toBe("[]");
  });

  test("with invalid data count as missing", async () => {
    await connected();
    await user.memory.write("user", "lists", { other: "shape" });
    using offline = openOffline();
    expect(formatTreeRows(await treesOf(offline).projects.children())[0]).toBe("Not connected");
  });
});

describe("a session that is lost", () => {
  test("keeps the rows that this window has read, and their children", async () => {
    const session = await window.connections.useLocal();
    if (session.kind !== "connected") throw new Error("not connected");
    const [project] = (await session.client.call("projects.list", {})).items;
    await session.client.call("servers.create", { projectId: project?.id ?? "", name: "Pets" });
    const { servers, projects } = treesOf();
    await projects.children();
    const [pets] = await servers.children();
    window.network.isDown = true;
    window.local.restarted();
    await expect.poll(() => window.connections.session().kind).toBe("failed");
    expect(formatTreeRows(await projects.children())).toEqual(["Default | 1 server"]);
    expect(projects.state().message).toMatch(/^Not up to date since .*: Could not reach/);
    expect(formatTreeRows(await servers.children())[0]).toMatch(/^Pets/);
    expect(formatTreeRows(await servers.children(pets))).toEqual(["Deployments", "Test runs"]);
    window.network.isDown = false;
    expect(await projects.refresh()).not.toBe(false);
    expect(projects.state()).toMatchObject({ kind: "filled", message: undefined });
  });
});

test("a note is short", () => {
  const connection = { id: "one", name: "One", baseUrl: "https://one.example", kind: "remote" } as const;
  const error = new Error(`Could not list projects: ${"odd ".repeat(60)}. Try again.`);
  const cached = { connection: "one", of: "", at: 0, rows: [] };
  const session = { kind: "failed", connection, error } as const;
  const narrowing = { filter: "", project: undefined };
  const { message = "" } = createTreeState({ session, state: undefined, narrowing, cached, now: 0 });
  expect(message).toMatch(/^Offline copy of .*: Could not list projects: odd .*…$/);
  expect(message.length).toBeLessThan(150);
});
