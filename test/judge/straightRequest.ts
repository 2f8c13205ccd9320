import { mapMembers } from "../../src/generator/document/jsonValues.ts";
import type { RequestDefinition } from "../../src/runtime/definition.ts";
import { isRecord } from "../../src/text/record.ts";
import { judgeRequire } from "./judgeTools.ts";

/** Sends an operation's request as an independent builder creates it from the document: the upper bound of what the mock accepts. */
export interface StraightSender {
  send(request: RequestDefinition, input: Record<string, unknown>, mockUrl: string): Promise<void>;
}

interface Har {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly { name: string; value: string }[];
  readonly queryString: readonly { name: string; value: string }[];
  readonly cookies: readonly { name: string; value: string }[];
  readonly postData?: {
    mimeType: string;
    text?: string;
    params?: readonly { name: string; value?: string; fileName?: string }[];
  };
}

/** `oas` and `@readme/oas-to-har` create the requests, `swagger2openapi` reads 2.0 documents (versions in `tools/package.json`). */
export async function straightSender(document: Record<string, unknown>): Promise<StraightSender> {
  const require = judgeRequire();
  const oasModule = require("oas");
  const harModule = require("@readme/oas-to-har");
  const Oas = oasModule.default ?? oasModule;
  const oasToHar = harModule.default ?? harModule;
  const modern = "swagger" in document ? await convert(require, document) : document;
  const oas = new Oas(structuredClone(modern));
  return {
    send: async (request, input, mockUrl) => {
      const operation = oas.operation(request.path, request.method.toLowerCase());
      const values = valuesOf(request, input, operation);
      const har: Har = oasToHar(oas, operation, values, authOf(operation)).log.entries[0].request;
      await sendHar(har, request, values.path, mockUrl);
    },
  };
}

async function convert(require: NodeJS.Require, document: object): Promise<Record<string, unknown>> {
  const { convertObj } = require("swagger2openapi");
  const { openapi } = await convertObj(structuredClone(document), { patch: true, warnOnly: true });
  return openapi;
}

type Values = Record<"path" | "query" | "header" | "cookie", Record<string, unknown>> & {
  body?: unknown;
  formData?: unknown;
};

function valuesOf(
  request: RequestDefinition,
  input: Record<string, unknown>,
  operation: { isFormUrlEncoded(): boolean },
): Values {
  const values: Values = { path: {}, query: {}, header: {}, cookie: {} };
  for (const parameter of request.parameters) {
    const value = input[parameter.property];
    if (value !== undefined) values[parameter.in][parameter.name] = value;
  }
  if (request.body && input[request.body.property] !== undefined) {
    const body = replaceFiles(input[request.body.property], request.body.binary ?? []);
    if (operation.isFormUrlEncoded()) values.formData = body;
    else values.body = body;
  }
  return values;
}

/** The builder takes a file as base64 text. */
function replaceFiles(body: unknown, names: readonly string[]): unknown {
  if (!isRecord(body)) return body;
  const toData = (file: unknown): unknown =>
    Array.isArray(file) ? file.map(toData) : isRecord(file) ? file.data : file;
  return mapMembers(body, (value, name) => (names.includes(name) ? toData(value) : value));
}

function authOf(operation: { getSecurity(): Record<string, unknown>[] }): Record<string, unknown> {
  const names = operation.getSecurity().flatMap((requirement) => Object.keys(requirement));
  return Object.fromEntries(names.map((name) => [name, "judge"]));
}

async function sendHar(
  har: Har,
  request: RequestDefinition,
  path: Record<string, unknown>,
  mockUrl: string,
): Promise<void> {
  const filled = request.path.replace(/\{([^}]+)\}/g, (whole, name: string) =>
    name in path ? encodeURIComponent(String(path[name])) : whole,
  );
  const pathOfHar = tailOfUrl(har.url, request.path) ?? filled;
  const query = har.queryString.map(({ name, value }) => `${name}=${value}`).join("&");
  const headers = new Headers();
  for (const { name, value } of har.headers) headers.append(name, value);
  if (har.cookies.length > 0)
    headers.set("cookie", har.cookies.map(({ name, value }) => `${name}=${value}`).join("; "));
  const body = bodyOf(har, headers);
  const answer = await fetch(`${mockUrl}${pathOfHar}${query ? `?${query}` : ""}`, {
    method: har.method,
    headers,
    redirect: "manual",
    ...(body === undefined ? {} : { body }),
  });
  await answer.arrayBuffer();
}

/** The part of the HAR's URL that belongs to the operation's path. The mock represents every server, for any prefix. */
function tailOfUrl(url: string, template: string): string | undefined {
  const path = url.replace(/^[a-z]+:\/\/[^/]+/i, "").replace(/\?.*$/, "");
  const pattern = template
    .split(/\{[^}]+\}/)
    .map((literal) => literal.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))
    .join("[^/]*");
  return new RegExp(`${pattern}$`).exec(path)?.[0];
}

function bodyOf(har: Har, headers: Headers): string | FormData | undefined {
  const { postData } = har;
  if (!postData) return undefined;
  if (postData.text !== undefined) return postData.text;
  if (postData.mimeType.startsWith("multipart/")) {
    headers.delete("content-type");
    const form = new FormData();
    for (const { name, value, fileName } of postData.params ?? []) {
      if (fileName) form.append(name, new Blob([value ?? ""]), fileName);
      else form.append(name, value ?? "");
    }
    return form;
  }
  return (postData.params ?? [])
    .map(({ name, value }) => `${encodeURIComponent(name)}=${encodeURIComponent(value ?? "")}`)
    .join("&");
}
