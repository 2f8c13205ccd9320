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
