import { expect, test } from "vitest";
import { isValid, lintSkill } from "../../../../src/skills/lint/lintSkill.ts";
import { skillFolder, skillWith } from "../../../support/skills/skillFolder.ts";

const good = "name: trim-text\ndescription: Trims texts. Use when a text has spaces at its ends.";
const problemsOf = (text: string, folder = "trim-text") => lintSkill(skillFolder({ "SKILL.md": text }), folder);
const codesOf = (text: string, folder?: string) => problemsOf(text, folder).map(({ code }) => code);

test("a sound skill has no problems", () => {
  expect(problemsOf(skillWith(good))).toEqual([]);
});

test("line breaks of Windows are fine", () => {
  expect(problemsOf(skillWith(good).replaceAll("\n", "\r\n"))).toEqual([]);
});

test.each([
  ["no SKILL.md", lintSkill(skillFolder({ "README.md": "" })), "no-skill-file"],
  ["no front matter", problemsOf("# Trim\n"), "front-matter-missing"],
  ["a front matter without end", problemsOf(`---\n${good}\n`), "front-matter-open"],
  ["a byte order mark", problemsOf(`\uFEFF${skillWith(good)}`), "byte-order-mark"],
  ["a list instead of fields", problemsOf("---\n- name\n---\nx"), "not-a-map"],
  ["a field twice", problemsOf(skillWith(`${good}\nname: trim-text`)), "duplicate-field"],
  ["a list in brackets", problemsOf(skillWith(`${good}\nallowed-tools: [Read]`)), "flow-style"],
  ["an anchor", problemsOf(skillWith(`${good}\nlicense: &l MIT`)), "anchor"],
  ["a tag", problemsOf(skillWith(`${good}\nlicense: !!str MIT`)), "tag"],
  ["a tab outside of quotes", problemsOf(skillWith(`${good}\nlicense:\tMIT`)), "tab"],
  ["a control character", problemsOf(skillWith(`${good}\nlicense: M\u0007T`)), "control-character"],
  ["no name", problemsOf(skillWith("description: Use it when you trim.")), "name-missing"],
  ["an empty name", problemsOf(skillWith(good.replace("trim-text", '""'))), "name"],
  ["a name with capitals", problemsOf(skillWith(good.replace("trim-text", "Trim-text"))), "name-case"],
  ["two hyphens in a row", problemsOf(skillWith(good.replace("trim-text", "trim--text"))), "name-hyphens"],
  ["an underscore", problemsOf(skillWith(good.replace("trim-text", "trim_text"))), "name-characters"],
  ["a name of 65 letters", problemsOf(skillWith(good.replace("trim-text", "t".repeat(65)))), "name-length"],
  ["another folder", problemsOf(skillWith(good), "trimming"), "name-folder"],
  ["no description", problemsOf(skillWith("name: trim-text")), "description-missing"],
  ["an empty description", problemsOf(skillWith("name: trim-text\ndescription:")), "description"],
  [
    "a long description",
    problemsOf(skillWith(`name: trim-text\ndescription: ${"when ".repeat(210)}`)),
    "description-length",
  ],
  ["a long compatibility", problemsOf(skillWith(`${good}\ncompatibility: ${"x".repeat(501)}`)), "compatibility"],
  ["an unknown field", problemsOf(skillWith(`${good}\nversion: 1.0.0`)), "unknown-field"],
])("%s is an error", (_, problems, code) => {
  expect(problems.filter(({ severity }) => severity === "error").map((problem) => problem.code)).toContain(code);
  expect(isValid(problems)).toBe(false);
});

test.each([
  [
    "a description that does not say when",
    skillWith("name: trim-text\ndescription: Trims texts at both of their ends."),
    "description-when",
  ],
  ["metadata that is a text", skillWith(`${good}\nmetadata: none`), "metadata"],
  ["a list of tools", skillWith(`${good}\nallowed-tools:\n  - Read`), "allowed-tools"],
  ["501 lines of instructions", skillWith(good, "x\n".repeat(501)), "long"],
  ["instructions without end", skillWith(good, "x ".repeat(11_000)), "long"],
  ["no instructions", skillWith(good, ""), "no-instructions"],
  ["hyphens in a value", skillWith(good.replace("Trims", "Trims---cuts")), "hyphens"],
  [
    "a front matter on one line with its end",
    "---\nname: trim-text\ndescription: Use it when you trim. ---\nx",
    "hyphens",
  ],
])("%s is advice: the reference validator lets it pass", (_, text, code) => {
  expect(codesOf(text)).toContain(code);
  expect(isValid(problemsOf(text))).toBe(true);
});

test("skill.md is read as the reference validator reads it, with advice to rename it", () => {
  const problems = lintSkill(skillFolder({ "skill.md": skillWith(good) }), "trim-text");
  expect(problems.map(({ code, severity }) => [code, severity])).toEqual([["file-name", "warning"]]);
});

test("a file that is not UTF-8 is refused", () => {
  const problems = lintSkill([{ path: "SKILL.md", bytes: Uint8Array.of(0x2d, 0x2d, 0x2d, 0x0a, 0xff) }]);
  expect(problems.map(({ code }) => code)).toEqual(["encoding"]);
});

test("without a folder the name is not compared", () => {
  expect(lintSkill(skillFolder({ "SKILL.md": skillWith(good) }))).toEqual([]);
});

test("paths that some system cannot write are named", () => {
  const problems = lintSkill(skillFolder({ "SKILL.md": skillWith(good), "aux.md": "" }), "trim-text");
  expect(problems.map(({ path, code, severity }) => [path, code, severity])).toEqual([["aux.md", "path", "warning"]]);
});

test("problems say where they are, to the column", () => {
  const [problem] = problemsOf(skillWith(good.replace("name: trim-text", "name:   Trim-Text")));
  expect(problem).toMatchObject({ path: "SKILL.md", line: 2, column: 9, endLine: 2, endColumn: 18 });
});

test("problems are in the order of their places", () => {
  const places = problemsOf(skillWith("zzz: 1\nname: X_y\nyyy: 2")).map(({ line, column }) => [line, column]);
  expect(places).toEqual(places.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d));
});
