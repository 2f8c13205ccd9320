import { expect, test } from "vitest";
import { createSkillFiles, createSkillTextWith } from "../../../../support/skills/skillFolder.ts";
import { runSkillCases } from "../../../../support/skills/skillRun.ts";

const sound = createSkillTextWith("name: my-skill\ndescription: Trims lines. Use for text files.");

test("a valid skill passes the checks that need no model", async () => {
  const run = await runSkillCases({ files: createSkillFiles({ "SKILL.md": sound }) });
  expect(run.cases.map(({ id }) => run.of(id).status)).toEqual(run.cases.map(() => "passed"));
  expect(run.cases.length).toBeGreaterThan(4);
});

test("the message contains the location of the first specification error, and the output contains all errors", async () => {
  const files = createSkillFiles({ "SKILL.md": createSkillTextWith("name: My Skill\ncompatibility: 1") });
  const result = (await runSkillCases({ files, cases: ["specification"] })).of("specification");
  expect(result).toMatchObject({ status: "failed", message: expect.stringMatching(/^SKILL\.md:\d+:\d+: /) });
  expect(result.actual?.split("\n").length).toBeGreaterThan(1);
});

test("broken links fail, and each is listed", async () => {
  const body = "See [the guide](references/guide.md) and run `scripts/trim.mjs`.\n";
  const files = createSkillFiles({ "SKILL.md": `${sound}${body}` });
  const result = (await runSkillCases({ files, cases: ["links"] })).of("links");
  expect(result.status).toBe("failed");
  expect(result.actual).toContain("references/guide.md");
  expect(result.actual).toContain("scripts/trim.mjs");
});

test("a client that ignores the skill fails, and a client that truncates it passes with a message", async () => {
  const long = `name: my-skill\ndescription: ${"Trims lines. ".repeat(90)}`;
  const run = await runSkillCases({
    files: createSkillFiles({ "SKILL.md": createSkillTextWith(long) }),
    cases: ["portability"],
  });
  expect(run.of("portability:codex")).toMatchObject({ status: "failed", message: expect.stringContaining("1024") });
  expect(run.of("portability:vscode")).toMatchObject({ status: "passed", message: expect.stringContaining("cut off") });
});

test("a case file that cannot be read is reported as a case with an error", async () => {
  const files = createSkillFiles({ "SKILL.md": sound, "evals/evals.json": '{"evals": [{"id": 1}]}' });
  const run = await runSkillCases({ files });
  expect(run.cases[0]).toMatchObject({ id: "case-files", location: { path: "evals/evals.json", line: 1 } });
  expect(run.of("case-files")).toMatchObject({ status: "errored", message: expect.stringContaining("prompt") });
});

test("only the selected cases run", async () => {
  const run = await runSkillCases({
    files: createSkillFiles({ "SKILL.md": sound }),
    cases: ["portability:codex", "links"],
  });
  expect(run.cases.map(({ id }) => id)).toEqual(["links", "portability:codex"]);
});

test("cases that need a model are skipped without one, and the message contains what to do", async () => {
  const files = createSkillFiles({
    "SKILL.md": sound,
    "eval_queries.json": '[{"query": "trim it", "should_trigger": true}]',
    "evals/evals.json": '{"evals": [{"id": 1, "prompt": "Trim it.", "assertions": ["It is trimmed."]}]}',
  });
  const run = await runSkillCases({ files, cases: ["trigger", "eval"] });
  const skipped = { status: "skipped", message: expect.stringContaining("Configure") };
  expect(run.cases.map(({ id }) => run.of(id))).toEqual([skipped, skipped]);
});
