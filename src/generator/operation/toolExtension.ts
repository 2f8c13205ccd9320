import * as l10n from "@vscode/l10n";
import * as z from "zod";
import { readJsonPath } from "../../text/jsonPath.ts";
import { appendToPointer } from "../../text/position/jsonPointer.ts";
import { getMember, isRecord } from "../../text/record.ts";
import { asObject, type JsonObject, omitMembers } from "../document/jsonValues.ts";
import { createWarningProblem, type ReportProblem } from "../document/problemCollector.ts";

/** The specification extension of operations and parameters, which a document or its overlay has. */
export const extensionKey = "x-mcp";

export const parameterExtensionSchema = z.strictObject({
  hidden: z.boolean().optional().describe(l10n.t("Whether the tool does not offer the parameter.")),
  value: z
    .unknown()
    .optional()
    .describe(l10n.t("The value that is always sent. The tool does not offer the parameter.")),
  description: z.string().trim().min(1).max(4000).optional().describe(l10n.t("The description of the parameter.")),
});

const bodyFieldExtensionSchema = parameterExtensionSchema.extend({
  hidden: z.boolean().optional().describe(l10n.t("Whether the tool does not offer the field; it is never sent.")),
  value: z.unknown().optional().describe(l10n.t("The value that is always sent. The tool does not offer the field.")),
  description: z.string().trim().min(1).max(4000).optional().describe(l10n.t("The description of the field.")),
});

const pathSchema = z
  .string()
  .refine((path) => readJsonPath(path) !== undefined, "it is no JSONPath without functions, such as $.items[*].id");

const hintSchema = z.boolean().optional();

export const toolExtensionSchema = z.strictObject({
  name: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, "a name has 1 to 64 letters, digits, `_` and `-`")
    .optional()
    .describe(l10n.t("The name of the tool: 1 to 64 letters, digits, `_` and `-`.")),
  title: z.string().trim().min(1).max(100).optional().describe(l10n.t("The title of the tool, for people.")),
  description: z
    .string()
    .trim()
    .min(1)
    .max(4000)
    .optional()
    .describe(l10n.t("The description of the tool, for people and models.")),
  annotations: z
    .strictObject({
      readOnlyHint: hintSchema.describe(l10n.t("Whether a call changes nothing.")),
      destructiveHint: hintSchema.describe(l10n.t("Whether a call may change or remove what exists.")),
      idempotentHint: hintSchema.describe(l10n.t("Whether repeating a call has no further effect.")),
      openWorldHint: hintSchema.describe(l10n.t("Whether a call reaches an external system.")),
    })
    .optional()
    .describe(l10n.t("Hints about the effect of a call.")),
  enabled: z.boolean().optional().describe(l10n.t("Whether the operation is a tool; true by default.")),
  group: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .optional()
    .describe(l10n.t("The group of the tool, in place of the operation's first tag.")),
  pinned: z
    .boolean()
    .optional()
    .describe(l10n.t("Whether the tool stays listed when the server offers search instead of its tools.")),
  parameters: z
    .record(z.string(), parameterExtensionSchema)
    .optional()
    .describe(l10n.t("The parameters of the operation, by their names.")),
  body: z
    .record(z.string(), bodyFieldExtensionSchema)
    .optional()
    .describe(
      l10n.t(
        "Fields of the request body: `owner`, `owner.id` in an object, or a JSON Pointer `/owner/id`; not in lists.",
      ),
    ),
  fields: z
    .strictObject({
      keep: z.array(pathSchema).optional().describe(l10n.t("The only fields that the tool returns.")),
      drop: z.array(pathSchema).optional().describe(l10n.t("Fields that the tool does not return.")),
    })
    .optional()
    .describe(l10n.t("Fields of the answer, as JSONPath (RFC 9535) without functions: `$.items[*].id`, `$..url`.")),
  pageSize: z
    .int()
    .min(1)
    .optional()
    .describe(l10n.t("The number of entries that the tool asks for if the caller sets none.")),
  maxAnswer: z
    .int()
    .min(100)
    .max(100_000)
    .optional()
    .describe(l10n.t("The most characters of an answer that the tool returns; 100,000 by default.")),
});

export type ToolExtension = z.output<typeof toolExtensionSchema>;
export type ParameterExtension = z.output<typeof parameterExtensionSchema>;

export const readToolExtension = (operation: JsonObject, pointer: string, report: ReportProblem): ToolExtension =>
  operation[extensionKey] === undefined ? {} : readExtension(toolExtensionSchema, operation, pointer, report);

export const readParameterExtension = (
  parameter: JsonObject,
  pointer: string,
  report: ReportProblem,
): ParameterExtension =>
  parameter[extensionKey] === undefined ? {} : readExtension(parameterExtensionSchema, parameter, pointer, report);

/** Reads the valid fields of an extension and reports the others. */
function readExtension<Schema extends z.ZodObject>(
  schema: Schema,
  owner: JsonObject,
  ownerPointer: string,
  report: ReportProblem,
): z.output<Schema> {
  const value = owner[extensionKey];
  const pointer = appendToPointer(ownerPointer, extensionKey);
  if (!isRecord(value))
    report(createWarningProblem("extension_invalid", "`x-mcp` has no effect: it is not an object.", pointer));
  const parsed = schema.safeParse(asObject(value));
  if (parsed.success) return parsed.data;
  const invalid = parsed.error.issues.flatMap(listInvalidPaths);
  for (const { path, reason } of invalid)
    report(
      createWarningProblem(
        "extension_invalid",
        `\`${[extensionKey, ...path].join(".")}\` has no effect: ${reason}.`,
        appendToPointer(pointer, ...path),
      ),
    );
  const rest = invalid.reduce<unknown>((valid, { path }) => omitPath(valid, path), asObject(value));
  return schema.parse(rest);
}

interface InvalidPath {
  readonly path: readonly string[];
  readonly reason: string;
}

function listInvalidPaths(issue: z.core.$ZodIssue): InvalidPath[] {
  const path = issue.path.map(String);
  if (issue.code !== "unrecognized_keys") return [{ path, reason: issue.message.toLowerCase() }];
  return issue.keys.map((key) => ({ path: [...path, key], reason: "there is no such field" }));
}

/** Omits a member, or the list that it is in. */
function omitPath(value: unknown, [key, ...rest]: readonly string[]): unknown {
  if (!isRecord(value) || key === undefined) return value;
  const member = getMember(value, key);
  if (rest.length === 0 || !isRecord(member)) return omitMembers(value, key);
  return { ...value, [key]: omitPath(member, rest) };
}
