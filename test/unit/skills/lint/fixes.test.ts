import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { lintSkill } from "../../../../src/skills/lint/lintSkill.ts";
import type { SkillFix } from "../../../../src/skills/skill.ts";
import { createLineIndex } from "../../../../src/text/position/lineIndex.ts";
import { createSkillFiles, createSkillTextWith } from "../../../support/skills/skillFolder.ts";

const description = "description: Trims texts. Use when a text has spaces at its ends.";

function problemsOf(text: string) {
  return lintSkill(createSkillFiles({ "SKILL.md": text }), "trim-text");
}

function applied(text: string, { edits }: SkillFix): string {
  const { offset } = createLineIndex(text);
  const placed = edits.map((edit) => ({
    ...edit,
    from: offset(edit.line, edit.column),
    to: offset(edit.endLine, edit.endColumn),
  }));
  return placed
    .toSorted((a, b) => b.from - a.from)
    .reduce((all, { from, to, text: by }) => all.slice(0, from) + by + all.slice(to), text);
}

/** Applies each fix of the problem with this code. */
function fixed(text: string, code: string): string[] {
  const problem = problemsOf(text).find((diagnostic) => diagnostic.code === code);
  return (problem?.fixes ?? []).map((fix) => applied(text, fix));
}

test.each([
  ["another folder's name", createSkillTextWith(`name: trimming\n${description}`), "name-folder"],
  ["capitals and spaces", createSkillTextWith(`name: Trim Text\n${description}`), "name-case"],
  ["a name in camel case", createSkillTextWith(`name: trimText\n${description}`), "name-case"],
  ["a missing name", createSkillTextWith(description), "name-missing"],
  ["a name without a value", createSkillTextWith(`name:\n${description}`), "name"],
  ["no front matter", "# Trim\n", "front-matter-missing"],
])("%s is corrected by its fix", (_, text, code) => {
  const [after = ""] = fixed(text, code);
  expect(after).toMatch(/^name: trim-text$/m);
  expect(problemsOf(after).filter(({ severity }) => severity === "error")).toEqual([]);
});

test("a text with a colon is put in quotes; one that continues on the next line is left to its author", () => {
  const [after = ""] = fixed(createSkillTextWith('name: trim-text\ndescription: Use it when: "a" \\ b'), "colon");
  expect(after).toContain(String.raw`description: "Use it when: \"a\" \\ b"`);
  expect(problemsOf(after).filter(({ severity }) => severity === "error")).toEqual([]);
  const continued = createSkillTextWith("name: trim-text\ndescription: Use it: when\n  texts are long");
  expect(problemsOf(continued).map(({ code }) => code)).toContain("colon");
  expect(fixed(continued, "colon")).toEqual([]);
});

test.each(["\n", "\r\n"])("lines of more than three hyphens are shortened", (newline) => {
  const valid = createSkillTextWith(`name: trim-text\n${description}`).replaceAll("\n", newline);
  expect(fixed(valid.replace("---", "-----"), "hyphens")).toEqual([valid]);
  expect(fixed(valid.replaceAll("---", "----"), "hyphens")).toEqual([valid]);
  expect(fixed(valid.replace(`${newline}---`, `${newline}----`), "hyphens")).toEqual([valid]);
});

test("a fix keeps the line breaks of Windows", () => {
  const [after] = fixed(createSkillTextWith(description).replaceAll("\n", "\r\n"), "name-missing");
  expect(after).toContain("---\r\nname: trim-text\r\ndescription:");
});

test("a missing description is added below the name", () => {
  const [after] = fixed(createSkillTextWith("name: trim-text\nlicense: MIT"), "description-missing");
  expect(after).toMatch(/^---\nname: trim-text\ndescription: .+\nlicense: MIT\n---/);
});

test("a description that is too long is cut after a word", () => {
  const [after = ""] = fixed(
    createSkillTextWith(`name: trim-text\ndescription: ${"when it is so, ".repeat(80)}`),
    "description-length",
  );
  expect(problemsOf(after)).toEqual([]);
  expect(after).toMatch(/ so, ?\n---/);
});

test("an unknown field is moved under metadata or removed", () => {
  const text = createSkillTextWith(`name: trim-text\nversion: "1.0"\n${description}`);
  const [moved, removed] = fixed(text, "unknown-field");
  expect(moved).toBe(createSkillTextWith(`name: trim-text\nmetadata:\n  version: "1.0"\n${description}`));
  expect(removed).toBe(createSkillTextWith(`name: trim-text\n${description}`));
});

test("an unknown field is added to existing metadata", () => {
  const text = createSkillTextWith(`name: trim-text\n${description}\nmetadata:\n    author: me\nversion: 1.0.0`);
  const [moved] = fixed(text, "unknown-field");
  expect(moved).toBe(
    createSkillTextWith(`name: trim-text\n${description}\nmetadata:\n    version: 1.0.0\n    author: me`),
  );
});

test("a field of many lines can only be removed", () => {
  const text = createSkillTextWith(`name: trim-text\n${description}\nhooks:\n  a: b\n  c: d`);
  expect(fixed(text, "unknown-field")).toEqual([createSkillTextWith(`name: trim-text\n${description}`)]);
});

test("every fix of a random front matter removes its problem and keeps the YAML valid", () => {
  const file = join(import.meta.dirname, "../../../fixtures/skills/referenceVerdicts.json");
  const { frontMatters } = z
    .object({ frontMatters: z.array(z.object({ text: z.string() })) })
    .parse(JSON.parse(readFileSync(file, "utf8")));
  const count = (problems: ReturnType<typeof problemsOf>, wanted: string) =>
    problems.filter(({ code }) => code === wanted).length;
  const failed = frontMatters.flatMap(({ text }) => {
    // Behind hyphens there are problems of their own.
    const problems = problemsOf(text).filter(({ code }) => code !== "hyphens");
    return problems.flatMap(({ code, fixes }) =>
      fixes.filter((fix) => {
        const left = problemsOf(applied(text, fix));
        return count(left, code) >= count(problems, code) || count(left, "yaml") > 0;
      }),
    );
  });
  expect(failed).toEqual([]);
});

test("invisible characters are removed", () => {
  const text = createSkillTextWith(`name: trim-text\n${description}`, "Do\u200b it.\n");
  expect(fixed(text, "invisible-character")).toEqual([
    createSkillTextWith(`name: trim-text\n${description}`, "Do it.\n"),
  ]);
});
