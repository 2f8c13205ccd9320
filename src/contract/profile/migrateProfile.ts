import type * as z from "zod";
import { formatFieldPath } from "../../text/fieldPath.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";
import { operationTable } from "../operations.ts";

const deepest = 50;

/** Whether a value has objects or lists inside each other that no reader of a profile follows. */
export function isNestedTooDeep(value: unknown, levels = deepest): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isNestedTooDeep(inner, levels - 1));
}

export const tooDeep = `A profile has at most ${deepest} objects and lists inside each other.`;

/**
 * Brings a profile of an older format to the current one. Version 1 had paths as lists of names, fields by operation alone, and for
 * each kind either its words or the states of its words, without a place.
 */
export function migrateProfile(json: unknown, context: z.core.$RefinementCtx): unknown {
  if (isNestedTooDeep(json)) {
    context.addIssue({ code: "custom", message: tooDeep, input: null });
    return null;
  }
  if (!isRecord(json)) return json;
  // Profiles had the address of an OpenAPI document.
  const { document, ...known } = json;
  if (json.version !== 1) return known;
  const { states, kinds, operations, errors, ...rest } = known;
  const lines = entriesOf(operations);
  const parts = new Map(entriesOf(kinds).map(([kind, words]): [string, UnknownRecord] => [kind, { words }]));
  for (const [kind, meanings] of entriesOf(states)) {
    const words = entriesOf(meanings);
    const rules = listStatePaths(kind, lines).flatMap((path) =>
      words.map(([word, is]) => ({ when: { [path]: word }, is })),
    );
    parts.set(kind, { ...parts.get(kind), states: rules.slice(0, Math.max(mostRules, words.length)) });
  }
  return {
    ...rest,
    version: 2,
    ...(parts.size > 0 && { kinds: Object.fromEntries(parts) }),
    operations: Object.fromEntries(lines.map(([name, value]) => [name, migrateOperation(value)])),
    ...(errors !== undefined && { errors: migratePaths(errors) }),
  };
}

const entriesOf = (value: unknown) => Object.entries(isRecord(value) ? value : {});

const mostRules = 100;

/** Where an operation of the kind says that the state is; else where version 1 found it by itself. */
function listStatePaths(kind: string, operations: readonly (readonly [string, unknown])[]): readonly string[] {
  const kinds = new Map<string, string>(Object.entries(operationTable).map(([name, row]) => [name, row.kind]));
  const given = operations.flatMap(([name, lines]) =>
    kinds.get(name) === kind && isRecord(lines) && isRecord(lines.fields) && Array.isArray(lines.fields.status)
      ? [lines.fields.status]
      : [],
  );
  return given[0] ? [formatFieldPath(given[0].map(String))] : ["$.status", "$.state", "$.phase"];
}

function migrateOperation(lines: unknown): unknown {
  if (!isRecord(lines)) return lines;
  const { body, select, params, ...places } = lines;
  return {
    ...(select !== undefined && { select: migrateSelector(select) }),
    ...Object.fromEntries(entriesOf(places).map(([line, value]) => [line, migratePaths(value)])),
    ...(params !== undefined && { params }),
    ...(body !== undefined && { body }),
  };
}

function migrateSelector(select: unknown): unknown {
  if (!isRecord(select) || typeof select.value !== "string") return select;
  return { ...select, value: `{${formatFieldPath([select.value]).replace(/^\$\./, "")}}` };
}

function migratePaths(value: unknown): unknown {
  if (Array.isArray(value)) return formatFieldPath(value.map(String));
  return isRecord(value)
    ? Object.fromEntries(entriesOf(value).map(([key, inner]) => [key, migratePaths(inner)]))
    : value;
}
