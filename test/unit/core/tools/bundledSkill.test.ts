import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { toolRegistry } from "../../../../src/core/tools/toolRunner.ts";
import { checkPortability } from "../../../../src/skills/checkPortability.ts";
import { lintSkill } from "../../../../src/skills/lint/lintSkill.ts";

const root = join(import.meta.dirname, "../../../..");
const bytes = readFileSync(join(root, "media/skills/fairlead/SKILL.md"));
const text = bytes.toString();

describe("the bundled skill", () => {
  test("has nothing that the linter finds", () => {
    expect(lintSkill([{ path: "SKILL.md", bytes }], "fairlead")).toEqual([]);
  });

  test("is taken by VS Code as it is meant", () => {
    const found = checkPortability([{ path: "SKILL.md", bytes }], "fairlead").find(({ client }) => client === "vscode");
    expect(found).toMatchObject({ verdict: "loads", reasons: [] });
  });

  test("names every tool and no other", () => {
    const named = new Set([...text.matchAll(/fairlead_\w+/g)].map(([name]) => name));
    expect([...named].sort()).toEqual(Object.keys(toolRegistry).sort());
  });

  test("is short", () => {
    expect(text.length).toBeLessThan(5000);
  });
});
