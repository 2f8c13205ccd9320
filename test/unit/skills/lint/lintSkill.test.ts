import { expect, test } from "vitest";
import { isValidSkill, lintSkill } from "../../../../src/skills/lint/lintSkill.ts";
import { createSkillFiles, createSkillTextWith } from "../../../support/skills/skillFolder.ts";

const good = "name: trim-text\ndescription: Trims texts. Use when a text has spaces at its ends.";
const problemsOf = (text: string, folder = "trim-text") => lintSkill(createSkillFiles({ "SKILL.md": text }), folder);
const codesOf = (text: string, folder?: string) => problemsOf(text, folder).map(({ code }) => code);

test("a valid skill has no problems", () => {
  expect(problemsOf(createSkillTextWith(good))).toEqual([]);
});

test("colons in texts without quotes are one problem of their line, in plain words, and no other", () => {
  const text = createSkillTextWith("name: trim-text\ndescription: Release notes: writes them: all\nlicense: MIT: mine");
  expect(problemsOf(text).map(({ line, code }) => [line, code])).toEqual([
    [3, "colon"],
    [4, "colon"],
  ]);
  expect(problemsOf(text)[0]?.message).toContain('The text of "description" has a colon with a space after it');
  expect(isValidSkill(problemsOf(text))).toBe(false);
});

test.each([
  ["at the beginning", `----\n${good}\n---\n\n# Trim\n`, "error", 1],
  ["at both ends", `----\n${good}\n----\n\n# Trim\n`, "error", 1],
  ["at the end", `---\n${good}\n----\n\n# Trim\n`, "warning", 4],
  ["at the end, with a rule below", `---\n${good}\n----\n\n# Trim\n\n---\nMore: x\n`, "warning", 4],
])("a line of four hyphens %s of the front matter is one problem", (_, text, severity, line) => {
  expect(problemsOf(text).map((one) => [one.code, one.severity, one.line])).toEqual([["hyphens", severity, line]]);
});

test.each([
  ["in quotes", 'name: trim-text\ndescription: "Trims ---- cuts. Use when needed."', "error"],
  ["before the name", "description: Trims ---- cuts. Use when needed.\nname: trim-text", "error"],
  ["in a block", "name: trim-text\ndescription: >-\n  Trims.\n  ----\n  Use when needed.", "warning"],
])("hyphens %s in a text are one problem, whatever follows from them", (_, frontMatter, severity) => {
  const found = problemsOf(createSkillTextWith(frontMatter));
  expect(found.map((one) => [one.code, one.severity])).toEqual([["hyphens", severity]]);
});

test("a rule of hyphens below a front matter that begins beside its hyphens does not end it", () => {
  const found = problemsOf(`---${good}\n---\n\n# Trim\n\n----\n`);
  expect(found.map(({ code, line }) => [code, line])).toEqual([["hyphens", 3]]);
});

test("what clients alone read below hyphens in a text is no error, what the reference validator reads is one", () => {
  const text = createSkillTextWith(`Name: x\n${good.replace("Trims", "Trims---cuts")}\nversion: 1`);
  const unknown = problemsOf(text).filter(({ code }) => code === "unknown-field");
  expect(unknown.map(({ line, severity }) => [line, severity])).toEqual([
    [2, "error"],
    [5, "warning"],
  ]);
  const name = problemsOf(createSkillTextWith(good.replace("trim-text", "Trim---text")), "Trim---text");
  expect(name.map(({ code, severity }) => [code, severity])).toEqual([
    ["name-case", "error"],
    ["name-hyphens", "warning"],
    ["hyphens", "error"],
  ]);
});

test("a version of a server for the evals is no problem", () => {
  expect(problemsOf(createSkillTextWith(`${good}\nmetadata:\n  fairlead-server: pets@1.2.0`))).toEqual([]);
});

test("CRLF line breaks are valid", () => {
  expect(problemsOf(createSkillTextWith(good).replaceAll("\n", "\r\n"))).toEqual([]);
});

test.each([
  ["no SKILL.md", lintSkill(createSkillFiles({ "README.md": "" })), "no-skill-file"],
  ["no front matter", problemsOf("# Trim\n"), "front-matter-missing"],
  ["an unclosed front matter", problemsOf(`---\n${good}\n`), "front-matter-open"],
  ["a byte order mark", problemsOf(`\uFEFF${createSkillTextWith(good)}`), "byte-order-mark"],
  ["a list instead of fields", problemsOf("---\n- name\n---\nx"), "not-a-map"],
  ["a field twice", problemsOf(createSkillTextWith(`${good}\nname: trim-text`)), "duplicate-field"],
  ["a list in brackets", problemsOf(createSkillTextWith(`${good}\nallowed-tools: [Read]`)), "flow-style"],
  ["an anchor", problemsOf(createSkillTextWith(`${good}\nlicense: &l MIT`)), "anchor"],
  ["a tag", problemsOf(createSkillTextWith(`${good}\nlicense: !!str MIT`)), "tag"],
  ["a tab outside of quotes", problemsOf(createSkillTextWith(`${good}\nlicense:\tMIT`)), "tab"],
  ["a control character", problemsOf(createSkillTextWith(`${good}\nlicense: M\u0007T`)), "control-character"],
  ["no name", problemsOf(createSkillTextWith("description: Use it when you trim.")), "name-missing"],
  ["an empty name", problemsOf(createSkillTextWith(good.replace("trim-text", '""'))), "name"],
  ["a name with capitals", problemsOf(createSkillTextWith(good.replace("trim-text", "Trim-text"))), "name-case"],
  ["two hyphens in a row", problemsOf(createSkillTextWith(good.replace("trim-text", "trim--text"))), "name-hyphens"],
  ["an underscore", problemsOf(createSkillTextWith(good.replace("trim-text", "trim_text"))), "name-characters"],
  ["a name of 65 letters", problemsOf(createSkillTextWith(good.replace("trim-text", "t".repeat(65)))), "name-length"],
  ["another folder", problemsOf(createSkillTextWith(good), "trimming"), "name-folder"],
  ["no description", problemsOf(createSkillTextWith("name: trim-text")), "description-missing"],
  ["an empty description", problemsOf(createSkillTextWith("name: trim-text\ndescription:")), "description"],
  [
    "a long description",
    problemsOf(createSkillTextWith(`name: trim-text\ndescription: ${"when ".repeat(210)}`)),
    "description-length",
  ],
  [
    "a long compatibility",
    problemsOf(createSkillTextWith(`${good}\ncompatibility: ${"x".repeat(501)}`)),
    "compatibility",
  ],
  ["an unknown field", problemsOf(createSkillTextWith(`${good}\nversion: 1.0.0`)), "unknown-field"],
])("%s is an error", (_, problems, code) => {
  expect(problems.filter(({ severity }) => severity === "error").map((problem) => problem.code)).toContain(code);
  expect(isValidSkill(problems)).toBe(false);
});

test.each([
  [
    "a description without a condition",
    createSkillTextWith("name: trim-text\ndescription: Trims texts at both of their ends."),
    "description-when",
  ],
  ["metadata that is a text", createSkillTextWith(`${good}\nmetadata: none`), "metadata"],
  [
    "a server of the evals without a version",
    createSkillTextWith(`${good}\nmetadata:\n  fairlead-server: pets`),
    "metadata-server",
  ],
  [
    "a server of the evals that is a map",
    createSkillTextWith(`${good}\nmetadata:\n  fairlead-server:\n    name: pets`),
    "metadata-server",
  ],
  ["a list of tools", createSkillTextWith(`${good}\nallowed-tools:\n  - Read`), "allowed-tools"],
  ["501 lines of instructions", createSkillTextWith(good, "x\n".repeat(501)), "long"],
  ["very long instructions", createSkillTextWith(good, "x ".repeat(11_000)), "long"],
  ["no instructions", createSkillTextWith(good, ""), "no-instructions"],
  ["hyphens in a value", createSkillTextWith(good.replace("Trims", "Trims---cuts")), "hyphens"],
  [
    "a front matter on one line with its end",
    "---\nname: trim-text\ndescription: Use it when you trim. ---\nx",
    "hyphens",
  ],
])("%s is a warning, because the reference validator accepts it", (_, text, code) => {
  expect(codesOf(text)).toContain(code);
  expect(isValidSkill(problemsOf(text))).toBe(true);
});

test("skill.md is accepted with a warning to rename it", () => {
  const problems = lintSkill(createSkillFiles({ "skill.md": createSkillTextWith(good) }), "trim-text");
  expect(problems.map(({ code, severity }) => [code, severity])).toEqual([["file-name", "warning"]]);
});

test("a file that is not UTF-8 is rejected", () => {
  const problems = lintSkill([{ path: "SKILL.md", bytes: Uint8Array.of(0x2d, 0x2d, 0x2d, 0x0a, 0xff) }]);
  expect(problems.map(({ code }) => code)).toEqual(["encoding"]);
});

test("without a folder the name is not compared", () => {
  expect(lintSkill(createSkillFiles({ "SKILL.md": createSkillTextWith(good) }))).toEqual([]);
});

test("paths that some system cannot store are reported", () => {
  const problems = lintSkill(createSkillFiles({ "SKILL.md": createSkillTextWith(good), "aux.md": "" }), "trim-text");
  expect(problems.map(({ path, code, severity }) => [path, code, severity])).toEqual([["aux.md", "path", "warning"]]);
});

test("problems have a line and a column", () => {
  const [problem] = problemsOf(createSkillTextWith(good.replace("name: trim-text", "name:   Trim-Text")));
  expect(problem).toMatchObject({ path: "SKILL.md", line: 2, column: 9, endLine: 2, endColumn: 18 });
});

test("problems are sorted by position", () => {
  const places = problemsOf(createSkillTextWith("zzz: 1\nname: X_y\nyyy: 2")).map(({ line, column }) => [line, column]);
  expect(places).toEqual(places.toSorted(([a = 0, b = 0], [c = 0, d = 0]) => a - c || b - d));
});
