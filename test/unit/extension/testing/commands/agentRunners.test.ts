import { describe, expect, test } from "vitest";
import { createServiceClient } from "../../../../../src/client/createServiceClient.ts";
import type { Prompts } from "../../../../../src/extension/base/ports.ts";
import { configureModel } from "../../../../../src/extension/testing/commands/configureModel.ts";
import { confirmModelUse } from "../../../../../src/extension/testing/commands/confirmModelUse.ts";
import { evaluateSkill } from "../../../../../src/extension/testing/commands/evaluateSkill.ts";
import type { App } from "../../../../../src/extension/workbench/app.ts";
import { startService } from "../../../../../src/service/startService.ts";
import { installFakeAgent } from "../../../../support/agents/fakeAgent.ts";
import { createSkillFixture } from "../../../../support/editor/skillFixture.ts";
import { hasSandbox, machineSandbox } from "../../../../support/service/machineSandbox.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { startHttpServer } from "../../../../support/services/startHttpServer.ts";

const served = await useServedService({ sandbox: machineSandbox });

const key = "sk-agent-canary";
const done = { type: "response.completed", response: { usage: { input_tokens: 11, output_tokens: 7 } } };
/** Reads the skill and calls its model once. */
const code = `
  for (const name of skills) readSkill(name);
  const reply = await callModel(task);
  await reply.text();
  answer(reply.ok ? "hello from " + (skills.join() || "nobody") : "refused");`;

const files = (name: string) => ({
  "SKILL.md": `---\nname: ${name}\ndescription: Says hello. Use it to greet.\n---\n\nSay hello.\n`,
  "evals/evals.json": JSON.stringify({ evals: [{ id: 1, prompt: "Greet.", checks: [{ contains: `from ${name}` }] }] }),
  "evals/eval_queries.json": JSON.stringify([{ query: "Greet Ann", should_trigger: true }]),
});

const skillFiles = (name: string) =>
  Object.entries(files(name)).map(([path, content]) => ({ path, content, encoding: "utf8" as const }));

/** A model's endpoint in the protocol of Codex. */
async function startEndpoint() {
  const keys: (string | undefined)[] = [];
  const url = await startHttpServer((request, response) => {
    keys.push(request.headers.authorization);
    response.writeHead(200, { "content-type": "text/event-stream" });
    request.resume().once("end", () => response.end(`data: ${JSON.stringify(done)}\n\n`));
  });
  return { baseUrl: `${url}/v1`, keys };
}

/** An app that agrees to each confirmation, or to none, and what it was asked. */
function withConfirm(app: App, isAgreed: boolean) {
  const asked: Parameters<Prompts["confirm"]>[0][] = [];
  const confirm: Prompts["confirm"] = async (question) => {
    asked.push(question);
    return isAgreed;
  };
  return { app: { ...app, prompts: { ...app.prompts, confirm } }, asked };
}

describe("configuring an agent", () => {
  test("offers those that are installed, with the endpoint of the model's maker", async () => {
    installFakeAgent(code);
    await using fixture = await createSkillFixture(served, {
      answers: ["Codex...", "https://api.openai.com/v1/responses", "small", key],
    });
    await configureModel(fixture.app, {});
    const runner = { kind: "agent", agent: "codex", baseUrl: "https://api.openai.com/v1", name: "small" } as const;
    expect(fixture.app.model.settings.read()).toEqual(runner);
    expect(await fixture.app.model.settings.keyFor(runner)).toBe(key);
    expect(fixture.prompts.questions[1]).toContain("in the protocol of Codex [https://api.openai.com/v1]");
    expect(await fixture.messages.waitFor("Codex, small (api.openai.com)")).toContain("triggers need a model");
  });

  test("offers none that is not installed", async () => {
    installFakeAgent(code, "gemini");
    await using fixture = await createSkillFixture(served, { answers: ["Codex..."] });
    await expect(configureModel(fixture.app, {})).rejects.toThrow(/"Codex..." is not among .*Gemini CLI\.\.\./);
  });
});

describe("evaluating a skill with an agent", () => {
  test("runs its program after consent, with and without the skill, and the key stays in the editor", async () => {
    installFakeAgent(code);
    const { baseUrl, keys } = await startEndpoint();
    await using fixture = await createSkillFixture(served, { answers: ["3 Times", "Run"], runsTests: true });
    const runner = { kind: "agent", agent: "codex", baseUrl, name: "small" } as const;
    await fixture.app.model.settings.write(runner, key);
    const folder = fixture.source("agent-evals", files("agent-evals"));
    const { app, asked } = withConfirm(fixture.app, true);
    await evaluateSkill(app, { resource: folder });
    expect(asked.map(({ message }) => message)).toEqual(["Run agents on this machine?"]);
    expect(asked[0]?.detail).toMatch(
      /^Codex, small \(127\.0\.0\.1(?::\d+)?\) does 6 tasks: its program runs on this machine/,
    );
    expect(asked[0]?.detail).toContain(
      hasSandbox ? "confined by the operating system (bubblewrap)" : "not confined on this machine",
    );
    expect(fixture.prompts.questions.at(-1)).toContain("between 6 and 180 calls to Codex, small");
    const page = (fixture.documents.shown.at(-1) ?? "").replaceAll(/&#(\d+);/g, (_, one) =>
      String.fromCodePoint(Number(one)),
    );
    const [withSkill, withoutSkill] = page.split("\n").filter((line) => line.startsWith("| Codex, small"));
    expect(withSkill).toContain("| with | 100% (3 of 3)");
    expect(withSkill).toContain("| 100% (3 of 3) | no tries | 54 |");
    expect(withoutSkill).toContain("| without | 0% (0 of 3)");
    expect(page).toContain("Agents do only the tasks of evals");
    expect(keys).toEqual(Array(6).fill(`Bearer ${key}`));
    const { items } = await served.api.call("skills.list", { q: "agent-evals", includeArchived: true });
    const runs = await served.api.call("skillTestRuns.list", { id: items[0]?.id ?? "" });
    const stored = await Promise.all(runs.items.map(({ id }) => served.api.call("skillTestRun.get", { id, since: 0 })));
    expect(JSON.stringify([stored, page])).not.toContain(key);
  });

  test("runs nothing without consent", async () => {
    installFakeAgent(code);
    const { baseUrl, keys } = await startEndpoint();
    await using fixture = await createSkillFixture(served, { answers: ["Once", "Run"], runsTests: true });
    await fixture.app.model.settings.write({ kind: "agent", agent: "codex", baseUrl, name: "small" }, key);
    const { app } = withConfirm(fixture.app, false);
    await evaluateSkill(app, { resource: fixture.source("refused-agent", files("refused-agent")) });
    expect([fixture.tested, keys]).toEqual([[], []]);
  });
});

test("a run of tests asks for an agent once, and not for a model that the user agreed to", async () => {
  installFakeAgent(code);
  await using fixture = await createSkillFixture(served, { answers: ["Run", "Run", "Run"] });
  const { settings } = fixture.app.model;
  const plan = { key: "skill", least: 2, most: 9 };
  await settings.write({ kind: "openai", baseUrl: "https://api.example.com/v1", name: "small" });
  const { app, asked } = withConfirm(fixture.app, true);
  expect(await confirmModelUse(app, [plan])).toMatchObject({ kind: "with" });
  await settings.write({ kind: "agent", agent: "codex", baseUrl: "https://api.example.com/v1", name: "small" });
  const agentPlan = { key: "skill Codex", least: 2, most: 60, agentTasks: 2 };
  for (const _ of [1, 2]) expect(await confirmModelUse(app, [agentPlan])).toMatchObject({ kind: "with" });
  expect(asked).toHaveLength(1);
  const refusing = withConfirm(fixture.app, false);
  const more = { ...agentPlan, most: 120, agentTasks: 4 };
  expect(await confirmModelUse(refusing.app, [more])).toBeUndefined();
  expect(refusing.asked[0]?.detail).toContain("does 4 tasks");
});

describe("a service", () => {
  const run = (baseUrl: string) => ({ baseUrl, name: "small", key: "t", agent: "codex" as const });

  test("runs agents only with a relay on its machine", async () => {
    const { id } = await served.api.call("skills.create", {
      projectId: served.project.id,
      files: skillFiles("remote-relay"),
    });
    await expect(
      served.api.call("skillTestRuns.start", { id, model: run("https://relay.example.com/v1") }),
    ).rejects.toThrow("must be a relay on this machine");
  });

  test("that other machines reach runs and names no agents", async () => {
    installFakeAgent(code);
    const service = await startService({ dataDir: null, runtimeFiles: [], userZone: "private" });
    const api = createServiceClient({ baseUrl: service.url, key: async () => service.firstKey });
    const [project] = (await api.call("projects.list", {})).items;
    const { id } = await api.call("skills.create", { projectId: project?.id ?? "", files: skillFiles("shared") });
    await expect(api.call("skillTestRuns.start", { id, model: run("http://127.0.0.1:9/v1") })).rejects.toThrow(
      "Agents do tasks only at a service that no other machine reaches.",
    );
    expect((await api.call("me.get", {})).evalAgents).toBeUndefined();
    await service.close();
  });

  test("names the installed agents, and what confines them", async () => {
    installFakeAgent(code);
    const { evalAgents } = await served.api.call("me.get", {});
    expect(evalAgents).toEqual([{ agent: "codex", sandbox: hasSandbox ? "bubblewrap" : "none" }]);
  });
});
