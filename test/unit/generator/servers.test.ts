import { describe, expect, test } from "vitest";
import {
  createDocument,
  generateFromValidDocument,
  readProblemCodes,
} from "../../support/documents/generateFromDocument.ts";

type Options = Parameters<typeof generateFromValidDocument>[1];
const at = (servers: unknown, options: Options = {}, operation: object = {}) =>
  generateFromValidDocument(createDocument(operation, { servers }, { path: "/pets" }), options);
const base = (servers: unknown, options: Options = {}) => at(servers, options).definition.api.baseUrl;

describe("the address of an API", () => {
  test("is the document's first absolute server URL", () => {
    expect(
      base([
        { url: "/v1" },
        { url: "ws://a.example.com" },
        { url: "https://b.example.com/" },
        { url: "https://c.example.com" },
      ]),
    ).toBe("https://b.example.com");
  });

  test("that is relative is resolved against the document's URL", () => {
    expect(base([{ url: "../v1" }], { documentUrl: "https://a.example.com/docs/api/openapi.json" })).toBe(
      "https://a.example.com/docs/v1",
    );
    expect(base(undefined, { documentUrl: "https://a.example.com/docs/openapi.json" })).toBe("https://a.example.com");
    expect(base([{ url: "//b.example.com/{v}" }], { documentUrl: "https://a.example.com/x" })).toBe(
      "https://b.example.com/{v}",
    );
  });

  test("must be set if the document has none, with a warning", () => {
    const result = at([{ url: "/v1" }]);
    expect(result.definition.api.baseUrl).toBe("");
    expect(result.variables).toEqual([
      {
        name: "API_BASE_URL",
        required: true,
        secret: false,
        description: expect.stringContaining("https://api.example.com/v1"),
      },
    ]);
    expect(readProblemCodes(result)).toEqual(["no_absolute_server"]);
    expect(result.problems[0]?.pointer).toBe("/servers");
  });

  test("in the options overrides all others", () => {
    const result = at(
      [{ url: "https://a.example.com" }],
      { baseUrl: "https://mine.example.com/x/" },
      { servers: [{ url: "https://b.example.com" }] },
    );
    expect(result.definition.api.baseUrl).toBe("https://mine.example.com/x");
    expect(result.definition.tools[0]?.request.baseUrl).toBeUndefined();
    expect(result.problems).toEqual([]);
  });

  test("may be an operation's own", () => {
    expect(
      at([{ url: "https://a.example.com" }], {}, { servers: [{ url: "https://b.example.com/" }] }).definition.tools[0]
        ?.request.baseUrl,
    ).toBe("https://b.example.com");
    expect(
      at([{ url: "https://a.example.com" }], {}, { servers: [{ url: "https://a.example.com" }] }).definition.tools[0]
        ?.request.baseUrl,
    ).toBeUndefined();
  });

  test("has variables that the environment may set, and must set without a default", () => {
    const variables = {
      region: { default: "eu", enum: ["eu", "us"], description: "Where." },
      port: { enum: ["443", "8443"] },
    };
    const result = at([{ url: "https://{region}.example.com:{port}/{base path}", variables }]);
    expect(result.definition.api).toMatchObject({
      baseUrl: "https://{region}.example.com:{port}/{base path}",
      variables: { region: { default: "eu", enum: ["eu", "us"] }, port: { default: "443", enum: ["443", "8443"] } },
    });
    expect(result.variables.slice(1)).toEqual([
      {
        name: "API_VARIABLE_REGION",
        required: false,
        secret: false,
        description: "Where. One of eu, us. eu unless set.",
      },
      {
        name: "API_VARIABLE_PORT",
        required: false,
        secret: false,
        description: expect.stringContaining("443 unless set"),
      },
      {
        name: "API_VARIABLE_BASE_PATH",
        required: true,
        secret: false,
        description: "{base path} in the address of the API.",
      },
    ]);
  });

  test("may begin with a variable", () => {
    expect(base([{ url: "{scheme}://a.example.com", variables: { scheme: { default: "https" } } }])).toBe(
      "{scheme}://a.example.com",
    );
  });
});
