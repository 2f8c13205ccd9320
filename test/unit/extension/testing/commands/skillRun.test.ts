import { describe, expect, test } from "vitest";
import type { TestCase, TestRunDetail } from "../../../../../src/contract/testRuns.ts";
import { confirmModelUse } from "../../../../../src/extension/testing/commands/confirmModelUse.ts";
import { readFolderSubject } from "../../../../../src/extension/testing/commands/findSkillRequest.ts";
import { prepareTestRun } from "../../../../../src/extension/testing/commands/prepareTestRun.ts";
import { runPreparedTest, type TestRunView } from "../../../../../src/extension/testing/commands/runPreparedTest.ts";
import { readTestRun } from "../../../../../src/extension/testing/model/readTestRuns.ts";
import { openTestRunHistory } from "../../../../../src/extension/testing/model/testMemory.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createSkillFixture } from "../../../../support/editor/skillFixture.ts";
import { waitForRunEnd } from "../../../../support/servers/codeServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { startModelStub } from "../../../../support/services/modelStub.ts";

const served = await useServedService();

type Fixture = Awaited<ReturnType<typeof createSkillFixture>>;

const queries = JSON.stringify([
  { query: "Say hello to Ann", should_trigger: true },
  { query: "Add two numbers", should_trigger: false },
]);
const scripts = JSON.stringify([
  { name: "greets", script: "scripts/greet.mjs", args: ["Ann"], expect: { stdout: "Hello, Ann!\n" } },
  { name: "greets nobody", script: "scripts/greet.mjs", expect: { stdout: "Hello!\n" } },
]);
const greet = 'console.log("Hello, " + process.argv[2] + "!");\n';

/** Records the updates of a run. */
function watching(more: Partial<TestRunView> = {}) {
  const seen = new Map<string, TestCase>();
  const revisions: number[] = [];
  const stop = new AbortController();
  const view: TestRunView = {
    ...{ signal: stop.signal, isKept: false, started: async () => {} },
    changed: async ({ cases = [], revision = 0 }) => {
      revisions.push(revision);
      for (const one of cases) seen.set(one.id, one);
    },
    ...more,
  };
  const statuses = () => Object.fromEntries([...seen].map(([id, { status }]) => [id, status]));
  return { view, seen, revisions, stop, statuses };
}

async function runFolder(fixture: Fixture, folder: string, cases?: readonly string[], view = watching().view) {
  const client = await fixture.app.client();
  if (!client) throw new Error("It is connected.");
  const subject = await readFolderSubject(fixture.app, client, folder);
  const prepared = await prepareTestRun(fixture.app, client, { subject, cases });
  const choice = await confirmModelUse(fixture.app, [prepared.calls]);
  return choice && runPreparedTest(fixture.app, client, prepared, choice, view);
}

describe("a skill of the workspace", () => {
  test("is tested with the files in its folder, case by case, or with the selected cases only", async () => {
    await using fixture = await createSkillFixture(served);
    const folder = fixture.source("scripted", { "evals/scripts.json": scripts, "scripts/greet.mjs": greet });
    const { view, seen, statuses } = watching();
    const run = await runFolder(fixture, folder, undefined, view);
    expect(run).toMatchObject({ status: "failed", version: null, summary: { failed: 1 } });
    expect(statuses()).toMatchObject({ specification: "passed", "script:greets": "passed", links: "passed" });
    const failed = [...seen.values()].find(({ status }) => status === "failed");
    expect(failed).toMatchObject({
      expected: expect.stringContaining("Hello!"),
      location: { path: "evals/scripts.json" },
    });
    expect(failed?.actual).toContain("Hello, undefined!");
    const chosen = watching();
    await runFolder(fixture, folder, ["links", "script:greets"], chosen.view);
    expect(chosen.statuses()).toEqual({ links: "passed", "script:greets": "passed" });
  });

  test("that is not published leaves nothing in the lists of the service, and its next run is beside the earlier one, also where one did not start", async () => {
    await using fixture = await createSkillFixture(served);
    const folder = fixture.source("unpublished");
    await expect(runFolder(fixture, folder, [""])).rejects.toThrow();
    expect((await served.api.call("skills.list", { q: "unpublished" })).items).toEqual([]);
    const first = await runFolder(fixture, folder);
    const second = await runFolder(fixture, folder);
    expect((await served.api.call("skills.list", { q: "unpublished" })).items).toEqual([]);
    const id = first?.skillId ?? "";
    const { items } = await served.api.call("skillTestRuns.list", { id });
    expect(items.map((run) => run.id)).toEqual([second?.id, first?.id]);
  });

  test("that is not published is uploaded to another machine after a question that names its files", async () => {
    await using fixture = await createSkillFixture(served, { answers: [false, true] });
    const { connections } = fixture.app;
    const active = requireValue(connections.active());
    connections.active = () => ({ ...active, name: "Team", baseUrl: "https://team.example.com" });
    const folder = fixture.source("remote", { "notes.md": "notes" });
    expect(await runFolder(fixture, folder)).toBeUndefined();
    expect((await served.api.call("skills.list", { q: "remote", includeArchived: true })).items).toEqual([]);
    expect(await runFolder(fixture, folder)).toMatchObject({ status: "passed" });
    await runFolder(fixture, folder);
    const question = "Upload remote to Team and test it there?";
    expect(fixture.prompts.questions).toEqual([question, question]);
    expect(fixture.prompts.details[0]).toMatch(/^2 files, .*: SKILL\.md and notes\.md\./);
  });

  test("is tested as its version if its folder is unchanged", async () => {
    await using fixture = await createSkillFixture(served);
    const folder = fixture.source("versioned");
    const skill = await served.api.call("skills.create", {
      projectId: served.project.id,
      files: [{ path: "SKILL.md", encoding: "utf8", content: fixture.read("workspace/skills/versioned/SKILL.md") }],
    });
    expect(await runFolder(fixture, folder)).toMatchObject({ version: skill.latestVersion, digest: skill.digest });
    fixture.write(
      "workspace/skills/versioned/SKILL.md",
      fixture.read("workspace/skills/versioned/SKILL.md").replace("hello", "hi"),
    );
    const changed = await runFolder(fixture, folder);
    expect(changed?.version).toBeNull();
    expect(changed?.digest).not.toBe(skill.digest);
  });
});

describe("a run with a model", () => {
  const key = "sk-canary-0123456789";
  const withModel = async (answers: readonly ScriptedAnswer[]) => {
    const stub = await startModelStub(() => ({ content: '{"skills": []}' }), { key });
    const fixture = await createSkillFixture(served, { answers });
    await fixture.app.model.settings.write({ kind: "openai", baseUrl: stub.baseUrl, name: "small" }, key);
    return { stub, fixture };
  };
  const files = { "evals/eval_queries.json": queries };
  const title = "Run Tests With a Model";

  test("shows the number of calls once, and the service never receives the model's key", async () => {
    const { stub, fixture } = await withModel(["Run"]);
    await using _ = fixture;
    const { view, seen } = watching();
    const folder = fixture.source("asked", files);
    const run = await runFolder(fixture, folder, ["trigger"], view);
    expect(stub.calls()).toBe(2);
    expect(stub.problems).toEqual([]);
    expect([...seen.values()].map(({ status }) => status).sort()).toEqual(["failed", "passed"]);
    const savedRun = await readTestRun(served.api, "skill", run?.id ?? "");
    expect(JSON.stringify(savedRun)).not.toContain(key);
    await runFolder(fixture, folder, ["trigger"]);
    expect(stub.calls()).toBe(4);
    expect(fixture.prompts.questions).toEqual([
      `${title}: The run makes 2 calls to small (${new URL(stub.baseUrl).host})`,
    ]);
  });

  test("does not start after Escape, and skips cases that need the model if the user chooses that", async () => {
    const { stub, fixture } = await withModel([escapeAnswer, "Run Without the Model"]);
    await using _ = fixture;
    const folder = fixture.source("without", files);
    expect(await runFolder(fixture, folder)).toBeUndefined();
    expect((await served.api.call("skills.list", { q: "without" })).items).toEqual([]);
    const { view, statuses } = watching();
    await runFolder(fixture, folder, ["links", "trigger"], view);
    expect(Object.values(statuses())).toEqual(["passed", "skipped", "skipped"]);
    expect(stub.calls()).toBe(0);
  });

  test("skips cases with the reason if no model is configured, and shows that once", async () => {
    await using fixture = await createSkillFixture(served);
    const { view, seen } = watching();
    const folder = fixture.source("unconfigured", files);
    await runFolder(fixture, folder, ["trigger"], view);
    await runFolder(fixture, folder, ["trigger"]);
    expect([...seen.values()].map(({ status, message }) => [status, message])).toEqual([
      ["skipped", expect.stringMatching(/model/)],
      ["skipped", expect.stringMatching(/model/)],
    ]);
    const notices = fixture.messages.shown.filter((message) => message.includes("none is configured"));
    expect(notices).toEqual([expect.stringContaining("[Configure Model]")]);
  });
});

describe("watching a run", () => {
  test("ends on cancel while the run continues, and the run is saved as open", async () => {
    await using fixture = await createSkillFixture(served);
    const folder = fixture.source("left", { "evals/scripts.json": scripts, "scripts/greet.mjs": greet });
    const { view, stop } = watching();
    let watchedRun: TestRunDetail | undefined;
    const ended = await runFolder(fixture, folder, ["script"], {
      ...view,
      started: async ({ run }) => {
        watchedRun = run;
        stop.abort();
      },
    });
    expect(ended).toBeUndefined();
    const [entry] = openTestRunHistory(fixture.app.memory).of(fixture.app.connections.active()?.id ?? "");
    expect(entry).toMatchObject({ runId: watchedRun?.id, isOpen: true });
    const later = watching();
    const runId = watchedRun?.id ?? "";
    await later.view.changed(await readTestRun(served.api, "skill", runId));
    const run = await waitForRunEnd(served.api, runId, "skillTestRun.get");
    expect(run.summary).toMatchObject({ total: 2, passed: 1, failed: 1 });
  });
});
