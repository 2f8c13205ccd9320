import { describe, expect, test } from "vitest";
import { type OperationName, operationTable } from "../../../../src/contract/operations.ts";
import type { UnknownRecord } from "../../../../src/text/record.ts";
import {
  createJsonContent,
  createOpenApiDocument,
  emptyProfile,
  learnProfile,
} from "../../../support/dialect/learnProfile.ts";

const query = (name: string, required = false) => ({ name, in: "query", required, schema: { type: "string" } });
const text = { type: "string" };
const objectOf = (properties: UnknownRecord, required: readonly string[] = []) => ({
  type: "object",
  properties,
  required,
});

describe("how one of a resource is named", () => {
  test.each<[OperationName, readonly unknown[], unknown]>([
    ["project.get", [query("project_id", true), query("fields")], { in: "query", name: "project_id" }],
    ["project.get", [query("slug", true)], { in: "query", name: "slug", value: "{slug}" }],
    ["deployment.get", [query("tenant"), query("deploymentUuid", true)], { in: "query", name: "deploymentUuid" }],
    ["server.deploy", [{ name: "X-Server-Id", in: "header", required: true }], { in: "header", name: "X-Server-Id" }],
    ["serverTestRun.get", [query("runId", true), query("serverId")], { in: "query", name: "runId" }],
    ["project.get", [query("verbose")], undefined],
  ])("%s: by what its parameters say", (name, parameters, select) => {
    const { method, path } = operationTable[name];
    const { operations: all } = learnProfile(
      createOpenApiDocument({ [path]: { [method.toLowerCase()]: { parameters, responses: {} } } }),
    );
    expect(all[name]?.select).toEqual(select);
  });

  test("is read from a body that wants it", () => {
    const requestBody = {
      required: true,
      ...createJsonContent(objectOf({ server_id: text, version: text }, ["server_id"])),
    };
    const { operations: all } = learnProfile(
      createOpenApiDocument({ "/api/v1/server/deploy": { post: { requestBody, responses: {} } } }),
    );
    expect(all["server.deploy"]).toEqual({ select: { in: "body", name: "server_id" } });
  });

  test("is found whatever stands before the paths, and behind references", () => {
    const shared = { components: { parameters: { Id: query("server_id", true) } } };
    const item = { parameters: [{ $ref: "#/components/parameters/Id" }], patch: { responses: {} } };
    const select = { in: "query", name: "server_id" };
    const expected = { "server.update": { select } };
    const at = new URL("https://service.example.com/tools/");
    expect(
      learnProfile(createOpenApiDocument({ "/server": item }, { ...shared, servers: [{ url: "/api/v1" }] })).operations,
    ).toEqual(expected);
    expect(
      learnProfile(
        createOpenApiDocument({ "/server": item }, { ...shared, servers: [{ url: "https://{host}/tools/api/v1/" }] }),
        emptyProfile,
        at,
      ).operations,
    ).toEqual(expected);
    expect(
      learnProfile(createOpenApiDocument({ "/api/v1/server": item }, shared), emptyProfile, at).operations,
    ).toEqual(expected);
    expect(learnProfile(createOpenApiDocument({ "/server": item }, shared)).operations).toEqual(expected);
    const old = {
      swagger: "2.0",
      basePath: "/api/v1",
      paths: {
        "/server": { patch: { parameters: [{ name: "server_id", in: "query", type: "string", required: true }] } },
      },
    };
    expect(learnProfile(old).operations).toEqual(expected);
  });
});

describe("how a list is read", () => {
  const listed = (parameters: readonly unknown[]) =>
    learnProfile(createOpenApiDocument({ "/api/v1/projects": { get: { parameters, responses: {} } } })).operations[
      "projects.list"
    ];

  test("is stated by the parameters for the size of a page and for texts", () => {
    expect(listed([query("cursor"), query("page_size"), query("search")])).toEqual({
      pageSize: "page_size",
    });
    expect(listed([{ ...query("limit"), schema: { type: "integer", maximum: 20 } }])).toEqual({
      pageSize: "limit",
      maxPageSize: 20,
    });
  });
});

describe("what bodies hold", () => {
  const created = (schema: unknown) => {
    const post = { requestBody: createJsonContent(schema), responses: {} };
    return learnProfile(createOpenApiDocument({ "/api/v1/servers": { post } })).operations["servers.create"];
  };

  test("is said by the names of the document, in whatever style", () => {
    expect(created(objectOf({ project_id: text, displayName: text, description: text }, ["project_id"]))).toEqual({
      params: { projectId: "project_id", name: "displayName" },
    });
  });

  test("stands in the one object that the document wants", () => {
    const server = { allOf: [objectOf({ ProjectId: text }), objectOf({ Name: text })] };
    const params = { projectId: "ProjectId", name: "Name" };
    expect(created(objectOf({ server }, ["server"]))).toEqual({ wrapper: "$.server", params });
    const closed = created(objectOf({ server: { ...server, additionalProperties: false } }, ["server"]));
    expect(closed).toMatchObject({ wrapper: "$.server", params: { ...params, description: null } });
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

  test("is said of the parts of objects, too; a part of unknown name gets none", () => {
    const target = objectOf({ scope: text, client: text, host: text, whereabouts: text }, ["scope", "whereabouts"]);
    const post = { requestBody: createJsonContent(objectOf({ target })), responses: {} };
    const { params } =
      learnProfile(createOpenApiDocument({ "/api/v1/skill/install": { post } })).operations["skill.install"] ?? {};
    expect(params).toEqual({ "target.agent": "client", "target.machine": "host" });
  });

  test.each([
    ["null or text", { anyOf: [text, { type: "null" }] }],
    ["a nullable text", { type: ["string", "null"] }],
    ["a time", { type: "string", format: "date-time" }],
    ["anything", {}],
  ])("is read of a field that is %s", (_, schema) => {
    const body = { ...objectOf({ name: text, expires_at: schema, description: schema }), additionalProperties: false };
    const post = { requestBody: createJsonContent(body), responses: {} };
    const { params } =
      learnProfile(createOpenApiDocument({ "/api/v1/projects": { post } })).operations["projects.create"] ?? {};
    expect(params?.description).toBeUndefined();
  });

  test.each<[string, UnknownRecord, object | undefined]>([
    ["a time", { type: "string", format: "date-time" }, { expiresAt: "expires_at" }],
    ["a number of seconds, or null", { anyOf: [{ type: "null" }, { type: "integer" }] }, undefined],
    ["a flag", { type: "boolean" }, undefined],
  ])("is said of a time where the field is %s", (_what, schema, params) => {
    const { method, path } = operationTable["apiKeys.create"];
    const body = { requestBody: createJsonContent(objectOf({ name: text, expires_at: schema })), responses: {} };
    const { operations } = learnProfile(createOpenApiDocument({ [path]: { [method.toLowerCase()]: body } }));
    expect(operations["apiKeys.create"]?.params).toEqual(params);
  });

  test("leaves out what the document does not take", () => {
    const { params } = created({ ...objectOf({ name: text }), additionalProperties: false }) ?? {};
    expect(params).toMatchObject({ projectId: null, description: null });
  });
});
