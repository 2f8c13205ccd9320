import { expect, test } from "vitest";
import { readSkill } from "../../../src/skills/readSkill.ts";
import { createSkillFiles, createSkillTextWith } from "../../support/skills/skillFolder.ts";

const read = (text: string) => readSkill(createSkillFiles({ "SKILL.md": text }));

test("reads all values of the front matter as texts", () => {
  const frontMatter = [
    'name: "trim-text"',
    "description: >-\n  Trims texts.\n  Use when needed.",
    "license: MIT",
    "metadata:\n  version: 1.0",
    "allowed-tools: Bash(git:*) Read, Grep",
    "more: true",
  ];
  expect(read(createSkillTextWith(frontMatter.join("\n")))).toEqual({
    name: "trim-text",
    description: "Trims texts. Use when needed.",
    license: "MIT",
    compatibility: undefined,
    metadata: { version: "1.0" },
    allowedTools: ["Bash(git:*)", "Read", "Grep"],
    frontMatter: expect.objectContaining({ more: "true", license: "MIT" }),
  });
});

test("missing and invalid fields are undefined or empty", () => {
  expect(read("# Just text\n")).toMatchObject({ name: undefined, metadata: {} });
  expect(read(createSkillTextWith("name: [a]\nmetadata: x\nallowed-tools:\n  - Read"))).toMatchObject({
    name: undefined,
    metadata: {},
    allowedTools: ["Read"],
  });
});

test("SKILL.md takes precedence over skill.md, and without either there is no skill", () => {
  const files = createSkillFiles({
    "skill.md": createSkillTextWith("name: small"),
    "SKILL.md": createSkillTextWith("name: large"),
  });
  expect(readSkill(files)?.name).toBe("large");
  expect(readSkill(files.slice(0, 1))?.name).toBe("small");
  expect(readSkill(createSkillFiles({ "docs/SKILL.md": "" }))).toBeUndefined();
});

test("hyphens in a value do not end the front matter for clients", () => {
  expect(read(createSkillTextWith("name: a\ndescription: one --- two"))?.description).toBe("one --- two");
});

test("fields with names of Object.prototype are ordinary fields", () => {
  const skill = read(createSkillTextWith("__proto__: a\nconstructor: b\nname: c"));
  expect(Object.keys(skill?.frontMatter ?? {})).toEqual(["__proto__", "constructor", "name"]);
});
