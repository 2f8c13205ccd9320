import { expect, test } from "vitest";
import { below, pathOf, placeOf, sameUri, uriOf } from "../../../../src/core/foundation/folderPath.ts";
import type { SkillRoot } from "../../../../src/core/foundation/ports.ts";
import { agentName, installTargets, lockPlaces } from "../../../../src/core/skill/installTargets.ts";

const roots: readonly SkillRoot[] = [
  { scope: "workspace", uri: "file:///project", name: "project" },
  { scope: "user", uri: "file:///home/me", name: "home" },
];

test("each agent has a folder in the workspace and one of the user's, where it has any", () => {
  expect(installTargets(roots).map(({ agent, label, scope }) => `${scope} ${agent} ${label}`)).toEqual([
    "workspace github-copilot .github/skills",
    "workspace claude-code .claude/skills",
    "workspace agents .agents/skills",
    "user github-copilot ~/.copilot/skills",
    "user claude-code ~/.claude/skills",
    "user agents ~/.agents/skills",
    "user codex ~/.codex/skills",
  ]);
});

test("the lock is at the top of a workspace, and beside each of the user's folders", () => {
  expect(lockPlaces(roots).map(({ lock }) => pathOf(lock))).toEqual([
    "/project",
    "/home/me/.copilot",
    "/home/me/.claude",
    "/home/me/.agents",
    "/home/me/.codex",
  ]);
});

test("an agent nobody knows is called as it is recorded", () => {
  expect([agentName("claude-code"), agentName("newcomer")]).toEqual(["Claude Code", "newcomer"]);
});

test("places and URIs lead to each other, whatever their names", () => {
  const place = below({ root: "file:///project/", path: "" }, "my skills/ä#1/100%");
  expect(uriOf(place)).toBe("file:///project/my%20skills/%C3%A4%231/100%25");
  expect(pathOf(place)).toBe("/project/my skills/ä#1/100%");
  expect(placeOf(uriOf(place), ["file:///project", "file:///"])).toEqual({ root: "file:///project", path: place.path });
  expect(placeOf("file:///projectile/a", ["file:///project"])).toBeUndefined();
  expect(placeOf("file:///project", ["file:///project"])).toEqual({ root: "file:///project", path: "" });
  expect(sameUri("file:///c%3A/a%20b/", "file:///c:/a b")).toBe(true);
});
