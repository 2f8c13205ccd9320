import { describe, expect, test } from "vitest";
import { readLockedSource, toLockedSource } from "../../../../../../src/extension/skill/model/source/lockedSource.ts";
import {
  formatSourceAddress,
  parseSkillSource,
  parseTypedSource,
  type SkillSource,
} from "../../../../../../src/extension/skill/model/source/skillSource.ts";

const git = (url: string, ref?: string, folder?: string): SkillSource => ({ kind: "git", url, ref, folder });
const github = "https://github.com/owner/name.git";

describe("an address is read as", () => {
  test.each<[string, SkillSource]>([
    ["owner/name", git(github)],
    [" owner/name.git ", git(github)],
    ["owner/name/skills/one#v1.0", git(github, "v1.0", "skills/one")],
    ["https://github.com/owner/name", git(github)],
    ["https://github.com/owner/name/tree/main/skills/one", git(github, "main", "skills/one")],
    ["https://gitlab.com/group/sub/name/-/tree/v2/a", git("https://gitlab.com/group/sub/name.git", "v2", "a")],
    ["https://git.example.com/a/b.git#feature/x", git("https://git.example.com/a/b.git", "feature/x")],
    ["git@github.com:owner/name.git", git("git@github.com:owner/name.git")],
    ["ssh://git@example.com/a.git", git("ssh://git@example.com/a.git")],
    ["file:///home/ada/repository", git("file:///home/ada/repository")],
    ["https://example.com/skills.zip", { kind: "zip", url: "https://example.com/skills.zip" }],
    ["https://example.com/docs/", { kind: "index", url: "https://example.com/docs" }],
  ])("%s", (text, source) => expect(parseSkillSource(text)).toEqual(source));
});

test.each([
  ["/home/ada/my skills/", "folder", "file:///home/ada/my%20skills"],
  ["C:\\skills\\a#1.ZIP", "zip", "file:///C:/skills/a%231.ZIP"],
])("a user may type the path %j", (path, kind, url) => {
  expect(parseTypedSource(path)).toEqual({ kind, url });
  expect(() => parseSkillSource(path)).toThrow();
});

test.each([
  ["", /Enter owner\/name/],
  ["--upload-pack=evil", /Enter owner\/name/],
  ["ext::sh -c evil", /Enter owner\/name/],
  ["ext::evil", /no address/],
  ["javascript:alert(1)", /no address/],
  ["https://ada:secret@example.com/a.git", /user name or a password/],
  ["https://token@example.com/a.git", /user name or a password/],
  ["owner/name#--evil", /no name of a branch/],
  ["owner/name#a:refs/heads/b", /no name of a branch/],
  ["owner/name/../../etc", /no folder/],
  ["owner/name\nx", /Enter owner\/name/],
])("%j is refused", (text, message) => expect(() => parseSkillSource(text)).toThrow(message));

const skill = { name: "one", folder: "skills/one", files: [], omissions: [] };
const lock = { root: "file:///home/ada/project", path: "" };

test.each<[SkillSource, object]>([
  [git(github, "main"), { source: "owner/name", sourceType: "github", ref: "main", skillPath: "skills/one/SKILL.md" }],
  [
    git("https://example.com/a.git"),
    {
      source: "https://example.com/a.git",
      sourceUrl: "https://example.com/a.git",
      sourceType: "git",
      skillPath: "skills/one/SKILL.md",
    },
  ],
  [
    { kind: "folder", url: "file:///home/ada/project/shared" },
    { source: "./shared/skills/one", sourceType: "local" },
  ],
  [
    { kind: "folder", url: "file:///elsewhere" },
    { source: "/elsewhere/skills/one", sourceType: "local" },
  ],
])("a lock file names the source %j as the command line tool does, and it is read again", (source, entry) => {
  const locked = toLockedSource(source, skill, lock);
  expect(locked).toEqual(entry);
  const again = readLockedSource({ ...locked }, "one", lock);
  expect(again && [formatSourceAddress(again.source), again.folder]).toEqual(
    source.kind === "folder"
      ? [
          source.url === "file:///elsewhere"
            ? "file:///elsewhere/skills/one"
            : "file:///home/ada/project/shared/skills/one",
          "",
        ]
      : [formatSourceAddress(source), "skills/one"],
  );
});

test.each([
  { source: "ext::evil", sourceType: "git" },
  { source: "--upload-pack=evil", sourceType: "git" },
  { sourceType: "git", source: "x", sourceUrl: "https://ada:secret@example.com/a.git" },
  { source: "javascript:x", sourceType: "well-known", sourceUrl: "javascript:x" },
  { source: "npm-package", sourceType: "node_modules" },
  { source: "file://evil/share/x.zip", sourceType: "download" },
  { source: "file:////evil/share/x.zip", sourceType: "download" },
  { source: "file:///\\evil/share", sourceType: "git" },
  { source: "./../../../../..//evil/share", sourceType: "local" },
  { sourceType: 7, source: { a: 1 } },
])("a lock file of a workspace cannot name %j as a source", (entry) => {
  // What a lock file holds is not known before it is read.
  expect(readLockedSource(entry as never, "one", lock)).toBeUndefined();
});
