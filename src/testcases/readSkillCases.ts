import { skillClients } from "../skills/checkPortability.ts";
import { readSkill } from "../skills/readSkill.ts";
import { serverMetadata } from "../skills/serverReference.ts";
import { decodeSkillFile, findSkillFile } from "../skills/skillFile.ts";
import type { FileContent } from "../text/files/fileContent.ts";
import { createCaseIdGenerator } from "./createCaseIdGenerator.ts";
import type { SkillCase } from "./skillCase.ts";
import {
  evalCasePaths,
  listEvalStatements,
  queryCasePaths,
  readEvalFile,
  readQueryFile,
  readScriptFile,
  scriptCasePaths,
} from "./skillCaseFiles.ts";

/** Lists the cases of a test run in order. Omits invalid entries, which `findCaseFileProblems` reports. */
export function readSkillCases(files: readonly FileContent[]): SkillCase[] {
  return [...createCheckCases(files), ...readScriptCases(files), ...readTriggerCases(files), ...readEvalCases(files)];
}

/** The cases of a run: those of a model once for each repeat, and of all only the selected ones. */
export function selectSkillCases(
  files: readonly FileContent[],
  { repeats = 1, cases }: { readonly repeats?: number | undefined; readonly cases?: readonly string[] | undefined },
): readonly SkillCase[] {
  return selectCases(repeatModelCases(readSkillCases(files), repeats), cases);
}

/** Selects cases by id or group (`script` is all of `script:...`); all if `wanted` is undefined. */
export function selectCases<Case extends { readonly id: string }>(
  cases: readonly Case[],
  selectedIds: readonly string[] | undefined,
): Case[] {
  if (!selectedIds) return [...cases];
  const ids = new Set(selectedIds);
  return cases.filter(({ id }) => listGroups(id).some((group) => ids.has(group)));
}

/** Returns `a`, `a:b` and `a:b:c` for `a:b:c`. */
function listGroups(id: string): string[] {
  const parts = id.split(":");
  return parts.map((_, index) => parts.slice(0, index + 1).join(":"));
}

function createCheckCases(files: readonly FileContent[]): SkillCase[] {
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

function readScriptCases(files: readonly FileContent[]): SkillCase[] {
  const createId = createCaseIdGenerator("script");
  return readCaseFiles(files, scriptCasePaths, readScriptFile).map(({ path, line, value }) => {
    return { id: createId(value.name), kind: "script", location: { path, line }, ...value };
  });
}

function readTriggerCases(files: readonly FileContent[]): SkillCase[] {
  const createId = createCaseIdGenerator("trigger");
  return readCaseFiles(files, queryCasePaths, readQueryFile).map(
    ({ path, line, value: { query, should_trigger: shouldTrigger } }) => {
      const name = `${shouldTrigger ? "Picked" : "Not picked"} for: ${shortenText(query)}`;
      return { id: createId(query), kind: "trigger", name, location: { path, line }, query, shouldTrigger };
    },
  );
}

function readEvalCases(files: readonly FileContent[]): SkillCase[] {
  const createId = createCaseIdGenerator("eval");
  const named = readSkill(files)?.metadata[serverMetadata];
  // One that names no version of a server is kept: the cases fail with it, instead of running without a server.
  const ownServer = named === undefined || typeof named === "string" ? named : JSON.stringify(named);
  return readCaseFiles(files, evalCasePaths, readEvalFile).map(({ path, line, value }) => {
    const { prompt, expected_output: expectedOutput, files: inputFiles = [] } = value;
    return {
      id: createId(String(value.id ?? value.name ?? prompt)),
      kind: "eval",
      name: value.name ?? shortenText(prompt),
      location: { path, line },
      prompt,
      expectedOutput,
      files: inputFiles,
      server: value.server ?? ownServer,
      checks: value.checks ?? [],
      assertions: listEvalStatements(value),
    };
  });
}

type ReadCaseFile<T> = (text: string) => { readonly items: readonly { readonly value: T; readonly line: number }[] };

function readCaseFiles<T>(files: readonly FileContent[], paths: readonly string[], readFile: ReadCaseFile<T>) {
  return paths.flatMap((path) => {
    const file = files.find((one) => one.path === path);
    return file ? readFile(decodeSkillFile(file).text).items.map((item) => ({ path, ...item })) : [];
  });
}

function shortenText(text: string): string {
  const line = text.trim().replaceAll(/\s+/g, " ");
  return line.length > 80 ? `${[...line].slice(0, 79).join("").trimEnd()}…` : line;
}

/** Lists each case that a model does once for each repeat: `eval:1` as `eval:1:try-1`, `eval:1:try-2`. Once, it stays as it is. */
function repeatModelCases(cases: readonly SkillCase[], repeats: number): readonly SkillCase[] {
  if (repeats <= 1) return cases;
  return cases.flatMap((one): SkillCase[] => {
    if (one.kind !== "eval" && one.kind !== "trigger") return [one];
    return Array.from({ length: repeats }, (_, index) => {
      return { ...one, id: `${one.id}:try-${index + 1}`, name: `${one.name} (${index + 1} of ${repeats})` };
    });
  });
}

/** The case that a try repeats, by its id and name. */
export function readRepeatedCase({ id, name }: { readonly id: string; readonly name: string }): {
  readonly id: string;
  readonly name: string;
} {
  const found = /^(.+):try-\d+$/.exec(id)?.[1];
  return found === undefined ? { id, name } : { id: found, name: name.replace(/ \(\d+ of \d+\)$/, "") };
}
