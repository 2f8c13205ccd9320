import { isRecord } from "../../../text/record.ts";
import type { AnyTool } from "./protocolSchemas.ts";
import { formatCheckValue, UnexpectedResultError } from "./runCheck.ts";
import type { SchemaChecks } from "./schemaChecks.ts";

/** Throws where a client could not offer the tool to a model, or not check what it answers. */
export function checkToolSchemas(tool: AnyTool, tools: readonly AnyTool[], checks: SchemaChecks): void {
  const twins = tools.filter(({ name }) => name === tool.name).length;
  if (twins > 1)
    throw new UnexpectedResultError(`${twins} tools are called "${tool.name}".`, "a name of its own", tool.name);
  checkSchema("inputSchema", tool.inputSchema, checks);
  if (tool.outputSchema !== undefined) checkSchema("outputSchema", tool.outputSchema, checks);
}

function checkSchema(name: string, schema: unknown, checks: SchemaChecks): void {
  if (!isRecord(schema))
    throw new UnexpectedResultError(`${name} is no schema.`, "an object", formatCheckValue(schema));
  if (schema.type !== "object")
    throw new UnexpectedResultError(
      `${name} has to describe an object.`,
      '"type": "object"',
      `"type": ${formatCheckValue(schema.type)}`,
    );
  const reason = checks.unusable(schema);
  if (reason !== undefined)
    throw new UnexpectedResultError(
      `${name} cannot be used: ${reason}`,
      "a sound JSON schema",
      formatCheckValue(schema),
    );
}
