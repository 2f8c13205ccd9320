import { expect, test } from "vitest";
import {
  listServerCaseLenses,
  listSkillCaseLenses,
  listSkillLenses,
} from "../../../../../src/extension/documents/model/codeLenses.ts";
import type { ClientPortability } from "../../../../../src/skills/skill.ts";
import type { SkillCase } from "../../../../../src/testcases/skillCase.ts";

const client = (verdict: ClientPortability["verdict"]): ClientPortability => ({
  client: "c",
  name: "C",
  verdict,
  reasons: [],
});
const runCase = "fairlead.test.runCase";

test("the lenses above a skill's front matter test, publish and install it, and show where it loads", () => {
  const lenses = listSkillLenses([client("loads"), client("partly"), client("skips")]);
  expect(lenses.map(({ line, title, command }) => [line, title, command])).toEqual([
    [1, "Run Tests", "fairlead.skill.test"],
    [1, "Publish", "fairlead.skill.publish"],
    [1, "Install", "fairlead.skill.install"],
    [1, "Loads in 2 of 3 clients (1 in part)", "fairlead.skill.portability"],
  ]);
});

test("each case of a skill has a lens that runs it, and the file has one that runs all", () => {
  const createCase = (id: string, path: string, line: number): SkillCase => ({
    ...{ id, name: id, kind: "trigger", query: "", shouldTrigger: true },
    location: { path, line },
  });
  const cases: readonly SkillCase[] = [
    { id: "specification", name: "", kind: "specification", location: { path: "SKILL.md", line: 1 } },
    createCase("trigger:one", "eval_queries.json", 2),
    createCase("trigger:two", "eval_queries.json", 5),
    createCase("trigger:elsewhere", "evals/eval_queries.json", 2),
    { ...createCase("trigger:nowhere", "", 1), location: undefined },
  ];
  expect(listSkillCaseLenses(cases, "eval_queries.json")).toEqual([
    { line: 1, title: "Run All", command: runCase, caseId: "trigger" },
    { line: 2, title: "Run", command: runCase, caseId: "trigger:one" },
    { line: 5, title: "Run", command: runCase, caseId: "trigger:two" },
  ]);
});

test("each case of a server has a lens that runs it; a file without cases has none", () => {
  const one = {
    ...{ id: "case:adds", name: "adds", tool: "add", arguments: {}, upstream: undefined, line: 3 },
    expect: { error: false, text: undefined, json: [], schema: undefined, maxMs: undefined },
  };
  expect(listServerCaseLenses([one])).toEqual([
    { line: 1, title: "Run All", command: runCase, caseId: "case" },
    { line: 3, title: "Run", command: runCase, caseId: "case:adds" },
  ]);
  expect(listServerCaseLenses([])).toEqual([]);
});
