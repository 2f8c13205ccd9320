import type { OperationProfile, SelectorProfile } from "../../contract/dialectProfile.ts";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import type { Fields } from "../../contract/profile/shape.ts";
import { shapeOf } from "../../contract/profile/shape.ts";
import { findFields } from "../read/findFields.ts";
import { findConventions } from "../vocabulary/conventions.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";
import type { DocumentedOperation, OpenApi } from "./openApi.ts";
import { fixedValue, isTold, type ObjectSchema, objectSchema, sampleOf } from "./openApiSchema.ts";

/** What a body contains, and of which resource it is. */
interface Wanted {
  readonly resource: string;
  readonly fields: Fields;
}

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
  const wanted = { resource: findOperationFacts(name).resource, fields: shape.fields };
  // What selects the thing is no field of it.
  const properties = Object.entries(theirs.properties).filter(([property]) => property !== select?.name);
  const rest = { ...theirs, properties: Object.fromEntries(properties) };
  const direct = namesOf(wanted, rest, root);
  // `{ server: { name: ... } }`
  const [[wrapper = "", inner] = [], second] = properties;
  const wrapped = direct.size === 0 && second === undefined ? objectSchema(root, inner) : undefined;
  const holder = wrapped ?? rest;
  const names = wrapped ? namesOf(wanted, wrapped, root) : direct;
  if (names.size === 0) return {};
  const params = { ...(!wrapped && paramsOf(wanted, rest, names)), ...innerParams(wanted, holder, names, root) };
  const facts = Object.keys(params).length > 0 ? { params } : {};
  const whole = template(wanted, holder, names);
  if (wrapped) return { ...facts, body: { [wrapper]: whole } };
  const fixed = [...theirs.required].flatMap((property) => {
    const value = fixedValue(root, rest.properties[property]);
    return value === undefined || [...names.values()].includes(property) ? [] : [[property, value] as const];
  });
  return fixed.length > 0 ? { ...facts, body: { ...whole, ...Object.fromEntries(fixed) } } : facts;
}

function template({ fields }: Wanted, { isClosed }: ObjectSchema, names: ReadonlyMap<string, string>) {
  // What is not understood goes along by its own name rather than not at all.
  const sent = Object.keys(fields).filter((field) => !isClosed || names.has(field));
  return Object.fromEntries(sent.map((field) => [names.get(field) ?? field, `{{${field}}}`]));
}

function paramsOf({ fields }: Wanted, { isClosed }: ObjectSchema, names: ReadonlyMap<string, string>) {
  const named = Object.keys(fields).flatMap((field): [string, string | null][] => {
    const name = names.get(field);
    if (name === undefined) return isClosed ? [[field, null]] : [];
    return isTold(field, name) ? [[field, name]] : [];
  });
  return Object.fromEntries(named);
}

/** What the fields of an object in the body are called there. */
function innerParams(
  { fields }: Wanted,
  { properties }: ObjectSchema,
  names: ReadonlyMap<string, string>,
  root: OpenApi["root"],
): Record<string, string> {
  const named = [...names].flatMap(([field, name]) => {
    const shape = fields[field]?.shape;
    const inner = shape?.kind === "object" ? objectSchema(root, properties[name]) : undefined;
    if (shape?.kind !== "object" || !inner) return [];
    const within = namesOf({ resource: field, fields: shape.fields }, inner, root);
    return [...within].filter(([one, other]) => isTold(one, other)).map(([one, other]) => [`${field}.${one}`, other]);
  });
  return Object.fromEntries(named);
}

/** The names that a document has for the contract's fields. */
function namesOf(
  { resource, fields }: Wanted,
  { properties }: ObjectSchema,
  root: OpenApi["root"],
): Map<string, string> {
  const entries = Object.entries(properties).map(([name, schema]) => [name, sampleOf(root, schema)] as const);
  const found = findFields({ isProposal: true, kind: resource, fields, conventions: findConventions(undefined) }, [
    Object.fromEntries(entries),
  ]);
  return new Map(
    Object.entries(found).flatMap(([field, { place }]): [string, string][] =>
      place[0] !== undefined && place.length === 1 ? [[field, place[0]]] : [],
    ),
  );
}
