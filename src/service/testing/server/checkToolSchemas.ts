import { isRecord } from "../../../text/record.ts";
import type { AnyTool } from "./protocolSchemas.ts";
import { formatCheckValue, UnexpectedResultError } from "./runCheck.ts";
import type { SchemaChecks } from "./schemaChecks.ts";

/** Throws if a client could not offer the tool to a model or validate its result. */
export function checkToolSchemas(tool: AnyTool, tools: readonly AnyTool[], checks: SchemaChecks): void {
  const sameName = tools.filter(({ name }) => name === tool.name).length;
  if (sameName > 1)
    throw new UnexpectedResultError(`${sameName} tools are called "${tool.name}".`, "a unique name", tool.name);
  checkSchema("inputSchema", tool.inputSchema, checks);
  if (tool.outputSchema !== undefined) checkSchema("outputSchema", tool.outputSchema, checks);
}

function checkSchema(name: string, schema: unknown, checks: SchemaChecks): void {
  if (!isRecord(schema))
    throw new UnexpectedResultError(`${name} is not a schema.`, "an object", formatCheckValue(schema));
  if (schema.type !== "object")
    throw new UnexpectedResultError(
      `${name} must describe an object.`,
      '"type": "object"',
      `"type": ${formatCheckValue(schema.type)}`,
    );
  const reason = checks.findSchemaProblem(schema);
  if (reason !== undefined)
    throw new UnexpectedResultError(
      `${name} cannot be used: ${reason}`,
      "a valid JSON schema",
      formatCheckValue(schema),
    );
}
