import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { createServiceClient } from "../../../../../src/client/createServiceClient.ts";
import type { Project } from "../../../../../src/contract/projects.ts";
import type { Server } from "../../../../../src/contract/servers.ts";
import { saveAgentUse } from "../../../../../src/extension/agents/model/agentUses.ts";
import { setArchived } from "../../../../../src/extension/base/archivedState.ts";
import {
  readSelectedProject,
  writeSelectedProject,
} from "../../../../../src/extension/project/model/selectedProject.ts";
import { createSkillNode } from "../../../../../src/extension/skill/rows/skillTreeRows.ts";
import { deleteItems, restoreItems } from "../../../../../src/extension/workbench/commands/archivedItems.ts";
import { archiveItems } from "../../../../../src/extension/workbench/commands/archiveItems.ts";
import { showArchived } from "../../../../../src/extension/workbench/commands/viewCommands.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { withSettings } from "../../../../support/editor/defaultSettings.ts";
import { createLocalFixture } from "../../../../support/editor/disconnectedFixture.ts";
import { createOtherServiceFixture } from "../../../../support/editor/otherServiceFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { publishTestSkill } from "../../../../support/editor/skillFixture.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { startJsonService } from "../../../../support/services/jsonService.ts";

let project: Project;
const served = await useServedService();
beforeEach(async () => {
  project = await served.api.call("projects.create", { name: "Zoo" });
});

const createFixture = (answers: readonly ScriptedAnswer[], actions: readonly string[] = []) =>
  createLocalFixture(served, { answers, actions });

const createServer = (name = "Pets") => served.api.call("servers.create", { projectId: project.id, name });
const serverNode = (server: Server): TreeNode => ({ kind: "server", server, live: undefined, latest: undefined });
const projectNode = (item = project): TreeNode => ({ kind: "project", project: item, selected: false });
const listServers = async () =>
  (await served.api.call("servers.list", { projectId: project.id })).items.map(({ name }) => name).sort();
const readProject = () => served.api.call("project.get", { id: project.id });

/** Waits for the message that is shown without a wait of the command. */
const settle = (check: () => Promise<unknown>) => expect.poll(check);

describe("archiving", () => {
  test("a server takes it out of the list, and Undo brings it back", async () => {
    const node = serverNode(await createServer());
    await using fixture = await createFixture([true], ["Undo"]);
    await archiveItems(fixture.app, { node });
    expect(fixture.questions).toEqual(['Archive the server "Pets"?']);
    expect(fixture.shown).toContain("info: Archived Pets. [Undo]");
    expect(fixture.refreshed).toContain("fairlead.servers");
    await settle(listServers).toEqual(["Pets"]);
  });

  test("a server that agents have in their files says so, and does nothing when the question is left", async () => {
    const server = await createServer();
    await using fixture = await createFixture([escapeAnswer]);
    const { memory, connections } = fixture.app;
    const place = { agent: "claude-code", scope: "workspace", path: "/work/.mcp.json", name: "pets" } as const;
    const of = { connectionId: connections.scope() ?? "", serverId: server.id, serverName: "Pets" };
    await saveAgentUse(memory, { ...place, ...of, entry: {}, at: "2026-01-01T00:00:00Z" });
    await archiveItems(fixture.app, { node: serverNode(server) });
    expect(fixture.details[0]).toContain("It stays in the files of Claude Code, which cannot reach it then.");
    expect([await listServers(), fixture.shown, fixture.refreshed]).toEqual([["Pets"], [], []]);
  });

  test("asks nothing where the settings leave the question out", async () => {
    const node = serverNode(await createServer());
    await using fixture = await createFixture([]);
    await archiveItems(withSettings(fixture.app, { confirm: [] }), { node });
    expect([await listServers(), fixture.shown]).toEqual([[], ["info: Archived Pets. [Undo]"]]);
  });

  test("several rows asks once; what is in a selected project goes with the project", async () => {
    const server = serverNode(await createServer());
    const skill = createSkillNode(await publishTestSkill(served, "archived-with"));
    await using fixture = await createFixture([true]);
    await archiveItems(fixture.app, { node: server, nodes: [server, projectNode(), skill] });
    expect(fixture.questions).toEqual(["Archive these 2 items?"]);
    expect(fixture.shown).toEqual(["info: Archived Zoo and archived-with. [Undo]"]);
    expect(await readProject()).toMatchObject({ archived: true });
    expect(await listServers()).toEqual([]);
  });

  test("a project stops filtering the views by it, and Undo selects it again", async () => {
    await using fixture = await createFixture([true], ["Undo"]);
    const { memory } = fixture.app;
    await writeSelectedProject(memory, "local", project);
    await archiveItems(fixture.app, { node: projectNode() });
    await settle(async () => readSelectedProject(memory, "local")?.name).toBe("Zoo");
    await settle(readProject).toMatchObject({ archived: false });
  });

  test("a running server stops it, and Undo starts it again", async () => {
    const { server } = await deployTinyServer(served, await createTinyServer(served, "Runs", "healthy"));
    await using fixture = await createFixture([true], ["Undo"]);
    await archiveItems(fixture.app, { node: serverNode(server) });
    await settle(async () => (await served.api.call("servers.list", { id: server.id })).items[0]).toMatchObject({
      archived: false,
      desiredState: "running",
    });
    await served.api.call("server.update", { id: server.id, desiredState: "stopped" });
  });

  test("keeps what was archived before a failure, and reports the failure", async () => {
    const [gone, kept] = [await createServer("Kept"), await createServer("Other")];
    await using fixture = await createFixture([true]);
    const missing = serverNode({ ...kept, id: "srv_none" });
    const call = archiveItems(fixture.app, { node: serverNode(gone), nodes: [serverNode(gone), missing] });
    await expect(call).rejects.toThrow('no server "srv_none"');
    expect(fixture.shown).toEqual(["info: Archived Kept. [Undo]"]);
    expect(await listServers()).toEqual(["Other"]);
  });
});

describe("restoring", () => {
  test("brings archived rows back", async () => {
    const { id } = await createServer();
    const archived = await served.api.call("server.update", { id, archived: true });
    await using fixture = await createFixture([]);
    await restoreItems(fixture.app, { node: serverNode(archived) });
    expect([await listServers(), fixture.shown]).toEqual([["Pets"], ["info: Restored Pets."]]);
  });

  test("of a server alone is refused while its project is archived", async () => {
    const { id } = await createServer();
    await served.api.call("project.update", { id: project.id, archived: true });
    const archived = requireValue((await served.api.call("servers.list", { id, includeArchived: true })).items[0]);
    await using fixture = await createFixture([]);
    const call = restoreItems(fixture.app, { node: serverNode(archived) });
    await expect(call).rejects.toThrow("Restore the project first");
  });
});

describe("deleting permanently", () => {
  test("asks, and deletes an archived project with what is in it", async () => {
    await createServer();
    const archived = await served.api.call("project.update", { id: project.id, archived: true });
    await using fixture = await createFixture([escapeAnswer, true]);
    await deleteItems(fixture.app, { node: projectNode(archived) });
    expect(await readProject()).toMatchObject({ archived: true });
    await deleteItems(fixture.app, { node: projectNode(archived) });
    expect(fixture.questions).toEqual(Array(2).fill('Delete the project "Zoo" permanently?'));
    await expect(readProject()).rejects.toThrow("no project");
  });

  test("does not touch what is not archived; that and archiving without a row say what to select", async () => {
    await using fixture = await createFixture([]);
    await deleteItems(fixture.app, { node: projectNode() });
    await archiveItems(fixture.app, {});
    expect(fixture.shown).toEqual([
      "info: Select an archived project, server or skill to delete it permanently.",
      "info: Select a project, a server or a skill in its view to archive it.",
    ]);
    expect(await readProject()).toMatchObject({ archived: false });
  });
});

test("archived items are shown until they are hidden again", async () => {
  await using fixture = await createFixture([]);
  const { filters } = fixture.app;
  await showArchived(fixture.app, {});
  expect(filters.isArchivedShown()).toBe(true);
  await showArchived(fixture.app, {});
  expect(filters.isArchivedShown()).toBe(false);
});

test.each([
  ["no such field", {}, "did not confirm"],
  ["archived", { archived: false }, "restored"],
  ["archivedAt", { archivedAt: null }, "restored"],
  ["that it is still archived", { archived: true }, "so it stays archived"],
])("a restoring that is answered with %s is taken by the answer", async (_, fields, outcome) => {
  const { archived: _archived, archivedAt: _archivedAt, ...others } = project;
  await using service = await startJsonService(() => ({ body: { ...others, ...fields } }));
  const client = createServiceClient({ baseUrl: service.url, key: async () => "key_1" });
  onTestFinished(() => client.close());
  const item = { kind: "project", id: project.id, name: project.name } as const;
  const restoring = setArchived(client, item, { archived: false });
  expect(await restoring.then(() => "restored", String)).toContain(outcome);
});

describe("a service that does not know archived", () => {
  const shop = { id: "p-1", name: "Shop" };
  const notSupported = /^This service does not show that it can archive "Shop", so it stays in the list\./;

  test.each([
    ["ignores it", { status: 200, body: shop }],
    ["refuses it", { status: 422, body: { errors: [{ path: "archived", message: "unknown field" }] } }],
    ["refuses it in words", { status: 400, body: { message: 'Unrecognized key: "archived"' } }],
  ])("and %s keeps the item, and the command says so", async (_, response) => {
    await using fixture = await createOtherServiceFixture(
      served,
      { projects: [shop], project: shop, servers: [] },
      { answers: ["Archive"], showsChanges: true, answer: ({ method }) => (method === "PATCH" ? response : undefined) },
    );
    const { items } = await fixture.client.call("projects.list", {});
    const item = requireValue(items[0]);
    await expect(archiveItems(fixture.app, { node: projectNode(item) })).rejects.toThrow(notSupported);
    expect(fixture.refreshed).toEqual([]);
    expect(fixture.shown).toEqual([]);
  });

  test("offers no permanent deletion", async () => {
    await using fixture = await createOtherServiceFixture(served, {});
    await deleteItems(fixture.app, { node: projectNode({ ...project, archived: true }) });
    expect(fixture.shown).toEqual(["info: Only the local service deletes permanently from here."]);
  });
});
