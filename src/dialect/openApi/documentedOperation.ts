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
import { formatFieldPath } from "../../text/fieldPath.ts";
import { findFields } from "../read/findFields.ts";
import { findConventions } from "../vocabulary/conventions.ts";
import { findOperationFacts } from "../vocabulary/operationFacts.ts";
import { plainName } from "../vocabulary/plainNames.ts";
import {
  type DocumentedOperation,
  fixedValue,
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

const isTenantHeader = (name: string) =>
  /^(?:[a-z][a-z0-9]*-)*(?:organi[sz]ations?|org|tenant|workspace|account|team)(?:-(?:id|slug|name|uuid|ref))?$/i.test(
    name,
  );

/** The header for the organization, where operations name one. */
function tenantIn(documented: readonly DocumentedOperation[]): DialectProfile["tenant"] {
  const headers = documented.flatMap(({ parameters }) => parameters.filter((one) => one.in === "header"));
  const names = headers.map(({ name }) => name).filter((name) => isTenantHeader(name) && isSettableHeader(name));
  // One that selects a single thing is not sent with all the others.
  const often = names.find((name) => names.filter((other) => other === name).length * 2 >= documented.length);
  return often === undefined ? undefined : { header: often };
}

const sizes = new Set("limit perpage pagesize size max maxresults first take pagelimit count maxitems".split(" "));

/** How a document says that an item is named, pages are asked for, lists are filtered and bodies are written. */
function factsOf(name: OperationName, document: OpenApi, documented: DocumentedOperation): OperationProfile {
  const { owner, isFilter } = findOperationFacts(name);
  const select = owner === undefined || isFilter ? undefined : selectorIn(owner, name, document, documented);
  const asked = documented.parameters.filter((one) => one.in === "query" && one.name !== select?.name);
  const size = asked.find((one) => sizes.has(plainName(one.name)));
  const { params: written, ...body } = bodyFacts(name, document, documented, select);
  const params = { ...filtersIn(name, asked), ...written };
  return {
    ...(select && { select }),
    ...(size && { pageSize: size.name }),
    ...(size?.maximum !== undefined && { maxPageSize: size.maximum }),
    ...body,
    ...(Object.keys(params).length > 0 && { params }),
  };
}

function selectorIn(
  owner: string,
  name: OperationName,
  { root }: OpenApi,
  { parameters, body }: DocumentedOperation,
): SelectorProfile | undefined {
  const inParameters = parameters.map((one) => ({ ...one, score: likeness(one.name, owner) + (one.required ? 2 : 0) }));
  const own = operationTable[name].body?.shape ?? {};
  const required = operationTable[name].method === "GET" ? [] : [...(objectSchema(root, body)?.required ?? [])];
  const inBody = required.filter((field) => !(field in own) && likeness(field, owner) >= 2);
  const [best] = [
    ...inParameters.filter((one) => placeOf(one) && likeness(one.name, owner) > 0).sort((a, b) => b.score - a.score),
    ...inBody.sort((a, b) => likeness(b, owner) - likeness(a, owner)).map((field) => ({ in: "body", name: field })),
  ];
  if (!best) return undefined;
  const kind = /(slug|name)$/.exec(plainName(best.name))?.[1];
  return { in: placeOf(best) ?? "body", name: best.name, ...(kind !== undefined && { value: `{${kind}}` }) };
}

function placeOf(one: Pick<Parameter, "in" | "name">): "query" | "header" | undefined {
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

/** The contract's filters by their names there, where those are others. */
function filtersIn(name: OperationName, asked: readonly Parameter[]): Record<string, string> {
  const fields = Object.keys(operationTable[name].query.shape).filter((field) => !isUnsent(name, field));
  const { owner = "", isFilter } = findOperationFacts(name);
  const named = fields.flatMap((given) => {
    const field = given === "id" && isFilter ? `${owner}Id` : given;
    const of = field.endsWith("Id") ? kindNames(field.slice(0, -2)) : [];
    const names = [plainName(field), ...of.flatMap((kind) => [kind, `${kind}id`, `${kind}uuid`])];
    const found = asked.find((one) => names.includes(plainName(one.name)));
    return found ? [[field, found.name] as const] : [];
  });
  return Object.fromEntries(named.filter(isTold));
}

/** Whether a name is worth keeping: what is one word in both is said in every style. */
const isTold = ([ours, theirs]: readonly [string, string]) => ours !== theirs || /[^a-z]/.test(theirs);

/** What a document calls the fields of a body, and which object they are in; a template of the whole where it wants more than ours. */
function bodyFacts(
  name: OperationName,
  { root }: OpenApi,
  { body }: DocumentedOperation,
  select: SelectorProfile | undefined,
): Pick<OperationProfile, "params" | "wrapper" | "body"> {
  const own = operationTable[name].body;
  const theirs = own ? objectSchema(root, body) : undefined;
  const shape = own ? shapeOf(own) : undefined;
  if (!theirs || shape?.kind !== "object") return {};
  const { resource } = findOperationFacts(name);
  // What selects the thing is no field of it.
  const properties = Object.entries(theirs.properties).filter(([property]) => property !== select?.name);
  const whole = { ...theirs, properties: Object.fromEntries(properties) };
  // `{ server: { name: ... } }`
  const [[wrapper = "", inner] = [], second] = properties;
  const wrapped =
    namesOf(resource, shape.fields, whole, root).size > 0 || second ? undefined : objectSchema(root, inner);
  const holder = wrapped ?? whole;
  const names = namesOf(resource, shape.fields, holder, root);
  if (names.size === 0) return {};
  const params = paramsIn(shape.fields, holder, names, root);
  const fixed = [...holder.required].flatMap((property) => {
    const value = fixedValue(root, holder.properties[property]);
    return value === undefined || [...names.values()].includes(property) ? [] : [[property, value] as const];
  });
  // What is not understood goes along by its own name rather than not at all.
  const sent = Object.keys(shape.fields).filter((field) => !holder.isClosed || names.has(field));
  const template = [...sent.map((field) => [names.get(field) ?? field, `{{${field}}}`] as const), ...fixed];
  const written = Object.fromEntries(template);
  return {
    params,
    ...(wrapped && { wrapper: formatFieldPath([wrapper]) }),
    ...(fixed.length > 0 && { body: wrapped ? { [wrapper]: written } : written }),
  };
}

/** What the fields of a body and of the objects in it are called there; null: the document does not take it. */
function paramsIn(
  fields: Fields,
  { properties, isClosed }: ObjectSchema,
  names: ReadonlyMap<string, string>,
  root: OpenApi["root"],
): Record<string, string | null> {
  const missing = Object.keys(fields).filter((field) => isClosed && !names.has(field));
  const inner = [...names].flatMap(([field, name]) => {
    const shape = fields[field]?.shape;
    const schema = shape?.kind === "object" ? objectSchema(root, properties[name]) : undefined;
    const parts = shape?.kind === "object" && schema ? [...namesOf(field, shape.fields, schema, root)] : [];
    return parts.filter(isTold).map(([one, other]) => [`${field}.${one}`, other] as const);
  });
  return Object.fromEntries([
    ...missing.map((field) => [field, null] as const),
    ...[...names].filter(isTold),
    ...inner,
  ]);
}

/** The names that a document has for the contract's fields. */
function namesOf(
  kind: string,
  fields: Fields,
  { properties }: ObjectSchema,
  root: OpenApi["root"],
): Map<string, string> {
  const sample = Object.entries(properties).map(([name, schema]) => [name, sampleOf(root, schema)] as const);
  const search = { isProposal: true, kind, fields, conventions: findConventions(undefined) };
  const found = Object.entries(findFields(search, [Object.fromEntries(sample)]));
  return new Map(
    found.flatMap(
      ([
        field,
        {
          place: [name, ...rest],
        },
      ]): [string, string][] => (name !== undefined && rest.length === 0 ? [[field, name]] : []),
    ),
  );
}
