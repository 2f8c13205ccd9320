import * as z from "zod";
import { createModernMeta, legacyProtocolVersion } from "../mcp/mcpProtocolVersions.ts";
import { type McpParams, type StdioConnection, StdioRequestError } from "./stdioConnection.ts";

/** What a server says of itself, and how it takes requests. */
export interface StdioSession {
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly capabilities: z.output<typeof capabilitiesSchema>;
  readonly instructions?: string | undefined;
  /** Adds what each request to the server contains. */
  readonly addMeta: (params: McpParams) => McpParams;
}

const clientInfo = { name: "fairlead", version: "1" };

const serverInfoSchema = z.looseObject({ name: z.string(), version: z.string() });
const changing = z.object({ listChanged: z.boolean().default(false) }).optional();
/** The capabilities that all clients of a server can share. */
const capabilitiesSchema = z.object({
  tools: changing,
  prompts: changing,
  resources: changing,
  completions: z.object({}).optional(),
});
const descriptionShape = { capabilities: capabilitiesSchema, instructions: z.string().optional() };
const initializeResult = z.object({ ...descriptionShape, serverInfo: serverInfoSchema });
const discoverResult = z
  .object({
    ...descriptionShape,
    _meta: z.object({ "io.modelcontextprotocol/serverInfo": serverInfoSchema }),
  })
  .transform(({ _meta, ...others }) => ({ ...others, serverInfo: _meta["io.modelcontextprotocol/serverInfo"] }));

/**
 * Opens the only session of a program. It begins with the handshake of 2025-11-25, which most programs have, because a program
 * may serve the version of its first message alone. One that refuses it is asked in 2026-07-28. Rejects if the program has neither.
 */
export async function openStdioSession(connection: StdioConnection): Promise<StdioSession> {
  try {
    const params = { protocolVersion: legacyProtocolVersion, capabilities: {}, clientInfo };
    const result = initializeResult.parse(await connection.request("initialize", params));
    connection.notify("notifications/initialized");
    return { ...result, addMeta: (given) => given };
  } catch (error) {
    if (!(error instanceof StdioRequestError)) throw error;
    const addMeta = (params: McpParams) => ({
      ...params,
      _meta: { ...z.record(z.string(), z.unknown()).safeParse(params._meta).data, ...createModernMeta(clientInfo) },
    });
    const result = await connection.request("server/discover", addMeta({})).catch(() => {
      throw error;
    });
    return { ...discoverResult.parse(result), addMeta };
  }
}
