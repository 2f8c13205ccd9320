import { expect, test } from "vitest";
import { findSkillFolder, readSkillPart } from "../../../../../src/extension/skill/model/skillPart.ts";

test.each([
  ["/w/my-skill/SKILL.md", { up: "..", path: "SKILL.md" }],
  ["/w/my-skill/skill.md", { up: "..", path: "skill.md" }],
  ["/w/my-skill/eval_queries.json", { up: "..", path: "eval_queries.json" }],
  ["/w/my-skill/evals/evals.json", { up: "../..", path: "evals/evals.json" }],
  ["/w/my-skill/evals/eval_queries.json", { up: "../..", path: "evals/eval_queries.json" }],
  ["/w/my-skill/evals/scripts.yaml", { up: "../..", path: "evals/scripts.yaml" }],
  ["/SKILL.md", { up: "..", path: "SKILL.md" }],
  ["/w/my-skill/evals.json", undefined],
  ["/w/my-skill/evals/notes.json", undefined],
  ["/w/my-skill/Skill.md", undefined],
  ["/w/my-skill/MYSKILL.md", undefined],
])("%s", (path, part) => {
  expect(readSkillPart(path)).toEqual(part);
});

test("the skill's folder is found in a URI", () => {
  expect(findSkillFolder("file:///w/my%20skill/SKILL.md")).toBe("file:///w/my%20skill");
  expect(findSkillFolder("vscode-remote://host/w/a/evals/evals.json")).toBe("vscode-remote://host/w/a");
  expect(findSkillFolder("file:///w/a")).toBeUndefined();
});
