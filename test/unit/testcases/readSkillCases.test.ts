import { expect, test } from "vitest";
import {
  readRepeatedCase,
  readSkillCases,
  selectCases,
  selectSkillCases,
} from "../../../src/testcases/readSkillCases.ts";
import { createSkillFiles, createSkillTextWith } from "../../support/skills/skillFolder.ts";

const main = { "SKILL.md": createSkillTextWith("name: trim-text\ndescription: Trims texts.") };

const scripts = `- name: Trims both ends
  script: scripts/trim.mjs
  args: [--all, 3]
  stdin: " a "
  expect: { stdout: a }
- name: Fails without input
  script: scripts/trim.mjs
  expect:
    exitCode: 2
    stderr: { contains: no input, matches: "^Error" }
  timeoutMs: 500
`;

const queries = JSON.stringify(
  [
    { query: "trim this text", should_trigger: true },
    { query: "translate this text", should_trigger: false },
  ],
  undefined,
  2,
);

const evals = JSON.stringify({
  skill_name: "trim-text",
  evals: [
    { id: 1, prompt: "Trim it.", expected_output: "Trimmed.", files: ["evals/a.txt"], assertions: ["No spaces."] },
    { id: "two", prompt: "Trim it too.", expectations: ["None.", { text: "None at all." }, "None."] },
    { prompt: "Trim all of it." },
  ],
});

const full = {
  ...main,
  "evals/scripts.yaml": scripts,
  "evals/eval_queries.json": queries,
  "evals/evals.json": evals,
};

const idsOf = (files: Readonly<Record<string, string>>) => readSkillCases(createSkillFiles(files)).map(({ id }) => id);

test("a skill without case files is checked by the specification, its links and the clients", () => {
  expect(idsOf(main)).toEqual([
    "specification",
    "links",
    "portability:vscode",
    "portability:claude-code",
    "portability:codex",
    "portability:cursor",
    "portability:gemini-cli",
    "portability:opencode",
  ]);
});

test("scripts, queries and evals are cases, each at its line", () => {
  const cases = readSkillCases(createSkillFiles(full)).slice(8);
  expect(cases.map(({ id, kind, location }) => [id, kind, location?.path, location?.line])).toEqual([
    ["script:trims-both-ends", "script", "evals/scripts.yaml", 1],
    ["script:fails-without-input", "script", "evals/scripts.yaml", 6],
    ["trigger:trim-this-text", "trigger", "evals/eval_queries.json", 2],
    ["trigger:translate-this-text", "trigger", "evals/eval_queries.json", 6],
    ["eval:1", "eval", "evals/evals.json", 1],
    ["eval:two", "eval", "evals/evals.json", 1],
    ["eval:trim-all-of-it", "eval", "evals/evals.json", 1],
  ]);
});

test("a script case contains the script and its expectations", () => {
  const [first, second] = readSkillCases(createSkillFiles(full)).filter(({ kind }) => kind === "script");
  expect(first).toMatchObject({
    script: "scripts/trim.mjs",
    args: ["--all", "3"],
    stdin: " a ",
    expect: { exitCode: 0, stdout: { equals: "a" } },
  });
  expect(second).toMatchObject({
    stdin: "",
    expect: { exitCode: 2, stderr: { contains: ["no input"], matches: "^Error" } },
    timeoutMs: 500,
  });
});

test("reads both spellings of statements without duplicates", () => {
  const [first, second, third] = readSkillCases(createSkillFiles(full)).filter(
    (skillCase) => skillCase.kind === "eval",
  );
  expect(first).toMatchObject({ expectedOutput: "Trimmed.", files: ["evals/a.txt"], assertions: ["No spaces."] });
  expect(second).toMatchObject({ expectedOutput: undefined, assertions: ["None.", "None at all."] });
  expect(third).toMatchObject({ assertions: [] });
});

test.each([
  ["pets@1.2.0", "pets@1.2.0"],
  ["{ name: pets }", '{"name":"pets"}'],
])("evals run at the server that the skill names as %s", (named, server) => {
  const metadata = `metadata:\n  fairlead-server: ${named}`;
  const text = createSkillTextWith(`name: trim-text\ndescription: Trims texts.\n${metadata}`);
  const cases = readSkillCases(createSkillFiles({ "SKILL.md": text, "evals/evals.json": evals }));
  expect(new Set(cases.flatMap((one) => (one.kind === "eval" ? [one.server] : [])))).toEqual(new Set([server]));
});

test("an inserted case changes no other id", () => {
  const more = scripts.replace("- name: Fails", "- name: New\n  script: scripts/new.mjs\n- name: Fails");
  expect(idsOf({ ...full, "evals/scripts.yaml": more }).filter((id) => id !== "script:new")).toEqual(idsOf(full));
});

test("ids are unique, also for equal texts and texts with the same beginning", () => {
  const long = "trim this text and all of those that follow it, however many there may be, ";
  const list = ["a b", "a  b", "a-b", `${long}please`, `${long}now`, "🙂", "🙃"];
  const text = JSON.stringify(list.map((query) => ({ query, should_trigger: true })));
  const ids = idsOf({ ...main, "eval_queries.json": text }).slice(8);
  expect(new Set(ids).size).toBe(list.length);
  expect(ids.slice(0, 3)).toEqual(["trigger:a-b", "trigger:a-b~2", "trigger:a-b~3"]);
  expect(ids.every((id) => id.length <= 100 && id.split(":").length === 2)).toBe(true);
});

test("an invalid entry does not affect other entries", () => {
  const text = JSON.stringify({ evals: [{ id: 1 }, { id: 2, prompt: "Trim." }] });
  expect(idsOf({ ...main, "evals/evals.json": text }).slice(8)).toEqual(["eval:2"]);
});

test("cases are selected by id or by group", () => {
  const cases = readSkillCases(createSkillFiles(full));
  const chosen = (...selected: string[]) => selectCases(cases, selected).map(({ id }) => id);
  expect(chosen("script", "eval:1", "links")).toEqual([
    "links",
    "script:trims-both-ends",
    "script:fails-without-input",
    "eval:1",
  ]);
  expect(chosen("scr")).toEqual([]);
  expect(selectCases(cases, undefined)).toEqual(cases);
});

test("the cases of a model are listed once for each try, and each try is selected by its id or its case", () => {
  const files = createSkillFiles(full);
  const ids = (...selected: string[]) => selectSkillCases(files, { repeats: 2, cases: selected }).map(({ id }) => id);
  expect(ids("eval:1")).toEqual(["eval:1:try-1", "eval:1:try-2"]);
  expect(ids("eval:1:try-2", "specification")).toEqual(["specification", "eval:1:try-2"]);
  expect(selectSkillCases(files, {})).toEqual(readSkillCases(files));
});

test("a try names its case", () => {
  const files = createSkillFiles(full);
  const [tried] = selectSkillCases(files, { repeats: 2, cases: ["eval:1"] });
  const known = readSkillCases(files).find(({ id }) => id === "eval:1");
  expect(tried?.name).toBe(`${known?.name} (1 of 2)`);
  expect(tried && readRepeatedCase(tried)).toEqual({ id: "eval:1", name: known?.name });
  expect(readRepeatedCase({ id: "links", name: "Links" })).toEqual({ id: "links", name: "Links" });
});
