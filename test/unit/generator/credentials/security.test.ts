import { describe, expect, test } from "vitest";
import {
  createDocument,
  generateFromValidDocument,
  readProblemCodes,
} from "../../../support/documents/generateFromDocument.ts";

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
const isValue = ({ hosts }: { hosts?: string[] | undefined }) => hosts === undefined;

const parameters = [{ name: "authorization", in: "header", required: true, schema: { type: "string" } }];

describe("the credentials of an operation", () => {
  test("come from variables named after their schemes", () => {
    const all = [["apiKey"], ["my-login"], ["token"], ["oauth"], ["openId"]].map(([name]) => ({ [name ?? ""]: [] }));
    expect(variablesOf(all).map(({ name, secret }) => [name, secret])).toEqual([
      ["API_KEY", true],
      ["API_KEY_API_HOSTS", false],
      ["MY_LOGIN_USER", false],
      ["MY_LOGIN_PASSWORD", true],
      ["MY_LOGIN_API_HOSTS", false],
      ["TOKEN", true],
      ["TOKEN_API_HOSTS", false],
      ["OAUTH_TOKEN", true],
      ["OAUTH_API_HOSTS", false],
      ["OPEN_ID_CLIENT_ID", false],
      ["OPEN_ID_CLIENT_SECRET", true],
      ["OPEN_ID_TOKEN", true],
      ["OPEN_ID_API_HOSTS", false],
    ]);
    expect(secured(all).definition.api.security).toEqual({
      apiKey: { kind: "apiKey", in: "header", name: "X-Key", variable: "API_KEY", hosts: "API_KEY_API_HOSTS" },
      "my-login": {
        kind: "basic",
        user: "MY_LOGIN_USER",
        password: "MY_LOGIN_PASSWORD",
        hosts: "MY_LOGIN_API_HOSTS",
      },
      token: { kind: "bearer", variable: "TOKEN", hosts: "TOKEN_API_HOSTS" },
      oauth: { kind: "bearer", variable: "OAUTH_TOKEN", hosts: "OAUTH_API_HOSTS" },
      openId: { kind: "bearer", variable: "OPEN_ID_TOKEN", hosts: "OPEN_ID_API_HOSTS", account: "id.example.com" },
    });
  });

  test("are required only if every operation needs them", () => {
    expect(variablesOf([{ token: [] }]).filter(isValue)).toEqual([
      {
        name: "TOKEN",
        secret: true,
        required: true,
        description: "From the settings page. Sent to pets.example.com, as bearer token.",
        sentTo: ["pets.example.com"],
        sentAs: "bearer token",
        credential: { name: "token", operations: 1 },
      },
    ]);
    expect(variablesOf([{ token: [] }, {}])[0]).toMatchObject({ required: false });
    expect(
      variablesOf([{ "my-login": [] }])
        .filter(isValue)
        .map(({ required }) => required),
    ).toEqual([true, true]);
  });

  test("are not masked in a header that selects a version of the API", () => {
    const named = (name: string) => ({ type: "apiKey", in: "header", name });
    const securitySchemes = { clientId: named("PLAID-CLIENT-ID"), version: named("Plaid-Version") };
    const { variables, definition } = secured([{ clientId: [], version: [] }], { components: { securitySchemes } });
    const keys = variables.filter(({ sentAs }) => sentAs !== undefined);
    expect(keys.map(({ secret, description }) => [secret, description])).toEqual([
      [true, "Sent to pets.example.com, as header PLAID-CLIENT-ID."],
      [false, "Sent to pets.example.com, as header Plaid-Version."],
    ]);
    expect(definition.api.security).toMatchObject({ version: { secret: false } });
  });

  test("are alternatives of schemes, and the document's unless the operation overrides them, also with none", () => {
    const of = (security: unknown, more?: object) => secured(security, more).definition.tools[0]?.request.security;
    const alternatives = [{ token: [], apiKey: [] }, { oauth: ["read"] }, {}];
    expect(of(alternatives)).toEqual([["token", "apiKey"], ["oauth"], []]);
    expect(of(undefined, { security: [{ token: [] }] })).toEqual([["token"]]);
    expect(of([], { security: [{ token: [] }] })).toEqual([]);
  });

  test("of unsupported kinds are omitted, with a warning", () => {
    const result = secured([{ mtls: [] }]);
    expect(result.definition.tools[0]?.request.security).toEqual([]);
    expect(readProblemCodes(result)).toEqual(["security_scheme_ignored", "security_unusable"]);
    expect(secured([{ mtls: [], token: [] }, { apiKey: [] }]).definition.tools[0]?.request.security).toEqual([
      ["apiKey"],
    ]);
  });

  test("of schemes that are not declared are one variable and one warning for each, and calls work without it", () => {
    const paths = Object.fromEntries(
      Array.from({ length: 50 }, (_, index) => [`/a${index}`, { get: { security: [{ Login: [] }] } }]),
    );
    const own = { get: { security: [{ Login: [], apiKey: [] }, { apiKey: [] }] } };
    const result = secured([{ apiKey: [] }], { paths: { ...paths, "/own": own } });
    const securities = result.definition.tools.map(({ request }) => JSON.stringify(request.security));
    expect(new Set(securities)).toEqual(new Set(['[["Login"],[]]', '[["Login","apiKey"],["apiKey"]]']));
    expect(result.definition.api.security.Login).toMatchObject({ in: "header", name: "Authorization" });
    const key = result.variables.find(({ name }) => name === "LOGIN_API_KEY");
    expect(key).toMatchObject({ secret: true, required: false });
    expect(result.problems.filter(({ code }) => code !== "security_scheme_ignored")).toMatchObject([
      {
        code: "security_undeclared",
        message: expect.stringMatching(/"Login".*LOGIN_API_KEY.*Add Header/),
        pointer: "/paths/~1a0/get/security",
      },
    ]);
  });

  test("that are declared in other letters are those, with a warning", () => {
    const result = secured([{ APIKey: [] }]);
    const { tools, api } = result.definition;
    expect(tools[0]?.request.security).toEqual([["APIKey"]]);
    expect(api.security.APIKey).toEqual(secured([{ apiKey: [] }]).definition.api.security.apiKey);
    const warning = result.problems.find(({ code }) => code === "security_undeclared");
    expect(warning?.message).toBe('The security scheme "APIKey" is taken for the declared "apiKey".');
  });

  test("of other HTTP schemes are the whole header value", () => {
    expect(secured([{ digest: [] }]).definition.api.security).toEqual({
      digest: {
        ...{ kind: "apiKey", in: "header", name: "Authorization" },
        ...{ variable: "DIGEST_API_KEY", hosts: "DIGEST_API_HOSTS" },
      },
    });
  });

  test("declared as a header parameter come from the environment, not from the model", () => {
    const result = generateFromValidDocument(createDocument({ parameters }, {}, { path: "/pets" }));
    expect(result.definition.tools[0]?.inputSchema.properties).toEqual({});
    expect(result.definition.tools[0]?.request.security).toEqual([["Authorization header"]]);
    expect(result.variables[0]).toMatchObject({ name: "AUTHORIZATION_API_KEY", secret: true, required: true });
    expect(readProblemCodes(result)).toEqual(["authorization_parameter"]);
  });

  test("declared as a header parameter have names of their own", () => {
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
    expect(variables.filter(isValue).map(({ name }) => name)).toEqual([
      ...["AUTHORIZATION_API_KEY", "AUTHORIZATION_2_API_KEY", "AUTHORIZATION_HEADER_API_KEY"],
      ...["AUTHORIZATION_3_API_KEY", "API_BASE_URL"],
    ]);
  });

  test("that no document declares are an optional header where its texts speak of one", () => {
    const generate = (description: string, more: object = {}) =>
      generateFromValidDocument(createDocument({ description }, more, { path: "/pets" }));
    const found = generate("OAuth tokens need the `repo` scope.");
    expect(found.definition.tools[0]?.request.security).toEqual([["Authorization header"], []]);
    expect(found.variables[0]).toMatchObject({ name: "AUTHORIZATION_API_KEY", secret: true, required: false });
    expect(generate("Lists pets.").definition.tools[0]?.request.security).toEqual([]);
  });

  test("that a document declares and no operation asks for are optional: keys together, then each", () => {
    const securitySchemes = {
      id: { type: "apiKey", in: "header", name: "X-Id" },
      key: { type: "apiKey", in: "header", name: "X-Key" },
      basic: { type: "http", scheme: "basic" },
    };
    const components = { securitySchemes };
    const read = (operation: object, more: object = {}) =>
      generateFromValidDocument(createDocument(operation, { components, ...more }, { path: "/pets" }));
    const found = read({});
    expect(found.definition.tools[0]?.request.security).toEqual([["id", "key"], ["id"], ["key"], ["basic"], []]);
    expect(found.variables.every(({ required }) => !required)).toBe(true);
    for (const anonymous of [read({ security: [] }), read({}, { security: [] })])
      expect(anonymous.definition.api.security).toEqual({});
  });

  test("that no document declares are the header that its texts name, with the one that says whose it is", () => {
    const generate = (description: string) =>
      generateFromValidDocument(
        createDocument({}, { info: { title: "Pets", version: "1.0.0", description } }, { path: "/pets" }),
      );
    const vault = generate("Clients send `X-Vault-Token` with each request, and may send X-Vault-Namespace.");
    expect(vault.definition.tools[0]?.request.security).toEqual([["X-Vault-Token header"], []]);
    expect(vault.variables[0]).toMatchObject({
      ...{ name: "VAULT_TOKEN", secret: true, required: false, sentAs: "header X-Vault-Token" },
      description:
        "The whole value of the header parameter X-Vault-Token. Only the texts of the document name it; leave this empty if the API takes calls without one. Sent to pets.example.com, as header X-Vault-Token.",
    });
    const chat = generate("Authentication: send X-Auth-Token and X-User-Id. Refresh X-Auth-Token daily.");
    expect(chat.definition.tools[0]?.request.security).toEqual([["X-Auth-Token header", "X-User-Id header"], []]);
    expect(chat.variables.filter(isValue).map(({ name, secret }) => [name, secret])).toEqual([
      ...[
        ["AUTH_TOKEN", true],
        ["USER_ID", false],
      ],
      ["API_BASE_URL", false],
    ]);
  });

  test("have no variable that the runtime or the address reads", () => {
    const securitySchemes = Object.fromEntries(
      ["allowed", "api variable x", "API_VARIABLE"].map((name) => [name, { type: "http", scheme: "bearer" }]),
    );
    const security = Object.keys(securitySchemes).map((name) => ({ [name]: [] }));
    const servers = [{ url: "https://example.com/{x_token}/{token}/{x_api_hosts}" }];
    const { variables } = generateFromValidDocument(
      createDocument({ security }, { servers, components: { securitySchemes } }, { path: "/pets" }),
    );
    const names = variables.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).not.toContain("ALLOWED_HOSTS");
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
    expect(
      variables
        .filter(isValue)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(["API_BASE_URL", "API_TOKEN", "A_B_2_TOKEN", "A_B_TOKEN", "_1_TOKEN"]);
  });
});
