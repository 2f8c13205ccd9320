import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { readJsonPath } from "../text/jsonPath.ts";
import type { YamlProblem } from "../text/position/yamlDocument.ts";
import { createCaseIdGenerator } from "./createCaseIdGenerator.ts";
import { readCaseItems } from "./readCaseItems.ts";
import { recordedAnswerSchema } from "./recordedAnswers.ts";
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

/** A value that the structured content, else the text parsed as JSON, must have. */
export type JsonExpectation = z.output<typeof jsonExpectationSchema>;

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
          z
            .record(pathSchema, z.unknown())
            .describe(l10n.t("Expected values by path: `$.name: Rex`."))
            .transform((values): JsonExpectation[] => {
              return Object.entries(values).map(([path, equals]) => ({ path, equals }));
            }),
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
    .array(recordedAnswerSchema)
    .max(100)
    .optional()
    .describe(l10n.t("Recorded answers that stand for the API of the server: the call sends nothing to the network.")),
});

/** One case of a server's case file. */
export interface ServerCase extends z.output<typeof serverCaseSchema> {
  /** `case:` and the words of the name, such as `case:is-missing`; unique in the file. */
  readonly id: string;
  /** The first line of the case, counting from 1. */
  readonly line: number;
}
export type ServerExpectation = ServerCase["expect"];

/** `fairlead.tests.yaml`, `.yml` or `.json` in a server's folder. */
export const serverCaseFileSchema = z
  .union([z.strictObject({ cases: z.array(serverCaseSchema) }), z.array(serverCaseSchema)])
  .describe(l10n.t("Cases of an MCP server: tool calls and their expected results."));

interface ServerCases {
  readonly cases: readonly ServerCase[];
  readonly problems: readonly YamlProblem[];
}

export function isServerCasePath(path: string): boolean {
  return /(?:^|[\\/])fairlead\.tests\.(?:yaml|yml|json)$/.test(path);
}

/** Reads the valid cases of a case file, and the problems of the others. */
export function readServerCases(content: string): ServerCases {
  const { items, problems } = readCaseItems(content, serverCaseSchema, {
    key: "cases",
    otherwise: l10n.t('The file should hold a list "cases".'),
    exactNumbers: true,
  });
  const createId = createCaseIdGenerator("case");
  return { problems, cases: items.map(({ value, line }) => ({ ...value, id: createId(value.name), line })) };
}
