import fc from "fast-check";
import { portability } from "../../../../src/skills/checkPortability.ts";
import { completionsAt } from "../../../../src/skills/completeFrontMatter.ts";
import { hoverAt } from "../../../../src/skills/hoverFrontMatter.ts";
import { lintSkill } from "../../../../src/skills/lint/lintSkill.ts";
import { readSkill } from "../../../../src/skills/readSkill.ts";
import { readEvalFile } from "../../../../src/testcases/evalFile.ts";
import { readQueryFile } from "../../../../src/testcases/queryFile.ts";
import { readServerCases } from "../../../../src/testcases/readServerCases.ts";
import { skillCases } from "../../../../src/testcases/readSkillCases.ts";
import { readScriptFile } from "../../../../src/testcases/scriptFile.ts";
import { caseFileProblems, evalFiles, queryFiles, scriptFiles } from "../../../../src/testcases/skillCaseFiles.ts";
import { readJsonPath } from "../../../../src/text/jsonPath.ts";
import { total } from "./law.ts";
import { textsLike } from "./texts.ts";

const skill = `---
name: trim-lines
description: Trims lines. Use when lines end in spaces.
license: MIT
allowed-tools: Read Bash(git:*)
metadata: { author: "a", version: "1.0" }
---

# Trim

See [the list](references/list.md) and run \`scripts/trim.mjs\`.
`;
const evals = JSON.stringify({
  skill_name: "trim-lines",
  evals: [{ id: 1, prompt: "Trim it.", expected_output: "Trimmed.", files: ["a.txt"], assertions: ["It is trimmed."] }],
});
const queries = JSON.stringify([{ query: "Trim my lines", should_trigger: true }]);
const scripts =
  "cases:\n  - name: trims\n    script: scripts/trim.mjs\n    args: [a]\n    expect: { exitCode: 0, stdout: { contains: x } }\n";
const serverCases =
  "cases:\n  - name: adds\n    tool: add\n    input: { a: 1 }\n    expect: { text: { matches: '^3$' }, json: { $.sum: 3 } }\n";

const texts = textsLike(skill, evals, queries, scripts, serverCases);
const bytes = fc.oneof(
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 400 }) },
  { weight: 5, arbitrary: texts.map((text) => new TextEncoder().encode(text)) },
);
const folder = (content: Uint8Array) =>
  ["SKILL.md", "references/a.md", ...scriptFiles, ...queryFiles, ...evalFiles].map((path) => ({
    path,
    bytes: content,
  }));

export const skillFiles = [
  total("SKILL.md is read", bytes, (content) => readSkill(folder(content))),
  total("a skill's folder is linted", bytes, (content) => lintSkill(folder(content), "trim-lines")),
  total("a skill's portability is told", bytes, (content) => portability(folder(content), "trim-lines")),
  total("a skill's cases are found", bytes, (content) => skillCases(folder(content))),
  total("case files are checked", texts, (text) => {
    for (const path of [...scriptFiles, ...queryFiles, ...evalFiles]) caseFileProblems(path, text);
  }),
  total("evals are read", texts, readEvalFile),
  total("queries are read", texts, readQueryFile),
  total("script cases are read", texts, readScriptFile),
  total("a server's cases are read", texts, readServerCases),
  total("paths into JSON are read", textsLike("$.items[0].name", '$["a b"][-1]'), readJsonPath),
  total("front matter is completed and explained", fc.tuple(texts, fc.nat(12), fc.nat(40)), ([text, line, column]) => {
    completionsAt(text, line + 1, column + 1);
    hoverAt(text, line + 1, column + 1);
  }),
];
