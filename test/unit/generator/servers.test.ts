import { describe, expect, test } from "vitest";
import {
  createDocument,
  generateFromDocument,
  generateFromValidDocument,
  readProblemCodes,
} from "../../support/documents/generateFromDocument.ts";

type Options = Parameters<typeof generateFromValidDocument>[1];
const at = (servers: unknown, options: Options = {}, operation: object = {}) =>
  generateFromValidDocument(createDocument(operation, { servers }, { path: "/pets" }), options);
const base = (servers: unknown, options: Options = {}) => at(servers, options).definition.api.baseUrl;

describe("the address of an API", () => {
  const docs = { documentUrl: "https://a.example.com/docs/api/openapi.json" };
  const http = ["localhost:4801", "127.0.0.1", "192.168.1.7:80", "[::1]:8080"];
  const refused = ["https://user:pass@a.example.com", "https://a b.example.com", "https://[x", "https://:80"];
  test.each<[string, readonly string[] | undefined, string, Options?]>([
    [
      "is the document's first server URL that HTTP requests can go to",
      ["ws://a.example.com", "https://b.example.com/", "https://c.example.com"],
      "https://b.example.com",
    ],
    ...refused.map((url): [string, string[], string] => [
      "is none that cannot be requested",
      [url, "https://b.example.com"],
      "https://b.example.com",
    ]),
    ["that is relative is resolved against the document's URL", ["../v1"], "https://a.example.com/docs/v1", docs],
    ["that is missing is the host of the document's URL", undefined, "https://a.example.com", docs],
    ["without a scheme has the document's", ["//b.example.com/{v}"], "https://b.example.com/{v}", docs],
    ["that names no scheme takes https", ["//a.example.com"], "https://a.example.com"],
    ...http.map((host): [string, string[], string] => [
      "that names no scheme takes http on this machine and its network",
      [`//${host}/v1`],
      `http://${host}/v1`,
    ]),
  ])("%s: %j", (_, urls, expected, options) => {
    expect(
      base(
        urls?.map((url) => ({ url })),
        options,
      ),
    ).toBe(expected);
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

  test("must be set if the first server is relative, also where another one has a host", () => {
    const servers = [
      { url: "/api/{version}", variables: { version: { default: "v2" } } },
      { url: "https://sandbox.example.com" },
    ];
    const result = at(servers);
    expect(result.definition.api.baseUrl).toBe("");
    const { required, description } = result.variables.find(({ name }) => name === "API_BASE_URL") ?? {};
    expect(required).toBe(true);
    expect(description).toContain("https://api.example.com/api/v2");
    expect(description).toContain("Others: https://sandbox.example.com.");
    expect(result.problems).toMatchObject([{ code: "no_absolute_server", pointer: "/servers" }]);
    expect(base(servers, { documentUrl: "https://a.example.com/openapi.json" })).toBe(
      "https://a.example.com/api/{version}",
    );
    expect(base(servers.toReversed())).toBe("https://sandbox.example.com");
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
    const own = (url: string) =>
      at([{ url: "https://a.example.com" }], {}, { servers: [{ url }] }).definition.tools[0]?.request.baseUrl;
    expect([own("https://b.example.com/"), own("https://a.example.com")]).toEqual(["https://b.example.com", undefined]);
  });

  test.each([
    ["/v2", "https://a.example.com/v2"],
    ["v2", "https://a.example.com/v2"],
    ["../v2/{x}?y=1", "https://a.example.com/v2/{x}?y=1"],
    ["//b.example.com/v2", "https://b.example.com/v2"],
    ["\\\\b.example.com", "https://a.example.com"],
  ])("of an operation is resolved against the document's, such as %s", (url, resolved) => {
    const tool = (root: string, options: Options = {}) =>
      at([{ url: root }], options, { servers: [{ url }] }).definition.tools[0]?.request.baseUrl;
    expect(tool("https://a.example.com/v1")).toBe(resolved);
    expect(tool("/v1", { documentUrl: "https://a.example.com/docs/openapi.json" })).toBe(resolved);
    expect(tool("https://a.example.com/v1", { documentUrl: "https://docs.example.com/openapi.json" })).toBe(resolved);
    const variables = { scheme: { default: "https" } };
    const [variable] = at([{ url: "{scheme}://{host}.example.com:{port}/v1", variables }], {}, { servers: [{ url }] })
      .definition.tools;
    expect(variable?.request.baseUrl).toBe(
      resolved.replace("https:", "{scheme}:").replace("//a.example.com", "//{host}.example.com:{port}"),
    );
  });

  test("has its own setting for each variable, of every server", () => {
    const server = (host: string) => ({ url: `https://{where}.${host}`, variables: { where: { default: host } } });
    const operation = (url: object) => ({ get: { servers: [url], responses: {} } });
    const result = generateFromValidDocument(
      createDocument(
        {},
        {
          servers: [{ url: "https://{a-b}.example.com/{a_b}/{where}", variables: { where: { default: "a" } } }],
          paths: {
            "/1": operation(server("b.example.com")),
            "/2": operation(server("c.example.com")),
            "/3": operation(server("b.example.com")),
            "/4": operation({ url: `https://{${"x".repeat(500)}}.example.com` }),
          },
        },
      ),
    );
    expect(result.definition.api).toMatchObject({
      baseUrl: "https://{a-b}.example.com/{a_b_2}/{where}",
      variables: {
        where: { default: "a" },
        where_2: { default: "b.example.com" },
        where_3: { default: "c.example.com" },
      },
    });
    expect(result.definition.tools.map(({ request }) => request.baseUrl)).toEqual([
      ...["https://{where_2}.b.example.com", "https://{where_3}.c.example.com", "https://{where_2}.b.example.com"],
      `https://{${"x".repeat(60)}}.example.com`,
    ]);
    const names = result.variables.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^[A-Z_][A-Z0-9_]{0,127}$/);
  });

  test("that is relative keeps its variables apart from those of the API's address", () => {
    const [region, own] = ["eu", "v2"].map((value) => ({ region: { default: value } }));
    const servers = [{ url: "/{region}/x", variables: own }];
    const { api, tools } = at([{ url: "https://{region}.example.com", variables: region }], {}, { servers }).definition;
    expect(tools[0]?.request.baseUrl).toBe("https://{region}.example.com/{region_2}/x");
    expect(api.variables).toEqual({ region: { default: "eu" }, region_2: { default: "v2" } });
  });

  test("has variables that the environment may set, and must set without a default", () => {
    const variables = {
      region: { default: "eu", enum: ["eu", "us"], description: "Where" },
      port: { enum: ["443", "8443"] },
    };
    const result = at([{ url: "https://{region}.example.com:{port}/{base path}", variables }]);
    expect(result.definition.api).toMatchObject({
      baseUrl: "https://{region}.example.com:{port}/{base path}",
      variables: { region: { default: "eu", enum: ["eu", "us"] }, port: { default: "443", enum: ["443", "8443"] } },
    });
    expect(result.variables[0]?.description).toContain("https://eu.example.com:443/{base path} unless set.");
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

describe("an operation whose own servers cannot be called", () => {
  const api = [{ url: "https://a.example.com" }];
  const withServers = (servers: unknown, apiServers: unknown = api, options: Options = {}) => {
    const operation = { servers, responses: {} };
    const paths = { "/files": { get: operation }, "/pets": { get: { responses: {} } } };
    return generateFromDocument(createDocument({}, { servers: apiServers, paths }), options);
  };
  const callable = (result: ReturnType<typeof withServers>) =>
    !result.ok ? [] : result.definition.tools.map(({ request }) => [request.path, request.baseUrl]);

  test.each<[unknown, string]>([
    [
      [{ url: "ftp://files.example.com" }, { url: "wss://b.example.com" }],
      "ftp://files.example.com, wss://b.example.com",
    ],
    [[{ url: "https://[x" }], "https://[x"],
    [[{ url: "https://user:pass@b.example.com" }], "https://user:pass@b.example.com"],
    [[{ description: "without a url" }, 7], "no url"],
    [{ url: "https://b.example.com" }, "no url"],
    ["https://b.example.com", "no url"],
  ])("is left out with a problem: %j", (servers, addresses) => {
    const result = withServers(servers);
    expect(callable(result)).toEqual([["/pets", undefined]]);
    expect(result.problems).toMatchObject([
      {
        severity: "warning",
        code: "operation_left_out",
        message: `GET /files is left out: its own servers have no http or https address that can be called (${addresses}).`,
        pointer: "/paths/~1files/get/servers",
      },
    ]);
  });

  test("is left out if the servers are of its path, or relative to an address that is not known", () => {
    const get = { responses: {} };
    const paths = { "/files": { servers: [{ url: "ftp://b.example.com" }], get }, "/pets": { get } };
    const ofPath = generateFromDocument(createDocument({}, { servers: api, paths }));
    expect(callable(ofPath)).toEqual([["/pets", undefined]]);
    expect(ofPath.problems).toContainEqual(expect.objectContaining({ pointer: "/paths/~1files/servers" }));
    expect(callable(withServers([{ url: "/v2" }], [{ url: "/v1" }]))).toEqual([["/pets", undefined]]);
  });

  test.each<[string, unknown, unknown, Options]>([
    ["one of them can be", [{ url: "ftp://b.example.com" }, { url: "https://b.example.com" }], api, {}],
    ["they are the API's own address", [{ url: "/" }], [{ url: "/v1" }], {}],
    ["there are none", [], api, {}],
    ["the user names the address", [{ url: "ftp://b.example.com" }], api, { baseUrl: "https://c.example.com" }],
  ])("is not meant if %s", (_, servers, apiServers, options) => {
    expect(callable(withServers(servers, apiServers, options)).map(([path]) => path)).toEqual(["/files", "/pets"]);
  });
});
