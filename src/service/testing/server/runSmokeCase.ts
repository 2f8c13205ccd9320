import { isRecord } from "../../../text/record.ts";
import { callTool } from "./callTool.ts";
import { deriveKnownInput } from "./deriveKnownInput.ts";
import type { AnyTool } from "./protocolSchemas.ts";
import { CaseNotRunError, formatCheckValue, UnexpectedResultError } from "./runCheck.ts";
import type { ProtocolCheckContext } from "./runProtocolCheck.ts";
import type { SchemaChecks } from "./schemaChecks.ts";

/** Calls a tool that only reads, once, and throws where that fails or the answer is not what the tool says it answers. */
export async function runSmokeCase(
  tool: AnyTool,
  { questioner, eras, checks }: ProtocolCheckContext & { readonly checks: SchemaChecks },
  signal: AbortSignal,
): Promise<void> {
  if (tool.annotations?.readOnlyHint !== true)
    throw new CaseNotRunError("It may change something: only tools that say readOnlyHint are called.");
  const { inputSchema, outputSchema } = tool;
  const known = deriveKnownInput(isRecord(inputSchema) ? inputSchema : {});
  if (known.kind === "unknown")
    throw new CaseNotRunError(
      `Nothing says what ${known.names.join(", ")} may be. Give an example in its schema, or a case in fairlead.tests.yaml.`,
    );
  const answer = await callTool(questioner, eras.best, { name: tool.name, input: known.input }, signal);
  if (answer.isError) throw new UnexpectedResultError("The tool failed.", "no error", answer.text);
  if (!isRecord(outputSchema)) return;
  if (answer.structured === undefined)
    throw new UnexpectedResultError(
      "The tool has an outputSchema, but no structured answer.",
      formatCheckValue(outputSchema),
      answer.text,
    );
  const problems = checks.problems(outputSchema, answer.structured);
  if (!problems || problems.length === 0) return;
  const message = `The answer does not satisfy the tool's outputSchema: ${problems.join("; ")}`;
  throw new UnexpectedResultError(message, formatCheckValue(outputSchema), formatCheckValue(answer.structured));
}
