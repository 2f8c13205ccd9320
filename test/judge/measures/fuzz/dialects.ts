import fc from "fast-check";
import { operationInputSchema } from "../../../../src/contract/operationInputSchema.ts";
import { isOperationName } from "../../../../src/contract/operationNames.ts";
import { operationTable } from "../../../../src/contract/operations.ts";
import { isTenantHeader, tenantNamed } from "../../../../src/dialect/connect/tenant.ts";
import { findNextLogPart, findNextPage } from "../../../../src/dialect/list/nextPage.ts";
import { formatPageCursor, parsePageCursor } from "../../../../src/dialect/list/pageCursor.ts";
import { identifyPreset } from "../../../../src/dialect/presets/identifyPreset.ts";
import { presets } from "../../../../src/dialect/presets/presets.ts";
import { normalise } from "../../../../src/dialect/read/normalise.ts";
import { readItem, readList } from "../../../../src/dialect/read/readResponse.ts";
import { completeToken } from "../../../../src/dialect/read/token.ts";
import { isFailureBody, readErrorBody } from "../../../../src/dialect/refusal/readErrorBody.ts";
import { readRequestHints } from "../../../../src/dialect/refusal/requestHints.ts";
import { parseJson } from "../../../../src/dialect/send/parseJson.ts";
import { findConventions } from "../../../../src/dialect/vocabulary/conventions.ts";
import { findOperationFacts } from "../../../../src/dialect/vocabulary/operationFacts.ts";
import { durationOf, isNoTime, timeOf } from "../../../../src/dialect/vocabulary/times.ts";
import { idOf, numberOf, textOf } from "../../../../src/dialect/vocabulary/values.ts";
import { isRecord } from "../../../../src/text/record.ts";
import { createDialectCall, createJsonResponse, createRefusal } from "../../../support/dialect/dialectCall.ts";
import { mutatedJson } from "../../../support/dialect/mutatedJson.ts";
import { sampleResponse } from "../../../support/dialect/sampleResponse.ts";
import { assertHolds, createLaw, createTotalLaw } from "./law.ts";
import { anyJson, jsonLike, textsLike } from "./texts.ts";

const names = Object.keys(operationTable).filter(isOperationName);
/** An item of an operation in the format of the contract. */
const items = fc.constantFrom(...names.filter((name) => findOperationFacts(name).output === "item")).chain((name) => {
  const { output } = operationTable[name];
  const json = output ? sampleResponse(output) : fc.constant({});
  return fc.record({ name: fc.constant(name), json: json.filter(isRecord) });
});
const answers = fc.constantFrom(...names).chain((name) => {
  const { output } = operationTable[name];
  const sample = output ? sampleResponse(output) : fc.constant(null);
  return fc.record({ name: fc.constant(name), json: fc.oneof(sample.chain(mutatedJson), anyJson) });
});
const presetNames = [undefined, ...presets.map(({ name }) => name)];
const same = (one: unknown, other: unknown) => JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
const times = fc.oneof(
  textsLike("2026-01-01T00:00:00.123456+0200", "1767225600", "Thu, 01 Jan 2026 00:00:00 GMT", "1m30s"),
  anyJson,
);

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, inner]) => [name, sorted(inner)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** Normalizes the item with a profile in which every field is at its place in the contract. */
function normalised(name: (typeof names)[number], item: Readonly<Record<string, unknown>>) {
  const { resource: kind, fields } = findOperationFacts(name);
  const places = Object.fromEntries(Object.keys(fields).map((field) => [field, [field]]));
  return normalise({ kind, fields, places, conventions: findConventions(undefined) }, item);
}

export const dialectLaws = [
  createTotalLaw(
    "any response of another service is parsed, with and without what the client has learned",
    fc.tuple(answers, fc.constantFrom(...presetNames)),
    ([{ name, json }, preset]) => {
      const call = createDialectCall(name, preset === undefined ? {} : { preset });
      const read = findOperationFacts(name).output === "list" ? readList : readItem;
      for (let round = 0; round < 2; round += 1) read(call, createJsonResponse(json));
    },
  ),
  createLaw("normalising an item of the contract does not change it", items, ({ name, json }) => {
    const once = normalised(name, json);
    assertHolds(same(once, json), () => `${JSON.stringify(json)} becomes ${JSON.stringify(once)}`);
    assertHolds(same(normalised(name, once), once), () => `${JSON.stringify(once)} does not stay`);
  }),
  createLaw(
    "fields that are not in the contract are retained unchanged",
    fc.tuple(items, anyJson, fc.stringMatching(/^zz[a-z]{1,8}$/)),
    ([{ name, json }, value, field]) => {
      const extended = { ...json, [field]: value };
      const found = normalised(name, extended);
      assertHolds(same(found[field], value), () => `${field} becomes ${JSON.stringify(found[field])}`);
    },
  ),
  createLaw("ids of any length retain all digits", fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }), (id) => {
    const read = parseJson(`{"id":${id},"list":[${id}],"text":"${id}"}`);
    const found = isRecord(read) ? idOf(read.id) : undefined;
    assertHolds(found === String(id), () => `${id} is read as ${found}`);
  }),
  createLaw(
    "JSON with long numbers is parsed as JSON except for these numbers",
    jsonLike({ id: 2 ** 64, size: 1e21, ratio: 0.1, name: "9007199254740993" }),
    (value) => {
      const text = JSON.stringify(value) ?? "null";
      const back = JSON.stringify(parseJson(text), (_, one) =>
        typeof one === "string" && /^-?\d{16,}$/.test(one) ? Number(one) : one,
      );
      const plain = JSON.stringify(JSON.parse(text), (_, one) =>
        typeof one === "string" && /^-?\d{16,}$/.test(one) ? Number(one) : one,
      );
      assertHolds(back === plain, () => `${plain} is read as ${back}`);
    },
  ),
  createTotalLaw(
    "any JSON yields an error, hints or nothing",
    fc.tuple(anyJson, textsLike("The field a.b is missing", "Header X-Org-Id required")),
    ([json, text]) => {
      readErrorBody(json);
      readErrorBody(json, { message: "$.error", code: "$.code", success: "$.ok" });
      isFailureBody(json);
      for (const body of [json, text, { message: text, errors: json }]) readRequestHints(createRefusal(422, body));
      tenantNamed(text);
      isTenantHeader(text);
    },
  ),
  createLaw(
    "only a refusal that proves that nothing took effect yields hints",
    fc.tuple(anyJson, fc.constantFrom(401, 403, 404, 408, 409, 410, 412, 429, 500, 502, 503, 504)),
    ([json, status]) => {
      const hints = readRequestHints(createRefusal(status, json));
      assertHolds(hints.length === 0, () => `${status} yields ${JSON.stringify(hints)}`);
    },
  ),
  createTotalLaw(
    "the next page of a list is found, or none",
    fc.tuple(
      jsonLike({ items: [{ id: 1 }], next: "/a?page=2", meta: { page: 1, total: 5 } }),
      textsLike('<https://a.example/?page=2>; rel="next", <b>; rel=last'),
      fc.constantFrom(...presetNames),
    ),
    ([json, link, preset]) => {
      identifyPreset(json, { link });
      const page = { json, headers: { link }, place: ["items"], itemCount: 1, lastId: "1", query: {} };
      findNextPage(page, undefined, findConventions(preset));
      findNextLogPart(json);
    },
  ),
  createLaw("times and durations are valid or omitted", times, (value) => {
    const time = timeOf(value);
    assertHolds(time === undefined || new Date(time).toISOString() === time, () => String(time));
    const length = durationOf(value, "durationSeconds");
    assertHolds(length === undefined || Number.isFinite(length), () => String(length));
    isNoTime(value);
  }),
  createTotalLaw("texts, numbers and ids are read from any value", anyJson, (value) => [
    textOf(value),
    numberOf(value),
    idOf(value),
  ]),
  createTotalLaw(
    "the expiry of a token is read from any value",
    jsonLike(
      { accessToken: "a.eyJleHAiOjE3NjcyMjU2MDB9.c", expiresIn: 60, expiresAt: "2026-01-01T00:00:00Z" },
      { access_token: "a.e30.c", expires_in: 1e300 },
    ),
    (value) => {
      if (isRecord(value)) completeToken(value, Date.UTC(2026, 0, 1));
    },
  ),
  createLaw(
    "a list cursor is parsed as it was written",
    fc.oneof(
      fc.record({ query: fc.dictionary(fc.string(), fc.string()) }),
      fc.record({ url: fc.string(), first: fc.string() }),
    ),
    (cursor) => {
      const read = parsePageCursor(formatPageCursor(cursor));
      assertHolds(same(read, cursor), () => formatPageCursor(cursor));
    },
  ),
  createTotalLaw(
    "any text is a valid or an invalid list cursor",
    textsLike('{"query":{"page":"2"},"first":"a"}'),
    (text) => {
      parsePageCursor(text);
      parsePageCursor(Buffer.from(text).toString("base64url"));
    },
  ),
  createTotalLaw("an operation's input is checked", fc.tuple(fc.constantFrom(...names), anyJson), ([name, value]) =>
    operationInputSchema(name).safeParse(value),
  ),
];
