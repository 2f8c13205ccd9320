import { expect, test } from "vitest";
import { isTestRunFinished } from "../../../../../src/contract/testRuns.ts";
import { getSkillLinks } from "../../../../../src/extension/skill/model/skillLinks.ts";
import { evaluateSkill } from "../../../../../src/extension/testing/commands/evaluateSkill.ts";
import { openTestRun } from "../../../../../src/extension/testing/commands/openTestRun.ts";
import { listEvaluations } from "../../../../../src/extension/testing/model/evaluation/readEvaluations.ts";
import type { App } from "../../../../../src/extension/workbench/app.ts";
import { escapeAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createSkillFixture } from "../../../../support/editor/skillFixture.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";
import { startAnthropicStub } from "../../../../support/services/anthropicStub.ts";
import { createReadingAgent } from "../../../../support/services/modelActor.ts";
import {
  type ModelStubRequest,
  type ModelStubResponse,
  startModelStub,
} from "../../../../support/services/modelStub.ts";

const served = await useServedService();

type Options = NonNullable<Parameters<typeof createSkillFixture>[1]>;
type Answer = (request: ModelStubRequest) => ModelStubResponse;

const evals = {
  evals: [
    { id: "greets", name: "Greets", prompt: "Greet Ann.", checks: [{ contains: "hello" }] },
    { id: "odd", name: "Odd", prompt: "Be odd.", checks: [{ contains: "odd" }] },
  ],
};
const files = (name: string, more: object = evals) => ({
  "SKILL.md": `---\nname: ${name}\ndescription: Says hello. Use it to greet.\n---\n\nSay hello.\n`,
  "evals/evals.json": JSON.stringify(more),
});

/** Reads the skill and says what it read; to the odd task it answers right every second time. */
function createFlakyAgent(): Answer {
  const agent = createReadingAgent(["SKILL.md"]);
  let odd = 0;
  return (request) => {
    const isOdd = request.messages.some(({ content }) => content === "Be odd.");
    const isLast = request.messages.at(-1)?.role === "tool";
    if (isOdd && isLast) return { content: odd++ % 2 === 0 ? "odd" : "even" };
    return agent(request);
  };
}

async function createFixture(options: Options, answers: { readonly small?: Answer; readonly large?: Answer } = {}) {
  const small = await startModelStub(answers.small ?? createFlakyAgent(), { key: "sk-small-canary" });
  const large = await startAnthropicStub(answers.large ?? createReadingAgent(["SKILL.md"]), { key: "sk-large-canary" });
  const fixture = await createSkillFixture(served, { runsTests: true, ...options });
  const { settings } = fixture.app.model;
  await settings.write({ kind: "anthropic", baseUrl: large.baseUrl, name: "large" }, "sk-large-canary");
  await settings.write({ kind: "openai", baseUrl: small.baseUrl, name: "small" }, "sk-small-canary");
  return { fixture, small, large };
}

/** The last page, with its escaped characters as they are shown. */
const page = (documents: { readonly shown: readonly string[] }) =>
  (documents.shown.at(-1) ?? "").replaceAll(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
/** The cells of the rows of a page's tables that begin with this text. */
const rows = (text: string, start: string) =>
  text
    .split("\n")
    .filter((line) => line.startsWith(`| ${start}`))
    .map((line) => line.split("|").map((cell) => cell.trim()));

test("an evaluation compares two models with and without the skill, names flaky cases and leaves keys out", async () => {
  const { fixture, small, large } = await createFixture({ answers: [["small (", "large ("], "3 Times", "Run"] });
  await using _ = fixture;
  const folder = fixture.source("compared-evals", files("compared-evals"));
  await evaluateSkill(fixture.app, { resource: folder });
  const text = page(fixture.documents);
  const [smallWith, smallWithout, , largeSide] = [...rows(text, "small"), ...rows(text, "large")];
  expect(smallWith?.slice(2, 8)).toEqual([
    "with",
    "83% (5 of 6)",
    "44% to 97%",
    "nothing earlier",
    "100% (6 of 6)",
    "no tries",
  ]);
  expect(smallWithout?.slice(2, 5)).toEqual(["without", "0% (0 of 6)", "0% to 39%"]);
  expect(largeSide?.[2]).toBe("without");
  expect(rows(text, "large")[0]?.slice(2, 5)).toEqual(["with", "50% (3 of 6)", "19% to 81%"]);
  expect(smallWithout?.slice(6, 8)).toEqual(["has no skill", "has no skill"]);
  expect(text).not.toMatch(/\d{4}-\d\d-\d\dT/);
  expect(rows(text, "Odd").map((cells) => cells.slice(3, 6))).toEqual([
    ["67% (2 of 3)", "0% (0 of 3)", "yes"],
    ["0% (0 of 3)", "0% (0 of 3)", "no"],
  ]);
  expect(text).toContain("## Flaky cases");
  expect(text).not.toContain("## Not done");
  expect([...small.problems, ...large.problems]).toEqual([]);
  expect(fixture.prompts.questions.at(-1)).toMatch(/^Evaluate Skill: It makes between 24 and 108 calls to small \(/);
  const { items } = await served.api.call("skills.list", { q: "compared-evals", includeArchived: true });
  expect(items.map(({ archived }) => archived)).toEqual([true]);
  const [evaluation] = await listEvaluations(served.api, items[0]?.id ?? "");
  const stored = await Promise.all(
    (evaluation?.runs ?? []).map(({ id }) => served.api.call("skillTestRun.get", { id, since: 0 })),
  );
  expect(JSON.stringify([stored, text])).not.toMatch(/sk-(?:small|large)-canary/);
  expect(stored.flatMap(({ cases }) => cases)).toHaveLength(12);
});

test("an evaluation stops at its budget, and going on tries only what is not done", async () => {
  const agent = createReadingAgent(["SKILL.md"]);
  const { fixture, small } = await createFixture(
    { answers: [["small ("], "5 Times", "Limit Calls", "12", "Go On", "Run"] },
    { small: agent },
  );
  await using _ = fixture;
  const one = { evals: [evals.evals[0]] };
  const folder = fixture.source("stopped-evals", files("stopped-evals", one));
  await evaluateSkill(fixture.app, { resource: folder });
  const stopped = page(fixture.documents);
  expect(small.calls()).toBe(12);
  const done = Number(/Done \| (\d) of 5 tries\. Run Evaluate Skill again/.exec(stopped)?.[1]);
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(5);
  expect(stopped).toContain("## Not done");
  expect(stopped).toContain("No more than the 12 calls that were agreed to are passed on");
  expect(await fixture.messages.waitFor("is not complete")).toContain("12 calls");
  await evaluateSkill(fixture.app, { resource: folder });
  expect(fixture.prompts.questions.at(-1)).toContain(`between ${(5 - done) * 2} and`);
  expect(small.calls()).toBe(12 + (5 - done) * 3);
  expect(page(fixture.documents)).toContain("100% (5 of 5)");
  expect(page(fixture.documents)).not.toContain("## Not done");
});

test("a cancelled evaluation keeps what is done, and another window goes on with it", async () => {
  const agent = createReadingAgent(["SKILL.md"]);
  const stop = new AbortController();
  let asked = 0;
  const answer: Answer = (request) => {
    asked += 1;
    if (asked === 14) stop.abort();
    return agent(request);
  };
  const { fixture, small } = await createFixture({ answers: [["small ("], "5 Times", "Run"] }, { small: answer });
  await using _ = fixture;
  const { tests } = fixture.app;
  const cancelled: App = {
    ...fixture.app,
    tests: { ...tests, run: (orders, following) => tests.run(orders, { ...following, signal: stop.signal }) },
  };
  const folder = fixture.source("cancelled-evals", files("cancelled-evals"));
  await evaluateSkill(cancelled, { resource: folder });
  const text = page(fixture.documents);
  expect(text).toContain("The evaluation was cancelled.");
  const done = Number(/Done \| (\d+) of 10 tries/.exec(text)?.[1]);
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(5);
  const { items } = await served.api.call("skills.list", { q: "cancelled-evals", includeArchived: true });
  expect(items.map(({ archived }) => archived)).toEqual([true]);
  const [evaluation] = await listEvaluations(served.api, items[0]?.id ?? "");
  expect(evaluation?.runs.every(({ status }) => isTestRunFinished(status))).toBe(true);
  await using next = await createSkillFixture(served, { runsTests: true, answers: ["Go On", "Run"] });
  await next.app.model.settings.write({ kind: "openai", baseUrl: small.baseUrl, name: "small" }, "sk-small-canary");
  const before = small.calls();
  const again = next.source("cancelled-evals", files("cancelled-evals"));
  // Windows share what is remembered of their workspace.
  await getSkillLinks(next.app).saveFolder(again, items[0]?.id ?? "");
  await evaluateSkill(next.app, { resource: again });
  expect(page(next.documents)).toContain("| Done | 10 of 10 tries |");
  expect(small.calls() - before).toBe((10 - done) * 3);
});

test("an evaluation is compared with the one before, and each is opened again", async () => {
  const { fixture } = await createFixture({
    answers: [["large ("], "Once", "Run", ["large ("], "Once", "Run", "again-evals", "files", "The evaluation"],
  });
  await using _ = fixture;
  const folder = fixture.source("again-evals", files("again-evals"));
  await evaluateSkill(fixture.app, { resource: folder });
  expect(rows(page(fixture.documents), "large")[0]?.[5]).toBe("nothing earlier");
  await evaluateSkill(fixture.app, { resource: folder });
  expect(rows(page(fixture.documents), "large")[0]?.[5]).toMatch(/^50% \(1 of 2\), files /);
  const last = page(fixture.documents);
  await openTestRun(fixture.app, {});
  expect(page(fixture.documents)).toBe(last);
});

test("a skill without evals is not evaluated, and Escape at each question starts nothing", async () => {
  const left: Options["answers"][] = [[escapeAnswer], [["small ("], escapeAnswer], [["small ("], "Once", escapeAnswer]];
  for (const answers of left) {
    const { fixture, small } = await createFixture({ ...(answers && { answers }) });
    await using _ = fixture;
    await evaluateSkill(fixture.app, { resource: fixture.source("left-evals", files("left-evals")) });
    expect([small.calls(), fixture.documents.shown]).toEqual([0, []]);
  }
  const { fixture } = await createFixture({ answers: [["small ("], "Once"] });
  await using _ = fixture;
  await evaluateSkill(fixture.app, { resource: fixture.source("without-evals") });
  await fixture.messages.waitFor("without-evals has no evals or triggers to try.");
});
