import { describe, expect, test } from "vitest";
import type { ServiceClient } from "../../../../../src/client/client.ts";
import type { Server } from "../../../../../src/contract/servers.ts";
import { deployAgain } from "../../../../../src/extension/deployment/commands/deployAgain.ts";
import { deployServer } from "../../../../../src/extension/server/commands/deployServer.ts";
import { deployVersion } from "../../../../../src/extension/server/commands/deployVersion.ts";
import { readServer } from "../../../../../src/extension/server/model/readServer.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import {
  addVersionWithTool,
  createServerWithBrokenSkill,
  generatePetVersion,
} from "../../../../support/servers/changingTools.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

type Options = NonNullable<Parameters<typeof createCommandFixture>[1]>;
const openFixture = (options: Options = {}) => createCommandFixture(served, { runsTests: true, ...options });
const nodeOf = (server: Server): TreeNode => ({ kind: "server", server, live: undefined, latest: undefined });
const deployed = async ({ id }: Server) =>
  (await served.api.call("deployments.list", { serverId: id })).items.map(({ version }) => version);

/** A server with a live version whose newest version lacks a tool, which its skill names, and requires a parameter. */
async function createBreakingServer(name: string): Promise<Server> {
  const { id } = await served.api.call("servers.create", { projectId: served.project.id, name });
  const first = requireValue(await readServer(served.api, id));
  const { server: live } = await deployTinyServer(served, await generatePetVersion(served.api, first, {}));
  const limit = { name: "limit", in: "query", required: true, schema: { type: "integer" } };
  const content = "---\nname: clean-up\ndescription: Cleans up.\n---\n\nCall removePets, then listPets.\n";
  const skills = [{ name: "clean-up", files: [{ path: "SKILL.md", encoding: "utf8" as const, content }] }];
  return generatePetVersion(served.api, live, { parameters: [limit], hasDelete: false, skills });
}

/** Counts how often the calls of a client wait for each other: one round is what runs at once. */
function countRounds(client: ServiceClient) {
  const state = { rounds: 0, pending: 0 };
  const counted: ServiceClient = {
    ...client,
    call: async (...call) => {
      if (state.pending === 0) state.rounds += 1;
      state.pending += 1;
      try {
        return await client.call(...call);
      } finally {
        state.pending -= 1;
      }
    },
  };
  return { state, counted };
}

const breaking = await createBreakingServer("Breaking");

describe("a version that breaks callers of the live one", () => {
  test("is asked about in one question that lists what breaks, with skills that name what is gone, and says what runs", async () => {
    await using fixture = await openFixture({ answers: [escapeAnswer] });
    await deployServer(fixture.app, { node: nodeOf(breaking) });
    const [question = "", ...others] = fixture.prompts.questions;
    expect(question).toMatch(/^Breaking 0\.1\.1 breaks callers of 0\.1\.0\. Deploy it\?\n/);
    expect(question).toMatch(/\[Test and Deploy, Deploy Without Tests, Show Changes\]$/);
    for (const line of [
      "removePets (DELETE /pets): The tool is gone.",
      "listPets (GET /pets): input.limit is required now.",
      "\nThe skill clean-up names removePets, which is gone.\n",
      "\nThe skill clean-up names listPets: input.limit is required now.\n",
      "Its code runs on this machine",
    ])
      expect(question).toContain(line);
    expect(others).toEqual([]);
    expect(await deployed(breaking)).toEqual(["0.1.0"]);
    expect(fixture.messages.shown).toEqual([]);
  });

  test("is refused where the setting says so, and shows the changes", async () => {
    await using fixture = await openFixture({ settings: { breakingChanges: "refuse" }, actions: ["Show Changes"] });
    await deployServer(fixture.app, { node: nodeOf(breaking) });
    await expect.poll(() => fixture.documents.shown).toHaveLength(1);
    expect(fixture.messages.shown[0]).toContain('the setting "fairlead.deploy.breakingChanges" refuses');
    expect(await deployed(breaking)).toEqual(["0.1.0"]);
    expect(fixture.prompts.questions).toEqual([]);
  });

  test("is no other question than that for its code where the setting allows it, or the tools cannot be read", async () => {
    const settings = { breakingChanges: "allow" } as const;
    await using allowing = await openFixture({ settings, answers: [escapeAnswer] });
    await deployVersion(allowing.app, served.api, breaking, breaking.latestVersion);
    await using unreadable = await openFixture({ answers: [escapeAnswer] });
    const versions = { list: () => Promise.reject(new Error("the files are not there")) };
    await deployVersion({ ...unreadable.app, versions }, served.api, breaking, breaking.latestVersion);
    const question = [expect.stringMatching(/^Deploy Breaking 0\.1\.1\?\n/)];
    expect([allowing.prompts.questions, unreadable.prompts.questions]).toEqual([question, question]);
  });

  test("is deployed from the pick beside all changes without the same question, and asked about after a way back, which is not", async () => {
    const server = await createBreakingServer("Shown");
    await using fixture = await openFixture({
      answers: ["Show Changes", "Deploy Anyway", "Deploy Without Tests"],
    });
    await deployServer(fixture.app, { node: nodeOf(server) });
    await fixture.messages.waitFor("Deployed Shown 0.1.1");
    expect(await deployed(server)).toEqual(["0.1.1", "0.1.0"]);
    expect(fixture.documents.shown[0]).toMatch(/^Shown 0\.1\.0 → 0\.1\.1\.md: # .*\n\n## Breaking/);
    expect(fixture.messages.shown).toEqual([expect.stringContaining("Deployed Shown 0.1.1")]);
    expect(fixture.prompts.questions).toHaveLength(3);
    expect(fixture.prompts.questions[1]).toBe("Deploy Shown 0.1.1: 2 breaking changes for callers of 0.1.0.");

    await using back = await openFixture({ answers: ["Deploy Without Tests"] });
    await deployVersion(back.app, served.api, requireValue(await readServer(served.api, server.id)), "0.1.0");
    expect(await deployed(server)).toEqual(["0.1.0", "0.1.1", "0.1.0"]);

    const [, newer] = (await served.api.call("deployments.list", { serverId: server.id })).items;
    await using again = await openFixture({ answers: ["Deploy Without Tests"] });
    const node = { kind: "deployment", deployment: requireValue(newer), live: false, serverName: "Shown" } as const;
    await deployAgain(again.app, { node });
    expect(again.prompts.questions).toEqual([expect.stringContaining("Shown 0.1.1 breaks callers of 0.1.0")]);
    expect(await deployed(server)).toEqual(["0.1.1", "0.1.0", "0.1.1", "0.1.0"]);
  });
});

test("a version that breaks only what its skill says is asked about, and not refused", async () => {
  const server = await createServerWithBrokenSkill(served, "Teaching");
  const answers = ["Show Changes", escapeAnswer] as const;
  await using fixture = await openFixture({ answers, settings: { breakingChanges: "refuse" } });
  await deployServer(fixture.app, { node: nodeOf(server) });
  expect(fixture.prompts.questions).toEqual([
    expect.stringMatching(
      /^The skills of Teaching 0\.1\.1 do not fit its tools\. Deploy it\?\n.*names listPets: input\.filter\.petKind is gone\./,
    ),
    "Deploy Teaching 0.1.1: The skills of Teaching 0.1.1 do not fit its tools.",
  ]);
  expect(await deployed(server)).toEqual(["0.1.0"]);
});

test("own code is asked about only after its tests, which make its tools known", async () => {
  const { server } = await deployTinyServer(served, await createTinyServer(served, "Own", "healthy"));
  await addVersionWithTool(served.api, server, "say");
  await using untested = await openFixture({ answers: ["Deploy Without Tests"] });
  await deployServer(untested.app, { node: nodeOf(server) });
  expect(await deployed(server)).toEqual(["0.1.1", "0.1.0"]);
  await addVersionWithTool(served.api, server, "repeat");

  // What does not depend on each other is read at once. The code and its test runs are found by the digest of the version.
  await using asking = await openFixture({ answers: [escapeAnswer] });
  const { state, counted } = countRounds(served.api);
  await deployVersion(asking.app, counted, requireValue(await readServer(served.api, server.id)), "0.1.2");
  expect(asking.prompts.questions).toEqual([expect.stringContaining("Deploy Own 0.1.2?")]);
  expect(state.rounds).toBe(3);

  await using tested = await openFixture({ answers: ["Test and Deploy", "Deploy Anyway"] });
  await deployServer(tested.app, { node: nodeOf(server) });
  expect(tested.prompts.questions).toEqual([
    expect.stringContaining("Deploy Own 0.1.2?"),
    expect.stringContaining("say: The tool is gone."),
  ]);
  expect(await deployed(server)).toEqual(["0.1.2", "0.1.1", "0.1.0"]);
});
