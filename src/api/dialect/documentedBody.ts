import { type OperationName, operations } from "../../contract/operations.ts";
import type { OperationProfile } from "../../contract/profile.ts";
import type { DocumentedOperation, OpenApi } from "./openApi.ts";
import { fixedValue, isTold, type ObjectSchema, objectSchema, typeOf } from "./openApiSchema.ts";
import { ownerOf } from "./selectors.ts";
import { type Shape, shapeOf } from "./shape.ts";
import { synonymsOf } from "./synonyms.ts";
import { plainName } from "./words.ts";

type BodyFacts = Pick<OperationProfile, "params" | "body">;

/** What a document calls the fields of a body; a template of the whole where it wants more than ours, or wraps them. */
export function bodyFacts(
  name: OperationName,
  { root }: OpenApi,
  { body }: DocumentedOperation,
  isSelected: boolean,
): BodyFacts {
  const own = operations[name].body;
  const theirs = own ? objectSchema(root, body) : undefined;
  const shape = own ? shapeOf(own) : undefined;
  if (!theirs || shape?.kind !== "object") return {};
  const fields = Object.fromEntries(Object.entries(shape.fields).map(([field, one]) => [field, one.shape]));
  const names = namesOf(fields, theirs, (given) => typeOf(root, given));
  if (names.size === 0) return wrapped(fields, theirs, root);
  const isKnown = (property: string) =>
    [...names.values()].includes(property) || (isSelected && /id$/i.test(property)) || property === ownerOf(name);
  const more = [...theirs.required].filter((property) => !isKnown(property));
  const fixed = more.flatMap((property) => {
    const value = fixedValue(root, theirs.properties[property]);
    return value === undefined ? [] : [[property, value] as const];
  });
  if (fixed.length > 0) return { body: { ...template(names), ...Object.fromEntries(fixed) } };
  const params: Record<string, string | null> = {};
  for (const [field, property] of names) if (isTold(field, property)) params[field] = property;
  if (theirs.isClosed) for (const field of Object.keys(fields)) if (!names.has(field)) params[field] = null;
  return Object.keys(params).length > 0 ? { params } : {};
}

/** `{ server: { name: ... } }` */
function wrapped(fields: Readonly<Record<string, Shape>>, theirs: ObjectSchema, root: OpenApi["root"]): BodyFacts {
  const [[wrapper, given] = [], second] = Object.entries(theirs.properties).filter(
    ([property]) => theirs.required.has(property) || Object.keys(theirs.properties).length === 1,
  );
  const inner = second === undefined ? objectSchema(root, given) : undefined;
  const names = inner ? namesOf(fields, inner, (one) => typeOf(root, one)) : new Map<string, string>();
  return wrapper === undefined || names.size === 0 ? {} : { body: { [wrapper]: template(names) } };
}

function template(names: ReadonlyMap<string, string>): Record<string, string> {
  return Object.fromEntries([...names].map(([field, property]) => [property, `{{${field}}}`]));
}

/** Our fields by their names there: the same ones first, then what such fields are called elsewhere. */
function namesOf(
  fields: Readonly<Record<string, Shape>>,
  { properties }: ObjectSchema,
  type: (given: unknown) => string | undefined,
): Map<string, string> {
  const found = new Map<string, string>();
  const taken = new Set<string>();
  const take = (suits: (field: string, property: string) => boolean) => {
    for (const [field, shape] of Object.entries(fields)) {
      if (found.has(field)) continue;
      const property = Object.keys(properties).find(
        (one) => !taken.has(one) && suits(field, plainName(one)) && isOfType(shape, type(properties[one])),
      );
      if (property === undefined) continue;
      found.set(field, property);
      taken.add(property);
    }
  };
  take((field, property) => plainName(field) === property);
  take((field, property) => synonymsOf(field).includes(property));
  return new Map(
    Object.keys(fields).flatMap((field) => {
      const property = found.get(field);
      return property === undefined ? [] : [[field, property] as const];
    }),
  );
}

function isOfType({ kind }: Shape, type: string | undefined): boolean {
  if (type === undefined || kind === "any") return true;
  if (kind === "object" || kind === "map") return type === "object";
  if (kind === "list") return type === "array";
  return type !== "object" && type !== "array";
}
