import { expect, test } from "vitest";
import { omitShownProblems } from "../../../../../src/extension/skill/model/omitShownProblems.ts";
import { findSkillProblems } from "../../../../../src/extension/skill/model/skillProblems.ts";

const text =
  "---\nname: Other\ncolour: red\ndescription: Counts words. Use when words are counted.\n---\n\nRead [it](list.md), run `scripts/go.mjs`.\n";
const problems = findSkillProblems([{ path: "SKILL.md", bytes: Buffer.from(text) }], "counter");
const codesBeside = (...shown: { line: number; message: string }[]) =>
  omitShownProblems(problems, shown).map(({ code }) => code);

test("a problem that VS Code shows on the same line is not listed twice", () => {
  const all = problems.map(({ code }) => code);
  expect(all).toEqual(["name-case", "name-folder", "unknown-field", "broken-link", "missing-file"]);
  const left = codesBeside(
    { line: 2, message: "Skill name may only contain lowercase letters, numbers, and hyphens." },
    { line: 7, message: "File 'list.md' not found at '/counter/list.md'." },
  );
  expect(left).toEqual(["name-folder", "unknown-field", "missing-file"]);
});

test("an error that VS Code shows as a warning is listed", () => {
  const left = codesBeside({ line: 2, message: "The skill name 'Other' should match the folder name 'counter'." });
  expect(left).toEqual(problems.map(({ code }) => code));
});

test("problems of other lines, and other problems of the line, are listed", () => {
  expect(codesBeside({ line: 3, message: "Skill name may only contain lowercase letters." })).toEqual(
    problems.map(({ code }) => code),
  );
  expect(codesBeside({ line: 2, message: "Unknown word." })).toEqual(problems.map(({ code }) => code));
});
