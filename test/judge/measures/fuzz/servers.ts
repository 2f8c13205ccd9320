import fc from "fast-check";
import { percentEncode, percentEncodeReserved } from "../../../../src/runtime/http/percentEncoding.ts";
import { RuntimeSettingsError, readRuntimeSettings } from "../../../../src/runtime/runtimeSettings.ts";
import {
  findUnknownProperties,
  listAllowedValues,
  toCheckableSchema,
} from "../../../../src/runtime/schema/validation.ts";
import { ToolError } from "../../../../src/runtime/tools/codeTool.ts";
import { readResponseContent } from "../../../../src/runtime/tools/responseContent.ts";
import { decodeBase64 } from "../../../../src/runtime/upstream/encodeBody.ts";
import { resolveBaseUrl } from "../../../../src/runtime/upstream/resolveBaseUrl.ts";
import { formatUpstreamFailure } from "../../../../src/runtime/upstream/upstreamFailure.ts";
import { assertHolds, createLaw, createTotalLaw } from "./law.ts";
import { jsonLike, textsLike } from "./texts.ts";

const schema = {
  type: "object",
  properties: { a: { enum: [1, 2] }, b: { $ref: "#/$defs/b" }, c: { allOf: [{ const: 3 }], pattern: "^(a+)+$" } },
  $defs: { b: { anyOf: [{ $ref: "#/$defs/b" }, { items: { enum: ["x"] } }] } },
};
const bodies = fc.oneof(
  textsLike(
    '{"error":{"message":"no","details":[{"field":"a","message":"b"}]}}',
    "<html><title>Oops</title></html>",
    "plain",
  ),
  jsonLike({ title: "No", errors: { a: ["b"] } }, { detail: [{ loc: ["body", 0], msg: "m" }] }).map(
    (value) => JSON.stringify(value) ?? "",
  ),
);
const types = textsLike("application/json; charset=utf-8", "text/html", "image/png", "application/vnd.a+json").map(
  (type) => type.replaceAll(/[^\x20-\x7e]/g, ""),
);
const asObject = (value: unknown) =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
const same = (text: string) => text;

export const serverLaws = [
  createTotalLaw(
    "a server's settings are parsed",
    fc.record({
      HOST: textsLike("127.0.0.1"),
      PORT: textsLike("8080", "0"),
      ALLOWED_HOSTS: textsLike("a.example, *"),
      UPSTREAM_TIMEOUT_MS: textsLike("30000"),
    }),
    readRuntimeSettings,
    [RuntimeSettingsError],
  ),
  createTotalLaw(
    "the URL of an API is parsed",
    fc.tuple(textsLike("https://{region}.a.example/v1"), textsLike("eu")),
    ([url, region]) =>
      resolveBaseUrl(
        { title: "A", baseUrl: url, variables: { region: { default: region, variable: "API_REGION" } } } as never,
        {},
        { API_BASE_URL: region.includes(":") ? region : undefined },
      ),
    [ToolError],
  ),
  createTotalLaw(
    "base64 in a tool's input is decoded",
    textsLike("aGVsbG8=", "data:image/png;base64,AAAA"),
    (text) => decodeBase64(text, "/file"),
    [ToolError],
  ),
  createTotalLaw("an API's response is parsed", fc.tuple(bodies, types), ([text, type]) =>
    readResponseContent(
      {
        status: 200,
        statusText: "OK",
        headers: new Headers({ "Content-Type": type, Link: "<a>" }),
        bytes: Buffer.from(text),
      } as never,
      { mask: same, advice: "Ask for less.", uri: "a:b" },
    ),
  ),
  createLaw(
    "the description of an API's error response has a bounded length",
    fc.tuple(bodies, fc.integer({ min: 400, max: 599 })),
    ([text, status]) => {
      const message = formatUpstreamFailure({
        status,
        statusText: "",
        text,
        retryAfter: text.slice(0, 10),
        host: "a.example",
        credentials: [],
      });
      assertHolds(message !== "" && message.length < 4000, () => `${message.length} characters`);
    },
  ),
  createTotalLaw(
    "the properties that a tool's schema allows are found",
    fc.tuple(jsonLike(schema), textsLike("/b/0", "/c", "/a~1b")),
    ([value, pointer]) => {
      const root = asObject(value);
      listAllowedValues(root, pointer);
      findUnknownProperties(root, pointer, value);
      toCheckableSchema(value);
    },
  ),
  createLaw("a value in a URL stays one component of it", textsLike("a b/c?d#e", "%2F", "é"), (text) => {
    assertHolds(
      !/[/?#[\]@ ]/.test(percentEncode(text)) && decodeURIComponent(percentEncode(text)) === text.toWellFormed(),
      () => percentEncode(text),
    );
    assertHolds(!/[?#/ ]/.test(percentEncodeReserved(text, "path")), () => percentEncodeReserved(text, "path"));
    assertHolds(!/[#& ]/.test(percentEncodeReserved(text, "query")), () => percentEncodeReserved(text, "query"));
  }),
];
