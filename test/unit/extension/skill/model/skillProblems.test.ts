import { expect, test } from "vitest";
import { findProblemsAfter, findSkillProblems } from "../../../../../src/extension/skill/model/skillProblems.ts";
import type { FileContent } from "../../../../../src/text/files/fileContent.ts";

const file = (path: string, text: string): FileContent => ({ path, bytes: Buffer.from(text) });
const skill = (body: string, name = "greeter") =>
  file(
    "SKILL.md",
    `---\nname: ${name}\ndescription: Greets people. Use when somebody is to be greeted.\n---\n\n${body}\n`,
  );
const other = file("references/more.md", "See [what is not there](nowhere.md).\n");
const queries = file("eval_queries.json", '[{ "query": "Say hello" }]\n');

const formatProblems = (problems: ReturnType<typeof findSkillProblems>) =>
  problems.map(({ path, line, code }) => `${path}:${line} ${code}`).sort();

test("problems in all files are found, including case files", () => {
  expect(formatProblems(findSkillProblems([skill("Hello."), other, queries], "greeter"))).toEqual([
    "eval_queries.json:1 case",
    "references/more.md:1 broken-link",
  ]);
});

test.each([
  ["a link that leads nowhere", skill("See [more](references/none.md).")],
  ["a link to a file of the folder", skill("See [more](references/more.md).")],
  ["a skill that some agents do not load", file("SKILL.md", "---\nname: greeter\n---\n\nHello.\n")],
  ["a name that is not the folder's", skill("Hello.", "other")],
  ["no front matter", file("SKILL.md", "Hello.\n")],
])("an update finds the same problems as a complete check: %s", (_, typed) => {
  const before = findSkillProblems([skill("Hello."), other, queries], "greeter");
  const files = [typed, other, queries];
  const after = findProblemsAfter(before, files, new Set(["SKILL.md"]), "greeter");
  expect(formatProblems(after)).toEqual(formatProblems(findSkillProblems(files, "greeter")));
});

test("an update of a case file finds the same problems as a complete check", () => {
  const before = findSkillProblems([skill("Hello.", "other"), queries], "greeter");
  const files = [skill("Hello.", "other"), file("eval_queries.json", "[]\n")];
  const after = findProblemsAfter(before, files, new Set(["eval_queries.json"]), "greeter");
  expect(formatProblems(after)).toEqual(formatProblems(findSkillProblems(files, "greeter")));
});

test("the agents that do not load a skill are named, each with its reason", () => {
  const found = findSkillProblems(
    [file("SKILL.md", "---\nname: greeter\ndescription: Use this: now\n---\n\nHi.\n")],
    "greeter",
  );
  expect(found.filter(({ code }) => code === "not-loaded")).toEqual([
    expect.objectContaining({
      ...{ path: "SKILL.md", line: 1, endColumn: 4, severity: "warning" },
      message: "Not loaded by Codex and Cursor. The front matter is not valid YAML.",
    }),
  ]);
  const nameless = findSkillProblems([file("SKILL.md", "---\nname: greeter\nmetadata: none\n---\n\nHi.\n")], "greeter");
  expect(nameless.find(({ code }) => code === "not-loaded")?.message).toBe(
    "Not loaded by Codex, Cursor, Gemini CLI and OpenCode. The description is missing.",
  );
  expect(findSkillProblems([skill("Hello.")], "greeter")).toEqual([]);
  expect(findSkillProblems([], "greeter").map(({ code }) => code)).toEqual(["no-skill-file"]);
});

test("unchanged files are not read again", () => {
  const unread: FileContent = {
    path: "references/more.md",
    get bytes(): Uint8Array {
      throw new Error("read again");
    },
  };
  expect(() => findProblemsAfter([], [skill("Hello."), unread], new Set(["SKILL.md"]), "greeter")).not.toThrow();
});
