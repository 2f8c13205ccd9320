import { expect, test } from "vitest";
import { completeFrontMatter, hoverFrontMatter } from "../../../src/skills/frontMatterHelp.ts";

/** Removes the mark `|` from a text and returns its position. */
function marked(text: string) {
  const at = text.indexOf("|");
  const before = text.slice(0, at).split("\n");
  return { text: text.replace("|", ""), line: before.length, column: (before.at(-1) ?? "").length + 1 };
}

function labels(text: string): string[] {
  const { text: plain, line, column } = marked(text);
  return completeFrontMatter(plain, line, column).map(({ label }) => label);
}

test("missing fields are offered", () => {
  const offered = labels("---\nname: a\n|\n---\n");
  expect(offered).toContain("description");
  expect(offered).not.toContain("name");
});

test("an unclosed front matter is completed too", () => {
  expect(labels("---\nna|")).toContain("name");
});

test("a completion replaces the typed name and keeps an existing value", () => {
  const { text, line, column } = marked("---\nlic|: MIT\n---\n");
  const offered = completeFrontMatter(text, line, column).find(({ label }) => label === "license");
  expect(offered).toMatchObject({ text: "license", range: { line: 2, column: 1, endLine: 2, endColumn: 4 } });
});

test("known values of a field are offered", () => {
  expect(labels("---\nlicense: |\n---\n")).toContain("Apache-2.0");
  expect(labels("---\nuser-invocable: |\n---\n")).toEqual(["true", "false"]);
  expect(labels("---\ndescription: |\n---\n")).toEqual([]);
});

test("the last of several tools is completed", () => {
  const { text, line, column } = marked("---\nallowed-tools: Read Ba|\n---\n");
  const offered = completeFrontMatter(text, line, column).find(({ label }) => label === "Bash");
  expect(offered?.range).toEqual({ line: 2, column: 21, endLine: 2, endColumn: 23 });
});

test.each(["|---\nname: a\n---\n", "---\nname: a\n---\n\n|text", "# No front matter\n|"])(
  "nothing is offered outside of the front matter: %j",
  (text) => {
    expect(labels(text)).toEqual([]);
  },
);

test("a hover describes a field", () => {
  const text = "---\nname: a\nodd: b\n---\n# name: c\n";
  expect(hoverFrontMatter(text, 2, 2)).toMatchObject({ range: { line: 2, column: 1, endLine: 2, endColumn: 5 } });
  expect(hoverFrontMatter(text, 2, 2)?.markdown).toContain("https://agentskills.io/specification#name-field");
  expect(hoverFrontMatter(text, 3, 1)?.markdown).toMatch(/^Not a field/);
  expect(hoverFrontMatter(text, 2, 7)).toBeUndefined();
  expect(hoverFrontMatter(text, 5, 3)).toBeUndefined();
});
