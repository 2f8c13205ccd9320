import * as l10n from "@vscode/l10n";
import type * as z from "zod";
import { isRecord, type UnknownRecord } from "../text/record.ts";
import { tryParseJson } from "../text/tryParseJson.ts";
import type { serverCaseSchema } from "./readServerCases.ts";

type Expectation = z.input<typeof serverCaseSchema>["expect"];

/** A fact of a tool's result that a case can expect. */
export interface CaseFact {
  readonly label: string;
  readonly kind: "status" | "types" | "presence" | "value";
  /** Whether the fact probably holds for later calls too. */
  readonly isSuggested: boolean;
  readonly expect: NonNullable<Expectation>;
}

/** The result of a call. `text` are all texts of the content. */
export interface KeptResult {
  readonly isError: boolean;
  readonly text: string;
  readonly structured: unknown;
}

const mostPresences = 30;
const mostValues = 100;
const longestValue = 200;

/** The facts of a result: what is likely to stay true first, then single values. */
export function suggestCaseFacts({ isError, text, structured }: KeptResult): readonly CaseFact[] {
  const label = isError ? l10n.t("The tool fails") : l10n.t("The call succeeds");
  const status: CaseFact = { kind: "status", label, isSuggested: true, expect: { error: isError } };
  const value = structured ?? tryParseJson(text);
  if (!isRecord(value) && !Array.isArray(value)) return [status, ...listTextFacts(text)];
  const types: CaseFact = {
    kind: "types",
    label: l10n.t("The types of all values"),
    isSuggested: true,
    expect: { schema: omitEmpty(inferTypes(value)) },
  };
  return [status, types, ...listPresenceFacts(value), ...listValueFacts(value).slice(0, mostValues)];
}

/** One expectation from all facts. */
export function joinCaseFacts(facts: readonly CaseFact[]): NonNullable<Expectation> {
  const json = facts.flatMap(({ expect }) => (Array.isArray(expect.json) ? expect.json : []));
  const others = facts.map(({ expect: { json: _, ...other } }) => other);
  return { ...Object.assign({}, ...others), ...(json.length > 0 && { json }) };
}

function listTextFacts(text: string): readonly CaseFact[] {
  const line = text.split("\n").find((one) => one.trim() !== "");
  if (line === undefined || line.length > longestValue) return [];
  const expect = { text: { contains: line.trim() } };
  return [{ kind: "value", label: l10n.t`The text contains "${line.trim()}"`, isSuggested: false, expect }];
}

/** The names of the outermost object, or of the first item of a list. */
function listPresenceFacts(value: unknown): readonly CaseFact[] {
  const [path, holder] = Array.isArray(value) ? ["$[0]", value[0]] : ["$", value];
  if (!isRecord(holder)) return Array.isArray(value) && value.length > 0 ? [createPresence(path)] : [];
  return Object.keys(holder)
    .slice(0, mostPresences)
    .map((name) => createPresence(appendName(path, name)));
}

const createPresence = (path: string): CaseFact => ({
  kind: "presence",
  label: l10n.t`${path} is present`,
  isSuggested: true,
  expect: { json: [{ path, exists: true }] },
});

/** Every short text, number and flag in the value, and the lengths of lists. */
function listValueFacts(value: unknown, path = "$", depth = 0): readonly CaseFact[] {
  if (Array.isArray(value)) {
    const length: CaseFact = {
      kind: "value",
      label: value.length === 1 ? l10n.t`${path} has 1 entry` : l10n.t`${path} has ${value.length} entries`,
      isSuggested: false,
      expect: { json: [{ path, length: value.length }] },
    };
    return [
      length,
      ...value.slice(0, 3).flatMap((item, index) => listValueFacts(item, `${path}[${index}]`, depth + 1)),
    ];
  }
  if (isRecord(value)) {
    if (depth > 4) return [];
    const names = Object.keys(value).slice(0, mostValues);
    return names.flatMap((name) => listValueFacts(value[name], appendName(path, name), depth + 1));
  }
  const shown = JSON.stringify(value);
  if (shown === undefined || shown.length > longestValue) return [];
  const expect = { json: [{ path, equals: value }] };
  return [{ kind: "value", label: l10n.t`${path} is ${shown}`, isSuggested: false, expect }];
}

/** `$.name`, `$['odd name']`. */
function appendName(path: string, name: string): string {
  if (/^[A-Za-z_][A-Za-z0-9_]*$/.test(name)) return `${path}.${name}`;
  return `${path}['${name.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}']`;
}

const deepest = 5;
const mostNames = 100;

/** A JSON schema of the types in a value. A null says nothing about the type, and items of several types none. */
function inferTypes(value: unknown, depth = 0): UnknownRecord {
  if (Array.isArray(value)) {
    const items = depth < deepest ? value.map((item) => inferTypes(item, depth + 1)) : [];
    const schema = items.length === 0 ? {} : items.reduce(joinTypes);
    return Object.keys(schema).length === 0 ? { type: "array" } : { type: "array", items: schema };
  }
  if (isRecord(value)) {
    const names = depth < deepest ? Object.keys(value).slice(0, mostNames) : [];
    return createObjectTypes(names.map((name) => [name, inferTypes(value[name], depth + 1)]));
  }
  return value === null || value === undefined ? {} : { type: typeof value };
}

/** Omits the schemas that allow everything. */
function omitEmpty(schema: UnknownRecord): UnknownRecord {
  const kept = Object.entries(schema).flatMap(([name, value]): [string, unknown][] => {
    if (!isRecord(value)) return [[name, value]];
    const inner = omitEmpty(value);
    return Object.keys(inner).length === 0 ? [] : [[name, inner]];
  });
  return Object.fromEntries(kept);
}

/** What holds for both. */
function joinTypes(one: UnknownRecord, other: UnknownRecord): UnknownRecord {
  if (one.type !== other.type) return {};
  if (one.type === "array" && isRecord(one.items) && isRecord(other.items)) {
    const items = joinTypes(one.items, other.items);
    return Object.keys(items).length === 0 ? { type: "array" } : { type: "array", items };
  }
  if (one.type !== "object") return { type: one.type };
  const [first, second] = [readProperties(one), readProperties(other)];
  return createObjectTypes(
    [...new Set([...first.keys(), ...second.keys()])].map((name) => {
      const [left, right] = [first.get(name), second.get(name)];
      return [name, left && right ? joinTypes(left, right) : (left ?? right ?? {})];
    }),
  );
}

const readProperties = ({ properties }: UnknownRecord) =>
  new Map(Object.entries(isRecord(properties) ? properties : {}).filter((entry) => isTyped(entry)));

const isTyped = (entry: [string, unknown]): entry is [string, UnknownRecord] => isRecord(entry[1]);

const createObjectTypes = (properties: readonly (readonly [string, UnknownRecord])[]): UnknownRecord =>
  properties.length === 0 ? { type: "object" } : { type: "object", properties: Object.fromEntries(properties) };
