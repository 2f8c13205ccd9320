import { type OutputUnit, validate } from "@cfworker/json-schema";
import { appendToPointer, splitPointer } from "../../../text/position/jsonPointer.ts";
import { getOwnProperty, isRecord } from "../../../text/record.ts";
import { formatSchemaProblem } from "./formatSchemaProblem.ts";
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
