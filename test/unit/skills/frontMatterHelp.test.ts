import { expect, test } from "vitest";
import { completeFrontMatter } from "../../../src/skills/completeFrontMatter.ts";
import { hoverFrontMatter } from "../../../src/skills/hoverFrontMatter.ts";

/** The text without the mark `|`, and the place where it was. */
function marked(text: string) {
  const at = text.indexOf("|");
  const before = text.slice(0, at).split("\n");
  return { text: text.replace("|", ""), line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

function labels(text: string): string[] {
  const { text: plain, line, column } = marked(text);
  return completeFrontMatter(plain, line, column).map(({ label }) => label);
}

test("fields that are not there yet are offered", () => {
  const offered = labels("---\nname: a\n|\n---\n");
  expect(offered).toContain("description");
  expect(offered).not.toContain("name");
});

test("a front matter that is not closed yet is completed as well", () => {
  expect(labels("---\nna|")).toContain("name");
});

test("a field is completed over what is typed, keeping a value that is there", () => {
  const { text, line, column } = marked("---\nlic|: MIT\n---\n");
  const offered = completeFrontMatter(text, line, column).find(({ label }) => label === "license");
  expect(offered).toMatchObject({ text: "license", range: { line: 2, column: 1, endLine: 2, endColumn: 4 } });
});

test("values are offered where a field has known ones", () => {
  expect(labels("---\nlicense: |\n---\n")).toContain("Apache-2.0");
  expect(labels("---\nuser-invocable: |\n---\n")).toEqual(["true", "false"]);
  expect(labels("---\ndescription: |\n---\n")).toEqual([]);
});

test("of several tools the last is completed", () => {
  const { text, line, column } = marked("---\nallowed-tools: Read Ba|\n---\n");
  const offered = completeFrontMatter(text, line, column).find(({ label }) => label === "Bash");
  expect(offered?.range).toEqual({ line: 2, column: 21, endLine: 2, endColumn: 23 });
});

test.each(["|---\nname: a\n---\n", "---\nname: a\n---\n\n|text", "# No front matter\n|"])(
  "outside of the front matter nothing is offered: %j",
  (text) => {
    expect(labels(text)).toEqual([]);
  },
);

test("a field says what it is", () => {
  const text = "---\nname: a\nodd: b\n---\n# name: c\n";
  expect(hoverFrontMatter(text, 2, 2)).toMatchObject({ range: { line: 2, column: 1, endLine: 2, endColumn: 5 } });
  expect(hoverFrontMatter(text, 2, 2)?.markdown).toContain("https://agentskills.io/specification#name-field");
  expect(hoverFrontMatter(text, 3, 1)?.markdown).toMatch(/^Not a field/);
  expect(hoverFrontMatter(text, 2, 7)).toBeUndefined();
  expect(hoverFrontMatter(text, 5, 3)).toBeUndefined();
});
