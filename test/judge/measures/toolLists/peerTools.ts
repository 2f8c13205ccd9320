import * as z from "zod";
import { judgeRequire } from "../../judgeTools.ts";

const peerToolSchema = z.object({
  name: z.string(),
  description: z.string(),
  method: z.string(),
  pathTemplate: z.string(),
  inputSchema: z.looseObject({ properties: z.record(z.string(), z.unknown()) }),
});

export type PeerTool = z.infer<typeof peerToolSchema>;

interface Peer {
  getToolsFromOpenApi(file: string, options: { readonly dereference: true }): Promise<unknown>;
}

/** The tools that openapi-mcp-generator lists for a description, by their requests. */
export async function readPeerTools(file: string): Promise<ReadonlyMap<string, PeerTool>> {
  const peer: Peer = judgeRequire()("openapi-mcp-generator");
  const { warn } = globalThis.console;
  // It warns about each circular schema.
  globalThis.console.warn = () => {};
  try {
    const tools = z.array(peerToolSchema).parse(await peer.getToolsFromOpenApi(file, { dereference: true }));
    return new Map(tools.map((tool) => [`${tool.method.toUpperCase()} ${tool.pathTemplate}`, tool]));
  } finally {
    globalThis.console.warn = warn;
  }
}
