import { describe, expect, test } from "vitest";
import { learnDocument } from "../../../src/api/dialect/openApi/learnDocument.ts";
import { readOpenApi } from "../../../src/api/dialect/openApi/openApi.ts";
import { objectSchema, sampleOf } from "../../../src/api/dialect/openApi/openApiSchema.ts";
import { waysIn } from "../../../src/api/dialect/openApi/openApiSecurity.ts";
import { type OperationName, operations } from "../../../src/contract/operations.ts";
import { type Fields, isFields } from "../../../src/contract/place.ts";
import { type Profile, profileSchema } from "../../../src/contract/profile.ts";
import { openapiDocument } from "../../../src/service/openapi.ts";
import { judgedDocuments } from "../../judge/documents.ts";

const base = new URL("https://service.example.com/");
const unasked: Profile = { version: 1, dialect: "other", operations: {} };

function learned(document: Fields, known: Profile = unasked, at = base): Profile {
  const read = readOpenApi(document);
  if (!read) throw new Error("it is a document");
  const profile = learnDocument(known, read, at);
  expect(profileSchema.safeParse(profile).error).toBeUndefined();
  return profile;
}

const ways = (document: Fields) => {
  const read = readOpenApi(document);
  return read && waysIn(read);
};

const document = (paths: Fields, more: Fields = {}) => ({
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  paths,
  ...more,
});
const json = (schema: unknown) => ({ content: { "application/json": { schema } } });
const query = (name: string, required = false) => ({ name, in: "query", required, schema: { type: "string" } });
const text = { type: "string" };
const objectOf = (properties: Fields, required: readonly string[] = []) => ({ type: "object", properties, required });

describe("how one of a resource is named", () => {
  test.each<[OperationName, readonly unknown[], unknown]>([
    ["project.get", [query("project_id", true), query("fields")], { in: "query", name: "project_id" }],
    ["project.get", [query("slug", true)], { in: "query", name: "slug", value: "slug" }],
    ["deployment.get", [query("tenant"), query("deploymentUuid", true)], { in: "query", name: "deploymentUuid" }],
    ["server.deploy", [{ name: "X-Server-Id", in: "header", required: true }], { in: "header", name: "X-Server-Id" }],
    ["serverTestRun.get", [query("runId", true), query("serverId")], { in: "query", name: "runId" }],
    ["project.get", [query("verbose")], undefined],
  ])("%s: by what its parameters say", (name, parameters, select) => {
    const { method, path } = operations[name];
    const { operations: all } = learned(
      document({ [path]: { [method.toLowerCase()]: { parameters, responses: {} } } }),
    );
    expect(all[name]?.select).toEqual(select);
  });

  test("is read from a body that wants it", () => {
    const requestBody = { required: true, ...json(objectOf({ server_id: text, version: text }, ["server_id"])) };
    const { operations: all } = learned(
      document({ "/api/v1/server/deploy": { post: { requestBody, responses: {} } } }),
    );
    expect(all["server.deploy"]).toEqual({ select: { in: "body", name: "server_id" } });
  });

  test("is found whatever stands before the paths, and behind references", () => {
    const shared = { components: { parameters: { Id: query("server_id", true) } } };
    const item = { parameters: [{ $ref: "#/components/parameters/Id" }], patch: { responses: {} } };
    const select = { in: "query", name: "server_id" };
    const expected = { "server.update": { select } };
    const at = new URL("https://service.example.com/tools/");
    expect(learned(document({ "/server": item }, { ...shared, servers: [{ url: "/api/v1" }] })).operations).toEqual(
      expected,
    );
    expect(
      learned(
        document({ "/server": item }, { ...shared, servers: [{ url: "https://{host}/tools/api/v1/" }] }),
        unasked,
        at,
      ).operations,
    ).toEqual(expected);
    expect(learned(document({ "/api/v1/server": item }, shared), unasked, at).operations).toEqual(expected);
    expect(learned(document({ "/server": item }, shared)).operations).toEqual(expected);
    const old = {
      swagger: "2.0",
      basePath: "/api/v1",
      paths: {
        "/server": { patch: { parameters: [{ name: "server_id", in: "query", type: "string", required: true }] } },
      },
    };
    expect(learned(old).operations).toEqual(expected);
  });
});

describe("how a list goes on", () => {
  const listed = (properties: Fields, parameters: readonly unknown[]) => {
    const items = { type: "array", items: objectOf({ id: text, name: text, slug: text }) };
    const responses = { "200": json(objectOf({ ...properties, projects: items })) };
    return learned(document({ "/api/v1/projects": { get: { parameters, responses } } })).operations["projects.list"];
  };

  test("is read where its answer and its parameters agree", () => {
    expect(listed({ next_cursor: text }, [query("cursor"), query("page_size"), query("search")])).toEqual({
      pageSize: "page_size",
      paging: { kind: "cursor", next: ["next_cursor"], param: "cursor" },
      params: { q: "search" },
    });
    expect(listed({ total: { type: "integer" } }, [query("offset"), query("limit")])).toEqual({
      pageSize: "limit",
      paging: { kind: "offset", param: "offset", total: ["total"] },
    });
  });

  test("is not guessed where they do not", () => {
    expect(listed({ next_cursor: text }, [])).toBeUndefined();
  });
});

describe("what bodies hold", () => {
  const created = (schema: unknown) => {
    const post = { requestBody: json(schema), responses: {} };
    return learned(document({ "/api/v1/servers": { post } })).operations["servers.create"];
  };

  test("is said by the names of the document, in whatever style", () => {
    expect(created(objectOf({ project_id: text, displayName: text, description: text }, ["project_id"]))).toEqual({
      params: { projectId: "project_id", name: "displayName" },
    });
  });

  test("stands in the one object that the document wants, with what nobody understood by its own name", () => {
    const server = { allOf: [objectOf({ ProjectId: text }), objectOf({ Name: text })] };
    expect(created(objectOf({ server }, ["server"]))?.body).toEqual({
      server: {
        ProjectId: "{{projectId}}",
        Name: "{{name}}",
        description: "{{description}}",
        source: "{{source}}",
        environment: "{{environment}}",
      },
    });
    expect(created(objectOf({ server: { ...server, additionalProperties: false } }, ["server"]))?.body).toEqual({
      server: { ProjectId: "{{projectId}}", Name: "{{name}}" },
    });
  });

  test("has beside it what there is only one value for", () => {
    const kind = { type: "string", enum: ["mcp"] };
    const schema = objectOf({ name: text, project: text, kind, region: { ...text, default: "eu" } }, [
      "kind",
      "region",
    ]);
    expect(created(schema)).toMatchObject({
      params: { projectId: "project" },
      body: { name: "{{name}}", project: "{{projectId}}", kind: "mcp", region: "eu" },
    });
  });

  test("is said within objects too, and what alone is left is what alone is wanted", () => {
    const target = objectOf({ scope: text, client: text, host: text, whereabouts: text }, ["scope", "whereabouts"]);
    const post = { requestBody: json(objectOf({ target })), responses: {} };
    const { params } = learned(document({ "/api/v1/skill/install": { post } })).operations["skill.install"] ?? {};
    expect(params).toMatchObject({
      "target.agent": "client",
      "target.machine": "host",
      "target.path": "whereabouts",
    });
  });

  test("leaves out what the document does not take", () => {
    const { params } = created({ ...objectOf({ name: text }), additionalProperties: false }) ?? {};
    expect(params).toMatchObject({ projectId: null, description: null });
  });
});

describe("how a key is sent", () => {
  const scheme = (one: Fields) => ways(document({}, { components: { securitySchemes: { one } } }));

  test.each<[Fields, unknown]>([
    [{ type: "apiKey", in: "header", name: "X-Service-Key" }, [{ header: "X-Service-Key" }]],
    [{ type: "http", scheme: "bearer" }, [{ header: "Authorization", scheme: "Bearer" }]],
    [{ type: "http", scheme: "Token" }, [{ header: "Authorization", scheme: "Token" }]],
    [
      { type: "apiKey", in: "header", name: "Authorization", description: "As `ApiKey <your key>`" },
      [{ header: "Authorization", scheme: "ApiKey" }],
    ],
    [{ type: "oauth2", flows: {} }, [{ header: "Authorization", scheme: "Bearer" }]],
    [{ type: "apiKey", in: "query", name: "api_key" }, []],
    [{ type: "apiKey", in: "header", name: "X-Tenant-Id" }, []],
    [{ type: "apiKey", in: "header", name: "Bad\r\nName" }, []],
    [{ type: "http", scheme: "basic" }, []],
  ])("%j", (given, expected) => {
    expect(scheme(given)).toEqual(expected);
  });

  test("is read from old documents too", () => {
    const old = {
      swagger: "2.0",
      paths: {},
      securityDefinitions: { key: { type: "apiKey", in: "header", name: "X-Key" } },
    };
    expect(ways(old)).toEqual([{ header: "X-Key" }]);
  });
});

describe("a whole document", () => {
  const ours = openapiDocument() as Fields;

  test("of our own service says of no operation that it is missing, and nothing that would change a request", () => {
    const { operations: all, tenant } = learned(ours);
    const missing = Object.entries(all).filter(([, { offered }]) => offered === false);
    expect([missing, tenant]).toEqual([[], { header: "Fairlead-Organization" }]);
    for (const [name, { select, params = {} }] of Object.entries(all)) {
      expect([name, select ?? { in: "query", name: "id" }]).toEqual([name, { in: "query", name: "id" }]);
      expect(Object.entries(params).filter(([field, theirs]) => field.split(".").at(-1) !== theirs)).toEqual([]);
    }
  });

  test("says what is missing; one of a part says nothing of the rest", () => {
    const { paths } = ours;
    if (!isFields(paths)) throw new Error("it has paths");
    const { "/api/v1/usage": usage, "/api/v1/organization/usage": more, ...rest } = paths;
    const gone = usage || more ? Object.keys(paths).filter((path) => !(path in rest)) : [];
    expect(gone).toHaveLength(1);
    expect(learned({ ...ours, paths: rest }).operations["organization.usage"]).toEqual({ offered: false });
    const part = Object.fromEntries(Object.entries(paths).slice(0, 3));
    expect(Object.values(learned({ ...ours, paths: part }).operations).some(({ offered }) => offered === false)).toBe(
      false,
    );
  });

  test("adds to what answers showed, and never overrules it", () => {
    const known: Profile = {
      ...unasked,
      tenant: { header: "X-Org" },
      operations: { "project.get": { select: { in: "query", name: "key" } }, "me.get": { item: ["data"] } },
    };
    const { operations: all, tenant } = learned(ours, known);
    expect([all["project.get"]?.select, all["me.get"]?.item, tenant]).toEqual([
      { in: "query", name: "key" },
      ["data"],
      { header: "X-Org" },
    ]);
  });

  test("of another kind, even of GitHub, is read without harm and says nothing of ours", () => {
    const all = judgedDocuments().filter(({ name }) => name !== "fairlead.json");
    expect(all.length).toBeGreaterThan(100);
    for (const { name, parsed } of all) {
      const read = readOpenApi(parsed);
      if (!read) continue;
      expect([name, learnDocument(unasked, read, base).operations]).toEqual([name, {}]);
      expect(Array.isArray(waysIn(read))).toBe(true);
    }
  });

  test("that is broken anywhere is read as far as it goes", () => {
    const hostile: readonly unknown[] = [
      null,
      5,
      "text",
      [],
      [[]],
      {},
      { $ref: "#/paths" },
      { $ref: "#/%E0%A4%A" },
      { $ref: 7 },
      { $ref: "https://other.example/x" },
    ];
    for (const bad of hostile) {
      const broken = [
        document({ "/api/v1/servers": bad }),
        document({ "/api/v1/servers": { get: bad, post: { parameters: bad, requestBody: bad, responses: bad } } }),
        document({
          "/api/v1/servers": { post: { parameters: [bad], requestBody: json(bad), responses: { "200": bad } } },
        }),
        document({ "/api/v1/servers": { get: { responses: { "200": json(bad) } } } }),
        document({
          "/api/v1/servers": {
            post: { requestBody: json({ allOf: [bad], properties: { name: bad }, required: bad }) },
          },
        }),
        document({}, { servers: bad, components: bad }),
        document({}, { servers: [bad], components: { securitySchemes: { bad } } }),
      ];
      for (const one of broken) {
        learned(one);
        expect(Array.isArray(ways(one))).toBe(true);
      }
      expect(readOpenApi({ openapi: "3.1.0", paths: bad })?.find("GET", "/", "")).toBeUndefined();
    }
    expect(readOpenApi({ swagger: { toString: null }, paths: {} })).toBeUndefined();
  });

  test("whose schemas hold themselves is read to an end", () => {
    const node = {
      type: "object",
      properties: {
        name: text,
        children: { type: "array", items: { $ref: "#/components/schemas/Node" } },
        next: { $ref: "#/components/schemas/Node" },
      },
    };
    const loop = { $ref: "#/components/schemas/Loop" };
    const schemas = { Node: node, Loop: loop, Both: { allOf: [{ $ref: "#/components/schemas/Both" }, node] } };
    for (const name of Object.keys(schemas)) {
      const schema = { $ref: `#/components/schemas/${name}` };
      const paths = {
        "/api/v1/servers": { get: { responses: { "200": json(schema) } }, post: { requestBody: json(schema) } },
      };
      learned(document(paths, { components: { schemas } }));
    }
  });
});

test("a schema that stands in itself in many places is read in part", () => {
  const node = { $ref: "#/components/schemas/Node" };
  const properties = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`part${index}`, node]));
  const schemas = { Node: { allOf: [node, node, node, { type: "object", properties }] } };
  const root = document({}, { components: { schemas } });
  expect(Object.keys(objectSchema(root, node)?.properties ?? {})).toHaveLength(60);
  expect(JSON.stringify(sampleOf(root, node)).length).toBeLessThan(1_000_000);
});
