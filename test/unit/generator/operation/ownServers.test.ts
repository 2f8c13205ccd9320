import { describe, expect, test } from "vitest";
import { listApiUrls } from "../../../../src/generator/output/apiUrls.ts";
import {
  createDocument,
  generateFromValidDocument,
  readProblemCodes,
} from "../../../support/documents/generateFromDocument.ts";

type Options = Parameters<typeof generateFromValidDocument>[1];

describe("a document whose operations have servers of their own", () => {
  const get = (url?: string) => ({ get: { ...(url && { servers: [{ url }] }), responses: {} } });
  const generate = (paths: object, extra: object = {}, options: Options = {}) =>
    generateFromValidDocument(createDocument({}, { servers: undefined, paths, ...extra }), options);
  const isRequired = ({ variables }: ReturnType<typeof generate>) =>
    variables.find(({ name }) => name === "API_BASE_URL")?.required;
  const one = "https://api.example.com";
  const other = "https://uploads.example.com";

  test("has that of all its operations as its address", () => {
    const result = generate({ "/1": { servers: [{ url: one }], ...get() }, "/2": get(`${one}/`) });
    expect(result.definition.api.baseUrl).toBe(one);
    expect(result.definition.tools.map(({ request }) => request.baseUrl)).toEqual([undefined, undefined]);
    expect(isRequired(result)).toBe(false);
    expect(result.problems).toEqual([]);
  });

  test("has that of the first where they differ, so that API_BASE_URL can replace all", () => {
    const result = generate({ "/1": get(one), "/2": get(other) }, { servers: [{ url: "/v1" }] });
    expect(result.definition.api.baseUrl).toBe(one);
    expect(result.definition.tools.map(({ request }) => request.baseUrl)).toEqual([undefined, other]);
    expect(isRequired(result)).toBe(false);
    expect(result.problems).toEqual([]);
  });

  test("leaves its address open where an operation that is offered has none", () => {
    const paths = { "/1": get(one), "/2": get() };
    const result = generate(paths);
    expect(result.definition.api.baseUrl).toBe("");
    expect(isRequired(result)).toBe(true);
    expect(readProblemCodes(result)).toEqual(["no_absolute_server"]);
    // The editor takes an empty URL as an open address.
    expect(listApiUrls(result.definition.api, result.definition.tools)).toEqual([one, ""]);
    expect(isRequired(generate(paths, {}, { include: ["GET /1"] }))).toBe(false);
    expect(generate(paths, { servers: [{ url: "https://a.example.com" }] }).definition.api.baseUrl).toBe(
      "https://a.example.com",
    );
  });
});

test("says that the credentials go to API_BASE_URL only where there are some", () => {
  const describeBase = (extra: object) =>
    generateFromValidDocument(createDocument({}, extra)).variables.find(({ name }) => name === "API_BASE_URL")
      ?.description;
  expect(describeBase({})).not.toContain("credentials");
  const securitySchemes = { key: { type: "apiKey", in: "header", name: "X-Key" } };
  expect(describeBase({ security: [{ key: [] }], components: { securitySchemes } })).toMatch(
    / If you set it, the credentials go to it\.$/,
  );
});
