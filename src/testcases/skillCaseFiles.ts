import type { YamlProblem } from "../text/position/yamlDocument.ts";
import { readEvalFile } from "./evalFile.ts";
import { readQueryFile } from "./queryFile.ts";
import { readScriptFile } from "./scriptFile.ts";

/** The case files of a skill, relative to its folder. */
export const scriptCasePaths = ["evals/scripts.yaml", "evals/scripts.yml", "evals/scripts.json"] as const;
export const queryCasePaths = ["eval_queries.json", "evals/eval_queries.json"] as const;
export const evalCasePaths = ["evals/evals.json"] as const;

const readers = new Map<string, (text: string) => { readonly problems: readonly YamlProblem[] }>([
  ...scriptCasePaths.map((path) => [path, readScriptFile] as const),
  ...queryCasePaths.map((path) => [path, readQueryFile] as const),
  ...evalCasePaths.map((path) => [path, readEvalFile] as const),
]);

/** `path` is relative to the skill's folder. */
export function isSkillCaseFile(path: string): boolean {
  return readers.has(path);
}

/** Returns the problems of a skill's case file; none if the path is not a case file. */
export function findCaseFileProblems(path: string, text: string): readonly YamlProblem[] {
  return readers.get(path)?.(text).problems ?? [];
}
