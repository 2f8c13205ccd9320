import fc from "fast-check";
import type { OperationName } from "../../../../src/contract/operations.ts";
import { operationInputArbitrary } from "../../../support/documents/operationInputs.ts";
import type { DescribedOperation } from "./describedOperation.ts";
import { anyJson, textsLike } from "./texts.ts";

/** The sent request. */
export interface ApiRequest {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

type Fields = Readonly<Record<string, unknown>>;

const line = (texts: fc.Arbitrary<string>) =>
  texts.map((text) => text.replaceAll(/[^\x21-\x7e]/g, "").slice(0, 400) || "x");
const words = line(textsLike('"3"', "*", "org_1", "Bearer x", "application/json"));
const giant = fc.constantFrom("a", "é", "\u0000", "[").map((one) => one.repeat(300_000));

/** Creates the request of an operation from its fields. */
export function createApiRequest({ name, method, path, query, body }: DescribedOperation, fields: Fields): ApiRequest {
  const entries = Object.entries(fields);
  const inBody = Object.fromEntries(entries.filter(([field]) => body !== undefined && !query.includes(field)));
  return {
    ...{ name, method, path },
    query: Object.fromEntries(entries.filter(([field]) => body === undefined || query.includes(field))),
    headers: body ? { "Content-Type": body.type } : {},
    body: body && written(body.type, inBody),
  };
}

function written(type: string, fields: Fields): string {
  if (!type.includes("form")) return JSON.stringify(fields);
  return new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [
      name,
      typeof value === "string" ? value : (JSON.stringify(value) ?? ""),
    ]),
  ).toString();
}

/**
 * Creates requests of an operation: valid by the contract, close to a valid one, and invalid in every way. `known` are fields of
 * a valid request.
 */
export function createApiRequests(
  name: OperationName,
  of: DescribedOperation,
  known: Fields,
): fc.Arbitrary<ApiRequest> {
  // Nothing listens at this address, because the service must not send requests to generated hosts.
  const fields = operationInputArbitrary(name, "secret").map(
    (input): Fields => JSON.parse(JSON.stringify(input).replaceAll("host.example", "127.0.0.1:9")),
  );
  const near = fields.chain((some: Fields) =>
    fc
      .subarray(Object.keys(some))
      .map((names) => ({ ...known, ...Object.fromEntries(names.map((name) => [name, some[name]])) })),
  );
  const oneWrong = fc
    .record({
      name: fc.constantFrom(...of.query, ...Object.keys({ ...known, id: 0 }), "__proto__", "shoeSize"),
      value: fc.oneof(anyJson, giant),
      gone: fc.boolean(),
    })
    .map(({ name, value, gone }) =>
      Object.fromEntries([...Object.entries(known).filter(([one]) => one !== name), ...(gone ? [] : [[name, value]])]),
    );
  const requests = fc.oneof(fields, near, near, oneWrong).map((values) => createApiRequest(of, values));
  return fc.oneof({ weight: 5, arbitrary: requests }, { weight: 3, arbitrary: requests.chain(strange) });
}

/** Malformed variants of the request. */
function strange(made: ApiRequest): fc.Arbitrary<ApiRequest> {
  const header = (name: string, value: fc.Arbitrary<string>) =>
    value.map((text) => ({ ...made, headers: { ...made.headers, [name]: text } }));
  return fc.oneof(
    header("Authorization", fc.oneof(fc.constantFrom("Bearer", "Basic eDp5", "Bearer flk_none", ""), words)),
    header(
      "Content-Type",
      fc.oneof(fc.constantFrom("text/plain", "application/xml", "application/json; charset=utf-16"), words),
    ),
    header("If-Match", words),
    header("Idempotency-Key", fc.oneof(words, fc.constant("k".repeat(300)))),
    header("Fairlead-Organization", words),
    header("Accept", fc.constantFrom("text/html", "*/*", "application/json;q=0")),
    fc.constantFrom("PUT", "DELETE", "PATCH", "POST").map((method) => ({ ...made, method, body: made.body ?? "{}" })),
    textsLike(made.body ?? "{}").map((body) => (made.body === undefined ? made : { ...made, body })),
    giant.map((body) => (made.body === undefined ? made : { ...made, body })),
    fc
      .constantFrom("[", "[]", "null", "1", '{"a":', "{}{}", "")
      .map((body) => (made.body === undefined ? made : { ...made, body })),
  );
}
