import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { DialectProfile } from "../../../../src/contract/dialectProfile.ts";
import { learnDocument } from "../../../../src/dialect/openApi/documentedOperation.ts";
import { objectSchema, readOpenApi } from "../../../../src/dialect/openApi/openApi.ts";
import { createOpenapiDocument } from "../../../../src/service/openapi/openapiDocument.ts";
import { isRecord, type UnknownRecord } from "../../../../src/text/record.ts";
import { readDocumentsOf } from "../../../judge/documents.ts";
import {
  createJsonContent,
  createOpenApiDocument,
  documentBaseUrl,
  emptyProfile,
  learnProfile,
} from "../../../support/dialect/learnProfile.ts";

describe("a whole document", () => {
  const ours = createOpenapiDocument() as UnknownRecord;

  test("of our own service says of no operation that it is missing, and nothing that would change a request", () => {
    const { operations: all, tenant } = learnProfile(ours);
    const missing = Object.entries(all).filter(([, { offered }]) => offered === false);
    expect([missing, tenant]).toEqual([[], { header: "Fairlead-Organization" }]);
    for (const [name, { select, params = {} }] of Object.entries(all)) {
      expect([name, select ?? { in: "query", name: "id" }]).toEqual([name, { in: "query", name: "id" }]);
      expect(Object.entries(params).filter(([field, theirs]) => field.split(".").at(-1) !== theirs)).toEqual([]);
    }
  });

  test("says what is missing; one of a part says nothing of the rest", () => {
    const { paths } = ours;
    if (!isRecord(paths)) throw new Error("it has paths");
    const { "/api/v1/usage": usage, "/api/v1/organization/usage": more, ...rest } = paths;
    const gone = usage || more ? Object.keys(paths).filter((path) => !(path in rest)) : [];
    expect(gone).toHaveLength(1);
    expect(learnProfile({ ...ours, paths: rest }).operations["organization.usage"]).toEqual({ offered: false });
    const part = Object.fromEntries(Object.entries(paths).slice(0, 3));
    expect(
      Object.values(learnProfile({ ...ours, paths: part }).operations).some(({ offered }) => offered === false),
    ).toBe(false);
  });

  test("adds to what answers showed, and never overrules it", () => {
    const known: DialectProfile = {
      ...emptyProfile,
      tenant: { header: "X-Org" },
      operations: { "project.get": { select: { in: "query", name: "key" } }, "me.get": { item: "$.data" } },
    };
    const { operations: all, tenant } = learnProfile(ours, known);
    expect([all["project.get"]?.select, all["me.get"]?.item, tenant]).toEqual([
      { in: "query", name: "key" },
      "$.data",
      { header: "X-Org" },
    ]);
  });

  test("of another kind, even of GitHub, is read without harm and says nothing of ours", () => {
    const { resolve } = createRequire(import.meta.url);
    const folderOf = (name: string) => dirname(resolve(`${name}/package.json`));
    const folders = ["2.0", "3.0", "3.1"].map((version) => join(folderOf("@readme/oas-examples"), version, "json"));
    const github = readFileSync(join(folderOf("@octokit/openapi"), "generated/api.github.com.json"), "utf8");
    const all = [...folders.flatMap(readDocumentsOf), { name: "github", parsed: JSON.parse(github) }];
    expect(all.length).toBeGreaterThan(60);
    for (const { name, parsed } of all) {
      const read = readOpenApi(parsed);
      if (!read) continue;
      expect([name, learnDocument(emptyProfile, read, documentBaseUrl).operations]).toEqual([name, {}]);
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
        createOpenApiDocument({ "/api/v1/servers": bad }),
        createOpenApiDocument({
          "/api/v1/servers": { get: bad, post: { parameters: bad, requestBody: bad, responses: bad } },
        }),
        createOpenApiDocument({
          "/api/v1/servers": {
            post: { parameters: [bad], requestBody: createJsonContent(bad), responses: { "200": bad } },
          },
        }),
        createOpenApiDocument({ "/api/v1/servers": { get: { responses: { "200": createJsonContent(bad) } } } }),
        createOpenApiDocument({
          "/api/v1/servers": {
            post: { requestBody: createJsonContent({ allOf: [bad], properties: { name: bad }, required: bad }) },
          },
        }),
        createOpenApiDocument({}, { servers: bad, components: bad }),
        createOpenApiDocument({}, { servers: [bad], components: { securitySchemes: { bad } } }),
      ];
      for (const one of broken) learnProfile(one);
      expect(readOpenApi({ openapi: "3.1.0", paths: bad })?.find("GET", "/", "")).toBeUndefined();
    }
    expect(readOpenApi({ swagger: { toString: null }, paths: {} })).toBeUndefined();
  });

  test("whose schemas hold themselves is read to an end", () => {
    const node = {
      type: "object",
      properties: {
        name: { type: "string" },
        children: { type: "array", items: { $ref: "#/components/schemas/Node" } },
        next: { $ref: "#/components/schemas/Node" },
      },
    };
    const loop = { $ref: "#/components/schemas/Loop" };
    const schemas = { Node: node, Loop: loop, Both: { allOf: [{ $ref: "#/components/schemas/Both" }, node] } };
    for (const name of Object.keys(schemas)) {
      const schema = { $ref: `#/components/schemas/${name}` };
      const paths = {
        "/api/v1/servers": {
          get: { responses: { "200": createJsonContent(schema) } },
          post: { requestBody: createJsonContent(schema) },
        },
      };
      learnProfile(createOpenApiDocument(paths, { components: { schemas } }));
    }
  });
});

test("a schema that stands in itself in many places is read in part", () => {
  const node = { $ref: "#/components/schemas/Node" };
  const properties = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`part${index}`, node]));
  const schemas = { Node: { allOf: [node, node, node, { type: "object", properties }] } };
  const root = createOpenApiDocument({}, { components: { schemas } });
  expect(Object.keys(objectSchema(root, node)?.properties ?? {})).toHaveLength(60);
});

describe("a schema that is combined from others", () => {
  const combine = (count: number) => {
    const schemas = Array.from({ length: count }, (_, at) => [
      `S${at}`,
      {
        allOf: [{ $ref: `#/s/S${at + 1}` }, { $ref: `#/s/S${at + 2}` }],
        properties: { [`of${at}`]: { type: "string" }, own: { at } },
      },
    ]);
    return objectSchema({ s: Object.fromEntries(schemas) }, { $ref: "#/s/S0" });
  };

  test("has their fields, and its own in place of theirs", () => {
    const { of0, of1, of2, own, ...others } = combine(3)?.properties ?? {};
    expect([[of0, of1, of2].every(isRecord), own, others]).toEqual([true, { at: 0 }, {}]);
  });

  test("has its own fields and those of 49 others, whatever their depth", () => {
    const { properties = {} } = combine(10_000) ?? {};
    expect(Object.keys(properties)).toHaveLength(51);
    expect([properties.of0, properties.own]).toEqual([{ type: "string" }, { at: 0 }]);
  });

  test("has at most 200 fields", () => {
    const wide = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`f${at}`, {}]));
    expect(Object.keys(objectSchema({}, { properties: wide })?.properties ?? {})).toHaveLength(200);
  });
});
