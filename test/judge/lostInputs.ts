import type { ToolDefinition } from "../../src/runtime/definition.ts";

type Json = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const asObject = (value: unknown): Json => (isObject(value) ? value : {});
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Deeper paths, and more of them in one operation, are not compared. */
const maximumDepth = 5;
const maximumPaths = 4000;
/** OpenAPI says that a parameter of these names is ignored, and credentials come from the environment. */
const ignoredHeader = /^(accept|content-type|authorization|content-length|host)$/i;

/**
 * The parameters and the property paths of bodies that a document has and a tool's input lacks, read from the document by itself: this
 * shares no code with the generator. `readOnly` properties belong to no request.
 */
export function listLostInputs(document: Json, tools: readonly ToolDefinition[]): string[] {
  return tools.flatMap((tool) => {
    const { method, path } = tool.request;
    const item = asObject(asObject(document.paths)[path]);
    const operation = asObject(item[method.toLowerCase()]);
    const parameters = [...asList(item.parameters), ...asList(operation.parameters)].map(
      (one) => follow(document, one).value,
    );
    const name = `${method} ${path}`;
    return [...listLostParameters(tool, parameters), ...listLostProperties(document, tool, operation, parameters)].map(
      (lost) => `${name}: ${lost}`,
    );
  });
}

function listLostParameters({ request }: ToolDefinition, parameters: readonly Json[]): string[] {
  return parameters.flatMap(({ name, in: place }) => {
    if (place === "body" || place === "formData" || (place === "header" && ignoredHeader.test(String(name)))) return [];
    const isKept = request.parameters.some((one) => one.name === name && one.in === place);
    return isKept || place === "querystring" ? [] : [`parameter ${name} in ${place}`];
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
  const expected = new Set(schemas.flatMap((schema) => listPaths(document, schema)));
  if (expected.size === 0) return [];
  if (!body) return ["the whole body"];
  const kept = new Set(listPaths(inputSchema, asObject(inputSchema.properties)[body.property]));
  return [...expected].filter((path) => !kept.has(path)).map((path) => `property ${path}`);
}

/** The paths of a schema's properties: `pets[].name`. */
function listPaths(root: Json, schema: unknown): string[] {
  const found = new Set<string>();
  const walk = (value: unknown, at: string, depth: number, above: readonly unknown[]): void => {
    const { value: own, passed } = follow(root, value);
    // A schema that extends itself adds no property of its own.
    if (depth > maximumDepth || found.size > maximumPaths || above.includes(own)) return;
    const inside = [...above, own, ...passed];
    for (const keyword of ["allOf", "oneOf", "anyOf"])
      for (const part of asList(own[keyword])) walk(part, at, depth, inside);
    for (const [name, property] of Object.entries(asObject(own.properties))) {
      if (follow(root, property).value.readOnly === true) continue;
      const path = at === "" ? name : `${at}.${name}`;
      found.add(path);
      walk(property, path, depth + 1, inside);
    }
    if (isObject(own.items)) walk(own.items, `${at}[]`, depth + 1, inside);
  };
  walk(schema, "", 0, []);
  return [...found];
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
