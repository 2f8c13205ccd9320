import type { ServerDefinition, ToolDefinition } from "../../src/runtime/definition.ts";

type Json = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const asObject = (value: unknown): Json => (isObject(value) ? value : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Of one operation, more paths are not compared. Schemas refer to each other in so many ways that there is no end to them. */
const maximumPaths = 4000;
/** OpenAPI says that a parameter of these names is ignored, and credentials come from the environment. */
const ignoredHeader = /^(accept|content-type|authorization|content-length|host)$/i;

/**
 * The parameters and the property paths of bodies that a document has and a tool's input lacks, read from the document by itself: this
 * shares no code with the generator. `readOnly` properties belong to no request.
 */
export function listLostInputs(document: Json, { api, tools }: Pick<ServerDefinition, "api" | "tools">): string[] {
  return tools.flatMap((tool) => {
    const { method, path } = tool.request;
    const item = asObject(asObject(document.paths)[path]);
    const operation = asObject(item[method.toLowerCase()]);
    const parameters = [...asList(item.parameters), ...asList(operation.parameters)].map(
      (one) => follow(document, one).value,
    );
    const name = `${method} ${path}`;
    return [
      ...listLostParameters(api, tool, parameters),
      ...listLostProperties(document, tool, operation, parameters),
    ].map((lost) => `${name}: ${lost}`);
  });
}

function listLostParameters(
  { security }: ServerDefinition["api"],
  { request }: ToolDefinition,
  parameters: readonly Json[],
): string[] {
  const sent = request.security.flat().map((key) => security[key]);
  const isCredential = (name: unknown, place: unknown) =>
    sent.some((scheme) => scheme?.kind === "apiKey" && scheme.name === name && scheme.in === place);
  return parameters.flatMap(({ name, in: place }) => {
    if (place === "body" || place === "formData" || (place === "header" && ignoredHeader.test(String(name)))) return [];
    const isKept = request.parameters.some((one) => one.name === name && one.in === place);
    return isKept || place === "querystring" || isCredential(name, place) ? [] : [`parameter ${name} in ${place}`];
  });
}

function listLostProperties(
  document: Json,
  { inputSchema, request: { body } }: ToolDefinition,
  operation: Json,
  parameters: readonly Json[],
): string[] {
  const content = asObject(follow(document, operation.requestBody).value.content);
  const isOffered = (type: string) => body?.contentTypes.some((one) => one.split(";")[0] === type.split(";")[0]);
  const schemas: unknown[] = Object.entries(content).flatMap(([type, media]) =>
    isOffered(type) ? [asObject(media).schema] : [],
  );
  const form = parameters.filter((one) => one.in === "formData").map(({ name, ...schema }) => [String(name), schema]);
  schemas.push(...parameters.filter((one) => one.in === "body").map(({ schema }) => schema));
  if (form.length > 0) schemas.push({ properties: Object.fromEntries(form) });
  const expected = new Set(schemas.flatMap((schema) => listPaths(document, schema, maximumPaths)));
  if (expected.size === 0) return [];
  if (!body) return ["the whole body"];
  const kept = new Set(listPaths(inputSchema, asObject(inputSchema.properties)[body.property], 10 * maximumPaths));
  return [...expected].filter((path) => !kept.has(path)).map((path) => `property ${path}`);
}

interface Visit {
  readonly value: unknown;
  readonly at: string;
  readonly above: readonly unknown[];
  /** It is there because it extends the schema of a discriminator. */
  readonly isChild: boolean;
}

/** The paths of a schema's properties, the shallowest first: `pets[].name`, and `ages{}.years` in a map. */
function listPaths(root: Json, schema: unknown, mostPaths: number): string[] {
  const found = new Set<string>();
  const visited = new Map<string, Set<unknown>>();
  const children = findChildren(root);
  const queue: Visit[] = [{ value: schema, at: "", above: [], isChild: false }];
  for (const { value, at, above, isChild } of queue) {
    const { value: own, passed } = follow(root, value);
    if (found.size > mostPaths) break;
    const here = visited.get(at) ?? new Set();
    // A schema that extends itself, or is there in another way too, adds no property of its own.
    if (above.includes(own) || here.has(own)) continue;
    visited.set(at, here.add(own));
    const visit = (next: unknown, path: string, child = false) =>
      queue.push({ value: next, at: path, above: [...above, own, ...passed], isChild: child });
    for (const keyword of ["allOf", "oneOf", "anyOf"]) for (const part of asList(own[keyword])) visit(part, at);
    if (isChild || own.discriminator !== undefined) for (const child of children.get(own) ?? []) visit(child, at, true);
    for (const [name, property] of Object.entries(asObject(own.properties))) {
      if (follow(root, property).value.readOnly === true) continue;
      const path = at === "" ? name : `${at}.${name}`;
      found.add(path);
      visit(property, path);
    }
    if (isObject(own.items)) visit(own.items, `${at}[]`);
    if (isObject(own.additionalProperties)) visit(own.additionalProperties, `${at}{}`);
  }
  return [...found];
}

const childrenOf = new WeakMap<Json, ReadonlyMap<Json, readonly unknown[]>>();

/** The schemas that extend another one by `allOf`, by that one. */
function findChildren(root: Json): ReadonlyMap<Json, readonly unknown[]> {
  const known = childrenOf.get(root);
  if (known) return known;
  const found = new Map<Json, unknown[]>();
  for (const schema of Object.values({
    ...asObject(root.definitions),
    ...asObject(asObject(root.components).schemas),
  })) {
    for (const part of asList(asObject(schema).allOf)) {
      const { value } = follow(root, part);
      found.set(value, [...(found.get(value) ?? []), schema]);
    }
  }
  childrenOf.set(root, found);
  return found;
}

/** The object behind `$ref`s within the document. What stands beside a `$ref` is left. */
function follow(root: Json, value: unknown): { readonly value: Json; readonly passed: readonly unknown[] } {
  let current = asObject(value);
  const passed: unknown[] = [];
  while (typeof current.$ref === "string" && current.$ref.startsWith("#/") && !passed.includes(current)) {
    passed.push(current);
    const keys = current.$ref.slice(2).split("/");
    let target: unknown = root;
    for (const key of keys)
      target = asObject(target)[decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~")];
    current = asObject(target);
  }
  return { value: current, passed };
}
