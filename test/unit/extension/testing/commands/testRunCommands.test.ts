import { describe, expect, test } from "vitest";
import type { TestCase, TestRun } from "../../../../../src/contract/testRuns.ts";
import { writeSelectedOrganization } from "../../../../../src/extension/connection/model/selectedOrganization.ts";
import { writeSelectedProject } from "../../../../../src/extension/project/model/selectedProject.ts";
import { compareTestRuns } from "../../../../../src/extension/testing/commands/compareTestRuns.ts";
import { configureModel } from "../../../../../src/extension/testing/commands/configureModel.ts";
import { openTestRun } from "../../../../../src/extension/testing/commands/openTestRun.ts";
import { prepareTestRun } from "../../../../../src/extension/testing/commands/prepareTestRun.ts";
import { runPreparedTest } from "../../../../../src/extension/testing/commands/runPreparedTest.ts";
import { runTestCase, testServer, testSkill } from "../../../../../src/extension/testing/commands/startTests.ts";
import { openFailedVersions, openTestRunHistory } from "../../../../../src/extension/testing/model/testMemory.ts";
import type { TestRequest } from "../../../../../src/extension/testing/model/testSubject.ts";
import type { TestingServices } from "../../../../../src/extension/testing/testingServices.ts";
import type { App } from "../../../../../src/extension/workbench/app.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { withSettings } from "../../../../support/editor/defaultSettings.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createSkillFixture, publishTestSkill } from "../../../../support/editor/skillFixture.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { startServedService } from "../../../../support/service/servedService.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

const served = await useServedService();

const unwatched = { signal: new AbortController().signal, isKept: false, started: async () => {} };

/** Runs a request as the Test Explorer does, and returns the finished cases. */
async function runOrder(app: App, order: TestRequest) {
  const cases = new Map<string, TestCase>();
  const prepared = await prepareTestRun(app, served.api, order);
  const run = await runPreparedTest(
    app,
    served.api,
    prepared,
    { kind: "without", note: undefined },
    {
      ...unwatched,
      changed: async ({ cases: changed = [] }) => {
        for (const one of changed) cases.set(one.id, one);
      },
    },
  );
  return { run, cases };
}

const runNode = (run: TestRun | undefined, name: string): TreeNode => {
  const { serverId, skillId } = requireValue(run);
  const of = { kind: serverId === null ? "skill" : "server", id: serverId ?? skillId ?? "", name } as const;
  return { kind: "testRun", run: requireValue(run), of };
};

describe("testing a server", () => {
  test("runs its own cases and those of the case file in its folder, against the live deployment, and is opened", async () => {
    const server = await createTinyServer(served, "tested", "healthy");
    const { server: live } = await deployTinyServer(served, server);
    const file = "file:///w/tested/fairlead.tests.yaml";
    const node: TreeNode = { kind: "server", server: live, live: undefined, latest: undefined };
    await using fixture = await createSkillFixture(served, { answers: ["tested"] });
    fixture.documents.texts.set(
      file,
      "cases:\n  - name: is missing\n    tool: echo\n    expect:\n      text: {equals: nothing like this}\n",
    );
    await runTestCase(fixture.app, { resource: file, caseId: "case:is-missing" });
    expect(fixture.tested[0]?.[0]).toMatchObject({ cases: ["case:is-missing"], subject: { caseFile: file } });
    await testServer(fixture.app, { node });
    const order = requireValue(fixture.tested[1]?.[0]);
    expect(order).toMatchObject({ cases: undefined, subject: { kind: "server", caseFile: file } });
    const { run, cases } = await runOrder(fixture.app, order);
    expect(run).toMatchObject({ status: "failed", version: live.latestVersion, deploymentId: live.liveDeploymentId });
    const own = [...cases.values()].find(({ kind }) => kind === "case");
    expect(own).toMatchObject({ status: "failed", location: { path: "fairlead.tests.yaml", line: 2 } });
    expect(cases.get("protocol:modern-tools")?.status).toBe("passed");

    // A run of an evaluation opens alone if the user wants that, and not after Escape.
    const call = async () => ({ ...run, evaluation: { id: "ev_1" } });
    const client = { ...served.api, call } as unknown as typeof served.api;
    await using opening = await createSkillFixture(served, { answers: ["This run", escapeAnswer] });
    const app = { ...opening.app, client: async () => client };
    for (const _ of [1, 2]) await openTestRun(app, { node: runNode(run, "evaluated") });
    expect(opening.documents.shown).toEqual([expect.stringContaining("evaluated")]);
  });

  test("says how it ended and shows the results, or in the status bar with its report where the settings want that", async () => {
    const server = await createTinyServer(served, "announced", "healthy");
    const target = { node: { kind: "server", server, live: undefined, latest: undefined } } as const;
    await using fixture = await createSkillFixture(served, { runsTests: true, actions: ["Show"] });
    const failedVersions = openFailedVersions(fixture.app.memory);
    await failedVersions.add(`${server.id} 0.1.0`);
    await testServer(fixture.app, target);
    expect(failedVersions.all()).toEqual([]);
    expect(fixture.messages.shown).toEqual([expect.stringMatching(/^info: announced: \d+ passed.*\. \[Show\]$/)]);
    await expect.poll(() => fixture.ranCommands).toEqual(["test results"]);
    const foreground: (boolean | undefined)[] = [];
    const app = withSettings(fixture.app, { notifyAbout: [], openResults: ["testReport"] });
    const tests: TestingServices["tests"] = {
      ...app.tests,
      run: (orders, following) => {
        foreground.push(following?.isForeground);
        return app.tests.run(orders, following);
      },
    };
    await testServer({ ...app, tests }, target);
    expect(fixture.messages.shown[1]).toMatch(/^status: announced: \d+ passed/);
    expect(fixture.logged.join("\n")).toContain("info announced: ");
    expect([foreground, fixture.ranCommands]).toEqual([[false], ["test results", "fairlead.testRun.open"]]);
  });

  test("of a skill without a model says in the same message what was skipped, and how a model is configured", async () => {
    await using fixture = await createSkillFixture(served, { runsTests: true, actions: ["Configure Model"] });
    const evals = JSON.stringify({ evals: [{ id: 1, prompt: "Greet Ann.", expected_output: "A greeting" }] });
    const folder = fixture.source("unmodelled", { "evals/evals.json": evals });
    await testSkill(fixture.app, { resource: folder });
    expect(fixture.messages.shown).toEqual([
      expect.stringMatching(
        /^info: unmodelled: \d+ passed.* Cases that need a model are skipped: none is configured\. \[Show, Configure Model\]$/,
      ),
    ]);
    await expect.poll(() => fixture.ranCommands).toEqual(["fairlead.model.configure"]);
  });

  test("that cannot start says why", async () => {
    const server = await createTinyServer(served, "unstartable", "exitsAtOnce");
    await using fixture = await createSkillFixture(served, { runsTests: true });
    await testServer(fixture.app, { node: { kind: "server", server, live: undefined, latest: undefined } });
    expect(fixture.messages.shown).toEqual([expect.stringMatching(/^warning: unstartable: .* \[Show\]$/)]);
  });

  test("shows a message if there is no server", async () => {
    await using empty = await emptyService();
    await using other = await createSkillFixture(empty);
    await testServer(other.app, {});
    await other.messages.waitFor("There is no server yet.");
    expect(other.tested).toEqual([]);
    await writeSelectedProject(other.app.memory, other.app.connections.scope() ?? "", { id: "prj_1", name: "Empty" });
    await testServer(other.app, {});
    await other.messages.waitFor("The selected project Empty has none to choose.");
  });
});

describe("testing a skill", () => {
  test("from the palette asks for a skill of the workspace, and uses its folder", async () => {
    await using fixture = await createSkillFixture(served, { answers: ["picked"] });
    const folder = fixture.source("picked");
    fixture.source("other");
    await testSkill(fixture.app, {});
    expect(fixture.tested[0]?.[0]).toMatchObject({
      subject: { kind: "skill", name: "picked", folder },
      cases: undefined,
    });
  });

  test("from a row uses the skill's folder or the clicked version", async () => {
    const skill = await publishTestSkill(served, "hosted");
    await using fixture = await createSkillFixture(served);
    const node: TreeNode = { kind: "skill", skill, source: undefined, copies: [] };
    await testSkill(fixture.app, { node });
    expect(fixture.tested[0]?.[0]?.subject).toMatchObject({ folder: undefined, skill: { id: skill.id } });
    const folder = fixture.source("hosted");
    fixture.app.localSkills.clear();
    await testSkill(fixture.app, { node });
    expect(fixture.tested[1]?.[0]?.subject).toMatchObject({ folder, skill: { id: skill.id } });
  });

  test("from a line of its case file runs this case, and from another file shows a message", async () => {
    await using fixture = await createSkillFixture(served);
    const folder = fixture.source("lined", { "evals/scripts.json": "[]" });
    await runTestCase(fixture.app, { resource: `${folder}/evals/scripts.json`, caseId: "script:one" });
    expect(fixture.tested[0]?.[0]).toMatchObject({ subject: { folder }, cases: ["script:one"] });
    await runTestCase(fixture.app, { resource: "file:///w/readme.md" });
    await fixture.messages.waitFor("readme.md holds no cases of a server or a skill.");
  });
});

describe("a test run", () => {
  test("is opened with every case, and compared with the previous one", async () => {
    await using fixture = await createSkillFixture(served);
    const folder = fixture.source("compared", {
      "SKILL.md": "---\nname: compared\ndescription: Compares.\n---\n\n[a](a.md)\n",
    });
    const subject = { kind: "skill", name: "compared", folder, skill: undefined } as const;
    const first = await runOrder(fixture.app, { subject, cases: ["specification", "links"] });
    fixture.write("workspace/skills/compared/a.md", "Here.\n");
    const second = await runOrder(fixture.app, { subject, cases: ["specification", "links"] });
    expect([first.run?.status, second.run?.status]).toEqual(["failed", "passed"]);
    await openTestRun(fixture.app, { node: runNode(first.run, "compared") });
    expect(fixture.documents.shown[0]).toMatch(/Test of compared files .*\.md: # Test run of compared/s);
    expect(fixture.documents.shown[0]).toContain("✗ failed: Links and scripts are there");
    await using asking = await createSkillFixture(served, { answers: ["files"] });
    await compareTestRuns(asking.app, { node: runNode(second.run, "compared") });
    expect(asking.documents.shown[0]).toMatch(/^compared: 1 fixed/);
    expect(asking.documents.shown[0]).toContain("Fixed: Links and scripts are there");
  });
});

describe("configuring the model", () => {
  const title = "Configure Model";

  test("asks for endpoint, name and key, and never shows the key", async () => {
    await using fixture = await createSkillFixture(served, {
      answers: ["OpenAI-Compatible", "https://api.example.com/v1/", "small", "sk-canary"],
    });
    await configureModel(fixture.app, {});
    const { settings } = fixture.app.model;
    const model = { kind: "openai" as const, baseUrl: "https://api.example.com/v1", name: "small" };
    expect(settings.read()).toEqual(model);
    expect(await settings.keyFor(model)).toBe("sk-canary");
    expect(await fixture.messages.waitFor("small (api.example.com)")).not.toContain("canary");
    expect(fixture.prompts.questions.join()).not.toContain("canary");
  });

  test("keeps the key if only the name changes, and removes everything on request", async () => {
    await using fixture = await createSkillFixture(served, {
      answers: ["small (", "Change", "https://api.example.com/v1", "large", "", "large (", "Remove"],
    });
    const { settings } = fixture.app.model;
    await settings.write({ kind: "openai", baseUrl: "https://api.example.com/v1", name: "small" }, "sk-canary");
    await configureModel(fixture.app, {});
    expect(settings.read()?.name).toBe("large");
    expect(await settings.keyFor({ kind: "openai", baseUrl: "https://api.example.com/v1", name: "large" })).toBe(
      "sk-canary",
    );
    await configureModel(fixture.app, {});
    expect(settings.read()).toBeUndefined();
    expect(fixture.prompts.questions.at(-1)).toBe(`${title}: large (api.example.com)`);
  });

  test("needs one pick for a model of the editor", async () => {
    const one = { id: "vendor/one", name: "One" };
    await using fixture = await createSkillFixture(served, {
      answers: ["One (vendor)"],
      editorModels: { list: async () => [one], complete: async () => undefined },
    });
    await configureModel(fixture.app, {});
    expect(fixture.app.model.settings.read()).toEqual({ kind: "editor", ...one });
  });
});

async function emptyService() {
  const other = await startServedService();
  return Object.assign(other, { [Symbol.asyncDispose]: other.close });
}

test("a run whose connection was left while it started is remembered there, and not watched at the next one", async () => {
  const server = await createTinyServer(served, "left", "healthy");
  await using fixture = await createSkillFixture(served);
  const { app } = fixture;
  const subject = { kind: "server", server, caseFile: undefined } as const;
  const prepared = await prepareTestRun(app, served.api, { subject, cases: undefined });
  const start: typeof prepared.start = async (...given) => {
    const started = await prepared.start(...given);
    await writeSelectedOrganization(app.memory, "local", { id: "org_other", name: "Other" });
    return started;
  };
  const choice = { kind: "without", note: undefined } as const;
  const view = { ...unwatched, changed: async () => {} };
  expect(await runPreparedTest(app, served.api, { ...prepared, start }, choice, view)).toBeUndefined();
  const { of } = openTestRunHistory(app.memory);
  expect([of("local"), of("local:org_other")]).toMatchObject([[{ ownerId: server.id, isOpen: true }], []]);
});
