import { expect, test } from "vitest";
import { agentName, installTargets, lockPlaces } from "../../../src/core/installTargets.ts";
import { below, pathOf, placeOf, sameUri, uriOf } from "../../../src/core/places.ts";
import type { SkillRoot } from "../../../src/core/ports.ts";

const roots: readonly SkillRoot[] = [
  { scope: "workspace", uri: "file:///work", name: "work" },
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
    "/work",
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
  const place = below({ root: "file:///work/", path: "" }, "my skills/ä#1/100%");
  expect(uriOf(place)).toBe("file:///work/my%20skills/%C3%A4%231/100%25");
  expect(pathOf(place)).toBe("/work/my skills/ä#1/100%");
  expect(placeOf(uriOf(place), ["file:///work", "file:///"])).toEqual({ root: "file:///work", path: place.path });
  expect(placeOf("file:///workshop/a", ["file:///work"])).toBeUndefined();
  expect(placeOf("file:///work", ["file:///work"])).toEqual({ root: "file:///work", path: "" });
  expect(sameUri("file:///c%3A/a%20b/", "file:///c:/a b")).toBe(true);
});
