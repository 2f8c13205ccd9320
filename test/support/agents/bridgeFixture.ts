import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import * as z from "zod";
import type { ServiceClient } from "../../../src/client/client.ts";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import type { McpEra } from "../servers/mcpClient.ts";
import { sendWithToken } from "../service/sendWithToken.ts";
import { type ServiceProcess, startServiceProcess } from "../service/serviceProcess.ts";
import { builtBridge } from "../testBuild.ts";

const serviceFile = z.object({ url: z.string(), control: z.string() });

/** The real service as a process, which can end and start again on another port, and clients that start the real bridge. */
export async function startBridgeFixture() {
  const dataDir = mkdtempSync(join(tmpdir(), "fairlead-bridge-"));
  const clients: Client[] = [];
  let service: ServiceProcess | undefined;
  let key = "";
  const start = async (...more: readonly string[]): Promise<string> => {
    service = await startServiceProcess(["--data", dataDir, ...more]);
    const { hello } = service;
    if (!hello) throw new Error((await service.ended).stderr);
    key = hello.key ?? key;
    return hello.url;
  };
  const stop = async () => {
    service?.signal("SIGTERM");
    await service?.ended;
    service = undefined;
  };
  let url = await start();
  const openApi = (): ServiceClient => createServiceClient({ baseUrl: url, key: async () => key });
  const createGrant = async (serverId: string): Promise<string> => {
    const { control } = serviceFile.parse(JSON.parse(readFileSync(join(dataDir, "service.json"), "utf8")));
    const response = await sendWithToken(`${url}/local/grants`, control, { body: { serverId, client: "Test" } });
    return z.object({ id: z.string() }).parse(await response.json()).id;
  };
  const program = await builtBridge();
  const args = (grantId: string) => [program, "--data", dataDir, "--grant", grantId];
  return {
    dataDir,
    openApi,
    readKey: () => key,
    createGrant,
    stop,
    /** Another program has the old port. */
    startElsewhere: async () => {
      url = await start("--port", "0");
    },
    /** What a configuration has. */
    command: (grantId: string) => ({ command: process.execPath, args: args(grantId) }),
    connect: async (grantId: string, era: McpEra): Promise<Client> => {
      const mode = era === "2025-11-25" ? "legacy" : { pin: era };
      const client = new Client({ name: "fairlead-tests", version: "1.0.0" }, { versionNegotiation: { mode } });
      clients.push(client);
      await client.connect(new StdioClientTransport({ command: process.execPath, args: args(grantId) }));
      return client;
    },
    close: async () => {
      for (const client of clients) await client.close();
      await stop();
      rmSync(dataDir, { recursive: true });
    },
  };
}
