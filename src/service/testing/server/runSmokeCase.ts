import { isRecord } from "../../../text/record.ts";
import { callTool } from "./callTool.ts";
import { deriveKnownInput } from "./deriveKnownInput.ts";
import type { AnyTool } from "./protocolSchemas.ts";
import { CaseNotRunError, formatCheckValue, UnexpectedResultError } from "./runCheck.ts";
import type { ProtocolCheckContext } from "./runProtocolCheck.ts";
import type { SchemaChecks } from "./schemaChecks.ts";

/** Calls a read-only tool once. Throws if the call fails or the result violates the tool's output schema. */
export async function runSmokeCase(
  tool: AnyTool,
  { client, eras, checks }: ProtocolCheckContext & { readonly checks: SchemaChecks },
  signal: AbortSignal,
): Promise<void> {
  if (tool.annotations?.readOnlyHint !== true)
    throw new CaseNotRunError("Only tools with readOnlyHint are called, because others may change data.");
  const { inputSchema, outputSchema } = tool;
  const derived = deriveKnownInput(isRecord(inputSchema) ? inputSchema : {});
  if (derived.kind === "unknown")
    throw new CaseNotRunError(
      `The schema contains no value for ${derived.names.join(", ")}. Add an example to the schema, or a case to fairlead.tests.yaml.`,
    );
  const toolResult = await callTool(client, eras.best, { name: tool.name, input: derived.input }, signal);
  if (toolResult.isError) throw new UnexpectedResultError("The tool failed.", "no error", toolResult.text);
  if (!isRecord(outputSchema)) return;
  if (toolResult.structured === undefined)
    throw new UnexpectedResultError(
      "The tool has an outputSchema, but returned no structured content.",
      formatCheckValue(outputSchema),
      toolResult.text,
    );
  const problems = checks.validate(outputSchema, toolResult.structured);
  if (!problems || problems.length === 0) return;
  const message = `The result does not satisfy the tool's outputSchema: ${problems.join("; ")}`;
  throw new UnexpectedResultError(message, formatCheckValue(outputSchema), formatCheckValue(toolResult.structured));
}
