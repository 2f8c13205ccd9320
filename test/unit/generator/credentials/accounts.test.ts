import { describe, expect, test } from "vitest";
import {
  createDocument,
  generateFromValidDocument,
  readProblemCodes,
} from "../../../support/documents/generateFromDocument.ts";

const flow = {
  authorizationUrl: "https://id.example.com/authorize?audience=pets",
  tokenUrl: "https://id.example.com/token",
  scopes: { read: "", write: "", admin: "" },
};
const withScheme = (scheme: object, operation: object = {}, more: object = {}) =>
  generateFromValidDocument(
    createDocument(
      { security: [{ login: ["read"] }], ...operation },
      { components: { securitySchemes: { login: scheme } }, ...more },
      { path: "/pets" },
    ),
  );
const codeFlow = (change: object = {}) => ({ type: "oauth2", flows: { authorizationCode: { ...flow, ...change } } });

describe("an account scheme", () => {
  test("comes from an authorization code flow, with its URLs and the scopes of the operations", () => {
    const result = withScheme(codeFlow({ refreshUrl: "https://id.example.com/refresh" }));
    expect(result.accounts).toEqual([
      {
        scheme: "login",
        variable: "LOGIN_TOKEN",
        authorizationUrl: flow.authorizationUrl,
        tokenUrl: flow.tokenUrl,
        refreshUrl: "https://id.example.com/refresh",
        scopes: ["read"],
      },
    ]);
    expect(result.definition.api.security.login).toEqual({
      kind: "bearer",
      variable: "LOGIN_TOKEN",
      hosts: "LOGIN_API_HOSTS",
      account: "id.example.com",
    });
  });

  test("comes from an OpenID Connect scheme with its metadata URL", () => {
    const url = "https://id.example.com/.well-known/openid-configuration";
    expect(withScheme({ type: "openIdConnect", openIdConnectUrl: url }).accounts).toEqual([
      { scheme: "login", variable: "LOGIN_TOKEN", openIdConnectUrl: url, scopes: ["read"] },
    ]);
  });

  test("comes from the access code flow of Swagger 2.0", () => {
    const { accounts } = generateFromValidDocument({
      swagger: "2.0",
      info: { title: "Pets", version: "1" },
      host: "pets.example.com",
      basePath: "/v1",
      securityDefinitions: { login: { type: "oauth2", flow: "accessCode", ...flow, tokenUrl: "/token" } },
      paths: { "/pets": { get: { security: [{ login: ["write"] }], responses: {} } } },
    });
    expect(accounts).toMatchObject([{ tokenUrl: "https://pets.example.com/token", scopes: ["write"] }]);
  });

  test("has only optional variables", () => {
    expect(withScheme(codeFlow()).variables.map(({ name, secret, required }) => [name, secret, required])).toEqual([
      ["LOGIN_CLIENT_ID", false, false],
      ["LOGIN_CLIENT_SECRET", true, false],
      ["LOGIN_TOKEN", true, false],
      ["LOGIN_API_HOSTS", false, false],
      ["API_BASE_URL", false, false],
    ]);
  });

  test("has the scopes of the selected operations, without duplicates, and offline_access", () => {
    const paths = {
      "/a": { get: { security: [{ login: ["read", "write"] }], responses: {} } },
      "/b": { get: { responses: {} } },
      "/c": { get: { security: [{ login: ["admin"] }], responses: {} } },
    };
    const scheme = codeFlow({ scopes: { ...flow.scopes, offline_access: "" } });
    const more = { components: { securitySchemes: { login: scheme } }, security: [{ login: ["read"] }], paths };
    const { accounts } = generateFromValidDocument(createDocument({}, more), { include: ["GET /a", "GET /b"] });
    expect(accounts.map(({ scopes }) => scopes)).toEqual([["read", "write", "offline_access"]]);
  });

  test("resolves relative URLs against the API's URL with default variables", () => {
    const servers = [{ url: "https://{place}.example.com/v1/", variables: { place: { default: "eu" } } }];
    const relative = codeFlow({ authorizationUrl: "/authorize", tokenUrl: "token" });
    expect(withScheme(relative, {}, { servers }).accounts).toMatchObject([
      { authorizationUrl: "https://eu.example.com/authorize", tokenUrl: "https://eu.example.com/token" },
    ]);
  });
});

describe("no account can be connected", () => {
  test.each([["javascript:alert(1)"], ["https://user:secret@id.example.com/token"], ["file:///etc/passwd"], [""]])(
    "with the URL %s, which is reported",
    (tokenUrl) => {
      const result = withScheme(codeFlow({ tokenUrl }));
      expect(result.accounts).toEqual([]);
      expect(result.problems).toMatchObject([
        {
          code: "account_unusable",
          severity: "warning",
          pointer: "/components/securitySchemes/login/flows/authorizationCode/tokenUrl",
        },
      ]);
      expect(result.variables[0]).toMatchObject({ name: "LOGIN_TOKEN", required: true });
    },
  );

  test("with a relative URL without a base", () => {
    const result = withScheme(codeFlow({ tokenUrl: "/token" }), {}, { servers: [{ url: "/v1" }] });
    expect(readProblemCodes(result)).toContain("account_unusable");
  });

  test("for flows without a sign-in, and for unused schemes", () => {
    const flows = { clientCredentials: flow, implicit: flow };
    expect(withScheme({ type: "oauth2", flows }).accounts).toEqual([]);
    expect(withScheme(codeFlow(), { security: [] }).accounts).toEqual([]);
  });
});
