import { describe, expect, test } from "vitest";
import {
  createDocument,
  generateFromValidDocument,
  readProblemCodes,
} from "../../support/documents/generateFromDocument.ts";

const schemes = {
  apiKey: { type: "apiKey", in: "header", name: "X-Key" },
  "my-login": { type: "http", scheme: "Basic" },
  token: { type: "http", scheme: "bearer", description: "From the settings page." },
  oauth: { type: "oauth2", flows: {} },
  openId: { type: "openIdConnect", openIdConnectUrl: "https://id.example.com" },
  mtls: { type: "mutualTLS" },
  digest: { type: "http", scheme: "digest" },
};
const secured = (security: unknown, more: object = {}) =>
  generateFromValidDocument(
    createDocument({ security }, { components: { securitySchemes: schemes }, ...more }, { path: "/pets" }),
  );
const variablesOf = (security: unknown) => secured(security).variables.filter(({ name }) => name !== "API_BASE_URL");

describe("the credentials of an operation", () => {
  test("come from variables named after their schemes", () => {
    const all = [["apiKey"], ["my-login"], ["token"], ["oauth"], ["openId"]].map(([name]) => ({ [name ?? ""]: [] }));
    expect(variablesOf(all).map(({ name, secret }) => [name, secret])).toEqual([
      ["API_KEY_API_KEY", true],
      ["MY_LOGIN_USERNAME", false],
      ["MY_LOGIN_PASSWORD", true],
      ["TOKEN_TOKEN", true],
      ["OAUTH_TOKEN", true],
      ["OPEN_ID_CLIENT_ID", false],
      ["OPEN_ID_CLIENT_SECRET", true],
      ["OPEN_ID_TOKEN", true],
    ]);
    expect(secured(all).definition.api.security).toEqual({
      apiKey: { kind: "apiKey", in: "header", name: "X-Key", variable: "API_KEY_API_KEY" },
      "my-login": { kind: "basic", user: "MY_LOGIN_USERNAME", password: "MY_LOGIN_PASSWORD" },
      token: { kind: "bearer", variable: "TOKEN_TOKEN" },
      oauth: { kind: "bearer", variable: "OAUTH_TOKEN" },
      openId: { kind: "bearer", variable: "OPEN_ID_TOKEN", account: "id.example.com" },
    });
  });

  test("are required only if every operation needs them", () => {
    expect(variablesOf([{ token: [] }])).toEqual([
      { name: "TOKEN_TOKEN", secret: true, required: true, description: "From the settings page." },
    ]);
    expect(variablesOf([{ token: [] }, {}])[0]).toMatchObject({ required: false });
    expect(variablesOf([{ "my-login": [] }]).map(({ required }) => required)).toEqual([true, false]);
  });

  test("are alternatives of schemes", () => {
    expect(secured([{ token: [], apiKey: [] }, { oauth: ["read"] }, {}]).definition.tools[0]?.request.security).toEqual(
      [["token", "apiKey"], ["oauth"], []],
    );
  });

  test("are the document's unless the operation overrides them, also with none", () => {
    expect(secured(undefined, { security: [{ token: [] }] }).definition.tools[0]?.request.security).toEqual([
      ["token"],
    ]);
    expect(secured([], { security: [{ token: [] }] }).definition.tools[0]?.request.security).toEqual([]);
  });

  test("of unsupported kinds are omitted, with a warning", () => {
    const result = secured([{ mtls: [] }, { none: [] }]);
    expect(result.definition.tools[0]?.request.security).toEqual([]);
    expect(readProblemCodes(result)).toEqual(["security_scheme_ignored", "security_unusable"]);
    expect(secured([{ mtls: [], token: [] }, { apiKey: [] }]).definition.tools[0]?.request.security).toEqual([
      ["apiKey"],
    ]);
  });

  test("of other HTTP schemes are the whole header value", () => {
    expect(secured([{ digest: [] }]).definition.api.security).toEqual({
      digest: { kind: "apiKey", in: "header", name: "Authorization", variable: "DIGEST_API_KEY" },
    });
  });

  test("declared as a header parameter come from the environment, not from the model", () => {
    const parameters = [{ name: "authorization", in: "header", required: true, schema: { type: "string" } }];
    const result = generateFromValidDocument(createDocument({ parameters }, {}, { path: "/pets" }));
    expect(result.definition.tools[0]?.inputSchema.properties).toEqual({});
    expect(result.definition.tools[0]?.request.security).toEqual([["Authorization header"]]);
    expect(result.variables[0]).toMatchObject({ name: "AUTHORIZATION_API_KEY", secret: true, required: true });
    expect(readProblemCodes(result)).toEqual(["authorization_parameter"]);
  });

  test("declared as a header parameter have names of their own", () => {
    const parameters = [{ name: "authorization", in: "header", required: true, schema: { type: "string" } }];
    const securitySchemes = {
      AUTHORIZATION: { type: "apiKey", in: "query", name: "a" },
      AUTHORIZATION_2: { type: "apiKey", in: "query", name: "b" },
      "Authorization header": { type: "apiKey", in: "query", name: "c" },
    };
    const security = [{ AUTHORIZATION: [], AUTHORIZATION_2: [], "Authorization header": [] }];
    const paths = {
      "/a": { get: { parameters } },
      "/b": { get: { parameters } },
      "/c": { get: { security } },
    };
    const { definition, variables } = generateFromValidDocument(
      createDocument({}, { paths, components: { securitySchemes } }),
    );
    expect(definition.tools.map(({ request }) => request.security)).toEqual([
      ...[[["Authorization header_2"]], [["Authorization header_2"]]],
      [["AUTHORIZATION", "AUTHORIZATION_2", "Authorization header"]],
    ]);
    expect(variables.map(({ name }) => name)).toEqual([
      ...["AUTHORIZATION_API_KEY", "AUTHORIZATION_2_API_KEY", "AUTHORIZATION_HEADER_API_KEY"],
      ...["AUTHORIZATION_3_API_KEY", "API_BASE_URL"],
    ]);
  });

  test("of two schemes with the same variable name get separate variables", () => {
    const securitySchemes = {
      "a-b": { type: "oauth2" },
      a_b: { type: "oauth2" },
      "1": { type: "oauth2" },
      鍵: { type: "oauth2" },
    };
    const security = Object.keys(securitySchemes).map((name) => ({ [name]: [] }));
    const { variables } = generateFromValidDocument(
      createDocument({ security }, { components: { securitySchemes } }, { path: "/pets" }),
    );
    expect(variables.map(({ name }) => name).sort()).toEqual([
      "API_BASE_URL",
      "API_TOKEN",
      "A_B_2_TOKEN",
      "A_B_TOKEN",
      "_1_TOKEN",
    ]);
  });
});
