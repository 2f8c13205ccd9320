import { describe, expect, test } from "vitest";
import { switchOrganization } from "../../../../../src/extension/account/commands/switchOrganization.ts";
import { readSelectedOrganization } from "../../../../../src/extension/connection/model/selectedOrganization.ts";
import { createProject } from "../../../../../src/extension/project/commands/createProject.ts";
import { selectProject } from "../../../../../src/extension/project/commands/selectProject.ts";
import { readSelectedProject } from "../../../../../src/extension/project/model/selectedProject.ts";
import { createMcpServerList } from "../../../../../src/extension/server/model/mcpServers.ts";
import type { App } from "../../../../../src/extension/workbench/app.ts";
import { ViewTree } from "../../../../../src/extension/workbench/tree/viewTree.ts";
import { createProjectsSource } from "../../../../../src/extension/workbench/tree/viewTrees.ts";
import { createLocalFixture } from "../../../../support/editor/disconnectedFixture.ts";
import { createOtherServiceFixture } from "../../../../support/editor/otherServiceFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { openTestWindow } from "../../../../support/editor/testWindow.ts";
import { formatTreeRows } from "../../../../support/editor/treeRowTexts.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { testDeadline } from "../../../../support/testDeadline.ts";

const served = await useServedService({ team: { organizations: ["Acme"], members: [], limits: {} } });
const alone = await useServedService();
await deployTinyServer(served, await createTinyServer(served, "Tiny", "healthy"));

async function createFixture(...answers: ScriptedAnswer[]) {
  const fixture = await createLocalFixture(served, { answers });
  await fixture.app.connections.nameOrganization();
  return fixture;
}

const named = ({ connections }: App) => connections.organization()?.name;

function projectsOf({ connections, memory, filters, versions }: App): ViewTree {
  const source = createProjectsSource(() => undefined);
  return new ViewTree({ view: "fairlead.projects", source, connections, filters, memory, versions, now: Date.now });
}

describe("switching organizations", () => {
  test("sends later requests to the selected one, not after Escape, and saves it for this workspace until the key's own is back", async () => {
    await using fixture = await createFixture(escapeAnswer, "Acme", "Personal");
    await switchOrganization(fixture.app, {});
    expect(named(fixture.app)).toBe("Personal");
    await switchOrganization(fixture.app, {});
    expect(fixture.questions[1]).toBe(
      "Switch Organization: Which organization at Local service does this workspace use?",
    );
    expect(named(fixture.app)).toBe("Acme");
    const client = await fixture.app.client();
    expect(await client?.call("organization.get", {})).toMatchObject({ name: "Acme", role: "owner" });
    using later = openTestWindow(fixture.user);
    await later.connections.connect();
    expect(later.connections.organization()).toEqual(readSelectedOrganization(fixture.user.memory, "local"));
    expect(later.connections.organization()?.name).toBe("Acme");
    await switchOrganization(fixture.app, {});
    expect(readSelectedOrganization(fixture.user.memory, "local")).toBeUndefined();
    expect(fixture.app.connections.scope()).toBe("local");
  });

  test("updates the views and the offered MCP servers", async () => {
    await using fixture = await createFixture("Acme", "Personal");
    const { connections, client } = fixture.app;
    const quiet = () => connections.quiet();
    const offer = createMcpServerList({ quiet, client, credentials: async () => undefined, log: fixture.app.log });
    const offered = async () => (await offer.list(testDeadline())).map(({ label }) => label);
    const tree = projectsOf(fixture.app);
    expect([formatTreeRows(await tree.children()), await offered()]).toEqual([["Default | 1 server"], ["Tiny"]]);
    await switchOrganization(fixture.app, {});
    expect([formatTreeRows(await tree.children()), await offered()]).toEqual([["Default | 0 servers"], []]);
    await switchOrganization(fixture.app, {});
    expect([formatTreeRows(await tree.children()), await offered()]).toEqual([["Default | 1 server"], ["Tiny"]]);
    tree.dispose();
  });

  test("keeps the selected project of each organization", async () => {
    await using fixture = await createFixture("Default", "Acme", "Ours", "", "Ours", "Personal");
    const selected = () => readSelectedProject(fixture.app.memory, fixture.app.connections.scope() ?? "")?.name;
    await selectProject(fixture.app, {});
    await switchOrganization(fixture.app, {});
    expect(selected()).toBeUndefined();
    await createProject(fixture.app, {});
    await selectProject(fixture.app, {});
    expect(selected()).toBe("Ours");
    await switchOrganization(fixture.app, {});
    expect(selected()).toBe("Default");
  });

  test("works although the selected organization rejects the user", async () => {
    await using fixture = await createFixture("Personal");
    await fixture.app.connections.useOrganization({ id: "org_gone", name: "Gone" });
    const client = await fixture.app.client();
    await expect(client?.call("projects.list", {})).rejects.toMatchObject({ name: "ForbiddenError" });
    await switchOrganization(fixture.app, {});
    expect(await (await fixture.app.client())?.call("organization.get", {})).toMatchObject({ name: "Personal" });
  });

  test("does not mention a plan that the service does not say", async () => {
    const organizations = [
      { id: "o-1", name: "Acme", role: "owner" },
      { id: "o-2", name: "Blue", plan: "team" },
    ];
    const me = { id: 7, login: "someone", organization_id: "o-1" };
    const bodies = { me, organizations: { data: organizations } };
    await using fixture = await createOtherServiceFixture(served, bodies, { answers: [escapeAnswer] });
    await switchOrganization(fixture.app, {});
    expect(fixture.offered[0]?.map(({ label, description }) => `${label} | ${description}`)).toEqual([
      "Acme | in use · owner",
      "Blue | plan team",
    ]);
  });

  test("shows a message if there is no other organization", async () => {
    await using fixture = await createLocalFixture(alone);
    await switchOrganization(fixture.app, {});
    expect(fixture.shown).toEqual([
      "info: You are a member of Personal only, so there is no other organization to switch to.",
    ]);
    expect(fixture.questions).toEqual([]);
  });
});
