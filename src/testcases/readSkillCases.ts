import type { SkillCase, SkillFile } from "../skills/skill.ts";
import { clients } from "../skills/skillClients.ts";
import { skillFile, textOf } from "../skills/skillFile.ts";
import { caseIds } from "./createCaseIdGenerator.ts";
import { readEvalFile, statementsOf } from "./evalFile.ts";
import { readQueryFile } from "./queryFile.ts";
import { readScriptFile } from "./scriptFile.ts";
import { evalFiles, queryFiles, scriptFiles } from "./skillCaseFiles.ts";
import { textExpectation } from "./textExpectation.ts";

/** The cases that a test run of these files has, in their order. Entries that cannot be read are none: see `caseFileProblems`. */
export function skillCases(files: readonly SkillFile[]): SkillCase[] {
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
  const file = skillFile(files);
  const location = file && { path: file.path, line: 1 };
  return [
    { id: "specification", kind: "specification", name: "Follows the specification", location },
    { id: "links", kind: "link", name: "Links and scripts are there", location },
    ...clients.map(({ client, name }): SkillCase => {
      return { id: `portability:${client}`, kind: "portability", name: `Loads in ${name}`, location, client };
    }),
  ];
}

function scriptCases(files: readonly SkillFile[]): SkillCase[] {
  const idOf = caseIds("script");
  return read(files, scriptFiles, readScriptFile).map(({ path, line, value }) => {
    const { name, script, args, stdin, expect, timeoutMs } = value;
    const { exitCode, stdout, stderr } = expect;
    const expected = { exitCode, stdout: textExpectation(stdout), stderr: textExpectation(stderr) };
    const location = { path, line };
    return { id: idOf(name), kind: "script", name, location, script, args, stdin, expect: expected, timeoutMs };
  });
}

function triggerCases(files: readonly SkillFile[]): SkillCase[] {
  const idOf = caseIds("trigger");
  return read(files, queryFiles, readQueryFile).map(
    ({ path, line, value: { query, should_trigger: shouldTrigger } }) => {
      const name = `${shouldTrigger ? "Picked" : "Not picked"} for: ${shortText(query)}`;
      return { id: idOf(query), kind: "trigger", name, location: { path, line }, query, shouldTrigger };
    },
  );
}

function evalCases(files: readonly SkillFile[]): SkillCase[] {
  const idOf = caseIds("eval");
  return read(files, evalFiles, readEvalFile).map(({ path, line, value }) => {
    const { prompt, expected_output: expectedOutput, files: given = [] } = value;
    return {
      id: idOf(String(value.id ?? value.name ?? prompt)),
      kind: "eval",
      name: value.name ?? shortText(prompt),
      location: { path, line },
      prompt,
      expectedOutput,
      files: given,
      assertions: statementsOf(value),
    };
  });
}

type Read<T> = (text: string) => { readonly items: readonly { readonly value: T; readonly line: number }[] };

function read<T>(files: readonly SkillFile[], paths: readonly string[], reader: Read<T>) {
  return paths.flatMap((path) => {
    const file = files.find((one) => one.path === path);
    return file ? reader(textOf(file).text).items.map((item) => ({ path, ...item })) : [];
  });
}

function shortText(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length > 80 ? `${[...line].slice(0, 79).join("").trimEnd()}…` : line;
}
