import { describe, expect, test } from "vitest";
import { createDocument, generateFromValidDocument } from "../../support/documents/generateFromDocument.ts";

/** Generates a server whose only operation may use any of the schemes. */
function generate(securitySchemes: Record<string, object>, more: object = {}) {
  const security = Object.keys(securitySchemes).map((name) => ({ [name]: [] }));
  return generateFromValidDocument(
    createDocument({ security }, { components: { securitySchemes }, ...more }, { path: "/pets" }),
  );
}
const apiKey = { type: "apiKey", in: "header", name: "X-Api-Key" };
const bearer = { type: "http", scheme: "bearer" };
const basic = { type: "http", scheme: "basic" };
const namesOf = (securitySchemes: Record<string, object>) =>
  generate(securitySchemes).variables.flatMap(({ name, hosts }) => (hosts || name === "API_BASE_URL" ? [] : [name]));

describe("the name of a variable", () => {
  test.each([
    ["api_key", apiKey, ["API_KEY"]],
    ["ApiKeyAuth", apiKey, ["API_KEY"]],
    ["X-API-Key", apiKey, ["X_API_KEY"]],
    ["key", apiKey, ["API_KEY"]],
    ["accessToken", apiKey, ["ACCESS_TOKEN"]],
    ["appid", apiKey, ["APPID_API_KEY"]],
    ["petstore_auth", bearer, ["PETSTORE_AUTH_TOKEN"]],
    ["ApiKey", bearer, ["API_KEY"]],
    ["bearerToken", bearer, ["BEARER_TOKEN"]],
    ["basicAuth", basic, ["BASIC_AUTH_USER", "BASIC_AUTH_PASSWORD"]],
    ["user", basic, ["USER_USER", "USER_PASSWORD"]],
  ])("of the scheme %s says what the value is, once", (key, scheme, names) => {
    expect(namesOf({ [key]: scheme })).toEqual(names);
  });

  test("is its own in each scheme, also where two schemes have names that differ only in their ends", () => {
    const names = namesOf({ ApiKey: apiKey, ApiKeyAuth: apiKey, api: apiKey, api_api_key: apiKey, key: bearer });
    expect(new Set(names).size).toBe(5);
  });

  test("is not one that a variable had before, so that no value goes to another place", () => {
    const { variables, formerNames } = generate({ api_key: apiKey, API: bearer, login: basic });
    const names = variables.map(({ name }) => name);
    expect(formerNames).toEqual({ API_KEY: "API_KEY_API_KEY", LOGIN_USER: "LOGIN_USERNAME" });
    expect(Object.values(formerNames).filter((name) => names.includes(name))).toEqual([]);
  });

  test("of an account's token ends in TOKEN, because the names of its client follow from it", () => {
    const openId = { type: "openIdConnect", openIdConnectUrl: "https://id.example.com/.well-known" };
    expect(namesOf({ my_token: openId })).toEqual(["MY_TOKEN_CLIENT_ID", "MY_TOKEN_CLIENT_SECRET", "MY_TOKEN_TOKEN"]);
  });
});

describe("a variable", () => {
  test("says which hosts get it, in which part of a request, and where to find it", () => {
    const cookie = {
      type: "apiKey",
      in: "cookie",
      name: "sid",
      description: "See [keys](https://keys.example.com/a).",
    };
    const { variables } = generate(
      { key: apiKey, q: { ...apiKey, in: "query", name: "api_key" }, cookie, bearer, basic },
      { externalDocs: { url: "https://docs.example.com" } },
    );
    expect(
      variables.flatMap(({ sentAs, sentTo, documentation }) => (sentAs ? [[sentAs, sentTo, documentation]] : [])),
    ).toEqual([
      ["header X-Api-Key", ["pets.example.com"], "https://docs.example.com/"],
      ["query api_key", ["pets.example.com"], "https://docs.example.com/"],
      ["cookie sid", ["pets.example.com"], "https://keys.example.com/a"],
      ["bearer token", ["pets.example.com"], "https://docs.example.com/"],
      ["Basic user", ["pets.example.com"], "https://docs.example.com/"],
      ["Basic password", ["pets.example.com"], "https://docs.example.com/"],
    ]);
    expect(variables[0]?.description).toBe(
      "Sent to pets.example.com, as header X-Api-Key. See https://docs.example.com/",
    );
  });

  test.each(["javascript:alert(1)", "https://user:pw@example.com", `https://example.com/${"a".repeat(600)}`, "docs"])(
    "has no page where the document names %s",
    (url) => {
      const { variables } = generate({ key: apiKey }, { externalDocs: { url } });
      expect(variables[0]?.documentation).toBeUndefined();
    },
  );

  test("keeps what it says in the manifest", () => {
    const { manifest } = generate({ key: apiKey });
    expect(JSON.stringify(manifest)).toContain('"sentTo":["pets.example.com"],"sentAs":"header X-Api-Key"');
  });
});

describe("the request that checks the API", () => {
  const secured = { security: [{ key: [] }] };
  const check = (paths: object, more: object = {}) => {
    const document = createDocument({}, { paths, components: { securitySchemes: { key: apiKey } }, ...more });
    const { definition, manifest, files } = generateFromValidDocument(document);
    const tool = definition.tools.find(({ name }) => name === definition.check);
    expect(JSON.stringify(manifest).includes('"check":')).toBe(tool !== undefined);
    expect(files.find(({ path }) => path === "README.md")?.content.includes("GET /check")).toBe(tool !== undefined);
    return tool && `${tool.request.method} ${tool.request.path}`;
  };
  const id = { name: "id", in: "query", required: true, schema: { type: "string" } };

  test("is a read without required input", () => {
    expect(check({ "/a": { get: { parameters: [id] } }, "/b/{id}": { get: {} }, "/c": { post: {} } })).toBeUndefined();
    expect(check({ "/a": { get: { parameters: [id] } }, "/b": { get: {} } })).toBe("GET /b");
  });

  test("is none that is deprecated, that streams or whose name says that it does something", () => {
    const names = ["/logout", "/tokens/revoke", "/reset-password", "/export", "/cache/flush", "/jobs/run"];
    expect(check(Object.fromEntries(names.map((path) => [path, { get: {} }])))).toBeUndefined();
    expect(check({ "/a": { get: { operationId: "deleteAll" } }, "/b": { get: { deprecated: true } } })).toBeUndefined();
    const content = { "text/event-stream": {} };
    expect(check({ "/a": { get: { responses: { 200: { description: "", content } } } } })).toBeUndefined();
  });

  test.each(["/deleteall", "/DeLeTe", "/%64elete", "/de\tlete", "/pets?action=drop", "/relay/toggle"])(
    "is not %j, whose path hides what it does",
    (path) => expect(check({ [path]: { get: { operationId: "readAll" } } })).toBeUndefined(),
  );

  test("is none whose base URL says that it does something", () => {
    const paths = { "/now": { get: {} } };
    for (const url of ["https://a.example.com/account/delete", "https://a.example.com/x?do=delete&y="]) {
      expect(check(paths, { servers: [{ url }] })).toBeUndefined();
      expect(check({ "/now": { get: {}, servers: [{ url }] } })).toBeUndefined();
    }
    const variables = { what: { default: "purge" } };
    expect(check(paths, { servers: [{ url: "https://a.example.com/{what}", variables }] })).toBeUndefined();
    expect(
      check({ "/now": { get: {}, servers: [{ url: "https://a.example.com/{what}", variables }] } }),
    ).toBeUndefined();
    expect(check(paths, { servers: [{ url: "https://delete.example.com/v1" }] })).toBe("GET /now");
  });

  test("needs the credential, and is about the caller if the document has one", () => {
    expect(check({ "/open": { get: {} }, "/pets": { get: secured } })).toBe("GET /pets");
    expect(check({ "/pets": { get: secured }, "/users/me": { get: secured } })).toBe("GET /users/me");
    expect(check({ "/health": { get: secured }, "/shops/pets": { get: secured } })).toBe("GET /shops/pets");
    expect(check({ "/a/b/c": { get: secured }, "/a": { get: secured } })).toBe("GET /a");
    expect(check({ "/optional": { get: { security: [{ key: [] }, {}] } }, "/pets": { get: secured } })).toBe(
      "GET /pets",
    );
  });

  test("needs the credential that most operations use", () => {
    const securitySchemes = { key: apiKey, admin: bearer };
    const paths = {
      "/admin": { get: { security: [{ admin: [] }] } },
      "/pets": { get: secured, post: secured },
    };
    expect(check(paths, { components: { securitySchemes } })).toBe("GET /pets");
  });

  test("takes most of the credentials that the user may have", () => {
    const components = { securitySchemes: { key: apiKey, admin: bearer } };
    const either = { security: [{ admin: [] }, { key: [] }] };
    const paths = {
      "/me": { get: { security: [{ admin: [] }] } },
      "/pets": { get: either, post: either },
    };
    expect(check(paths, { components })).toBe("GET /pets");
  });
});
