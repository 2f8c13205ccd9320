import { expect, test } from "vitest";
import { omitShownProblems } from "../../../../../src/extension/skill/model/omitShownProblems.ts";
import { findSkillProblems } from "../../../../../src/extension/skill/model/skillProblems.ts";

const text = "---\nname: Other\ncolour: red\ndescription: Counts words. Use when words are counted.\n---\n\nCount.\n";
const problems = findSkillProblems([{ path: "SKILL.md", bytes: Buffer.from(text) }], "counter");
const codesBeside = (...shown: { line: number; message: string }[]) =>
  omitShownProblems(problems, shown).map(({ code }) => code);

test("a problem that VS Code shows on the same line is not listed twice", () => {
  const all = problems.map(({ code }) => code);
  expect(all).toEqual(expect.arrayContaining(["name-case", "name-folder", "unknown-field"]));
  const left = codesBeside(
    { line: 2, message: "Skill name may only contain lowercase letters, numbers, and hyphens." },
    { line: 2, message: "The skill name 'Other' should match the folder name 'counter'." },
    { line: 3, message: "Attribute 'colour' is not supported by VS Code skills. Supported: name." },
  );
  expect(left).toEqual(all.filter((code) => !["name-case", "name-folder", "unknown-field"].includes(code)));
});

test("problems of other lines, and other problems of the line, are listed", () => {
  expect(codesBeside({ line: 3, message: "Skill name may only contain lowercase letters." })).toEqual(
    problems.map(({ code }) => code),
  );
  expect(codesBeside({ line: 2, message: "Unknown word." })).toEqual(problems.map(({ code }) => code));
});
