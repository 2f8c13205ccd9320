import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { toolRegistry } from "../../../../src/extension/agentTools/toolRunner.ts";
import { checkPortability } from "../../../../src/skills/checkPortability.ts";
import { lintSkill } from "../../../../src/skills/lint/lintSkill.ts";

const root = join(import.meta.dirname, "../../../..");
const bytes = readFileSync(join(root, "media/skills/fairlead/SKILL.md"));
const text = bytes.toString();

describe("the bundled skill", () => {
  test("has no lint problems", () => {
    expect(lintSkill([{ path: "SKILL.md", bytes }], "fairlead")).toEqual([]);
  });

  test("loads in VS Code without remarks", () => {
    const found = checkPortability([{ path: "SKILL.md", bytes }], "fairlead").find(({ client }) => client === "vscode");
    expect(found).toMatchObject({ verdict: "loads", reasons: [] });
  });

  test("names every tool and no others", () => {
    const named = new Set([...text.matchAll(/fairlead_\w+/g)].map(([name]) => name));
    expect([...named].sort()).toEqual(Object.keys(toolRegistry).sort());
  });

  test("is shorter than 5,000 characters", () => {
    expect(text.length).toBeLessThan(5000);
  });
});
