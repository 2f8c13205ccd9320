import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

export const protocolEras = ["2026-07-28", "2025-11-25"] as const;
export type McpEra = (typeof protocolEras)[number];

/** Connects the official client with a protocol era. */
export async function connectMcpClient(
  url: string,
  era: McpEra,
  headers: Record<string, string> = {},
  send: typeof fetch = fetch,
): Promise<Client> {
  const mode = era === "2025-11-25" ? "legacy" : { pin: era };
  const client = new Client({ name: "fairlead-tests", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers }, fetch: send }));
  return client;
}
