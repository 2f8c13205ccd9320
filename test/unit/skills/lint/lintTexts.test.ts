import { expect, test } from "vitest";
import { lintSkill } from "../../../../src/skills/lint/lintSkill.ts";
import { createSkillFiles, createSkillTextWith } from "../../../support/skills/skillFolder.ts";

const fields = "name: trim-text\ndescription: Trims texts. Use when a text has spaces at its ends.";

function found(body: string, others: Readonly<Record<string, string>> = {}) {
  const files = createSkillFiles({ "SKILL.md": createSkillTextWith(fields, body), ...others });
  return lintSkill(files, "trim-text").map(({ path, line, code }) => `${path}:${line} ${code}`);
}

test.each([
  ["a link to a missing file", "[guide](references/guide.md)", "broken-link"],
  ["a missing image", "![logo](assets/logo.png)", "broken-link"],
  ["a link in angle brackets", "[guide](<references/my guide.md>)", "broken-link"],
  ["a reference link", "[guide]: references/guide.md", "broken-link"],
  ["an image in HTML", '<img src="assets/logo.png">', "broken-link"],
  ["a bundled script in code", "Run `node scripts/trim.mjs --all`.", "missing-file"],
  ["a link out of the folder", "[other](../other/SKILL.md)", "link-outside"],
  ["an absolute path", "[hosts](/etc/hosts)", "link-absolute"],
  ["a drive letter", "[file](C:\\temp\\a.md)", "link-absolute"],
  ["a file address", "[file](file:///etc/hosts)", "link-absolute"],
])("%s is reported", (_, body, code) => {
  expect(found(body)).toEqual([`SKILL.md:6 ${code}`]);
});

test.each([
  ["a site", "[site](https://example.com/a.md)"],
  ["a place in the file", "[above](#steps)"],
  ["a mail address", "[mail](mailto:me@example.com)"],
  ["a placeholder", "[x](references/<topic>.md) and `scripts/{name}.py`"],
  ["a path of another folder", "`src/scripts/build.ts`"],
  ["a block of code", "```md\n[x](missing.md)\n```"],
  ["a link in code", "Write `[x](missing.md)`."],
  ["a folder", "[scripts](scripts/) and `scripts/trim.mjs`"],
  ["a file with a place in it", "[x](references/a%20b.md#part)"],
])("%s is not a broken link", (_, body) => {
  expect(found(body, { "scripts/trim.mjs": "", "references/a b.md": "" })).toEqual([]);
});

test("a link whose case differs from the file is reported", () => {
  expect(found("[x](references/A.md)", { "references/a.md": "" })).toEqual(["SKILL.md:6 broken-link"]);
});

test("other Markdown files are checked too, relative to their folder or to the skill's folder", () => {
  const others = {
    "references/a.md": "[b](b.md) [c](references/c.md) [d](d.md)",
    "references/b.md": "",
    "references/c.md": "",
  };
  expect(found("[a](references/a.md)", others)).toEqual(["references/a.md:1 broken-link"]);
});

test("a key is reported without repeating it", () => {
  const key = `AKIA${"Q7RT2LMNB4XZ9WKD"}`;
  const problems = lintSkill(
    createSkillFiles({ "SKILL.md": createSkillTextWith(fields), "scripts/a.mjs": `const key = "${key}";` }),
  );
  expect(problems.map(({ path, code, column }) => [path, code, column])).toEqual([["scripts/a.mjs", "secret", 14]]);
  expect(JSON.stringify(problems)).not.toContain(key);
});

test("a private key is reported, but not its first line alone", () => {
  const line = `-----BEGIN RSA ${"PRIVATE"} KEY-----`;
  expect(found(`Look for ${line}.`)).toEqual([]);
  expect(found(`${line}\nMIIEpAIBAAKCAQEAr7Q2XyZ0\n`)).toEqual(["SKILL.md:6 secret"]);
});

test("an example of a key is not reported", () => {
  expect(found("AKIAIOSFODNN7EXAMPLE and sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")).toEqual([]);
});

test.each([
  ["a space without width", "Do\u200bit"],
  ["a direction mark", "Do \u202e ti"],
  ["letters written as tags", "Do\u{e0044}\u{e006f}"],
  ["data in variation selectors", "Do\ufe01\ufe02\ufe03\ufe04"],
])("%s is reported", (_, body) => {
  expect(found(body)).toEqual(["SKILL.md:6 invisible-character"]);
});

test("emoji and joined scripts are not reported", () => {
  expect(found("👩‍👩‍👧 ❤️ 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} می‌خواهم")).toEqual([]);
});

test("binary files are not searched", () => {
  const problems = lintSkill([
    ...createSkillFiles({ "SKILL.md": createSkillTextWith(fields) }),
    { path: "assets/a.bin", bytes: Uint8Array.of(0, ...new TextEncoder().encode("\u200b")) },
  ]);
  expect(problems).toEqual([]);
});
