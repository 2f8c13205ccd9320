import * as z from "zod";
import { readJsonPath } from "../text/jsonPath.ts";
import { patternSchema, textExpectationSchema } from "./textExpectation.ts";

const pathSchema = z
  .string()
  .min(1)
  .max(500)
  .refine((path) => readJsonPath(path) !== undefined, "It is not a valid path: write a path such as $.items[0].name.");

const jsonExpectationSchema = z.strictObject({
  path: pathSchema.describe(
    "The path in the result, as a JSONPath (RFC 9535) without functions: `$.items[0].name`, `$..id`, `$.items[?@.id == 1].name`.",
  ),
  equals: z.unknown().optional().describe("The expected value."),
  contains: z
    .unknown()
    .optional()
    .describe("A text that the value must contain, or an entry that the list must contain."),
  matches: patternSchema.optional(),
  exists: z.boolean().optional().describe("Whether a value must exist."),
  length: z.int().min(0).optional().describe("The expected number of entries or characters."),
});

export const serverCaseSchema = z.strictObject({
  name: z.string().min(1).max(200).describe("A short description of the case; unique in the file."),
  tool: z.string().min(1).max(200).describe("The tool that is called."),
  arguments: z.record(z.string(), z.unknown()).default({}).describe("The arguments of the call."),
  expect: z
    .strictObject({
      error: z.boolean().default(false).describe("Whether the tool must fail; false by default."),
      text: textExpectationSchema.optional().describe("The expected text of the result."),
      json: z
        .union([
          z.array(jsonExpectationSchema),
          z.record(pathSchema, z.unknown()).describe("Expected values by path: `$.name: Rex`."),
        ])
        .optional()
        .describe("The expected values in the structured content, else in the text parsed as JSON."),
      schema: z
        .record(z.string(), z.unknown())
        .optional()
        .describe("A JSON schema that the structured content must satisfy."),
      maxMs: z.number().positive().optional().describe("The time limit of the call in milliseconds."),
    })
    .default({ error: false })
    .describe("The expected result; by default, the call must not fail."),
});

/** `fairlead.tests.yaml`, `.yml` or `.json` in a server's folder. */
export const serverCaseFileSchema = z
  .union([z.strictObject({ cases: z.array(serverCaseSchema) }), z.array(serverCaseSchema)])
  .describe("Cases of an MCP server: tool calls and their expected results.");
