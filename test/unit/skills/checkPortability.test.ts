import { expect, test } from "vitest";
import { checkPortability } from "../../../src/skills/checkPortability.ts";
import type { FileContent } from "../../../src/text/files/fileContent.ts";
import { createSkillFiles, createSkillTextWith } from "../../support/skills/skillFolder.ts";

const description = "description: Trims texts. Use when a text has spaces at its ends.";
const good = `name: trim-text\n${description}`;
const all = ["vscode", "claude-code", "codex", "cursor", "gemini-cli", "opencode"];

/** The verdicts of the clients that do not fully load a skill. */
function otherwise(files: readonly FileContent[], folder = "trim-text") {
  const verdicts = checkPortability(files, folder).filter(({ verdict }) => verdict !== "loads");
  return Object.fromEntries(verdicts.map(({ client, verdict }) => [client, verdict]));
}

const skill = (frontMatter: string) => createSkillFiles({ "SKILL.md": createSkillTextWith(frontMatter) });

test("a skill of standard fields loads in every client", () => {
  const files = skill(`${good}\nlicense: MIT\ncompatibility: Needs Node.js.\nmetadata:\n  version: "1.0.0"`);
  expect(checkPortability(files, "trim-text")).toEqual(
    all.map((client) => ({ client, name: expect.any(String), verdict: "loads", reasons: [] })),
  );
});

test("some clients ignore a field with an effect", () => {
  expect(otherwise(skill(`${good}\nallowed-tools: Read`))).toEqual({
    vscode: "partly",
    codex: "partly",
    cursor: "partly",
    "gemini-cli": "partly",
    opencode: "partly",
  });
});

test("Codex skips a skill with a long description", () => {
  const files = skill(`name: trim-text\ndescription: ${"when ".repeat(210)}`);
  expect(otherwise(files)).toEqual({ vscode: "partly", codex: "skips", opencode: "partly" });
});

test("some clients reject a name that differs from the folder", () => {
  expect(otherwise(skill(good), "trimming")).toEqual({ vscode: "partly", cursor: "partly", opencode: "partly" });
});

test("most clients skip a skill without a description", () => {
  expect(otherwise(skill("name: trim-text"))).toEqual({
    vscode: "partly",
    "claude-code": "partly",
    codex: "skips",
    cursor: "skips",
    "gemini-cli": "skips",
    opencode: "skips",
  });
});

test("strict clients skip a skill whose name is a number in YAML", () => {
  expect(otherwise(skill(`name: 123\n${description}`), "123")).toEqual({ codex: "skips", opencode: "skips" });
  expect(otherwise(skill(`name: "123"\n${description}`), "123")).toEqual({});
});

test("no client finds skill.md", () => {
  const verdicts = checkPortability(createSkillFiles({ "skill.md": createSkillTextWith(good) }), "trim-text");
  expect(new Set(verdicts.map(({ verdict }) => verdict))).toEqual(new Set(["skips"]));
  expect(verdicts[0]?.reasons).toEqual(["It looks for SKILL.md in upper case, not skill.md."]);
});

test("a colon in a text without quotes is invalid YAML, which OpenCode repairs", () => {
  expect(otherwise(skill("name: trim-text\ndescription: Use this: always"))).toEqual({
    vscode: "partly",
    "claude-code": "partly",
    codex: "skips",
    cursor: "skips",
    "gemini-cli": "partly",
  });
  expect(otherwise(skill("name: trim-text\ndescription: Use this: always\nlicense: [")).opencode).toBe("skips");
});

test("a byte order mark hides the front matter from most clients", () => {
  const files = createSkillFiles({ "SKILL.md": `\uFEFF${createSkillTextWith(good)}` });
  expect(otherwise(files)).toEqual({
    vscode: "partly",
    "claude-code": "partly",
    codex: "skips",
    cursor: "skips",
    "gemini-cli": "skips",
  });
});

test("each reason is a sentence", () => {
  const files = createSkillFiles({ "SKILL.md": `---\nname: [x\nhooks: a\nmetadata: b\n---\n` });
  const reasons = checkPortability(files, ".odd").flatMap((client) => client.reasons);
  expect(reasons.length).toBeGreaterThan(6);
  expect(reasons.filter((reason) => !/^[A-Z"].*\.$/.test(reason))).toEqual([]);
});
