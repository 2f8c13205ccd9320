import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client as McpClient } from "@modelcontextprotocol/client";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import type { OauthConnection } from "../../../src/contract/oauthConnections.ts";
import type { Server } from "../../../src/contract/servers.ts";
import type { ServiceOptions } from "../../../src/service/startService.ts";
import { deployVersion, generateServerFrom } from "../servers/generateServer.ts";
import { connectMcpClient } from "../servers/mcpClient.ts";
import { type ReceivedRequest, sendJson, startUpstream } from "../servers/upstream.ts";
import { requireValue } from "../service/requireValue.ts";
import { startServiceInMemory } from "../service/servedService.ts";
import { clientEnvironment, createAccountDocument, signInAtProvider } from "./accountServer.ts";
import { createCookieBrowser } from "./cookieBrowser.ts";
import { startOauthProvider } from "./oauthProvider.ts";

type ProviderOptions = NonNullable<Parameters<typeof startOauthProvider>[0]>;

type Options = Omit<ProviderOptions, "scopes"> &
  NonNullable<Parameters<typeof createAccountDocument>[2]> &
  Pick<ServiceOptions, "drivers">;

export type OauthFixture = Awaited<ReturnType<typeof startOauthFixture>>;

/** Starts the real service, a real provider, and an API that requires one of the provider's tokens; all on loopback. */
export async function startOauthFixture({ drivers, ...options }: Options = {}) {
  const provider = await startOauthProvider({ ...options, scopes: ["openid", "offline_access", "email", "pets:read"] });
  const rejectedTokens: string[] = [];
  const api = await startUpstream(async ({ headers }: ReceivedRequest, response) => {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "";
    const holder = await provider.holder(token);
    if (holder === undefined) rejectedTokens.push(token);
    if (holder === undefined) sendJson(response, { error: "invalid_token" }, 401);
    else sendJson(response, { pets: ["Rex"], holder, echo: token });
  });
  const dataDir = mkdtempSync(join(tmpdir(), "fairlead-oauth-"));
  const logLines: string[] = [];
  const clock = { aheadMs: 0 };
  const service = await startServiceInMemory({
    ...(drivers && { drivers }),
    dataDir,
    log: (level, message) => void logLines.push(`${level} ${message}`),
    clock: () => new Date(Date.now() + clock.aheadMs),
    auditDays: 30,
  });
  const client = createServiceClient({ baseUrl: service.url, key: async () => service.firstKey });
  const mcpClients: McpClient[] = [];
  const project = requireValue((await client.call("projects.list", {})).items[0]);

  const server = async (id: string): Promise<Server> => {
    return requireValue((await client.call("servers.list", { id })).items[0]);
  };
  const generateServer = (environment: Record<string, string> = clientEnvironment(provider)): Promise<Server> => {
    const source = { kind: "openapi", document: createAccountDocument(api.origin, provider, options) } as const;
    return generateServerFrom({ api: client, project }, "Pets", { source }, environment);
  };
  let first: Promise<Server> | undefined;
  /** Returns the same server each time, without an account, because generating one is slow. */
  const resetServer = async (environment: Record<string, string> = clientEnvironment(provider)): Promise<Server> => {
    first ??= generateServer();
    const { id } = await first;
    const found = await connection(id);
    if (found) await client.call("oauthConnection.delete", { id: found.id });
    const unset = { LOGIN_CLIENT_ID: null, LOGIN_CLIENT_SECRET: null };
    return client.call("server.update", { id, environment: { ...unset, ...environment } });
  };
  const deployServer = async (environment?: Record<string, string>) => {
    const { id: serverId } = await generateServer(environment);
    const agreed = { LOGIN_API_HOSTS: api.origin };
    const { id } = await deployVersion(client, serverId, { environment: agreed });
    return { serverId, deploymentId: id };
  };
  const ticketUrl = async (serverId: string, scheme = "login") => {
    const { accessToken, resource } = await client.call("runtime.token", { serverId, account: scheme });
    return `${resource}?ticket=${accessToken}`;
  };
  const connection = async (serverId: string): Promise<OauthConnection | undefined> =>
    (await client.call("oauthConnections.list", { serverId })).items[0];
  const connect = async (serverId: string, login = "ann", browser = createCookieBrowser()) =>
    signInAtProvider(browser, await ticketUrl(serverId), login);
  /** Calls the tool of the API's only operation. */
  const callPets = async (serverId: string): Promise<{ isError: boolean; text: string }> => {
    const { accessToken, resource } = await client.call("runtime.token", { serverId });
    const caller = await connectMcpClient(requireValue(resource), "2026-07-28", {
      authorization: `Bearer ${accessToken}`,
    });
    mcpClients.push(caller);
    return callToolText(caller);
  };

  return {
    ...{ provider, api, refused: rejectedTokens, client, service, logged: logLines, dataDir, clock },
    ...{
      server,
      generateServer,
      clean: resetServer,
      deployed: deployServer,
      ticketUrl,
      connection,
      connect,
      callPets,
    },
    /** Reads all files of the data folder as one text. */
    readDataFolder: () =>
      readdirSync(dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        // A backup is written under a name that it has for a moment only.
        .filter((entry) => !entry.name.includes(".part"))
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
        .join("\n"),
    close: async () => {
      await Promise.all(mcpClients.map((connected) => connected.close()));
      await client.close();
      await service.close();
      await api.close();
      await provider.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function callToolText(caller: McpClient, name = "listPets"): Promise<{ isError: boolean; text: string }> {
  const { isError = false, content } = await caller.callTool({ name, arguments: {} });
  const text = content.map((connected) => (connected.type === "text" ? connected.text : "")).join("\n");
  return { isError, text };
}
