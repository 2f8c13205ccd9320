import { describe, expect, test } from "vitest";
import type { Installation, Skill } from "../../../../../src/contract/skills.ts";
import type { LocalSkill } from "../../../../../src/extension/skill/model/localSkills.ts";
import type { SkillCopy } from "../../../../../src/extension/skill/model/skillCopies.ts";
import { rowOf, type TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { readTreeRow } from "../../../../support/editor/treeRowTexts.ts";

const now = Date.parse("2026-01-01T12:00:00.000Z");
const stored = { createdAt: "2026-01-01T11:00:00.000Z", updatedAt: "2026-01-01T11:57:00.000Z", etag: '"1"' };
const problem = { path: "SKILL.md", line: 3, column: 1, severity: "error", code: "name", message: "Wrong." } as const;
const skill = (given: Partial<Skill> = {}): Skill => ({
  ...stored,
  ...{ id: "skl_1", projectId: "prj_1", name: "greeter", description: "Greets.", license: null, compatibility: null },
  ...{ metadata: {}, allowedTools: [], files: [], latestVersion: "1.0.0", artifactId: "art_1", digest: "one" },
  ...{ valid: true, problems: [] },
  ...given,
});
const source = (digest: string): LocalSkill => ({
  ...{ folder: "file:///project/greeter", label: "skills/greeter", name: "greeter", description: "" },
  ...{ digest, problems: [] },
});
const copy = (digest: string, state: SkillCopy["state"] = { kind: "same" }): SkillCopy => ({
  ...{ name: "greeter", scope: "workspace", state, entry: {} },
  ...{
    folder: { root: "file:///project", path: ".claude/skills/greeter" },
    lock: { root: "file:///project", path: "" },
  },
  record: {
    ...{ path: ".claude/skills/greeter", agent: "claude-code", service: "local", skillId: "skl_1" },
    ...{ artifactId: "art_1", version: "0.9.0", digest, files: [] },
  },
});
const row = (node: TreeNode) => {
  const { label, description, context } = rowOf(node).describe(node, now);
  return [label, description, context];
};
const skillRow = (given: Partial<Skill>, from?: LocalSkill, copies: readonly SkillCopy[] = []) =>
  row({ kind: "skill", skill: skill(given), source: from, copies });

describe("a skill's row shows", () => {
  test("its version and that it is valid", () => {
    expect(skillRow({})).toEqual(["greeter", "1.0.0 · 3 min ago", "skill.published"]);
  });

  test("that it is a draft, and how many problems it has", () => {
    const [, words, context] = skillRow({ latestVersion: null, valid: false, problems: [problem, problem] });
    expect([words, context]).toEqual(["2 errors · draft · 3 min ago", "skill.draft"]);
  });

  test("that folder and copies differ from the hosted skill", () => {
    const changed = { kind: "changed", paths: ["SKILL.md"], digest: "three" } as const;
    const [, words, context] = skillRow({}, source("two"), [copy("zero"), copy("one", changed)]);
    expect(words).toBe("update available · installed copy changed · folder changed · 1.0.0 · 3 min ago");
    expect(context).toBe("skill.published.source.update.installed");
  });
});

test("a click on a row opens SKILL.md: the folder's, else the version's; of a copy, its own", () => {
  const opens = (node: TreeNode) => rowOf(node).opens?.(node);
  const node = { kind: "skill", skill: skill(), source: undefined, copies: [] } as const;
  expect(opens({ ...node, source: source("one") })).toBe("file:///project/greeter/SKILL.md");
  expect(opens(node)).toMatch(/^fairlead:\/version\/1\.0\.0\/greeter\/SKILL\.md\?/);
  expect(opens({ ...node, skill: skill({ latestVersion: null }) })).toBeUndefined();
  expect(opens({ kind: "source", source: source("one"), skill: undefined })).toBe("file:///project/greeter/SKILL.md");
  const installed = { kind: "installation", skill: skill(), installation: undefined } as const;
  expect(opens({ ...installed, copy: copy("one") })).toBe("file:///project/.claude/skills/greeter/SKILL.md");
  expect(opens({ ...installed, copy: undefined })).toBeUndefined();
});

test("a folder's row shows its difference from the hosted skill", () => {
  const sourceRow = (digest: string, hosted?: Skill) => row({ kind: "source", source: source(digest), skill: hosted });
  expect(sourceRow("one")).toEqual(["greeter", "not published · skills/greeter", "source.unpublished"]);
  expect(sourceRow("one", skill())).toEqual(["skills/greeter", "as published", "source.same"]);
  expect(sourceRow("two", skill())).toEqual(["skills/greeter", "changed since it was published", "source.changed"]);
});

describe("an installation's row shows", () => {
  const installationRow = (one: SkillCopy | undefined, installation?: Installation) =>
    row({ kind: "installation", skill: skill(), installation, copy: one });

  test("drift, version and scope", () => {
    expect(installationRow(copy("one"))).toEqual([
      "Claude Code",
      "up to date · 0.9.0 · workspace",
      "installation.same",
    ]);
    expect(installationRow(copy("zero"))).toEqual([
      "Claude Code",
      "update available: 1.0.0 · 0.9.0 · workspace",
      "installation.same.update",
    ]);
    const changed = { kind: "changed", paths: ["a.md", "b.md"], digest: "three" } as const;
    expect(installationRow(copy("one", changed))[1]).toBe("changed since (2 files) · 0.9.0 · workspace");
    expect(installationRow(copy("one", { kind: "missing" }))[1]).toBe("its files are gone · 0.9.0 · workspace");
  });

  test("its machine if it is another one", () => {
    const target = {
      scope: "user",
      agent: "codex",
      path: "/home/me/.codex/skills/greeter",
      machine: "laptop",
    } as const;
    const recorded: Installation = {
      ...stored,
      ...{ id: "ins_1", skillId: "skl_1", version: "1.0.0", digest: "one", target, status: "installed" },
    };
    expect(installationRow(undefined, recorded)).toEqual([
      "Codex (older versions)",
      "on laptop · 1.0.0 · user",
      "installation.elsewhere",
    ]);
  });

  test.each<[string, Installation["status"], string, string]>([
    ["none if it is installed", "installed", "1.0.0", "vm"],
    ["the contract's", "installing", "installing · 1.0.0", "vm"],
    ["the service's own word", { unknown: "Settling" }, "Settling · 1.0.0", "question"],
    ["none if the service does not say it", undefined, "1.0.0", "question"],
  ])("its state if it is elsewhere: %s", (_what, status, description, icon) => {
    const installation: Installation = { ...stored, id: "ins_1", skillId: "skl_1", version: "1.0.0", status };
    const node = { kind: "installation", skill: skill(), installation, copy: undefined } as const;
    expect(readTreeRow(node, now)).toMatchObject({ label: "Installation", description, icon });
  });
});

test("a problem's row shows its message and position", () => {
  const node: TreeNode = { kind: "problem", problem, of: { skill: skill(), source: undefined } };
  expect(row(node)).toEqual(["Wrong.", "SKILL.md:3", "problem"]);
});
