import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { readJsonPath } from "../text/jsonPath.ts";
import { recordedAnswerEntrySchema } from "./recordedAnswers.ts";
import { patternSchema, textExpectationSchema } from "./textExpectation.ts";

const pathSchema = z
  .string()
  .min(1)
  .max(500)
  .refine(
    (path) => readJsonPath(path) !== undefined,
    l10n.t("It is not a valid path: write a path such as $.items[0].name."),
  );

const jsonExpectationSchema = z.strictObject({
  path: pathSchema.describe(
    l10n.t(
      "The path in the result, as a JSONPath (RFC 9535) without functions: `$.items[0].name`, `$..id`, `$.items[?@.id == 1].name`.",
    ),
  ),
  equals: z.unknown().optional().describe(l10n.t("The expected value.")),
  contains: z
    .unknown()
    .optional()
    .describe(l10n.t("A text that the value must contain, or an entry that the list must contain.")),
  matches: patternSchema.optional(),
  exists: z.boolean().optional().describe(l10n.t("Whether a value must exist.")),
  length: z.int().min(0).optional().describe(l10n.t("The expected number of entries or characters.")),
});

export const serverCaseSchema = z.strictObject({
  name: z.string().min(1).max(200).describe(l10n.t("A short description of the case; unique in the file.")),
  tool: z.string().min(1).max(200).describe(l10n.t("The tool that is called.")),
  arguments: z.record(z.string(), z.unknown()).default({}).describe(l10n.t("The arguments of the call.")),
  expect: z
    .strictObject({
      error: z.boolean().default(false).describe(l10n.t("Whether the tool must fail; false by default.")),
      text: textExpectationSchema.optional().describe(l10n.t("The expected text of the result.")),
      json: z
        .union([
          z.array(jsonExpectationSchema),
          z.record(pathSchema, z.unknown()).describe(l10n.t("Expected values by path: `$.name: Rex`.")),
        ])
        .optional()
        .describe(l10n.t("The expected values in the structured content, else in the text parsed as JSON.")),
      schema: z
        .record(z.string(), z.unknown())
        .optional()
        .describe(l10n.t("A JSON schema that the structured content must satisfy.")),
      maxMs: z.number().positive().optional().describe(l10n.t("The time limit of the call in milliseconds.")),
    })
    .default({ error: false })
    .describe(l10n.t("The expected result; by default, the call must not fail.")),
  upstream: z
    .array(recordedAnswerEntrySchema)
    .max(100)
    .optional()
    .describe(l10n.t("Recorded answers that stand for the API of the server: the call sends nothing to the network.")),
});

/** `fairlead.tests.yaml`, `.yml` or `.json` in a server's folder. */
export const serverCaseFileSchema = z
  .union([z.strictObject({ cases: z.array(serverCaseSchema) }), z.array(serverCaseSchema)])
  .describe(l10n.t("Cases of an MCP server: tool calls and their expected results."));
