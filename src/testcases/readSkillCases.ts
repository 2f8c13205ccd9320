import type { SkillFile } from "../skills/skill.ts";
import { skillClients } from "../skills/skillClients.ts";
import { decodeSkillFile, findSkillFile } from "../skills/skillFile.ts";
import { createCaseIdGenerator } from "./createCaseIdGenerator.ts";
import { listEvalStatements, readEvalFile } from "./evalFile.ts";
import { readQueryFile } from "./queryFile.ts";
import { readScriptFile } from "./scriptFile.ts";
import type { SkillCase } from "./skillCase.ts";
import { evalCasePaths, queryCasePaths, scriptCasePaths } from "./skillCaseFiles.ts";
import { readTextExpectation } from "./textExpectation.ts";

/** The cases that a test run of these files has, in their order. Entries that cannot be read are none: see `caseFileProblems`. */
export function readSkillCases(files: readonly SkillFile[]): SkillCase[] {
  return [...checkCases(files), ...scriptCases(files), ...triggerCases(files), ...evalCases(files)];
}

/** Those with a wanted id, or in a wanted group (`script` is all of `script:...`); all where nothing is wanted. */
export function selectCases<Case extends { readonly id: string }>(
  cases: readonly Case[],
  wanted: readonly string[] | undefined,
): Case[] {
  if (!wanted) return [...cases];
  const ids = new Set(wanted);
  return cases.filter(({ id }) => groupsOf(id).some((group) => ids.has(group)));
}

/** `a:b:c` is in `a`, `a:b` and itself. */
function groupsOf(id: string): string[] {
  const parts = id.split(":");
  return parts.map((_, index) => parts.slice(0, index + 1).join(":"));
}

function checkCases(files: readonly SkillFile[]): SkillCase[] {
  const file = findSkillFile(files);
  const location = file && { path: file.path, line: 1 };
  return [
    { id: "specification", kind: "specification", name: "Follows the specification", location },
    { id: "links", kind: "link", name: "Links and scripts are there", location },
    ...skillClients.map(({ client, name }): SkillCase => {
      return { id: `portability:${client}`, kind: "portability", name: `Loads in ${name}`, location, client };
    }),
  ];
}

function scriptCases(files: readonly SkillFile[]): SkillCase[] {
  const idOf = createCaseIdGenerator("script");
  return read(files, scriptCasePaths, readScriptFile).map(({ path, line, value }) => {
    const { name, script, args, stdin, expect, timeoutMs } = value;
    const { exitCode, stdout, stderr } = expect;
    const expected = { exitCode, stdout: readTextExpectation(stdout), stderr: readTextExpectation(stderr) };
    const location = { path, line };
    return { id: idOf(name), kind: "script", name, location, script, args, stdin, expect: expected, timeoutMs };
  });
}

function triggerCases(files: readonly SkillFile[]): SkillCase[] {
  const idOf = createCaseIdGenerator("trigger");
  return read(files, queryCasePaths, readQueryFile).map(
    ({ path, line, value: { query, should_trigger: shouldTrigger } }) => {
      const name = `${shouldTrigger ? "Picked" : "Not picked"} for: ${shortText(query)}`;
      return { id: idOf(query), kind: "trigger", name, location: { path, line }, query, shouldTrigger };
    },
  );
}

function evalCases(files: readonly SkillFile[]): SkillCase[] {
  const idOf = createCaseIdGenerator("eval");
  return read(files, evalCasePaths, readEvalFile).map(({ path, line, value }) => {
    const { prompt, expected_output: expectedOutput, files: given = [] } = value;
    return {
      id: idOf(String(value.id ?? value.name ?? prompt)),
      kind: "eval",
      name: value.name ?? shortText(prompt),
      location: { path, line },
      prompt,
      expectedOutput,
      files: given,
      assertions: listEvalStatements(value),
    };
  });
}

type Read<T> = (text: string) => { readonly items: readonly { readonly value: T; readonly line: number }[] };

function read<T>(files: readonly SkillFile[], paths: readonly string[], reader: Read<T>) {
  return paths.flatMap((path) => {
    const file = files.find((one) => one.path === path);
    return file ? reader(decodeSkillFile(file).text).items.map((item) => ({ path, ...item })) : [];
  });
}

function shortText(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length > 80 ? `${[...line].slice(0, 79).join("").trimEnd()}…` : line;
}
