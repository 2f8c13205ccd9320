import * as z from "zod";
import type { ToolDefinition } from "../../runtime/definition.ts";
import { asObject, type JsonObject } from "../document/jsonValues.ts";

/** What extensions of other tools say about an operation. */
export interface StatedHints {
  readonly extension: string;
  readonly hints: Partial<ToolDefinition["annotations"]>;
  /** Only said where no word says otherwise. */
  readonly isWeak?: true;
}

const hint = z.boolean().optional().catch(undefined);
const hintsSchema = z
  .object({ readOnlyHint: hint, destructiveHint: hint, idempotentHint: hint, openWorldHint: hint })
  .transform((hints) => Object.fromEntries(Object.entries(hints).filter(([, value]) => value !== undefined)));

/** Reads `x-speakeasy-mcp`, which has MCP's hints, and `x-openai-isConsequential`: whether ChatGPT asks before each call. */
export function readStatedHints(operation: JsonObject): StatedHints | undefined {
  const hints = hintsSchema.parse(asObject(operation["x-speakeasy-mcp"]));
  if (Object.keys(hints).length > 0) return { extension: "x-speakeasy-mcp", hints };
  const extension = "x-openai-isConsequential";
  if (operation[extension] === true) return { extension, hints: { readOnlyHint: false, destructiveHint: true } };
  return operation[extension] === false ? { extension, hints: { destructiveHint: false }, isWeak: true } : undefined;
}
