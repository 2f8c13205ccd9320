import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { ServiceClient } from "../../../src/client/client.ts";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { connectMcpClient } from "../../support/servers/mcpClient.ts";
import { requireValue } from "../../support/service/requireValue.ts";
import { sendWithToken } from "../../support/service/sendWithToken.ts";
import { waitUntil } from "../verbs/waitUntil.ts";
import { listChildProcesses } from "./processes.ts";

/** The local service of an editor, observed from outside. Tests compare its responses with the window. */
export interface ObservedService {
  readonly pid: number;
  readonly url: string;
  readonly client: ServiceClient;
  /** The processes that it started: its servers and their supervisor. */
  started(): number[];
  /** Calls a tool through the gateway with the official client, and returns the text of the result. */
  call(serverName: string, tool: string, input: Record<string, unknown>): Promise<string>;
  /** The names of a server's tools, listed through the gateway. */
  tools(serverName: string): Promise<string[]>;
  close(): Promise<void>;
}

const serviceFile = z.object({ url: z.string(), pid: z.number(), control: z.string() });

/** Waits for the editor's local service, with another process id than `before` if that is set. */
export async function observeLocalService(userDataDir: string, before?: number): Promise<ObservedService> {
  const file = await waitUntil(
    "A local service",
    async () => readServiceFile(userDataDir),
    (seen) => seen !== undefined && seen.pid !== before,
  );
  if (!file) throw new Error("the local service is there");
  const { url, pid, control } = file;
  const answer = await sendWithToken(`${url}/local/key`, control, { body: {} });
  const { key } = z.object({ key: z.string() }).parse(await answer.json());
  const client = createServiceClient({ baseUrl: url, key: async () => key });
  return {
    pid,
    url,
    client,
    started: () => listChildProcesses(pid),
    call: async (serverName, name, input) => {
      const { content } = await withMcp(client, serverName, (mcp) => mcp.callTool({ name, arguments: input }));
      return JSON.stringify(content);
    },
    tools: async (serverName) => {
      const { tools } = await withMcp(client, serverName, (mcp) => mcp.listTools());
      return tools.map(({ name }) => name);
    },
    close: () => client.close(),
  };
}

async function withMcp<T>(
  client: ServiceClient,
  serverName: string,
  work: (mcp: Awaited<ReturnType<typeof connectMcpClient>>) => Promise<T>,
): Promise<T> {
  const { server, url } = await liveServer(client, serverName);
  const { accessToken } = await client.call("runtime.token", { serverId: server.id });
  const mcp = await connectMcpClient(requireValue(url), "2026-07-28", { authorization: `Bearer ${accessToken}` });
  try {
    return await work(mcp);
  } finally {
    await mcp.close();
  }
}

async function liveServer(client: ServiceClient, name: string) {
  const { items } = await client.call("servers.list", { q: name });
  const server = items.find((one) => one.name === name);
  if (!server?.liveDeploymentId) throw new Error(`${name} is not live`);
  const { url } = await client.call("deployment.get", { id: server.liveDeploymentId });
  if (url === null) throw new Error(`${name} has no URL`);
  return { server, url };
}

/** The path of the file with the URL of an editor's local service. */
export function serviceFilePath(userDataDir: string): string {
  return join(userDataDir, "data", "User", "globalStorage", "fairlead.fairlead", "service", "service.json");
}

function readServiceFile(userDataDir: string): z.output<typeof serviceFile> | undefined {
  try {
    return serviceFile.parse(JSON.parse(readFileSync(serviceFilePath(userDataDir), "utf8")));
  } catch {
    // The file does not exist yet, or is being written or removed.
    return undefined;
  }
}
