import { afterAll, describe, expect, test } from "vitest";
import { copyToConnection } from "../../../../src/commands/copy/copyToConnection.ts";
import { promptBack } from "../../../../src/core/foundation/ports.ts";
import type { TreeNode } from "../../../../src/core/view/nodes.ts";
import { createCommandFixture } from "../../../support/editor/commandFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../support/editor/scriptedPrompts.ts";
import { fillProject, readMarkdown, readProjectContent } from "../../../support/service/copiedServices.ts";
import { startCopyEnd } from "../../../support/service/startCopyEnd.ts";
import { useServedService } from "../../../support/service/useServedService.ts";

const here = await useServedService();
const there = await startCopyEnd();
afterAll(() => there.close());

interface Script {
  readonly answers: readonly ScriptedAnswer[];
  readonly actions?: readonly string[];
  readonly cancel?: { readonly title: string; readonly message?: string };
}

/** A window that uses the local service and has a connection to the team's. */
async function openWindow({ answers, actions = [], cancel }: Script) {
  const fixture = await createCommandFixture(here, { answers, actions, ...(cancel && { cancel }) });
  const credentials = { baseUrl: there.url, key: there.key };
  await fixture.app.connections.verify(credentials);
  await fixture.app.connections.save(credentials, "Team");
  return fixture;
}

async function createProjectNode(name: string, content = { servers: 1, skills: 1, versions: 2 }): Promise<TreeNode> {
  return { kind: "project", project: await fillProject(here.api, name, content), selected: false };
}

const newProject = (name: string) => `New Project "${name}"`;

describe("Copy to Connection", () => {
  test("shows a dry run, copies, reports, and leaves the connection in use", async () => {
    const node = await createProjectNode("Whole");
    await using fixture = await openWindow({ answers: ["Team", newProject("Whole"), "Copy to Team"] });
    await copyToConnection(fixture.app, { node });
    expect(await readProjectContent(there.client, "Whole")).toEqual(await readProjectContent(here.api, "Whole"));
    const [dryRun = "", report = ""] = fixture.documents.shown.map(readMarkdown);
    expect(dryRun).toMatch(/^Copy to Team: Dry Run: # Copy to Team: Dry Run\n\nNothing has been changed yet/);
    expect(dryRun).toContain("| Server 0 | server | 1.0.0, 1.1.0 | Variables: REGION; Allowed hosts: 0.example.com |");
    expect(report).toContain("| skill-0 | skill | copied | 1.0.0, 1.1.0 | equal |");
    expect(fixture.messages.shown).toEqual(["info: Made 4 versions at Team. [Enter Secrets, Switch to Team]"]);
    expect(fixture.app.connections.active()?.kind).toBe("local");
  });

  test("remembers where the last copy went, and says when everything is there", async () => {
    const node = await createProjectNode("Twice");
    await using fixture = await openWindow({
      answers: ["Team", newProject("Twice"), "Copy to Team", "Team", 'Project "Twice", as Here'],
    });
    await copyToConnection(fixture.app, { node });
    await copyToConnection(fixture.app, { node });
    expect(fixture.messages.shown.at(-1)).toBe("info: Everything is at Team already, with the same digests.");
    expect(fixture.memory.read("user", `copy:${fixture.app.connections.scope()}`)).toEqual({
      connectionId: fixture.app.connections.all().find(({ name }) => name === "Team")?.id,
    });
  });

  test("copies selected servers and skills into a project that is there", async () => {
    const node = await createProjectNode("Parts", { servers: 2, skills: 2, versions: 1 });
    const projectId = node.kind === "project" ? node.project.id : "";
    const [server] = (await here.api.call("servers.list", { projectId })).items;
    const [skill] = (await here.api.call("skills.list", { projectId })).items;
    if (!server || !skill) throw new Error("The project has servers and skills.");
    const nodes: TreeNode[] = [
      { kind: "server", server, live: undefined, latest: undefined },
      { kind: "skill", skill, copies: [], source: undefined },
    ];
    const target = await there.client.call("projects.create", { name: "Existing" });
    await using fixture = await openWindow({ answers: ["Team", "Existing", "Copy to Team"] });
    await copyToConnection(fixture.app, { nodes });
    const names = [
      ...(await there.client.call("servers.list", { projectId: target.id })).items,
      ...(await there.client.call("skills.list", { projectId: target.id })).items,
    ].map(({ name }) => name);
    expect(names).toEqual([server.name, skill.name]);
  });

  test("asks for the project from the palette", async () => {
    await createProjectNode("Chosen");
    await using fixture = await openWindow({ answers: ["Chosen", "Team", newProject("Chosen"), "Copy to Team"] });
    await copyToConnection(fixture.app, {});
    expect(await readProjectContent(there.client, "Chosen")).toEqual(await readProjectContent(here.api, "Chosen"));
  });

  test("adds a connection on the way, and does not switch to it", async () => {
    const node = await createProjectNode("Added");
    await using fixture = await createCommandFixture(here, {
      answers: ["Add connection...", there.url, there.key, newProject("Added"), "Copy to"],
    });
    await copyToConnection(fixture.app, { node });
    expect(await readProjectContent(there.client, "Added")).toEqual(await readProjectContent(here.api, "Added"));
    expect([fixture.app.connections.all().length, fixture.app.connections.active()?.kind]).toEqual([2, "local"]);
  });

  test("goes back from the dry run to the project and the connection", async () => {
    const node = await createProjectNode("Back");
    await using fixture = await openWindow({
      answers: ["Team", newProject("Back"), promptBack, promptBack, "Team", escapeAnswer],
    });
    await copyToConnection(fixture.app, { node });
    expect(fixture.prompts.unusedAnswers).toEqual([]);
    expect(await readProjectContent(there.client, "Back")).toEqual([]);
  });

  test.each<[string, ScriptedAnswer[]]>([
    ["connection", [escapeAnswer]],
    ["project", ["Team", escapeAnswer]],
    ["dry run", ["Team", "New Project", escapeAnswer]],
  ])("changes nothing after Escape at the %s", async (step, answers) => {
    const node = await createProjectNode(`Escaped ${step}`, { servers: 1, skills: 0, versions: 1 });
    await using fixture = await openWindow({ answers });
    await copyToConnection(fixture.app, { node });
    expect([await readProjectContent(there.client, `Escaped ${step}`), fixture.messages.shown]).toEqual([[], []]);
  });

  test("that is cancelled goes on with Copy Again, and makes nothing twice", async () => {
    const node = await createProjectNode("Cancelled", { servers: 2, skills: 2, versions: 2 });
    await using fixture = await openWindow({
      answers: ["Team", newProject("Cancelled"), "Copy to Team", "Team", 'Project "Cancelled", as Here', escapeAnswer],
      actions: ["Copy Again"],
      cancel: { title: "Copying to Team", message: "3 of 8" },
    });
    await copyToConnection(fixture.app, { node });
    expect(await fixture.messages.waitFor("to go.")).toMatch(
      /^warning: Made \d versions at Team\. It was cancelled with \d to go\. Copy again to go on: what is there is not made twice\. \[Copy Again/,
    );
    await expect.poll(() => fixture.prompts.unusedAnswers).toEqual([]);
    await using next = await openWindow({ answers: ["Team", 'Project "Cancelled", as Here', "Copy to Team"] });
    await copyToConnection(next.app, { node });
    expect(await readProjectContent(there.client, "Cancelled")).toEqual(
      await readProjectContent(here.api, "Cancelled"),
    );
  });

  test("asks for the secrets that the user has at hand", async () => {
    const node = await createProjectNode("Secrets", { servers: 2, skills: 0, versions: 1 });
    await using fixture = await openWindow({
      answers: ["Team", newProject("Secrets"), "Copy to Team", ["API_KEY"], "key-1"],
      actions: ["Enter Secrets"],
    });
    await copyToConnection(fixture.app, { node });
    expect(await fixture.messages.waitFor("Saved")).toBe("info: Saved 1 value at Team.");
    const [project] = (await there.client.call("projects.list", { q: "Secrets" })).items;
    const { items } = await there.client.call("servers.list", { projectId: project?.id ?? "" });
    const states = items.flatMap(({ variables = [] }) =>
      variables.filter(({ secret }) => secret).map(({ set }) => set),
    );
    expect(states.sort()).toEqual([false, true]);
  });

  test("fails with the service's name when it cannot be reached", async () => {
    const node = await createProjectNode("Gone");
    await using fixture = await createCommandFixture(here, { answers: ["Gone"] });
    const team = await startCopyEnd();
    const credentials = { baseUrl: team.url, key: team.key };
    await fixture.app.connections.verify(credentials);
    await fixture.app.connections.save(credentials, "Gone");
    await team.close();
    await expect(copyToConnection(fixture.app, { node })).rejects.toThrow(/Could not|refused/);
  }, 30_000);
});
