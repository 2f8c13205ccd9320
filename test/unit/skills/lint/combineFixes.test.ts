import { expect, test } from "vitest";
import { combineFixes } from "../../../../src/skills/lint/combineFixes.ts";
import { lintSkill } from "../../../../src/skills/lint/lintSkill.ts";
import type { SkillDiagnostic, SkillFix } from "../../../../src/skills/skill.ts";
import { createSkillFiles } from "../../../support/skills/skillFolder.ts";

const edit = (line: number, column: number, endColumn: number, text = "x") => ({
  ...{ line, column, endLine: line, endColumn, text },
});
const problem = (...fixes: SkillFix["edits"][]): SkillDiagnostic => ({
  ...{ path: "SKILL.md", line: 1, column: 1, endLine: 1, endColumn: 2, severity: "error", code: "c", message: "m" },
  fixes: fixes.map((edits) => ({ title: "t", edits })),
});

test("combines the fixes of problems with exactly one fix", () => {
  const [one, two] = [edit(1, 1, 3), edit(2, 1, 3)];
  expect(combineFixes([problem([one]), problem(), problem([two]), problem([edit(3, 1, 2)], [edit(3, 1, 2)])])).toEqual([
    one,
    two,
  ]);
});

test("omits a whole fix that overlaps an earlier edit", () => {
  const first = edit(1, 3, 5);
  expect(combineFixes([problem([first]), problem([edit(1, 5, 5), edit(9, 1, 1)])])).toEqual([first]);
  expect(combineFixes([problem([first]), problem([edit(1, 4, 9)])])).toEqual([first]);
  expect(combineFixes([problem([first]), problem([edit(1, 6, 7)])])).toHaveLength(2);
});

test("leaves what removes words of the author to a choice of its own", () => {
  const long = `---\nname: tidy\ndescription: ${"Tidies a table. ".repeat(80)}\n---\nSteps.\n`;
  const problems = lintSkill(createSkillFiles({ "SKILL.md": long }), "tidy");
  expect(problems.flatMap(({ fixes }) => fixes.map(({ title }) => title))).toEqual([
    "Cut after the last whole word within 1024 characters",
  ]);
  expect(combineFixes(problems)).toEqual([]);
});
