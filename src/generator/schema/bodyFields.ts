import { omitAtPath } from "../../text/fieldPath.ts";
import { getMember, isRecord } from "../../text/record.ts";
import { asList, asObject, asTextList, type JsonObject, mapMembers, omitMembers } from "../document/jsonValues.ts";
import { mostCombinedSchemas } from "./listComposition.ts";

/** Returns the schema that a `$ref` leads to, and any other schema as it is. */
export type ResolveSchema = (schema: JsonObject) => JsonObject;

/** The names that lead to a field of a body. */
type Path = readonly string[];

export interface BodyField {
  readonly schema: JsonObject;
  readonly isRequired: boolean;
}

/** The objects that a walk may still enter: those on a path lead to each other in many ways. Negative: the walk did not enter all. */
interface Visits {
  left: number;
}
export const createVisits = (): Visits => ({ left: 1000 });
const isLastVisit = (visits: Visits) => {
  visits.left -= 1;
  return visits.left < 0;
};

/** Finds a field in an object and what it is composed of; undefined: there is none outside of lists. */
export function findBodyField(
  schema: JsonObject,
  [name = "", ...rest]: Path,
  resolve: ResolveSchema,
  visits = createVisits(),
): BodyField | undefined {
  if (isLastVisit(visits)) return undefined;
  const parts = listParts(schema, resolve);
  const isRequired = parts.some((part) => requires(part, name));
  const fields = listMembers(parts, name);
  const [field] = fields;
  if (rest.length === 0) return field && { schema: resolve(field), isRequired };
  return fields.map((one) => findBodyField(one, rest, resolve, visits)).find((found) => found !== undefined);
}

/** Whether the path enters a list. */
export function isInBodyList(
  schema: JsonObject,
  [name = "", ...rest]: Path,
  resolve: ResolveSchema,
  visits = createVisits(),
): boolean {
  if (isLastVisit(visits)) return false;
  const parts = listParts(schema, resolve);
  if (parts.some(({ items, prefixItems }) => isRecord(items) || Array.isArray(prefixItems))) return true;
  return rest.length > 0 && listMembers(parts, name).some((field) => isInBodyList(field, rest, resolve, visits));
}

export interface FieldChange {
  /** undefined: callers do not set the field any more. */
  readonly description: string | undefined;
  /** Whether every request has the field, and so the objects around it. */
  readonly isSent: boolean;
}

/** Changes a field in an object and in each schema that it is composed of. */
export function changeBodyField(
  schema: JsonObject,
  path: Path,
  change: FieldChange,
  resolve: ResolveSchema,
  visits = createVisits(),
): JsonObject {
  if (isLastVisit(visits)) return schema;
  const [name = "", ...rest] = path;
  const { description, isSent } = change;
  const isOmitted = description === undefined;
  const changeMember = (member: JsonObject): JsonObject | undefined => {
    if (rest.length === 0) return isOmitted ? undefined : { ...member, description };
    const changed = changeBodyField(member, rest, change, resolve, visits);
    return hasBodyFields(changed, resolve) ? changed : undefined;
  };
  const changed = listMembers(listParts(schema, resolve), name).map(changeMember);
  const isGone = changed.every((member) => member === undefined);
  const isNeeded = isSent && changed.some((member) => member && requiresBodyField(member, resolve));
  let budget = mostCombinedSchemas;
  const changePart = (part: JsonObject, seen: readonly unknown[]): JsonObject => {
    budget -= 1;
    if (budget < 0) visits.left = -1;
    if (budget < 0 || seen.includes(part.$ref) || !listParts(part, resolve).some((one) => mentions(one, name)))
      return part;
    const chain = part.$ref === undefined ? seen : [...seen, part.$ref];
    const own = changeOwnFields(resolve(part), name, { changeMember, isGone, isNeeded });
    return mapMembers(isOmitted ? omitExamples(own, path) : own, (value, key) =>
      isCombination(key) ? asList(value).map((one) => (isRecord(one) ? changePart(one, chain) : one)) : value,
    );
  };
  return changePart(schema, []);
}

/** Whether callers can set anything in an object. */
export function hasBodyFields(schema: JsonObject, resolve: ResolveSchema): boolean {
  return listParts(schema, resolve).some(({ properties, patternProperties, additionalProperties, items }) => {
    const isOpen = additionalProperties === true || isRecord(additionalProperties);
    return isOpen || isRecord(patternProperties) || isRecord(items) || Object.keys(asObject(properties)).length > 0;
  });
}

/** Whether an object without fields is invalid. */
export function requiresBodyField(schema: JsonObject, resolve: ResolveSchema): boolean {
  return listParts(schema, resolve, ["allOf"]).some(({ required }) => asList(required).length > 0);
}

const combinations = ["allOf", "anyOf", "oneOf"] as const;
const isCombination = (key: string) => combinations.some((combination) => combination === key);

/** The object itself, and what it is composed of. */
function listParts(schema: JsonObject, resolve: ResolveSchema, keys: readonly string[] = combinations): JsonObject[] {
  const seen = new Set<unknown>();
  const parts: JsonObject[] = [];
  const add = (part: JsonObject): void => {
    if ((part.$ref !== undefined && seen.has(part.$ref)) || parts.length >= mostCombinedSchemas) return;
    seen.add(part.$ref);
    const target = resolve(part);
    parts.push(target);
    for (const one of keys.flatMap((key) => asList(target[key]))) if (isRecord(one)) add(one);
  };
  add(schema);
  return parts;
}

function listMembers(parts: readonly JsonObject[], name: string): JsonObject[] {
  return parts.map(({ properties }) => getMember(properties, name)).filter(isRecord);
}

const requires = ({ required }: JsonObject, name: string) => asList(required).includes(name);

const mentions = (part: JsonObject, name: string) =>
  requires(part, name) || getMember(part.properties, name) !== undefined;

interface OwnChange {
  readonly changeMember: (member: JsonObject) => JsonObject | undefined;
  /** Whether no part of the object has the field any more. */
  readonly isGone: boolean;
  /** Whether callers now have to set the field. */
  readonly isNeeded: boolean;
}

function changeOwnFields(part: JsonObject, name: string, { changeMember, isGone, isNeeded }: OwnChange): JsonObject {
  const { properties, required, ...others } = part;
  const member = getMember(properties, name);
  const changed = isRecord(member) ? changeMember(member) : undefined;
  const kept = omitMembers(asObject(properties), ...(changed ? [] : [name]));
  const fields = changed ? mapMembers(kept, (value, key) => (key === name ? changed : value)) : kept;
  const needed = isNeeded && changed ? [name] : [];
  const names = [...new Set([...asTextList(required).filter((one) => !isGone || one !== name), ...needed])];
  return {
    ...others,
    ...(Object.keys(fields).length > 0 && { properties: fields }),
    ...(names.length > 0 && { required: names }),
  };
}

/** Examples and defaults of an object without a field that callers do not set. */
function omitExamples(part: JsonObject, path: Path): JsonObject {
  const { examples, default: defaultValue } = part;
  return {
    ...part,
    ...(Array.isArray(examples) && { examples: examples.map((one) => (isRecord(one) ? omitAtPath(one, path) : one)) }),
    ...(isRecord(defaultValue) && { default: omitAtPath(defaultValue, path) }),
  };
}
