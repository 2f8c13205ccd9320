import {
  type DialectProfile,
  isSettableHeader,
  type OperationProfile,
  type SelectorProfile,
} from "../../contract/dialectProfile.ts";
import { operationNames } from "../../contract/operationNames.ts";
import { type OperationName, operationTable } from "../../contract/operations.ts";
import { isUnsent } from "../../contract/profile/profileNames.ts";
import { type Fields, shapeOf } from "../../contract/profile/shape.ts";
import { findFields } from "../read/findFields.ts";
import { findConventions } from "../vocabulary/conventions.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";
import { plainName } from "../vocabulary/plainNames.ts";
import {
  type DocumentedOperation,
  fixedValue,
  isTold,
  type ObjectSchema,
  type OpenApi,
  objectSchema,
  type Parameter,
  sampleOf,
} from "./openApi.ts";

/** What a document says of how a service wants to be asked, added to what is known already: that was proven. */
export function learnDocument(profile: DialectProfile, document: OpenApi, base: URL): DialectProfile {
  const basePath = base.pathname.replace(/\/+$/, "");
  const found = new Map<OperationName, DocumentedOperation>();
  for (const name of operationNames) {
    const { method, path } = operationTable[name];
    const documented = document.find(method, path, basePath);
    if (documented) found.set(name, documented);
  }
  // A document of something else, or of a part, says nothing of what is missing in it.
  const isWhole = found.size * 2 >= operationNames.length;
  const learned = operationNames.flatMap((name) => {
    const documented = found.get(name);
    const facts = documented ? factsOf(name, document, documented) : isWhole ? { offered: false } : {};
    const all: OperationProfile = { ...facts, ...profile.operations[name] };
    return Object.keys(all).length > 0 ? [[name, all] as const] : [];
  });
  const tenant = profile.tenant ?? tenantIn([...found.values()]);
  return { ...profile, ...(tenant && { tenant }), operations: Object.fromEntries(learned) };
}

function factsOf(name: OperationName, document: OpenApi, documented: DocumentedOperation): OperationProfile {
  const query = queryFacts(name, document, documented);
  const body = bodyFacts(name, document, documented, query.select);
  const params = { ...query.params, ...body.params };
  return { ...query, ...body, ...(Object.keys(params).length > 0 && { params }) };
}

/** The header for the organization, where operations name one. */
function tenantIn(documented: readonly DocumentedOperation[]): DialectProfile["tenant"] {
  const names = documented.flatMap(({ parameters }) =>
    parameters
      .filter((one) => one.in === "header" && isTenantHeader(one.name) && isSettableHeader(one.name))
      .map(({ name }) => name),
  );
  // One that selects a single thing is not sent with all the others.
  const often = names.find((name) => names.filter((other) => other === name).length * 2 >= documented.length);
  return often === undefined ? undefined : { header: often };
}

type QueryFacts = Pick<OperationProfile, "select" | "pageSize" | "maxPageSize" | "params">;

const sizes = new Set("limit perpage pagesize size max maxresults first take pagelimit count maxitems".split(" "));

/** How a document says that one of a resource is named, pages are asked for and lists are filtered. */
function queryFacts(name: OperationName, document: OpenApi, documented: DocumentedOperation): QueryFacts {
  const { parameters } = documented;
  const { owner, isFilter: isNarrowing } = findOperationFacts(name);
  const select = owner === undefined || isNarrowing ? undefined : selectorIn(owner, name, document, documented);
  const asked = parameters.filter((one) => one.in === "query" && one.name !== select?.name);
  const size = asked.find((one) => sizes.has(plainName(one.name)));
  const params = filtersIn(name, asked);
  return {
    ...(select && { select }),
    ...(size && { pageSize: size.name }),
    ...(size?.maximum !== undefined && { maxPageSize: size.maximum }),
    ...(Object.keys(params).length > 0 && { params }),
  };
}

function selectorIn(
  owner: string,
  name: OperationName,
  document: OpenApi,
  documented: DocumentedOperation,
): SelectorProfile | undefined {
  const named = documented.parameters.flatMap((one) => {
    const place = placeOf(one);
    const score = place ? likeness(one.name, owner) : 0;
    return place && score > 0 ? [{ in: place, name: one.name, score: score + (one.required ? 2 : 0) }] : [];
  });
  const [best] = named.sort((one, other) => other.score - one.score);
  if (best) return { in: best.in, name: best.name, ...selectedBy(best.name) };
  if (operationTable[name].method === "GET") return undefined;
  const body = objectSchema(document.root, documented.body);
  const own = operationTable[name].body?.shape ?? {};
  const inBody = [...(body?.required ?? [])].filter((field) => !(field in own) && likeness(field, owner) >= 2);
  const [first] = inBody.sort((one, other) => likeness(other, owner) - likeness(one, owner));
  return first === undefined ? undefined : { in: "body", name: first, ...selectedBy(first) };
}

function placeOf(one: Parameter): "query" | "header" | undefined {
  if (one.in === "query") return "query";
  return one.in === "header" && isSettableHeader(one.name) && !isTenantHeader(one.name) ? "header" : undefined;
}

const kindNames = (kind: string) => findConventions(undefined).kindNames(kind);

/** How likely a parameter names one of a resource: 0 not at all. */
function likeness(given: string, owner: string): number {
  const plain = plainName(given).replace(/^x(?=.{3})/, "");
  const own = [...kindNames(owner), plainName(owner.replace(/^.*?(?=[A-Z][a-z]*$)/, ""))];
  const rest = own.find((word) => plain.startsWith(word) && kinds.includes(plain.slice(word.length)));
  const kind = rest === undefined ? plain : plain.slice(rest.length);
  const index = kinds.indexOf(kind);
  if (index < 0) return 0;
  return kind === "" ? 2 : (rest === undefined ? 2 : 3) - index / 10;
}

/** What is left of a selector's name without what it is of; nothing, where it is called like the thing itself. */
const kinds = ["id", "uuid", "guid", "identifier", "slug", "key", "ref", "name", ""];

function selectedBy(name: string): { readonly value?: string } {
  const kind = /(slug|name)$/.exec(plainName(name))?.[1];
  return kind === undefined ? {} : { value: `{${kind}}` };
}

/** The contract's filters by their names there, where those are others. */
function filtersIn(name: OperationName, asked: readonly Parameter[]): Record<string, string> {
  const fields = Object.keys(operationTable[name].query.shape).filter((field) => !isUnsent(name, field));
  const { owner = "", isFilter: isNarrowing } = findOperationFacts(name);
  return Object.fromEntries(
    fields.flatMap((given) => {
      const field = given === "id" && isNarrowing ? `${owner}Id` : given;
      const found = asked.find((one) => isFilter(field, plainName(one.name)));
      return found && isTold(field, found.name) ? [[field, found.name] as const] : [];
    }),
  );
}

function isFilter(field: string, given: string): boolean {
  if (plainName(field) === given) return true;
  if (!field.endsWith("Id")) return false;
  return kindNames(field.slice(0, -2)).some((name) => [name, `${name}id`, `${name}uuid`].includes(given));
}

/** What a body contains, and of which resource it is. */
interface Wanted {
  readonly resource: string;
  readonly fields: Fields;
}

type BodyFacts = Pick<OperationProfile, "params" | "body">;

/** What a document calls the fields of a body; a template of the whole where it wants more than ours, or wraps them. */
function bodyFacts(
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

/** Whether a header of a document is the organization's. */
const isTenantHeader = (name: string) =>
  /^(?:[a-z][a-z0-9]*-)*(?:organi[sz]ations?|org|tenant|workspace|account|team)(?:-(?:id|slug|name|uuid|ref))?$/i.test(
    name,
  );
