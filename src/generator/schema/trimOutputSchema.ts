import { type JsonPathStep, listJsonPathSteps } from "../../text/jsonPath.ts";
import { isRecord } from "../../text/record.ts";
import { asList, asObject, type JsonObject } from "../document/jsonValues.ts";
import { readSchemaTypes } from "./keywords.ts";

interface KeptFields {
  readonly keep?: readonly string[];
  readonly drop?: readonly string[];
}

/** What remains of each path at a place of the schema; an empty list: the path selects the place. */
type Rests = readonly (readonly JsonPathStep[])[];

/** Decides about a part that paths lead to; undefined: the schema does not have it. */
type TrimPart = (part: JsonObject, rests: Rests) => JsonObject | undefined;

/** Removes from the schema of an answer what the tool never returns. What only some answers lack stays. */
export function trimOutputSchema(schema: JsonObject, { keep, drop = [] }: KeptFields): JsonObject {
  const kept = keep ? keepPart(schema, keep.map(listJsonPathSteps)) : undefined;
  const isDefinite = (steps: readonly JsonPathStep[]) =>
    steps.every(({ selectors }) => selectors.every(({ kind }) => kind !== "some"));
  return trimParts(kept ?? schema, drop.map(listJsonPathSteps).filter(isDefinite), dropPart);
}

const isSelected = (rests: Rests) => rests.some((rest) => rest.length === 0);

const keepPart: TrimPart = (part, rests) => {
  if (isSelected(rests)) return part;
  const trimmed = rests.length === 0 ? undefined : trimParts(part, rests, keepPart);
  return trimmed && (hasParts(trimmed) || isOpen(part)) ? trimmed : undefined;
};

const hasParts = ({ properties, items, anyOf }: JsonObject) =>
  isRecord(properties) || isRecord(items) || anyOf !== undefined;

/** Whether the paths may lead on where the schema says nothing more. */
function isOpen(part: JsonObject): boolean {
  const types = readSchemaTypes(part.type);
  return !hasParts(part) && (types.length === 0 || types.includes("object") || types.includes("array"));
}

const dropPart: TrimPart = (part, rests) => (isSelected(rests) ? undefined : trimParts(part, rests, dropPart));

function trimParts(schema: JsonObject, rests: Rests, trim: TrimPart): JsonObject {
  const { properties, items, ...others } = schema;
  const members = Object.entries(asObject(properties)).flatMap(([name, member]) => {
    const trimmed = isRecord(member) ? trim(member, advance(rests, name)) : member;
    return trimmed === undefined ? [] : [[name, trimmed] as const];
  });
  const item = isRecord(items) ? trim(items, advance(rests, undefined)) : undefined;
  const alternatives = asList(schema.anyOf);
  return {
    ...others,
    ...(members.length > 0 && { properties: Object.fromEntries(members) }),
    ...(item && { items: item }),
    ...(alternatives.length > 0 && {
      anyOf: alternatives.map((one) => (isRecord(one) ? trimParts(one, rests, trim) : one)),
    }),
  };
}

/** Follows the paths to a member, or to the items if `name` is undefined. */
function advance(rests: Rests, name: string | undefined): Rests {
  return rests.flatMap(([step, ...rest]) => {
    if (!step) return [];
    const leadsOn = step.selectors.some((one) => (one.kind === "name" ? one.name === name : true));
    return [...(step.isDescendant ? [[step, ...rest]] : []), ...(leadsOn ? [rest] : [])];
  });
}
