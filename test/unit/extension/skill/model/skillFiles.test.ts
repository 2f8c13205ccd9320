import { expect, test } from "vitest";
import { omitIgnoredFiles } from "../../../../../src/extension/skill/model/skillFiles.ts";

const listSkillPaths = (files: Readonly<Record<string, string>>) =>
  omitIgnoredFiles(Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.from(text) }))).map(
    ({ path }) => path,
  );

test("ignore files work like in Git, and are not part of the skill", () => {
  const files = {
    ".gitignore": "*.log\nbuild/\n",
    ".skillignore": "notes/**\n!notes/kept.md\n",
    "SKILL.md": "",
    "run.log": "",
    "build/out.js": "",
    "scripts/build/out.js": "",
    "notes/idea.md": "",
    "notes/kept.md": "",
    "Build.md": "",
  };
  expect(listSkillPaths(files)).toEqual(["SKILL.md", "notes/kept.md", "Build.md"]);
});

test("invalid paths are kept for a later check", () => {
  expect(listSkillPaths({ "SKILL.md": "", "../outside.md": "", "/etc/passwd": "" })).toEqual([
    "SKILL.md",
    "../outside.md",
    "/etc/passwd",
  ]);
});
