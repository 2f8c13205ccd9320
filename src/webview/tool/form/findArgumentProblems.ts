import { type OutputUnit, validate } from "@cfworker/json-schema";
import * as l10n from "@vscode/l10n";
import type { JsonType } from "../../../text/jsonType.ts";
import { locale } from "../../../text/language/locale.ts";
import { appendToPointer, splitPointer } from "../../../text/position/jsonPointer.ts";
import { getOwnProperty, isRecord } from "../../../text/record.ts";
import type { FormSchema, FormSchemaSet } from "./formSchema.ts";

/** What the schema does not allow, at the place of a value. */
export interface ArgumentProblem {
  /** A JSON Pointer; of a missing value, where it belongs. */
  readonly pointer: string;
  readonly message: string;
}

const mostProblems = 100;

export function isValidFor(set: FormSchemaSet, schema: FormSchema, value: unknown): boolean {
  return evaluate(set, schema, value, true).length === 0;
}

export function findArgumentProblems(set: FormSchemaSet, value: unknown): readonly ArgumentProblem[] {
  const problems = selectUnits(evaluate(set, set.root, value, false)).map((unit) => ({
    pointer: findPointer(unit),
    message: formatSchemaProblem(unit.keyword, findSchema(set, unit.keywordLocation)),
  }));
  return [...new Map(problems.map((one) => [JSON.stringify(one), one])).values()].slice(0, mostProblems);
}

type Units = readonly OutputUnit[];

function evaluate({ definitions }: FormSchemaSet, schema: FormSchema, value: unknown, isFirstOnly: boolean): Units {
  try {
    return validate(value, schema, "2020-12", definitions, isFirstOnly).errors;
  } catch (error) {
    // The value is nested too deeply, or one of its names cannot be part of a URI: the server checks it.
    if (error instanceof RangeError || error instanceof URIError) return [];
    throw error;
  }
}

/** The units that have no others below them: the others only repeat that there is a problem. Of alternatives, those of the best one. */
function selectUnits(units: Units): OutputUnit[] {
  const selected: OutputUnit[] = [];
  for (let at = 0; at < units.length; ) {
    const unit = units[at];
    if (!unit) break;
    const below = takeBelow(units, at);
    at += 1 + below.length;
    if (unit.keyword === "anyOf" || unit.keyword === "oneOf") selected.push(...selectAlternative(unit, below));
    else selected.push(...(below.length > 0 ? selectUnits(below) : [unit]));
  }
  return selected;
}

function takeBelow(units: Units, at: number): Units {
  const start = `${units[at]?.keywordLocation}/`;
  const end = units.findIndex((unit, index) => index > at && !unit.keywordLocation.startsWith(start));
  return units.slice(at + 1, end === -1 ? units.length : end);
}

/** The alternative that the value comes closest to: it has the right type, and the fewest problems. */
function selectAlternative(unit: OutputUnit, below: Units): Units {
  const depth = unit.keywordLocation.length + 1;
  const alternatives = Map.groupBy(below, ({ keywordLocation }) => keywordLocation.slice(depth).split("/")[0]);
  const isOther = ({ keyword, instanceLocation }: OutputUnit) =>
    ["type", "const", "enum"].includes(keyword) && instanceLocation === unit.instanceLocation;
  const matchCount = /\((\d+) matches\)/.exec(unit.error)?.[1] ?? "0";
  const close = [...alternatives.values()].map(selectUnits).filter((units) => !units.some(isOther));
  const [best] = close.sort((a, b) => a.length - b.length);
  return best && matchCount === "0" ? best : [unit];
}

/** The validator reports a missing property at its object, and names it in the message. */
function findPointer({ keyword, instanceLocation, error }: OutputUnit): string {
  const pointer = decodeURIComponent(instanceLocation.slice(1));
  const missing = keyword === "required" ? /^Instance does not have required property "(.*)"\.$/s.exec(error) : null;
  return missing?.[1] === undefined ? pointer : appendToPointer(pointer, missing[1]);
}

/** The schema that has the keyword. */
function findSchema(set: FormSchemaSet, keywordLocation: string): FormSchema {
  let owner = set.root;
  let at: unknown = set.root;
  for (const step of splitPointer(decodeURIComponent(keywordLocation))) {
    if (isRecord(at)) owner = at;
    if (step === "$ref" && owner.$ref !== undefined) at = set.definitions[owner.$ref];
    else if (Array.isArray(at)) at = at[Number(step)];
    else at = isRecord(at) ? getOwnProperty(at, step) : undefined;
  }
  return owner;
}

/** What a value must be for the keyword of a schema that it violates. */
function formatSchemaProblem(keyword: string, schema: FormSchema): string {
  const format = Object.hasOwn(messages, keyword) ? messages[keyword] : undefined;
  return format?.(schema) ?? l10n.t`The schema does not allow this value (${keyword}).`;
}

const orEmpty = (value: number | undefined) => value?.toLocaleString(locale, { maximumFractionDigits: 20 }) ?? "";

const messages: Readonly<Record<string, (schema: FormSchema) => string>> = {
  type: ({ type = [] }) => l10n.t`Must be of type ${formatTypes(type)}.`,
  enum: () => l10n.t("Must be one of the values of the list."),
  const: ({ const: value }) => l10n.t`Must be ${JSON.stringify(value)}.`,
  required: () => l10n.t("Is required."),
  not: () => l10n.t("Is not allowed here."),
  minLength: ({ minLength }) => l10n.t`The minimum length is ${orEmpty(minLength)}.`,
  maxLength: ({ maxLength }) => l10n.t`The maximum length is ${orEmpty(maxLength)}.`,
  pattern: ({ pattern = "" }) => l10n.t`Must match the pattern ${pattern}.`,
  format: ({ format = "" }) => l10n.t`Must have the format ${format}.`,
  minimum: ({ minimum }) => l10n.t`Must be at least ${orEmpty(minimum)}.`,
  maximum: ({ maximum }) => l10n.t`Must be at most ${orEmpty(maximum)}.`,
  exclusiveMinimum: ({ exclusiveMinimum }) => l10n.t`Must be greater than ${orEmpty(exclusiveMinimum)}.`,
  exclusiveMaximum: ({ exclusiveMaximum }) => l10n.t`Must be less than ${orEmpty(exclusiveMaximum)}.`,
  multipleOf: ({ multipleOf }) => l10n.t`Must be a multiple of ${orEmpty(multipleOf)}.`,
  minItems: ({ minItems }) => l10n.t`The minimum number of items is ${orEmpty(minItems)}.`,
  maxItems: ({ maxItems }) => l10n.t`The maximum number of items is ${orEmpty(maxItems)}.`,
  uniqueItems: () => l10n.t("All items must be different."),
  minProperties: ({ minProperties }) => l10n.t`The minimum number of properties is ${orEmpty(minProperties)}.`,
  maxProperties: ({ maxProperties }) => l10n.t`The maximum number of properties is ${orEmpty(maxProperties)}.`,
  anyOf: () => l10n.t("Matches no variant."),
  oneOf: () => l10n.t("Must match exactly one variant."),
};

export function formatTypes(types: readonly JsonType[]): string {
  const names: Readonly<Record<JsonType, string>> = {
    string: l10n.t("text"),
    number: l10n.t("number"),
    integer: l10n.t("integer"),
    boolean: l10n.t("true or false"),
    object: l10n.t("object"),
    array: l10n.t("list"),
    null: "null",
  };
  return types.map((type) => names[type]).join(" | ");
}
