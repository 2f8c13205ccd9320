import { expect, test } from "vitest";
import * as z from "zod";
import { plannedCalls } from "../../../../../src/testcases/estimateModelCalls.ts";
import { selectCases, skillCases } from "../../../../../src/testcases/readSkillCases.ts";
import { lastText } from "../../../../support/services/modelActor.ts";
import { modelStub, type StubRequest } from "../../../../support/services/modelStub.ts";
import { publicSkill } from "../../../../support/skills/readPublicSkill.ts";
import { skillFolder } from "../../../../support/skills/skillFolder.ts";
import { runSkill } from "../../../../support/skills/skillRun.ts";

const offered = z.object({
  skills: z.array(z.object({ name: z.string(), description: z.string() })),
  query: z.string(),
});

/** Picks the skills whose description has a word of the query that is longer than five letters. */
function choosing(request: StubRequest) {
  const { skills, query } = offered.parse(JSON.parse(lastText(request)));
  const words = query.toLowerCase().match(/[a-z]{6,}/g) ?? [];
  const fit = skills.filter(({ description }) => words.some((word) => description.toLowerCase().includes(word)));
  return { content: JSON.stringify({ skills: fit.map(({ name }) => name), reason: "They fit." }) };
}

const queries = [
  { query: "Inspect the Playwright trace of the failed test", should_trigger: true },
  { query: "Why is this database query so slow?", should_trigger: false },
  { query: "What went wrong in trace.zip?", should_trigger: true },
  { query: "Take screenshots of the landing page", should_trigger: false },
];

test("a query passes where the model picks the skill among others as it should", async () => {
  const files = [...publicSkill("playwright-trace"), ...skillFolder({ "eval_queries.json": JSON.stringify(queries) })];
  const stub = await modelStub(choosing);
  const cases = selectCases(skillCases(files), ["trigger"]);
  const run = await runSkill({ files, cases: ["trigger"], model: { baseUrl: stub.baseUrl, name: "small" } });
  const results = cases.map(({ id }) => run.of(id));
  expect(results.map(({ status }) => status)).toEqual(["passed", "passed", "failed", "failed"]);
  expect(results[0]?.output).toContain('"reason":"They fit."');
  expect(results[2]).toMatchObject({ expected: "playwright-trace", actual: "none" });
  expect(results[3]).toMatchObject({ expected: "not playwright-trace", actual: "playwright-trace" });
  expect(stub.refused).toEqual([]);
  const planned = plannedCalls(cases);
  expect([stub.calls(), stub.calls()]).toEqual([planned.least, planned.most]);
});

test("an answer that chooses nothing at all is an error and no verdict", async () => {
  const files = [...publicSkill("playwright-trace"), ...skillFolder({ "eval_queries.json": JSON.stringify(queries) })];
  const stub = await modelStub(() => ({ content: "Sure, here is how to do that." }));
  const run = await runSkill({ files, cases: ["trigger"], model: { baseUrl: stub.baseUrl, name: "small" } });
  for (const { id } of run.cases) {
    expect(run.of(id)).toMatchObject({ status: "errored", output: expect.stringContaining("Sure, here is how") });
  }
});
