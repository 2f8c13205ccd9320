import { getReferenceTarget } from "../../text/position/jsonPointer.ts";
import { isRecord, type UnknownRecord } from "../../text/record.ts";

/** What of an OpenAPI document (3.x, or 2.0) says how a service wants to be asked. Whatever it holds, reading it never fails. */
export interface OpenApi {
  readonly root: UnknownRecord;
  /** The operation at a path; paths of servers and ours may both stand before it. */
  find(method: string, path: string, basePath: string): DocumentedOperation | undefined;
}

export interface DocumentedOperation {
  readonly parameters: readonly Parameter[];
  /** The schema of its JSON body, references not yet followed. */
  readonly body: unknown;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  /** The largest number that is accepted. */
  readonly maximum?: number | undefined;
}

/** GitHub has 800. */
const mostPaths = 10_000;
const methods = new Set(["get", "post", "put", "patch", "delete"]);

/** Undefined where it is no such document. */
export function readOpenApi(root: UnknownRecord): OpenApi | undefined {
  const isDocument =
    (typeof root.openapi === "string" && root.openapi.startsWith("3.")) || root.swagger === "2.0" || root.swagger === 2;
  if (!isDocument || !isRecord(root.paths)) return undefined;
  const paths = Object.entries(root.paths).slice(0, mostPaths);
  // Documents that say nothing of servers often leave out what all paths begin with.
  const said = [...new Set(prefixesOf(root))].slice(0, 5);
  const isShort = said.length === 0 && !paths.some(([path]) => path.startsWith("/api/"));
  const prefixes = [...said, "", ...(isShort ? ["/api/v1"] : [])];
  const known = new Map<string, () => DocumentedOperation>();
  for (const [path, given] of paths) {
    const item = followed(root, given);
    if (!isRecord(item)) continue;
    for (const [method, operation] of Object.entries(item)) {
      if (!methods.has(method) || !isRecord(operation)) continue;
      for (const prefix of prefixes) {
        const key = keyOf(method, prefix + path);
        if (!known.has(key)) known.set(key, () => readOperation(root, item, operation));
      }
    }
  }
  return {
    root,
    find: (method, path, basePath) => (known.get(keyOf(method, basePath + path)) ?? known.get(keyOf(method, path)))?.(),
  };
}

function keyOf(method: string, path: string): string {
  return `${method.toLowerCase()} /${path.split("/").filter(Boolean).join("/").toLowerCase()}`;
}

function prefixesOf({ servers, basePath }: UnknownRecord): readonly string[] {
  if (typeof basePath === "string") return [basePath];
  if (!Array.isArray(servers)) return [];
  return servers.slice(0, 20).flatMap((server: unknown) => {
    const url = isRecord(server) && typeof server.url === "string" ? server.url : "";
    // Only the path counts, so that what stands for a host may be anything.
    const bare = url.replaceAll(/\{[^{}]*\}/g, "x");
    return [URL.parse(bare, "http://x")?.pathname ?? []].flat();
  });
}

function readOperation(root: UnknownRecord, item: UnknownRecord, operation: UnknownRecord): DocumentedOperation {
  const all = [item.parameters, operation.parameters].flatMap((list) =>
    Array.isArray(list) ? list.slice(0, 200) : [],
  );
  const parameters = all.flatMap((given: unknown) => {
    const one = followed(root, given);
    if (!isRecord(one) || typeof one.name !== "string" || typeof one.in !== "string") return [];
    return [
      {
        name: one.name.slice(0, 200),
        in: one.in,
        required: one.required === true,
        maximum: maximumOf(root, one),
        schema: one.schema,
      },
    ];
  });
  const inBody = parameters.find((one) => one.in === "body")?.schema;
  return { parameters, body: inBody ?? schemaIn(root, operation.requestBody) };
}

function maximumOf(root: UnknownRecord, parameter: UnknownRecord): number | undefined {
  const schema = followed(root, parameter.schema);
  const maximum = isRecord(schema) ? schema.maximum : parameter.maximum;
  return typeof maximum === "number" && Number.isInteger(maximum) && maximum > 0 ? maximum : undefined;
}

/** The schema of what is sent as JSON, or as the first of what else there is. */
function schemaIn(root: UnknownRecord, given: unknown): unknown {
  const holder = followed(root, given);
  const content = isRecord(holder) && isRecord(holder.content) ? holder.content : {};
  const types = Object.entries(content);
  const [, media] = types.find(([type]) => /json/i.test(type)) ?? types[0] ?? [];
  return isRecord(media) ? media.schema : undefined;
}

/** What a reference within the document leads to; itself where it is none. */
export function followed(root: UnknownRecord, given: unknown): unknown {
  let at = given;
  for (let hops = 0; hops < 20; hops += 1) {
    if (!isRecord(at) || typeof at.$ref !== "string") return at;
    at = getReferenceTarget(root, at.$ref);
  }
  return undefined;
}

/** What an object is made of, with what it is combined from. */
export interface ObjectSchema {
  readonly properties: Readonly<Record<string, unknown>>;
  readonly required: ReadonlySet<string>;
  /** Nothing else may stand in it. */
  readonly isClosed: boolean;
}

/** More schemas that one is combined from, and more fields, describe no payload. */
const most = { parts: 50, fields: 200 } as const;
const known = new WeakMap<UnknownRecord, ObjectSchema | undefined>();

/** Undefined where the schema is of no object. */
export function objectSchema(root: UnknownRecord, given: unknown): ObjectSchema | undefined {
  const schema = followed(root, given);
  if (!isRecord(schema)) return undefined;
  if (!known.has(schema)) known.set(schema, combine(listParts(root, schema)));
  return known.get(schema);
}

/** The schemas that one is combined from, each once and with its own parts before it. */
function listParts(root: UnknownRecord, schema: UnknownRecord): readonly UnknownRecord[] {
  const parts = new Set<UnknownRecord>();
  const waiting = [schema];
  for (let part = waiting.pop(); part && parts.size < most.parts; part = waiting.pop()) {
    if (parts.has(part)) continue;
    parts.add(part);
    const all = Array.isArray(part.allOf) ? part.allOf.slice(0, most.parts) : [];
    // Of several forms one is enough to be understood.
    const [some] = formsOf(root, { oneOf: part.oneOf, anyOf: part.anyOf });
    waiting.push(...[...all, some].map((one) => followed(root, one)).filter(isRecord));
  }
  return [...parts].toReversed();
}

function combine(parts: readonly UnknownRecord[]): ObjectSchema | undefined {
  const fields = parts.flatMap(({ properties }) =>
    isRecord(properties) ? Object.entries(properties).slice(0, most.fields) : [],
  );
  if (fields.length === 0) return undefined;
  const required = parts.flatMap((part) => (Array.isArray(part.required) ? part.required.slice(0, most.fields) : []));
  return {
    properties: Object.fromEntries([...new Map(fields)].slice(0, most.fields)),
    required: new Set(required.filter((name) => typeof name === "string")),
    isClosed: parts.at(-1)?.additionalProperties === false,
  };
}

/** The only value that makes sense where none is given. */
export function fixedValue(root: UnknownRecord, given: unknown): unknown {
  const schema = followed(root, given);
  if (!isRecord(schema)) return undefined;
  const [only, other]: readonly unknown[] = Array.isArray(schema.enum) ? schema.enum : [];
  return schema.default ?? schema.const ?? (other === undefined ? only : undefined);
}

/** Values by their types, and texts by their formats. */
const samples: Readonly<Record<string, unknown>> = {
  array: [],
  integer: 1,
  number: 1,
  boolean: true,
  object: { sample: "sample" },
  uri: "https://example.com/?page=2",
  url: "https://example.com/?page=2",
  "date-time": "2026-01-01T00:00:00Z",
  date: "2026-01-01",
  time: "12:00:00Z",
};

const deepest = 6;

/** A value as the schema has it, to see by it which of the contract's fields it can be. */
export function sampleOf(root: UnknownRecord, given: unknown, depth = 0): unknown {
  const schema = followed(root, given);
  if (objectSchema(root, schema)) return samples.object;
  if (!isRecord(schema) || depth > deepest) return "sample";
  const types: readonly unknown[] = Array.isArray(schema.type) ? schema.type : [schema.type];
  const type = types.find((one) => typeof one === "string" && one !== "null") ?? (schema.items && "array");
  if (type !== undefined) return samples[String(type === "string" ? schema.format : type)] ?? "sample";
  const [form] = formsOf(root, schema);
  return form === undefined ? "sample" : sampleOf(root, form, depth + 1);
}

/** The forms that a schema is one of. */
function formsOf(root: UnknownRecord, { anyOf, oneOf, allOf }: UnknownRecord): readonly unknown[] {
  const forms: readonly unknown[] = [anyOf, oneOf, allOf].find(Array.isArray) ?? [];
  return forms.slice(0, most.parts).filter((given) => {
    const form = followed(root, given);
    return !isRecord(form) || form.type !== "null";
  });
}
