import fc from "fast-check";
import { checkPortability } from "../../../../src/skills/checkPortability.ts";
import { completeFrontMatter, hoverFrontMatter } from "../../../../src/skills/frontMatterHelp.ts";
import { lintSkill } from "../../../../src/skills/lint/lintSkill.ts";
import { readSkill } from "../../../../src/skills/readSkill.ts";
import { readEvalFile } from "../../../../src/testcases/evalFile.ts";
import { readQueryFile } from "../../../../src/testcases/queryFile.ts";
import { readServerCases } from "../../../../src/testcases/readServerCases.ts";
import { readSkillCases } from "../../../../src/testcases/readSkillCases.ts";
import { readScriptFile } from "../../../../src/testcases/scriptFile.ts";
import {
  evalCasePaths,
  findCaseFileProblems,
  queryCasePaths,
  scriptCasePaths,
} from "../../../../src/testcases/skillCaseFiles.ts";
import { readJsonPath } from "../../../../src/text/jsonPath.ts";
import { createTotalLaw } from "./law.ts";
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
  ["SKILL.md", "references/a.md", ...scriptCasePaths, ...queryCasePaths, ...evalCasePaths].map((path) => ({
    path,
    bytes: content,
  }));

export const skillFileLaws = [
  createTotalLaw("SKILL.md is parsed", bytes, (content) => readSkill(folder(content))),
  createTotalLaw("a skill's folder is linted", bytes, (content) => lintSkill(folder(content), "trim-lines")),
  createTotalLaw("a skill's portability is checked", bytes, (content) =>
    checkPortability(folder(content), "trim-lines"),
  ),
  createTotalLaw("a skill's cases are found", bytes, (content) => readSkillCases(folder(content))),
  createTotalLaw("case files are checked", texts, (text) => {
    for (const path of [...scriptCasePaths, ...queryCasePaths, ...evalCasePaths]) findCaseFileProblems(path, text);
  }),
  createTotalLaw("evals are parsed", texts, readEvalFile),
  createTotalLaw("queries are parsed", texts, readQueryFile),
  createTotalLaw("script cases are parsed", texts, readScriptFile),
  createTotalLaw("a server's cases are parsed", texts, readServerCases),
  createTotalLaw("JSON paths are parsed", textsLike("$.items[0].name", '$["a b"][-1]'), readJsonPath),
  createTotalLaw(
    "front matter is completed and explained",
    fc.tuple(texts, fc.nat(12), fc.nat(40)),
    ([text, line, column]) => {
      completeFrontMatter(text, line + 1, column + 1);
      hoverFrontMatter(text, line + 1, column + 1);
    },
  ),
];
