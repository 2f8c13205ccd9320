/** The id that stands for the service itself where the id of a server stands otherwise: its own MCP endpoint is `/mcp`. */
export const serviceMcpId = "fairlead";
export const serviceMcpName = "Fairlead";
