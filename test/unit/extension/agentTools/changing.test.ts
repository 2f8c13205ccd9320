import { describe, expect, test } from "vitest";
import { createToolRunner } from "../../../../src/extension/agentTools/toolRunner.ts";
import { readServer } from "../../../../src/extension/server/model/readServer.ts";
import { withSettings } from "../../../support/editor/defaultSettings.ts";
import { publishTestSkill } from "../../../support/editor/skillFixture.ts";
import { createToolFixture } from "../../../support/editor/toolFixture.ts";
import {
  addVersionWithTool,
  createServerWithBrokenSkill,
  generatePetVersion,
} from "../../../support/servers/changingTools.ts";
import { createCodeServer, serverCode } from "../../../support/servers/codeServer.ts";
import { addTinyVersion, createTinyServer, deployTinyServer } from "../../../support/servers/deployTinyServer.ts";
import { unconfinedNotice } from "../../../support/service/noSandbox.ts";
import { requireValue } from "../../../support/service/requireValue.ts";
import { useServedService } from "../../../support/service/useServedService.ts";

const served = await useServedService();

const where = () => {
  const { host } = new URL(served.service.url);
  return [`Connection: Local service (${host})`, expect.stringMatching(/^Organization: ./)];
};
const untested = "Last test run: none: no complete test run of this content has finished";
const versionsOf = async (serverId: string) => (await deploymentsOf(serverId)).map(({ version }) => version);
const deploymentsOf = async (serverId: string) => (await served.api.call("deployments.list", { serverId })).items;

describe("deploying", () => {
  test("is confirmed with service, server, version and last test run, tests first, and is watched like one of the user", async () => {
    await using fixture = await createToolFixture(served);
    const server = await createTinyServer(served, "Asked", "healthy");
    const { id } = server;
    const input = { server: "asked", message: "as you wished" };
    expect(await fixture.readConfirmation("fairlead_deploy", input)).toEqual([
      "Deploy Asked 0.1.0?",
      ...where(),
      `Project: ${served.project.name}`,
      `Server: Asked (${id})`,
      "Version: 0.1.0, the latest",
      "Serves now: nothing",
      untested,
      "Tests: run first; it is deployed by itself when they pass",
      `What runs: its code. ${unconfinedNotice}`,
      "Message: as you wished",
    ]);
    expect(await deploymentsOf(id)).toEqual([]);
    expect(await fixture.invoke("fairlead_testResults", { server: id })).toMatchObject({
      run: null,
      next: "There is no test run yet: fairlead_runTests starts one.",
    });
    expect(await fixture.invoke("fairlead_deploy", input)).toMatchObject({
      server: { id, name: "Asked" },
      outcome: "live",
      deployment: { version: "0.1.0", status: "running", message: input.message, url: expect.stringContaining("http") },
    });
    await fixture.messages.waitFor("Deployed Asked 0.1.0.");
    expect(fixture.refreshed).toContain("fairlead.deployments");
    expect(fixture.events.join("\n")).toContain("Asked: starting healthy");
    const runs = await served.api.call("serverTestRuns.list", { id });
    expect(runs.items.map(({ status }) => status)).toEqual(["passed"]);
    const again = await fixture.readConfirmation("fairlead_deploy", { server: "asked" });
    expect(again).toContainEqual(expect.stringMatching(/^Last test run: passed just now \(\d+ passed/));
    expect(again).not.toContainEqual(expect.stringMatching(/^Tests: /));
    await addTinyVersion(served, server, "legacyOnly");
    expect(await fixture.readConfirmation("fairlead_deploy", { server: "asked" })).toContain(untested);
  });

  test("deploys nothing when the tests fail, and returns which", async () => {
    await using fixture = await createToolFixture(served);
    const server = await createTinyServer(served, "Untestable", "exitsAtOnce");
    expect(await fixture.confirmAndInvoke("fairlead_deploy", { server: "Untestable" })).toMatchObject({
      outcome: "not deployed: its tests did not pass",
      run: { status: "errored", why: expect.stringContaining("database is locked") },
      next: expect.stringContaining("withoutTests"),
    });
    expect(await deploymentsOf(server.id)).toEqual([]);
  });

  test("is refused while the version is being deployed", async () => {
    await using fixture = await createToolFixture(served);
    const server = await createTinyServer(served, "Slowly", "neverListens");
    await served.api.call("server.deploy", { id: server.id });
    await expect(fixture.readConfirmation("fairlead_deploy", { server: "Slowly" })).rejects.toThrow(
      "Slowly 0.1.0 is being deployed already",
    );
  });

  test("returns why it failed, and the previous version stays live", async () => {
    await using fixture = await createToolFixture(served);
    const { server } = await deployTinyServer(served, await createTinyServer(served, "Breaking", "healthy"));
    await addTinyVersion(served, server, "exitsAtOnce");
    const input = { server: "Breaking", withoutTests: true };
    expect(await fixture.readConfirmation("fairlead_deploy", input)).toEqual(
      expect.arrayContaining([
        "Serves now: 0.1.0",
        "Tests: not run; it is deployed although no test run of it has passed",
      ]),
    );
    expect(await fixture.invoke("fairlead_deploy", input)).toMatchObject({
      outcome: "failed",
      failure: { step: "start", log: expect.arrayContaining(["cannot go on: the database is locked"]) },
    });
    expect(await fixture.readConfirmation("fairlead_deploy", { server: "Breaking", version: "0.1.0" })).toContain(
      "Version: 0.1.0",
    );
  });

  test("goes on if it exceeds the time of a tool, which returns how to continue, and if the tool is cancelled", async () => {
    await using hasty = await createToolFixture(served, { timeoutMs: 0 });
    const server = await createTinyServer(served, "Slow", "healthy");
    const order = { server: "Slow", withoutTests: true };
    expect(await hasty.confirmAndInvoke("fairlead_deploy", order)).toMatchObject({
      outcome: "still under way",
      next: "It goes on by itself: ask fairlead_deploymentStatus how it ends.",
    });
    await hasty.messages.waitFor("Deployed Slow 0.1.0.");
    await using fixture = await createToolFixture(served);
    const stop = new AbortController();
    await fixture.readConfirmation("fairlead_deploy", order);
    const input = fixture.invoke("fairlead_deploy", order, stop.signal);
    const seen = expect(input).rejects.toMatchObject({ name: "AbortError" });
    await expect.poll(() => fixture.watch.followed().length).toBe(1);
    stop.abort();
    await seen;
    await fixture.messages.waitFor("Deployed Slow 0.1.0.");
    expect((await deploymentsOf(server.id)).map(({ status }) => status)).toEqual(["running", "superseded"]);
  });

  test("fails before a confirmation if the version or a variable is missing", async () => {
    await using fixture = await createToolFixture(served);
    const { id } = await served.api.call("servers.create", { projectId: served.project.id, name: "Empty" });
    await expect(fixture.readConfirmation("fairlead_deploy", { server: id })).rejects.toThrow(
      "Empty has no version to deploy yet.",
    );
    await createTinyServer(served, "Versioned", "healthy");
    await expect(
      fixture.readConfirmation("fairlead_deploy", { server: "Versioned", version: "9.9.9" }),
    ).rejects.toThrow("Versioned has no version 9.9.9. The newest are 0.1.0.");
    const wanting = await createCodeServer(served.api, serverCode(), {
      "server.json": JSON.stringify({
        packages: [{ environmentVariables: [{ name: "UP_KEY", isRequired: true, isSecret: true }] }],
      }),
    });
    await expect(fixture.readConfirmation("fairlead_deploy", { server: wanting.id })).rejects.toThrow(
      'Own needs values for UP_KEY. The user enters them with the command "Fairlead: Deploy". Never ask for such values in the chat: they may be secrets.',
    );
  });
});

describe("running tests", () => {
  test("of a server is confirmed, and returns the failed cases", async () => {
    await using fixture = await createToolFixture(served);
    const server = await createCodeServer(served.api, serverCode(), {
      "fairlead.tests.yaml":
        "cases:\n  - name: sums\n    tool: add\n    arguments: {a: 1, b: 2}\n    expect:\n      text: {equals: '4'}\n",
    });
    const input = { server: server.id };
    expect(await fixture.readConfirmation("fairlead_runTests", input)).toEqual([
      "Run the tests of Own 0.1.0?",
      ...where(),
      "Project: Tested",
      `Server: Own (${server.id})`,
      "Version: 0.1.0",
      `What runs: its tools are called; those of an API may change things there. ${unconfinedNotice}`,
      "Cases: all",
      untested,
    ]);
    const results = await fixture.invoke("fairlead_runTests", input);
    expect(results).toMatchObject({
      server: { name: "Own" },
      run: { status: "failed", version: "0.1.0", summary: expect.objectContaining({ failed: 1 }) },
      failedCases: [
        {
          id: "case:sums",
          status: "failed",
          expected: expect.any(String),
          actual: expect.any(String),
          location: "fairlead.tests.yaml:2",
        },
      ],
    });
    expect(await fixture.invoke("fairlead_testResults", input)).toEqual(results);
    expect(await fixture.readConfirmation("fairlead_runTests", { ...input, cases: ["case:sums"] })).toEqual(
      expect.arrayContaining([
        "Cases: case:sums",
        expect.stringMatching(/^Last test run: FAILED just now \(.*1 failed/),
      ]),
    );
    expect(await fixture.invoke("fairlead_runTests", { ...input, cases: ["case:sums"] })).toMatchObject({
      run: { onlySomeCases: true, summary: { failed: 1, total: 1 } },
    });
    await using hasty = await createToolFixture(served, { timeoutMs: 0 });
    expect(await hasty.confirmAndInvoke("fairlead_runTests", input)).toMatchObject({
      next: "It goes on by itself: ask fairlead_testResults how it ends.",
    });
  });

  test("of a published skill runs without a model, and is saved for the Test Explorer", async () => {
    await using fixture = await createToolFixture(served);
    const skill = await publishTestSkill(served, "greeter", { "notes.md": "[gone](nowhere.md)\n" });
    expect(await fixture.confirmAndInvoke("fairlead_runTests", { skill: "greeter" })).toMatchObject({
      skill: { id: skill.id, name: "greeter" },
      run: { version: "0.1.0" },
    });
    expect(JSON.stringify(fixture.memory.read("workspace", "testRuns"))).toContain(skill.id);
    expect(fixture.refreshed).toContain("fairlead.skills");
  });

  test("requires a server or a skill", async () => {
    await using fixture = await createToolFixture(served);
    for (const input of [{}, { server: "a", skill: "b" }])
      await expect(fixture.readConfirmation("fairlead_runTests", input)).rejects.toThrow(
        "Name either a server or a skill.",
      );
    await expect(fixture.readConfirmation("fairlead_runTests", { skill: "unpublished" })).rejects.toThrow(
      'There is no published skill called unpublished. The user publishes a workspace skill first, with the command "Fairlead: Publish Skill".',
    );
  });
});

test("a deployment that breaks callers fails before the confirmation unless the setting or the user's agreement allows it", async () => {
  const { id } = await served.api.call("servers.create", { projectId: served.project.id, name: "Pets" });
  const first = requireValue(await readServer(served.api, id));
  const { server: live } = await deployTinyServer(served, await generatePetVersion(served.api, first, {}));
  const server = await generatePetVersion(served.api, live, { hasDelete: false });
  await using fixture = await createToolFixture(served);
  await expect(fixture.readConfirmation("fairlead_deploy", { server: "Pets" })).rejects.toThrow(
    /^Pets 0\.1\.1 is not deployed, because it breaks callers of 0\.1\.0:\n- removePets \(DELETE \/pets\): The tool is gone\.\n.* breaksCallers /,
  );
  const prepare = (breakingChanges: "refuse" | "allow", breaksCallers: boolean) => {
    const world = { ...withSettings(fixture.app, { breakingChanges }), isTrusted: () => true, now: Date.now };
    const runner = createToolRunner({ ...world, timeoutMs: 30_000 });
    return runner.prepare("fairlead_deploy", { server: "Pets", breaksCallers }, new AbortController().signal);
  };
  await expect(prepare("refuse", true)).rejects.toThrow(
    /The user's setting "fairlead\.deploy\.breakingChanges" refuses that/,
  );
  expect((await prepare("allow", false)).confirmation?.title).toBe("Deploy Pets 0.1.1?");
  expect(await versionsOf(server.id)).toEqual(["0.1.0"]);
  const input = { server: "Pets", breaksCallers: true, withoutTests: true };
  expect(await fixture.readConfirmation("fairlead_deploy", input)).toContain(
    "Breaks callers: removePets (DELETE /pets): The tool is gone.",
  );
  expect(await fixture.invoke("fairlead_deploy", input)).toMatchObject({ outcome: "live" });
  expect(await versionsOf(server.id)).toEqual(["0.1.1", "0.1.0"]);
});

test("a deployment that breaks only a skill of the version says so in the confirmation", async () => {
  await createServerWithBrokenSkill(served, "Teaching");
  await using fixture = await createToolFixture(served);
  expect(await fixture.readConfirmation("fairlead_deploy", { server: "Teaching" })).toContain(
    "Breaks a skill: The skill look names listPets: input.filter.petKind is gone.",
  );
});

test("own code is checked after its tests, which make its tools known", async () => {
  await using fixture = await createToolFixture(served);
  const { server } = await deployTinyServer(served, await createTinyServer(served, "Code", "healthy"));
  await addVersionWithTool(served.api, server, "repeat");
  await expect(fixture.confirmAndInvoke("fairlead_deploy", { server: "Code" })).rejects.toThrow(
    "echo: The tool is gone.",
  );
  expect(await versionsOf(server.id)).toEqual(["0.1.0"]);
});
