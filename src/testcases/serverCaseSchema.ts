import * as z from "zod";
import { readJsonPath } from "../text/jsonPath.ts";
import { patternSchema, textExpectationSchema } from "./textExpectation.ts";

const pathSchema = z
  .string()
  .min(1)
  .max(500)
  .refine((path) => readJsonPath(path) !== undefined, "It is no path: write $.items[0].name.");

const jsonExpectationSchema = z.strictObject({
  path: pathSchema.describe(
    "Where in the answer, as a JSONPath (RFC 9535) without functions: `$.items[0].name`, `$..id`, `$.items[?@.id == 1].name`.",
  ),
  equals: z.unknown().optional().describe("The value that must be there."),
  contains: z.unknown().optional().describe("A text the value must hold, or an entry the list must hold."),
  matches: patternSchema.optional(),
  exists: z.boolean().optional().describe("Whether something must be there at all."),
  length: z.int().min(0).optional().describe("How many entries or characters it must have."),
});

export const serverCaseSchema = z.strictObject({
  name: z.string().min(1).max(200).describe("What the case shows, in a few words; unique in the file."),
  tool: z.string().min(1).max(200).describe("The tool that is called."),
  arguments: z.record(z.string(), z.unknown()).default({}).describe("What it is called with."),
  expect: z
    .strictObject({
      error: z.boolean().default(false).describe("Whether the tool is to fail; false where nothing is said."),
      text: textExpectationSchema.optional().describe("Of the answer's text."),
      json: z
        .union([
          z.array(jsonExpectationSchema),
          z.record(pathSchema, z.unknown()).describe("Values that must be there, by path: `$.name: Rex`."),
        ])
        .optional()
        .describe("Of the structured answer, else of the text read as JSON."),
      schema: z
        .record(z.string(), z.unknown())
        .optional()
        .describe("A JSON schema that the structured answer must satisfy."),
      maxMs: z.number().positive().optional().describe("The longest the answer may take, in milliseconds."),
    })
    .default({ error: false })
    .describe("What the answer must be; where nothing is said, it must not be an error."),
});

/** `fairlead.tests.yaml`, `.yml` or `.json` in a server's folder. */
export const serverCaseFileSchema = z
  .union([z.strictObject({ cases: z.array(serverCaseSchema) }), z.array(serverCaseSchema)])
  .describe("Cases of an MCP server: tools that are called, and what they must answer.");
