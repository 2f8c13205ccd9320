import type { OperationProfile, SelectorProfile } from "../../contract/dialectProfile.ts";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import { fieldsNamed, type Wanted } from "../language/fieldNames.ts";
import { type Shape, shapeOf } from "../language/shape.ts";
import { resourceOf } from "../language/subjects.ts";
import { plainName } from "../language/words.ts";
import type { DocumentedOperation, OpenApi } from "./openApi.ts";
import { fixedValue, isTold, type ObjectSchema, objectSchema, typeOf } from "./openApiSchema.ts";

type BodyFacts = Pick<OperationProfile, "params" | "body">;

/** What a document calls the fields of a body; a template of the whole where it wants more than ours, or wraps them. */
export function bodyFacts(
  name: OperationName,
  { root }: OpenApi,
  { body }: DocumentedOperation,
  select: SelectorProfile | undefined,
): BodyFacts {
  const own = operationTable[name].body;
  const theirs = own ? objectSchema(root, body) : undefined;
  const shape = own ? shapeOf(own) : undefined;
  if (!theirs || shape?.kind !== "object") return {};
  const wanted = { resource: resourceOf(name), fields: shape.fields };
  // What selects the thing is no field of it.
  const properties = Object.entries(theirs.properties).filter(([property]) => property !== select?.name);
  const rest = { ...theirs, properties: Object.fromEntries(properties) };
  const names = namesOf(wanted, rest, root);
  const params = { ...paramsOf(wanted, rest, names), ...innerParams(wanted, rest, names, root) };
  if (names.size === 0) return wrapped(wanted, rest, root);
  const fixed = [...theirs.required].flatMap((property) => {
    const value = fixedValue(root, rest.properties[property]);
    return value === undefined || [...names.values()].includes(property) ? [] : [[property, value] as const];
  });
  const facts = Object.keys(params).length > 0 ? { params } : {};
  return fixed.length > 0
    ? { ...facts, body: { ...template(wanted, rest, names), ...Object.fromEntries(fixed) } }
    : facts;
}

/** `{ server: { name: ... } }` */
function wrapped(wanted: Wanted, { properties }: ObjectSchema, root: OpenApi["root"]): BodyFacts {
  const [[wrapper, given] = [], second] = Object.entries(properties);
  const inner = second === undefined ? objectSchema(root, given) : undefined;
  const names = inner ? namesOf(wanted, inner, root) : new Map<string, string>();
  if (wrapper === undefined || inner === undefined || names.size === 0) return {};
  const params = innerParams(wanted, inner, names, root);
  const facts = Object.keys(params).length > 0 ? { params } : {};
  return { ...facts, body: { [wrapper]: template(wanted, inner, names) } };
}

function template({ fields }: Wanted, { isClosed }: ObjectSchema, names: ReadonlyMap<string, string>) {
  // What nobody understood goes along by its own name rather than not at all.
  const sent = Object.keys(fields).filter((field) => !isClosed || names.has(field));
  return Object.fromEntries(sent.map((field) => [names.get(field) ?? field, `{{${field}}}`]));
}

function paramsOf({ fields }: Wanted, { isClosed }: ObjectSchema, names: ReadonlyMap<string, string>) {
  const told = Object.keys(fields).flatMap((field): [string, string | null][] => {
    const name = names.get(field);
    if (name === undefined) return isClosed ? [[field, null]] : [];
    return isTold(field, name) ? [[field, name]] : [];
  });
  return Object.fromEntries(told);
}

/** What the fields of an object in the body are called there. */
function innerParams(
  { fields }: Wanted,
  { properties }: ObjectSchema,
  names: ReadonlyMap<string, string>,
  root: OpenApi["root"],
): Record<string, string> {
  const told = [...names].flatMap(([field, name]) => {
    const shape = fields[field]?.shape;
    const inner = shape?.kind === "object" ? objectSchema(root, properties[name]) : undefined;
    if (shape?.kind !== "object" || !inner) return [];
    const within = namesOf({ resource: field, fields: shape.fields }, inner, root);
    return [...within].filter(([one, other]) => isTold(one, other)).map(([one, other]) => [`${field}.${one}`, other]);
  });
  return Object.fromEntries(told);
}

/** Our fields by their names there, likeliest first; each name is of one field. */
function namesOf(
  { resource, fields }: Wanted,
  { properties, required }: ObjectSchema,
  root: OpenApi["root"],
): Map<string, string> {
  const likely = Object.entries(properties).flatMap(([property, schema]) => {
    const type = typeOf(root, schema);
    const named = fieldsNamed({ resource, fields }, [], plainName(property));
    return named.flatMap(({ field, score }) => {
      const shape = fields[field]?.shape;
      return shape && isOfType(shape, type) ? [{ field, property, score }] : [];
    });
  });
  const found = new Map<string, string>();
  const taken = new Set<string>();
  for (const { field, property } of likely.sort((one, other) => other.score - one.score)) {
    if (found.has(field) || taken.has(property)) continue;
    found.set(field, property);
    taken.add(property);
  }
  // Where one of each is left, it is that.
  const [left, ...more] = Object.keys(fields).filter((field) => !found.has(field));
  const [wanted, ...others] = [...required].filter((property) => !taken.has(property) && property in properties);
  const shape = left === undefined ? undefined : fields[left]?.shape;
  const isOne = more.length + others.length === 0 && left !== undefined && wanted !== undefined;
  if (isOne && shape && isOfType(shape, typeOf(root, properties[wanted]))) found.set(left, wanted);
  return found;
}

function isOfType({ kind }: Shape, type: string | undefined): boolean {
  if (type === undefined || kind === "any") return true;
  if (kind === "object" || kind === "map") return type === "object";
  if (kind === "list") return type === "array";
  return type !== "object" && type !== "array";
}
