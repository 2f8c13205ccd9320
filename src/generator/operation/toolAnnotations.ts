import type { ToolDefinition } from "../../runtime/definition.ts";

/**
 * What a method promises (RFC 9110), in MCP's hints. `destructiveHint: false` means that a call only adds, which is what a POST usually
 * does; a PATCH, PUT or DELETE changes or removes what was there. Every tool reaches a system outside.
 */
export function createToolAnnotations(method: string): ToolDefinition["annotations"] {
  const readOnly = ["GET", "HEAD", "OPTIONS"].includes(method);
  return {
    readOnlyHint: readOnly,
    destructiveHint: ["PUT", "DELETE", "PATCH"].includes(method),
    idempotentHint: readOnly || method === "PUT" || method === "DELETE",
    openWorldHint: true,
  };
}
