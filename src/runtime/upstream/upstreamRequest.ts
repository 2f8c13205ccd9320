import { getOwnProperty, isRecord } from "../../text/record.ts";
import type { BodyDefinition, JsonObject, ParameterDefinition, RequestDefinition } from "../definition.ts";
import { isJsonMediaType } from "../http/mediaTypes.ts";
import { percentEncode, percentEncodeReserved } from "../http/percentEncoding.ts";
import { ToolError } from "../tools/codeTool.ts";
import { type EncodedBody, encodeBody } from "./encodeBody.ts";
import { type EncodedPair, encodeInlineValue, encodePairs, encodeScalar } from "./parameterStyles.ts";
import type { UpstreamCredential } from "./upstreamCredentials.ts";

/** A request to the upstream. */
export interface UpstreamRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string | Uint8Array | undefined;
}

interface RequestParts {
  readonly base: URL;
  readonly input: JsonObject;
  readonly credentials: readonly UpstreamCredential[];
}

/** Builds the request of a tool call. Pure: nothing is read from the environment and nothing is sent. */
export function createUpstreamRequest(
  definition: RequestDefinition,
  { base, input, credentials }: RequestParts,
): UpstreamRequest {
  const values = definition.parameters
    .map((parameter) => ({ parameter, value: chooseValue(parameter, input) }))
    .filter(({ value }) => value !== undefined);
  const valuesIn = (location: string) => values.filter(({ parameter }) => parameter.in === location);
  const credentialPairs = credentials
    .filter((one) => one.in === "query")
    .map(({ name, value }): EncodedPair => [percentEncode(name), percentEncode(value)]);
  const query = [...valuesIn("query").flatMap(encodeQueryPairs), ...credentialPairs];
  const cookies = [
    ...valuesIn("cookie").flatMap(encodeCookiePairs),
    ...credentials.filter((one) => one.in === "cookie").map(createCredentialCookie),
  ];
  const body = definition.body && encodeBody(definition.body, addBodyCredentials(definition.body, input, credentials));
  const method = definition.method.toUpperCase();
  if (body && (method === "GET" || method === "HEAD"))
    throw new ToolError(`/${definition.body?.property} cannot be sent: a ${method} request has no body. Leave it out.`);
  const headers = createHeaders(definition, valuesIn("header"), cookies, body);
  for (const { name, value } of credentials.filter((one) => one.in === "header")) headers.set(name, value);
  return {
    method,
    url: createUrl(base, fillPath(definition.path, valuesIn("path")), query),
    headers,
    body: body?.bytes,
  };
}

function addBodyCredentials(
  { property }: BodyDefinition,
  input: JsonObject,
  credentials: readonly UpstreamCredential[],
): JsonObject {
  const members = credentials.filter((one) => one.in === "body").map(({ name, value }) => [name, value]);
  if (members.length === 0) return input;
  const body = getOwnProperty(input, property);
  return { ...input, [property]: { ...(isRecord(body) ? body : {}), ...Object.fromEntries(members) } };
}

function chooseValue(parameter: ParameterDefinition, input: JsonObject): unknown {
  if (parameter.fixed !== undefined) return parameter.fixed;
  const value = getOwnProperty(input, parameter.property);
  return value === undefined ? parameter.default : value;
}

interface ParameterValue {
  readonly parameter: ParameterDefinition;
  readonly value: unknown;
}

function createUrl(base: URL, path: string, query: readonly EncodedPair[]): URL {
  const search = [base.search.slice(1), ...query.map((pair) => pair.join("="))]
    .filter((piece) => piece !== "")
    .join("&");
  const prefix = base.pathname.replace(/\/+$/, "");
  const url = new URL(`${base.origin}${prefix}${path.startsWith("/") ? path : `/${path}`}`);
  // A path may contain a query.
  url.search = [url.search.slice(1), search].filter((piece) => piece !== "").join("&");
  url.hash = "";
  return url;
}

function fillPath(path: string, values: readonly ParameterValue[]): string {
  const filled = path.replaceAll(/\{([^{}]+)\}/g, (_, name: string) => {
    const found = values.find(({ parameter }) => parameter.name === name);
    if (!found) throw new ToolError(`The path ${path} needs a value for ${name}.`);
    return encodePathValue(found);
  });
  // "." and ".." would lead to another operation, and URL parsers resolve them even if they are escaped.
  const hasDotSegment = filled
    .split(/[?#]/)[0]
    ?.split("/")
    .some((segment) => /^(\.|%2e){1,2}$/i.test(segment));
  if (hasDotSegment) throw new ToolError(`A value in the path ${path} must not be "." or "..".`);
  return filled;
}

function encodePathValue({ parameter, value }: ParameterValue): string {
  const encodeValue = parameter.allowReserved ? (text: string) => percentEncodeReserved(text, "path") : percentEncode;
  if (parameter.content) return encodeValue(encodeContent(parameter.content, value));
  const text = encodeInlineValue(parameter.style, parameter.name, value, {
    explode: parameter.explode,
    encode: encodeValue,
  });
  // An empty segment would address something else: DELETE /pets/ instead of one pet.
  if (text === "" || value === null) throw new ToolError(`/${parameter.property} must not be empty.`);
  return text;
}

function encodeQueryPairs({ parameter, value }: ParameterValue): EncodedPair[] {
  const encodeValue = parameter.allowReserved ? (text: string) => percentEncodeReserved(text, "query") : percentEncode;
  const { name, explode, style, content } = parameter;
  if (content) return [[percentEncode(name), encodeValue(encodeContent(content, value))]];
  return encodePairs(style, name, value, { explode, encode: encodeValue });
}

function encodeCookiePairs({ parameter, value }: ParameterValue): EncodedPair[] {
  const { name, explode, content } = parameter;
  if (content) return [[percentEncode(name), percentEncode(encodeContent(content, value))]];
  return encodePairs("form", name, value, { explode, encode: percentEncode });
}

/** The grammar of RFC 6265, which has no escapes: a value is sent as it is, in quotes if it has them, or not at all. */
const cookieName = /^[\w!#$%&'*+.^`|~-]+$/;
const cookieValue = /^(?:[!#-+\--:<-[\]-~]*|"[!#-+\--:<-[\]-~]*")$/;

function createCredentialCookie({ name, value, variables }: UpstreamCredential): EncodedPair {
  if (!cookieName.test(name))
    throw new ToolError(`The cookie of ${variables.join(" and ")} has a name that no cookie can have.`);
  if (!cookieValue.test(value))
    throw new ToolError(
      `The value of ${variables.join(" and ")} cannot be sent as a cookie: a space, comma, semicolon, quote or backslash needs the ` +
        "encoding that the API asks for. Its owner has to set the encoded value.",
    );
  return [name, value];
}

function createHeaders(
  definition: RequestDefinition,
  values: readonly ParameterValue[],
  cookies: readonly EncodedPair[],
  body: EncodedBody | undefined,
): Headers {
  const headers = new Headers({ Accept: formatAcceptHeader(definition.accept) });
  if (body) headers.set("Content-Type", body.contentType);
  for (const { parameter, value } of values) {
    const { name, property, explode, content } = parameter;
    if (value === null) continue;
    const text = content
      ? encodeContent(content, value)
      : encodeInlineValue("simple", name, value, { explode, encode: String });
    try {
      headers.set(name, text);
    } catch (error) {
      throw new ToolError(`/${property} holds characters that the header ${name} cannot carry.`, error);
    }
  }
  if (cookies.length > 0) headers.append("Cookie", cookies.map((pair) => pair.join("=")).join("; "));
  return headers;
}

const encodeContent = (mediaType: string, value: unknown) =>
  isJsonMediaType(mediaType) ? JSON.stringify(value) : encodeScalar(value);

/** Lists the declared types in order of preference and accepts any other type last. */
function formatAcceptHeader(types: readonly string[]): string {
  const ranked = types.map((type, index) => (index === 0 ? type : `${type};q=${Math.max(0.2, 1 - index / 10)}`));
  return [...ranked, ...(types.includes("*/*") ? [] : [types.length > 0 ? "*/*;q=0.1" : "*/*"])].join(", ");
}
