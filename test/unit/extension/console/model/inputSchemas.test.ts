import { readFileSync } from "node:fs";
import { join } from "node:path";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/server/validators/ajv";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { operationInputSchema } from "../../../../../src/contract/operationInputSchema.ts";
import { type OperationName, operationTable } from "../../../../../src/contract/operations.ts";
import { consoleUri } from "../../../../../src/extension/base/uris/virtualUris.ts";
import { operationAreas } from "../../../../../src/extension/console/model/operationAreas.ts";
import { operationInputArbitrary } from "../../../../support/documents/operationInputs.ts";
import { readEditorSchema } from "../../../../support/documents/readEditorSchema.ts";
import { createSampleInput } from "../../../../support/documents/sampleInput.ts";
import { sampleInputs } from "../../../../support/service/sampleInputs.ts";

const root = join(import.meta.dirname, "../../../../..");
const names = operationAreas.flatMap((area) => area.names);
const validation = z.object({ fileMatch: z.union([z.string(), z.array(z.string())]), url: z.string() });
const manifest = z
  .object({ contributes: z.object({ jsonValidation: z.array(validation) }) })
  .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
const read = (name: OperationName) => readEditorSchema(`operations/${name}`);

/** The used keywords mean the same in VS Code's JSON schema dialect and in the validator's. */
const accepts = (name: OperationName) => {
  const { $schema, ...schema } = read(name);
  expect($schema).toContain("draft-07");
  const validate = new AjvJsonSchemaValidator().getValidator(schema);
  return (input: unknown) => validate(input).errorMessage;
};

test("the manifest assigns each input its schema", () => {
  const own = manifest.contributes.jsonValidation.filter(({ url }) => url.includes("/operations/"));
  expect(own).toEqual(
    names.map((name) => ({
      fileMatch: consoleUri("input", name).replace(/^\w+:/, ""),
      url: `./dist/schemas/operations/${name}.json`,
    })),
  );
});

describe.each(names)("the schema of %s", (name) => {
  test("accepts every valid input of the contract", () => {
    const problemsOf = accepts(name);
    expect(problemsOf(sampleInputs[name])).toBeUndefined();
    fc.assert(
      fc.property(operationInputArbitrary(name, "secret"), (input) => {
        expect(problemsOf(input)).toBeUndefined();
      }),
      { numRuns: 30 },
    );
  });

  test("has samples that the contract accepts, a description, and rejects unknown fields", () => {
    const schema = read(name);
    for (const optional of [true, false])
      expect(operationInputSchema(name).safeParse(createSampleInput(schema, { optional })).error).toBeUndefined();
    expect(schema.description).toContain(operationTable[name].path);
    expect(accepts(name)({ ...sampleInputs[name], unknown: 1 })).toBeDefined();
  });
});

test("the fields of client credentials are described", () => {
  const { properties } = z
    .object({ properties: z.record(z.string(), z.object({ description: z.string() })) })
    .parse(read("runtime.oauthToken"));
  expect(properties.client_id?.description).toContain("id of an API key");
  expect(properties.client_secret?.description).toContain("API key itself");
});

test("all schemas together are smaller than 60 kB", () => {
  expect(names.reduce((size, name) => size + JSON.stringify(read(name)).length, 0)).toBeLessThan(60_000);
});
