import { chmodSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  computeGitTreeHash,
  isAsInGlobalLock,
  toToolFolderName,
} from "../../../../../src/extension/skill/model/toolHashes.ts";
import { createTestRepository } from "../../../../support/skills/gitRepository.ts";

const bytes = (text: string) => Buffer.from(text);

test("the hash of a tree is Git's, with folders, executable files and names that sort around a slash", () => {
  using repository = createTestRepository();
  repository.write({ "s/a/x.md": "x", "s/a.b": "b", "s/a-c/y": "y", "s/ä.md": "", "s/run.sh": "#!/bin/sh\n" });
  chmodSync(join(repository.folder, "s/run.sh"), 0o755);
  repository.commit({});
  const files = [
    { path: "run.sh", bytes: bytes("#!/bin/sh\n"), isExecutable: true as const },
    { path: "ä.md", bytes: bytes("") },
    { path: "a-c/y", bytes: bytes("y") },
    { path: "a.b", bytes: bytes("b") },
    { path: "a/x.md", bytes: bytes("x") },
  ];
  expect(computeGitTreeHash(files)).toBe(repository.git("rev-parse", "HEAD:s"));
});

test("an entry of the global lock file proves files by any of the hashes that the tool writes", () => {
  const files = [{ path: "SKILL.md", bytes: bytes("one") }];
  const prove = (entry: Readonly<Record<string, unknown>>) => isAsInGlobalLock(entry, files);
  // `printf one | sha256sum`
  const digest = "sha256:7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed";
  expect(prove({ skillFolderHash: computeGitTreeHash(files) })).toBe(true);
  expect(prove({ skillFolderHash: "", wellKnownDigest: digest })).toBe(true);
  expect(prove({ skillFolderHash: "" })).toBe(false);
  expect(prove({ skillFolderHash: "0".repeat(64) })).toBe(false);
  expect(prove({ skillFolderHash: computeGitTreeHash(files), wellKnownDigest: "sha256:0" })).toBe(false);
});

test.each([
  ["web-design", "web-design"],
  ["Web Design (v2)", "web-design-v2"],
  ["../../etc", "etc"],
  ["***", "unnamed-skill"],
])("the tool writes the skill %s to the folder %s", (name, folder) => {
  expect(toToolFolderName(name)).toBe(folder);
});
