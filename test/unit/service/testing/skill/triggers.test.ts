import { expect, test } from "vitest";
import * as z from "zod";
import { estimateModelCalls } from "../../../../../src/testcases/estimateModelCalls.ts";
import { readSkillCases, selectCases } from "../../../../../src/testcases/readSkillCases.ts";
import { readLastMessage } from "../../../../support/services/modelActor.ts";
import { type ModelStubRequest, startModelStub } from "../../../../support/services/modelStub.ts";
import { readPublicSkill } from "../../../../support/skills/readPublicSkill.ts";
import { createSkillFiles } from "../../../../support/skills/skillFolder.ts";
import { runSkillCases } from "../../../../support/skills/skillRun.ts";

const offered = z.object({
  skills: z.array(z.object({ name: z.string(), description: z.string() })),
  query: z.string(),
});

/** Picks the skills whose description contains a word of the query with at least six letters. */
function chooseByWords(request: ModelStubRequest) {
  const { skills, query } = offered.parse(JSON.parse(readLastMessage(request)));
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
const files = [
  ...readPublicSkill("playwright-trace"),
  ...createSkillFiles({ "eval_queries.json": JSON.stringify(queries) }),
];

test("a query passes when the model picks the skill as expected", async () => {
  const stub = await startModelStub(chooseByWords);
  const cases = selectCases(readSkillCases(files), ["trigger"]);
  const run = await runSkillCases({ files, cases: ["trigger"], model: { baseUrl: stub.baseUrl, name: "small" } });
  const results = cases.map(({ id }) => run.of(id));
  expect(results.map(({ status }) => status)).toEqual(["passed", "passed", "failed", "failed"]);
  expect(results[0]?.output).toContain('"reason":"They fit."');
  expect(results[2]).toMatchObject({ expected: "playwright-trace", actual: "none" });
  expect(results[3]).toMatchObject({ expected: "not playwright-trace", actual: "playwright-trace" });
  expect(stub.problems).toEqual([]);
  const planned = estimateModelCalls(cases);
  expect([stub.calls(), stub.calls()]).toEqual([planned.least, planned.most]);
});

test("a response without a choice is an error", async () => {
  const stub = await startModelStub(() => ({ content: "Sure, here is how to do that." }));
  const run = await runSkillCases({ files, cases: ["trigger"], model: { baseUrl: stub.baseUrl, name: "small" } });
  for (const { id } of run.cases) {
    expect(run.of(id)).toMatchObject({ status: "errored", output: expect.stringContaining("Sure, here is how") });
  }
});
