import fc from "fast-check";
import { operationInputArbitrary } from "../../../support/documents/operationInputs.ts";
import type { DescribedOperation } from "./describedApi.ts";

/** The sent request. */
export interface ApiRequest extends Pick<DescribedOperation, "method" | "path"> {
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export type Fields = Readonly<Record<string, unknown>>;

/** Texts that often break parsers: terminators, escapes, lookalike characters, names of built-in properties, numbers that are rounded. */
const snippet = fc.oneof(
  fc.constantFrom(
    ...["\n", "\r\n", "\t", "\u0000", "\u200b", "\uFEFF", "\u202e", "\u2028", "\ud800", "e\u0301", "😀", "%zz", "%00"],
    ...["%2e%2e%2f", "../", "//", "\\", "?", "&", "=", '"', "'", "`", "<", "[", "]", "{", "}", "$", "*", "---\n"],
    ...["__proto__", "constructor", "null", "true", "NaN", "-0", "0x10", "1e999", "-1", "9007199254740993"],
    ...["99999999999999999999999", "2026-02-30", "http://[::1]:99999/", "file:///", "javascript:", "\\u0000", "&a "],
    "a".repeat(20_000),
  ),
  fc.string({ unit: "binary", maxLength: 8 }),
);
const oddText = fc.oneof(
  fc.array(snippet, { maxLength: 40 }).map((parts) => parts.join("")),
  fc.json({ maxDepth: 4 }),
);
const oddHeader = oddText.map((text) => text.replaceAll(/[^\x21-\x7e]/g, "").slice(0, 400) || "x");
const oddValue = fc.oneof(snippet, fc.jsonValue(), fc.constantFrom(1e308, -0, 2 ** 53, 1e21, "", "é".repeat(300_000)));

/** The text with some of its characters replaced. */
const changed = (text: string) =>
  fc
    .record({ at: fc.nat(text.length), removed: fc.nat(12), put: snippet })
    .map(({ at, removed, put }) => text.slice(0, at) + put + text.slice(at + removed));

/** Creates the request of an operation from its fields. */
export function createApiRequest({ method, path, query, body }: DescribedOperation, fields: Fields): ApiRequest {
  const isQuery = (field: string) => body === undefined || query.includes(field);
  const pick = (isWanted: (field: string) => boolean) =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => isWanted(field)));
  const inBody = pick((field) => !isQuery(field));
  const text = body?.includes("form") ? formatForm(inBody) : JSON.stringify(inBody);
  return { method, path, query: pick(isQuery), headers: body ? { "Content-Type": body } : {}, body: body && text };
}

export const formatValue = (value: unknown) => (typeof value === "string" ? value : (JSON.stringify(value) ?? ""));

const formatForm = (fields: Fields) =>
  new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, formatValue(value)]),
  ).toString();

/** Requests of an operation: valid by the contract, close to a valid one, and invalid in every way. `known` are fields of a valid one. */
export function createApiRequests(of: DescribedOperation, known: Fields): fc.Arbitrary<ApiRequest> {
  // Nothing listens at this address, because the service must not send requests to generated hosts.
  const fields = operationInputArbitrary(of.name, "secret").map(
    (input): Fields => JSON.parse(JSON.stringify(input).replaceAll("host.example", "127.0.0.1:9")),
  );
  const near = fields.chain((some) =>
    fc.subarray(Object.entries(some)).map((entries) => ({ ...known, ...Object.fromEntries(entries) })),
  );
  const wrongNames = [...of.query, ...Object.keys(known), "id", "__proto__", "shoeSize"];
  const oneWrong = fc
    .tuple(fc.constantFrom(...wrongNames), fc.option(oddValue, { nil: undefined }))
    .map(([name, value]) => ({ ...known, [name]: value }));
  const requests = fc.oneof(fields, near, near, oneWrong).map((values) => createApiRequest(of, values));
  return fc.oneof({ weight: 5, arbitrary: requests }, { weight: 3, arbitrary: requests.chain(makeStrange) });
}

/** Malformed variants of the request. */
function makeStrange(made: ApiRequest): fc.Arbitrary<ApiRequest> {
  const header = (name: string, ...values: readonly string[]) =>
    fc
      .oneof(fc.constantFrom(...values), oddHeader)
      .map((text) => ({ ...made, headers: { ...made.headers, [name]: text } }));
  const body = made.body ?? "";
  const bodies = fc.oneof(
    changed(body),
    oddText,
    fc.constantFrom("[", "[]", "null", "1", '{"a":', "{}{}", "", "[".repeat(300_000)),
  );
  return fc.oneof(
    header("Authorization", "Bearer", "Basic eDp5", "Bearer flk_none", ""),
    header("Content-Type", "text/plain", "application/xml", "application/json; charset=utf-16"),
    header("If-Match", '"3"', "*"),
    header("Idempotency-Key", "k".repeat(300)),
    header("Fairlead-Organization", "org_1"),
    header("Accept", "text/html", "*/*", "application/json;q=0"),
    fc.constantFrom("PUT", "DELETE", "PATCH", "POST").map((method) => ({ ...made, method, body: made.body ?? "{}" })),
    bodies.map((text) => (made.body === undefined ? made : { ...made, body: text })),
  );
}
