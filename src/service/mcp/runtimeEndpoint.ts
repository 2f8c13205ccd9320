// Imported when it is needed first, because the protocol's library makes the service's start a fifth longer.
export { createMcpEndpoint } from "../../runtime/mcp/mcpEndpoint.ts";
export { createToolRegistry } from "../../runtime/mcp/toolRegistry.ts";
export { loadVersionSkills } from "../../runtime/mcp/versionSkills.ts";
export { ToolError } from "../../runtime/tools/codeTool.ts";
