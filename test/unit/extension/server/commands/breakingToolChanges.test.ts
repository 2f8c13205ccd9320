import { describe, expect, test } from "vitest";
import type { Server } from "../../../../../src/contract/servers.ts";
import { deployAgain } from "../../../../../src/extension/deployment/commands/deployAgain.ts";
import { deployServer } from "../../../../../src/extension/server/commands/deployServer.ts";
import { deployVersion } from "../../../../../src/extension/server/commands/deployVersion.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { pollUntil } from "../../../../support/pollUntil.ts";
import { addVersionWithTool, generatePetVersion } from "../../../../support/servers/changingTools.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

type Options = NonNullable<Parameters<typeof createCommandFixture>[1]>;
const openFixture = (options: Options = {}) => createCommandFixture(served, { runsTests: true, ...options });
const nodeOf = (server: Server): TreeNode => ({ kind: "server", server, live: undefined, latest: undefined });
const deployed = async ({ id }: Server) =>
  (await served.api.call("deployments.list", { serverId: id })).items.map(({ version }) => version);

/** A server with a live version whose newest version lacks a tool and requires a parameter. */
async function createBreakingServer(name: string): Promise<Server> {
  const { id } = await served.api.call("servers.create", { projectId: served.project.id, name });
  const server = requireValue(await readServer(served.api, id));
  const { server: live } = await deployTinyServer(served, await generatePetVersion(served.api, server, {}));
  const limit = { name: "limit", in: "query", required: true, schema: { type: "integer" } };
  return generatePetVersion(served.api, live, { parameters: [limit], hasDelete: false });
}

const breakingLines = [
  "removePets (DELETE /pets): The tool is gone.",
  "listPets (GET /pets): input.limit is required now.",
];

describe("a version that breaks callers of the live one", () => {
  test("is deployed after one question that lists what breaks, and says what runs", async () => {
    const server = await createBreakingServer("Asked");
    await using fixture = await openFixture({ answers: ["Deploy Without Tests"] });
    await deployServer(fixture.app, { node: nodeOf(server) });
    const [question = "", ...others] = fixture.prompts.questions;
    expect(question).toMatch(/^Asked 0\.1\.1 breaks callers of 0\.1\.0\. Deploy it\?\n/);
    expect(question).toMatch(/\[Test and Deploy, Deploy Without Tests, Show Changes\]$/);
    for (const line of [...breakingLines, "Its code runs on this machine"]) expect(question).toContain(line);
    expect(others).toEqual([]);
    expect(await deployed(server)).toEqual(["0.1.1", "0.1.0"]);
  });

  test("is asked about with its skills that name tools which are gone", async () => {
    const { id } = await createBreakingServer("Taught");
    const content = "---\nname: clean-up\ndescription: Cleans up.\n---\n\nCall removePets, then listPets.\n";
    const files = [{ path: "SKILL.md", encoding: "utf8" as const, content }];
    await served.api.call("server.generate", { id, skills: [{ name: "clean-up", files }] });
    const server = await pollUntil(
      async () => requireValue(await readServer(served.api, id)),
      ({ status }) => status === "ready",
    );
    await using fixture = await openFixture({ answers: [escapeAnswer] });
    await deployServer(fixture.app, { node: nodeOf(server) });
    expect(fixture.prompts.questions[0]).toMatch(/^The skill clean-up names removePets, which is gone\.$/m);
    expect(fixture.prompts.questions[0]).not.toContain("names listPets");
  });

  test("is not deployed after Escape", async () => {
    const server = await createBreakingServer("Escaped");
    await using fixture = await openFixture({ answers: [escapeAnswer] });
    await deployServer(fixture.app, { node: nodeOf(server) });
    expect(await deployed(server)).toEqual(["0.1.0"]);
    expect(fixture.messages.shown).toEqual([]);
  });

  test("shows all changes, and is deployed from the message after them without the same question", async () => {
    const server = await createBreakingServer("Shown");
    await using fixture = await openFixture({
      answers: ["Show Changes", "Deploy Without Tests"],
      actions: ["Deploy Anyway"],
    });
    await deployServer(fixture.app, { node: nodeOf(server) });
    await expect.poll(() => deployed(server)).toEqual(["0.1.1", "0.1.0"]);
    expect(fixture.documents.shown[0]).toMatch(/^Shown 0\.1\.0 → 0\.1\.1\.md: # .*\n\n## Breaking/);
    expect(fixture.messages.shown[0]).toBe(
      "warning: Shown 0.1.1 was not deployed yet: 2 breaking changes for callers of 0.1.0. [Deploy Anyway, Cancel]",
    );
    expect(fixture.prompts.questions).toHaveLength(2);
  });

  test("is refused where the setting says so, and shows the changes", async () => {
    const server = await createBreakingServer("Refused");
    await using fixture = await openFixture({ settings: { breakingChanges: "refuse" }, actions: ["Show Changes"] });
    await deployServer(fixture.app, { node: nodeOf(server) });
    await expect.poll(() => fixture.documents.shown).toHaveLength(1);
    expect(fixture.messages.shown[0]).toContain('the setting "fairlead.deploy.breakingChanges" refuses');
    expect(await deployed(server)).toEqual(["0.1.0"]);
    expect(fixture.prompts.questions).toEqual([]);
  });

  test("is deployed without the question where the setting allows it", async () => {
    const server = await createBreakingServer("Allowed");
    await using fixture = await openFixture({
      settings: { breakingChanges: "allow" },
      answers: ["Deploy Without Tests"],
    });
    await deployServer(fixture.app, { node: nodeOf(server) });
    expect(await deployed(server)).toEqual(["0.1.1", "0.1.0"]);
  });

  test("is not asked about when it is the way back to an earlier version", async () => {
    const server = await createBreakingServer("Rolled back");
    const { server: live } = await deployTinyServer(served, server);
    await using fixture = await openFixture({ answers: ["Deploy Without Tests"] });
    await deployVersion(fixture.app, served.api, live, "0.1.0");
    expect(await deployed(server)).toEqual(["0.1.0", "0.1.1", "0.1.0"]);
  });

  test("is asked about when it is deployed again after a rollback", async () => {
    const server = await createBreakingServer("Again");
    await deployTinyServer(served, server);
    const { id } = await served.api.call("server.deploy", { id: server.id, version: "0.1.0" });
    await expect.poll(async () => (await served.api.call("deployment.get", { id })).status).toBe("running");
    const [, newer] = (await served.api.call("deployments.list", { serverId: server.id })).items;
    await using fixture = await openFixture({ answers: [escapeAnswer] });
    const node = { kind: "deployment", deployment: requireValue(newer), live: false, serverName: "Again" } as const;
    await deployAgain(fixture.app, { node });
    expect(fixture.prompts.questions[0]).toContain("Again 0.1.1 breaks callers of 0.1.0");
    expect(await deployed(server)).toHaveLength(3);
  });
});

describe("own code", () => {
  test("is asked about after its tests, which make its tools known", async () => {
    const { server } = await deployTinyServer(served, await createTinyServer(served, "Own", "healthy"));
    await addVersionWithTool(served.api, server, "repeat");
    await using fixture = await openFixture({ answers: ["Test and Deploy", "Deploy Anyway"] });
    await deployServer(fixture.app, { node: nodeOf(server) });
    const [first, second] = fixture.prompts.questions;
    expect(first).toContain("Deploy Own 0.1.1?");
    expect(second).toContain("echo: The tool is gone.");
    expect(await deployed(server)).toEqual(["0.1.1", "0.1.0"]);
  });

  test("is deployed without the question where it runs without tests, because its tools are not known", async () => {
    const { server } = await deployTinyServer(served, await createTinyServer(served, "Unknown", "healthy"));
    await addVersionWithTool(served.api, server, "say");
    await using fixture = await openFixture({ answers: ["Deploy Without Tests"] });
    await deployServer(fixture.app, { node: nodeOf(server) });
    expect(await deployed(server)).toEqual(["0.1.1", "0.1.0"]);
  });

  test("is deployed where the tools cannot be read", async () => {
    const server = await createBreakingServer("Unreadable");
    await using fixture = await openFixture({ answers: ["Deploy Without Tests"] });
    const versions = { list: () => Promise.reject(new Error("the files are not there")) };
    await deployVersion({ ...fixture.app, versions }, served.api, server);
    expect(await deployed(server)).toEqual(["0.1.1", "0.1.0"]);
  });
});
