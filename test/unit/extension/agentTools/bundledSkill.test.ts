import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { agentTools } from "../../../../src/agentTools/agentTools.ts";
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

  test("names every tool and no others, as the service does, and says which VS Code's chat lacks", () => {
    const rows = text.split("\n").filter((line) => line.startsWith("| `"));
    const named = rows.flatMap((row) => [...(row.split("|")[1] ?? "").matchAll(/\w+/g)].map(([name]) => name));
    expect(named.sort()).toEqual(agentTools.map(({ name }) => name).sort());
    const inChat = named.filter((name) => name !== "startServer" && name !== "stopServer");
    expect(inChat.map((name) => `fairlead_${name}`)).toEqual(Object.keys(toolRegistry).sort());
  });

  test("is shorter than 5,000 characters", () => {
    expect(text.length).toBeLessThan(5000);
  });
});
