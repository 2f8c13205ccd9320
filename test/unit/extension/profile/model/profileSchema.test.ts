import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { dialectProfileSchema } from "../../../../../src/contract/dialectProfile.ts";
import { operationTable } from "../../../../../src/contract/operations.ts";
import { readEditorSchema } from "../../../../support/documents/readEditorSchema.ts";

/** The used keywords mean the same in VS Code's JSON schema dialect and in the validator's. */
const { $schema, ...schema } = readEditorSchema("profile");
const validate = new AjvJsonSchemaValidator().getValidator(schema);

const named = z.object({ properties: z.record(z.string(), z.looseObject({ description: z.string().optional() })) });
const propertiesOf = (value: unknown) => named.parse(value).properties;

const whole = {
  version: 2,
  dialect: "other",
  credential: { header: "X-API-Key" },
  tenant: { header: "X-Org-Id" },
  operations: {
    "projects.list": {
      list: "$.data.items",
      paging: { kind: "cursor", next: "$.meta.next", param: "after" },
      fields: { id: "$.uuid", anything: { first: ["$.x", { template: "{$.a}/{$.b}" }] } },
    },
    "projects.create": { body: { title: "{{name}}", kind: { deep: [1, null] } }, params: { description: null } },
  },
  kinds: { deployment: { states: [{ when: { "$.state": ["ONLINE", null] }, is: "running" }] } },
  errors: { message: "$.error.text" },
};

describe("the JSON schema of profiles", () => {
  test("uses a draft that the editor supports", () => {
    expect($schema).toContain("draft-07");
  });

  test.each([
    ["a whole one", whole],
    ["one that says nothing", { version: 2, dialect: "contract" }],
    ["an unknown field", { ...whole, colour: "red" }],
    ["an unknown operation", { ...whole, operations: { "projects.burn": {} } }],
    ["an unknown field of an operation", { ...whole, operations: { "projects.list": { lists: [] } } }],
    ["a way to page that there is none of", { ...whole, operations: { "projects.list": { paging: { kind: "x" } } } }],
    ["a place that is no list", { ...whole, operations: { "projects.list": { list: ["data"] } } }],
    ["an expression that there is none of", { ...whole, kinds: { server: { fields: { name: { any: ["$.a"] } } } } }],
    ["no version", { dialect: "other", operations: {} }],
    ["nothing", {}],
  ])("agrees with the profile's zod schema on %s", (_what, value) => {
    expect(validate(value).valid).toBe(dialectProfileSchema.safeParse(value).success);
  });

  test("describes each operation and each part of a profile", () => {
    const parts = propertiesOf(schema);
    const own = propertiesOf(parts.operations);
    expect(Object.keys(own)).toEqual(Object.keys(operationTable));
    const undescribed = [...Object.entries(parts), ...Object.entries(own)].filter(
      ([, { description }]) => !description,
    );
    expect(undescribed.map(([name]) => name)).toEqual(["version"]);
  });

  test.each([
    ["skill.installations", ["skillId"]],
    ["serverTestRuns.list", ["serverId", "version"]],
    ["skillTestRuns.list", ["skillId", "version"]],
    ["project.get", []],
  ])("offers the parameters that are sent, by the names that work: %s", (name, names) => {
    const { params } = propertiesOf(propertiesOf(propertiesOf(schema).operations)[name]);
    expect(Object.keys(propertiesOf(params))).toEqual(names);
  });

  test("offers the kinds, their fields and their states", () => {
    const kinds = propertiesOf(propertiesOf(schema).kinds);
    expect(Object.keys(kinds)).toEqual(expect.arrayContaining(["server", "case", "metric", "token"]));
    const { fields, states } = propertiesOf(kinds.deployment);
    expect(Object.keys(propertiesOf(fields))).toEqual(expect.arrayContaining(["id", "failure.step"]));
    expect(JSON.stringify(states)).toContain("superseded");
  });

  test("lists the contract's fields of an operation", () => {
    const own = propertiesOf(propertiesOf(schema).operations);
    const { fields, params } = propertiesOf(own["servers.list"]);
    expect(Object.keys(propertiesOf(fields))).toEqual(expect.arrayContaining(["id", "name", "status"]));
    expect(Object.keys(propertiesOf(params))).toEqual(expect.arrayContaining(["projectId", "includeArchived"]));
  });
});
