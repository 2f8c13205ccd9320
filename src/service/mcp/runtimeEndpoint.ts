// Imported when it is needed first, because the protocol's library takes a third of the service's start.
export { createMcpEndpoint } from "../../runtime/mcp/mcpEndpoint.ts";
export { createToolRegistry } from "../../runtime/mcp/toolRegistry.ts";
export { loadVersionSkills } from "../../runtime/mcp/versionSkills.ts";
export { ToolError } from "../../runtime/tools/codeTool.ts";
