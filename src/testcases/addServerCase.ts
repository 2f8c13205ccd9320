import * as l10n from "@vscode/l10n";
import { applyEdits, modify } from "jsonc-parser";
import { isSeq, parseDocument, stringify } from "yaml";
import type * as z from "zod";
import { ExactNumber, formatExactInteger } from "../text/number/exactNumber.ts";
import { isRecord } from "../text/record.ts";
import { tryParseJson } from "../text/tryParseJson.ts";
import { readServerCases, type serverCaseSchema } from "./readServerCases.ts";

/** A case as its file holds it. */
export type ServerCaseEntry = z.input<typeof serverCaseSchema>;

/** The case file cannot be changed as long as it is not valid. */
export class CaseFileError extends Error {
  override readonly name = "CaseFileError";
}

/** The entry as a list item of a case file in YAML. */
export function formatServerCase(entry: ServerCaseEntry): string {
  return stringify([toYamlNumbers(entry)]);
}

export interface ExtendedCaseFile {
  readonly text: string;
  /** The first line of the new case, counting from 1. */
  readonly line: number;
  /** The name of the new case: a name is unique in its file. */
  readonly name: string;
  /** The id by which the new case runs alone. */
  readonly id: string | undefined;
}

/** Adds a case to the text of a case file, and retains everything else in it; undefined: the file does not exist yet. */
export function addServerCase(before: string | undefined, entry: ServerCaseEntry, isJson: boolean): ExtendedCaseFile {
  const old = before?.trim() ? before : undefined;
  const { cases, problems } = old === undefined ? { cases: [], problems: [] } : readServerCases(old);
  const [problem] = problems;
  if (problem) throw new CaseFileError(l10n.t`${problem.message} Correct the file first.`);
  const name = chooseName(entry.name, new Set(cases.map((one) => one.name)));
  const named = { ...entry, name };
  const text = isJson ? addToJson(old, named) : addToYaml(old, named);
  const added = readServerCases(text).cases.at(-1);
  return { text, name, line: added?.line ?? 1, id: added?.id };
}

function chooseName(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 2, name = wanted; ; number += 1) {
    if (!taken.has(name)) return name;
    name = `${wanted} ${number}`;
  }
}

function addToYaml(before: string | undefined, entry: ServerCaseEntry): string {
  const value = toYamlNumbers(entry);
  if (before === undefined) return stringify({ cases: [value] });
  const document = parseDocument(before);
  const added = document.createNode(value);
  document.addIn(isSeq(document.contents) ? [] : ["cases"], added);
  return document.toString({ lineWidth: 0 });
}

/** The library writes integers of any length that are a `bigint`. */
function toYamlNumbers(value: unknown): unknown {
  if (value instanceof ExactNumber) {
    const digits = formatExactInteger(value);
    return digits === undefined ? Number(String(value)) : BigInt(digits);
  }
  if (Array.isArray(value)) return value.map(toYamlNumbers);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, toYamlNumbers(member)]));
}

function addToJson(before: string | undefined, entry: ServerCaseEntry): string {
  if (before === undefined) return `${JSON.stringify({ cases: [entry] }, undefined, 2)}\n`;
  const value = tryParseJson(before);
  const list = isRecord(value) ? value.cases : value;
  const path = [...(isRecord(value) ? ["cases"] : []), Array.isArray(list) ? list.length : 0];
  const formattingOptions = { insertSpaces: true, tabSize: 2 };
  return applyEdits(before, modify(before, path, entry, { isArrayInsertion: true, formattingOptions }));
}
