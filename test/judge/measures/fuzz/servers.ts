import fc from "fast-check";
import { encode, encodeReserved } from "../../../../src/runtime/http/percentEncoding.ts";
import { readSettings, SettingsError } from "../../../../src/runtime/runtimeSettings.ts";
import { checkable } from "../../../../src/runtime/schema/checkableSchema.ts";
import { allowedValues, unknownProperties } from "../../../../src/runtime/schema/schemaLookup.ts";
import { ToolError } from "../../../../src/runtime/tools/codeTool.ts";
import { readAnswer } from "../../../../src/runtime/tools/responseContent.ts";
import { fromBase64 } from "../../../../src/runtime/upstream/decodeBase64.ts";
import { baseUrl } from "../../../../src/runtime/upstream/resolveBaseUrl.ts";
import { refusalMessage } from "../../../../src/runtime/upstream/upstreamFailure.ts";
import { law, must, total } from "./law.ts";
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

export const servers = [
  total(
    "a server's settings are read",
    fc.record({
      HOST: textsLike("127.0.0.1"),
      PORT: textsLike("8080", "0"),
      ALLOWED_HOSTS: textsLike("a.example, *"),
      UPSTREAM_TIMEOUT_MS: textsLike("30000"),
    }),
    readSettings,
    [SettingsError],
  ),
  total(
    "the address of an API is read",
    fc.tuple(textsLike("https://{region}.a.example/v1"), textsLike("eu")),
    ([url, region]) =>
      baseUrl(
        { title: "A", baseUrl: url, variables: { region: { default: region, variable: "API_REGION" } } } as never,
        {},
        { API_BASE_URL: region.includes(":") ? region : undefined },
      ),
    [ToolError],
  ),
  total(
    "base64 of a tool's input is read",
    textsLike("aGVsbG8=", "data:image/png;base64,AAAA"),
    (text) => fromBase64(text, "/file"),
    [ToolError],
  ),
  total("an API's answer is read", fc.tuple(bodies, types), ([text, type]) =>
    readAnswer(
      {
        status: 200,
        statusText: "OK",
        headers: new Headers({ "Content-Type": type, Link: "<a>" }),
        bytes: Buffer.from(text),
      } as never,
      { masked: same, advice: "Ask for less.", uri: "a:b" },
    ),
  ),
  law(
    "an API's refusal is told in bounded words",
    fc.tuple(bodies, fc.integer({ min: 400, max: 599 })),
    ([text, status]) => {
      const told = refusalMessage({
        status,
        statusText: "",
        text,
        retryAfter: text.slice(0, 10),
        host: "a.example",
        credentials: [],
      });
      must(told !== "" && told.length < 4000, () => `${told.length} characters`);
    },
  ),
  total(
    "what a tool's schema allows is found",
    fc.tuple(jsonLike(schema), textsLike("/b/0", "/c", "/a~1b")),
    ([value, pointer]) => {
      const root = asObject(value);
      allowedValues(root, pointer);
      unknownProperties(root, pointer, value);
      checkable(value);
    },
  ),
  law("what is put into a URL stays one part of it", textsLike("a b/c?d#e", "%2F", "é"), (text) => {
    must(!/[/?#[\]@ ]/.test(encode(text)) && decodeURIComponent(encode(text)) === text.toWellFormed(), () =>
      encode(text),
    );
    must(!/[?#/ ]/.test(encodeReserved(text, "path")), () => encodeReserved(text, "path"));
    must(!/[#& ]/.test(encodeReserved(text, "query")), () => encodeReserved(text, "query"));
  }),
];
