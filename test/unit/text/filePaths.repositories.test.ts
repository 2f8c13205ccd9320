import { spawnSync } from "node:child_process";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { findPathProblems } from "../../../src/text/filePaths.ts";
import { createTemporaryFolder } from "../../support/createTemporaryFolder.ts";
import { writeFile } from "../../support/writeFile.ts";

/** Whether Git uses a folder as a repository, and what runs then: `config` names a program. */
function isRepositoryForGit(paths: readonly string[]): boolean {
  const folder = join(createTemporaryFolder(), "skill");
  const ran = join(folder, "ran");
  const contents: Readonly<Record<string, string>> = {
    HEAD: "ref: refs/heads/main\n",
    config: `[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = "touch ${ran}; false"\n`,
    commondir: "shared\n",
  };
  for (const path of paths) writeFile(folder, path, contents[path] ?? "");
  const env = { PATH: process.env.PATH, GIT_CEILING_DIRECTORIES: dirname(folder), GIT_CONFIG_GLOBAL: "/dev/null" };
  return spawnSync("git", ["rev-parse", "--git-dir"], { cwd: folder, env }).status === 0;
}

const parts = [["HEAD"], ["objects/x"], ["refs/x"], ["config"], ["commondir", "shared/objects/x", "shared/refs/x"]];
const subsets = Array.from({ length: 2 ** parts.length }, (_, bits) => [
  "SKILL.md",
  ...parts.filter((_, at) => bits & (1 << at)).flat(),
]);

test("a folder is refused when Git uses it as a repository, and only then", () => {
  const refused = subsets.filter((paths) => findPathProblems(paths).length > 0);
  expect(refused).toEqual(subsets.filter(isRepositoryForGit));
  expect(refused.length).toBeGreaterThan(4);
});

test.each([
  ["docs/HEAD", "docs/objects/x", "docs/refs/x"],
  ["a/b/head", "a/b/Objects/x", "a/B/REFS/x"],
  ["HE\u200cAD", "objects/x", "re\u2060fs"],
])("a repository is found at any depth, whatever the case and the hidden characters: %s", (...paths) => {
  expect(findPathProblems(paths)).toContainEqual({
    path: paths[0],
    message: "It makes its folder a Git repository, whose settings run programs. Rename it.",
  });
});
