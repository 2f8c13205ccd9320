import { describe, expect, test } from "vitest";
import { readOpenApi } from "../../../../src/dialect/openApi/openApi.ts";
import { noSecurity, readSecurity } from "../../../../src/dialect/openApi/openApiSecurity.ts";
import type { UnknownRecord } from "../../../../src/text/record.ts";

const base = new URL("https://api.example/docs/openapi.json");
const read = (document: UnknownRecord) => {
  const openApi = readOpenApi({ info: {}, paths: {}, ...document });
  return openApi && readSecurity(openApi, base);
};
const readSchemes = (securitySchemes: UnknownRecord) => read({ openapi: "3.1.0", components: { securitySchemes } });
const readDefinitions = (securityDefinitions: UnknownRecord) => read({ swagger: "2.0", securityDefinitions });

describe("HTTP Basic", () => {
  test("is named by OpenAPI 3.x and 2.0, and is no way to send a key alone", () => {
    expect(readSchemes({ a: { type: "http", scheme: "basic" } })).toEqual({ ...noSecurity, isBasicNamed: true });
    expect(readDefinitions({ a: { type: "basic" } })).toEqual({ ...noSecurity, isBasicNamed: true });
  });

  test("is not named by other schemes", () => {
    expect(readSchemes({ a: { type: "http", scheme: "bearer" }, b: "nonsense" })?.isBasicNamed).toBe(false);
    expect(read({ openapi: "3.1.0" })).toEqual(noSecurity);
  });
});

describe("a token address", () => {
  const oauth = (clientCredentials: unknown) => readSchemes({ a: { type: "oauth2", flows: { clientCredentials } } });

  test("is read with its scopes, relative to the document", () => {
    expect(
      oauth({ tokenUrl: "https://auth.example/token", scopes: { read: "", "api:write": "" } })?.tokenEndpoint,
    ).toEqual({
      tokenUrl: "https://auth.example/token",
      scopes: ["read", "api:write"],
    });
    expect(oauth({ tokenUrl: "../token" })?.tokenEndpoint).toEqual({
      tokenUrl: "https://api.example/token",
      scopes: [],
    });
  });

  test("is read of OpenAPI 2.0", () => {
    const tokenUrl = "https://auth.example/token";
    expect(readDefinitions({ a: { type: "oauth2", flow: "application", tokenUrl } })?.tokenEndpoint?.tokenUrl).toBe(
      tokenUrl,
    );
    expect(readDefinitions({ a: { type: "oauth2", flow: "accessCode", tokenUrl } })?.tokenEndpoint).toBeUndefined();
  });

  test.each([
    ["http://auth.example/token"],
    ["ftp://auth.example/token"],
    ["https://user:secret@auth.example/token"],
    ["https://auth.example/token#part"],
    ["https://"],
    [7],
  ])("that a secret may not be sent to is not read: %s", (tokenUrl) => {
    expect(oauth({ tokenUrl })?.tokenEndpoint).toBeUndefined();
  });

  test("of another flow is not read", () => {
    const flows = { authorizationCode: { tokenUrl: "https://auth.example/token" } };
    expect(readSchemes({ a: { type: "oauth2", flows } })?.tokenEndpoint).toBeUndefined();
  });
});
