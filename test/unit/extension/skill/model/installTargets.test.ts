import { expect, test } from "vitest";
import {
  findFolderPath,
  folderPathUri,
  formatFolderPath,
  isSameUri,
  joinFolderPath,
} from "../../../../../src/extension/base/folderPath.ts";
import type { SkillRoot } from "../../../../../src/extension/base/skillFolders.ts";
import { formatTargetKey } from "../../../../../src/extension/skill/commands/askInstallTargets.ts";
import {
  formatAgentName,
  listInstallTargets,
  listLockFolders,
  workspaceSkillFolders,
} from "../../../../../src/extension/skill/model/installTargets.ts";

const roots: readonly SkillRoot[] = [
  { scope: "workspace", uri: "file:///project", name: "project" },
  { scope: "user", uri: "file:///home/me", name: "home" },
];

test("each agent has a folder in the workspace, of the user, or both; the common ones come first", () => {
  const labels = listInstallTargets(roots).map(({ agent, label, scope }) => `${scope} ${agent} ${label}`);
  const of = (scope: string) => labels.filter((label) => label.startsWith(`${scope} `)).slice(0, 4);
  expect(of("workspace")).toEqual([
    "workspace github-copilot .github/skills",
    "workspace claude-code .claude/skills",
    "workspace agents .agents/skills",
    "workspace augment .augment/skills",
  ]);
  expect(of("user")).toEqual([
    "user github-copilot ~/.copilot/skills",
    "user claude-code ~/.claude/skills",
    "user agents ~/.agents/skills",
    "user codex ~/.codex/skills",
  ]);
  expect(labels).toContain("user opencode ~/.config/opencode/skills");
});

test("no two agents share an id, or a folder in which a copy would belong to both", () => {
  const targets = listInstallTargets(roots);
  for (const keys of [targets.map(formatTargetKey), targets.map(({ skills }) => folderPathUri(skills))])
    expect(new Set(keys).size).toBe(keys.length);
});

test("new skills are written to the common folders", () => {
  expect(workspaceSkillFolders).toEqual([".github/skills", ".claude/skills", ".agents/skills"]);
});

test("the lock file is at the root of the workspace, and beside each folder of the user", () => {
  const files = listLockFolders(roots).map(({ lock }) => formatFolderPath(lock));
  expect(files.slice(0, 5)).toEqual([
    "/project",
    "/home/me/.copilot",
    "/home/me/.claude",
    "/home/me/.agents",
    "/home/me/.codex",
  ]);
});

test("an unknown agent has its recorded name", () => {
  expect([formatAgentName("claude-code"), formatAgentName("newcomer")]).toEqual(["Claude Code", "newcomer"]);
});

test("paths and URIs convert to each other for any name", () => {
  const path = joinFolderPath({ root: "file:///project/", path: "" }, "my skills/ä#1/100%");
  expect(folderPathUri(path)).toBe("file:///project/my%20skills/%C3%A4%231/100%25");
  expect(formatFolderPath(path)).toBe("/project/my skills/ä#1/100%");
  expect(findFolderPath(folderPathUri(path), ["file:///project", "file:///"])).toEqual({
    root: "file:///project",
    path: path.path,
  });
  expect(findFolderPath("file:///projectile/a", ["file:///project"])).toBeUndefined();
  expect(findFolderPath("file:///project", ["file:///project"])).toEqual({ root: "file:///project", path: "" });
  expect(isSameUri("file:///c%3A/a%20b/", "file:///c:/a b")).toBe(true);
});
