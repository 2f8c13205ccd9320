import { expect, test } from "vitest";
import {
  addLockedCopy,
  emptyLock,
  formatSkillsLock,
  type LockedCopy,
  parseSkillsLock,
  removeLockedCopy,
} from "../../../../../src/extension/skill/model/skillsLock.ts";

const copy = (path: string, version = "1.0.0"): LockedCopy => ({
  ...{ path, agent: "claude-code", service: "https://example.com", skillId: "skl_1", artifactId: "art_1", version },
  ...{ digest: "sha256:0", files: [{ path: "SKILL.md", digest: "sha256:1" }] },
});
const files = [
  { path: "b/two.md", bytes: Buffer.from("two") },
  { path: "SKILL.md", bytes: Buffer.from("one") },
];

test("a copy is written and read back, in a format that other tools read", () => {
  const lock = addLockedCopy(emptyLock, "greeter", copy(".claude/skills/greeter"), files);
  const text = formatSkillsLock(lock);
  expect(parseSkillsLock(text, "lock")).toEqual(lock);
  expect(JSON.parse(text)).toMatchObject({
    version: 1,
    skills: {
      greeter: {
        source: "https://example.com",
        sourceType: "fairlead",
        // `printf 'b/two.mdtwoSKILL.mdone' | sha256sum`: paths in locale order, each before its content.
        computedHash: "7b4af5211476adeeaf91e46266a32494d52a83081ae7c134564698416e7d9ddd",
      },
    },
  });
  expect(text.endsWith("}\n")).toBe(true);
});

test("entries of other tools stay unchanged when a copy is added or removed", () => {
  const theirs = { source: "owner/repository", sourceType: "github", computedHash: "abc", ref: "main" };
  const before = { version: 1, note: "kept", skills: { greeter: theirs, zebra: theirs } };
  const lock = parseSkillsLock(JSON.stringify(before), "lock");
  const after = addLockedCopy(lock, "greeter", copy(".claude/skills/greeter"), files);
  expect(after).toMatchObject({ note: "kept", skills: { greeter: theirs, zebra: theirs } });
  expect(removeLockedCopy(after, ".claude/skills/greeter")).toEqual(before);
});

test("a copy replaces the one at its path, and the entry is removed with its last copy", () => {
  const first = addLockedCopy(emptyLock, "greeter", copy("a/greeter"), files);
  const two = addLockedCopy(first, "greeter", copy("b/greeter"), files);
  const newer = addLockedCopy(two, "greeter", copy("a/greeter", "2.0.0"), files);
  expect(newer.skills.greeter?.fairlead?.copies).toEqual([copy("a/greeter", "2.0.0"), copy("b/greeter")]);
  expect(removeLockedCopy(removeLockedCopy(newer, "a/greeter"), "b/greeter")).toEqual(emptyLock);
});

test("skills are sorted, so that branches merge without conflicts", () => {
  const lock = addLockedCopy(addLockedCopy(emptyLock, "zebra", copy("z"), files), "ant", copy("a"), files);
  expect(Object.keys(JSON.parse(formatSkillsLock(lock)).skills)).toEqual(["ant", "zebra"]);
});

test.each([
  ["<<<<<<< HEAD\n{}\n", "it holds a merge conflict"],
  ["{", "it is not JSON"],
  ['{"version":1}', '"skills"'],
  [formatSkillsLock(addLockedCopy(emptyLock, "a", copy("../outside"), files)), '"skills.a.fairlead.copies.0.path"'],
  ...[".git/hooks", ".GIT", "a/git~1/hooks", ".claude/skills/.hg"].map((path) => [
    formatSkillsLock(addLockedCopy(emptyLock, "a", copy(path), files)),
    '"skills.a.fairlead.copies.0.path"',
  ]),
  [
    formatSkillsLock(
      addLockedCopy(emptyLock, "a", { ...copy("a"), files: [{ path: "/etc/passwd", digest: "" }] }, files),
    ),
    "files.0.path",
  ],
])("an invalid lock file is rejected: %#", (text, reason) => {
  expect(() => parseSkillsLock(text, "skills-lock.json")).toThrow(reason);
});

test("a commit that could be an option of Git is refused", () => {
  const text = (commit: string) =>
    formatSkillsLock(addLockedCopy(emptyLock, "greeter", { ...copy(".claude/skills/greeter"), commit }, files));
  expect(() => parseSkillsLock(text("--upload-pack=touch /tmp/x;"), "lock")).toThrow("commit");
  expect(parseSkillsLock(text("a".repeat(40)), "lock").skills).toHaveProperty("greeter");
});
