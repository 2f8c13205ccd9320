import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Client as McpClient } from "@modelcontextprotocol/client";
import { createClient } from "../../src/api/client.ts";
import type { OauthConnection } from "../../src/contract/oauthConnections.ts";
import type { Server } from "../../src/contract/servers.ts";
import { startService } from "../../src/service/service.ts";
import { bundledRuntime } from "./bundledRuntime.ts";
import { type CookieBrowser, createCookieBrowser, type Visited } from "./cookieBrowser.ts";
import { connectMcp } from "./mcpClient.ts";
import { type OauthProvider, startOauthProvider } from "./oauthProvider.ts";
import { type Received, sendJson, startUpstream } from "./upstream.ts";

type ProviderOptions = NonNullable<Parameters<typeof startOauthProvider>[0]>;

interface Options extends ProviderOptions {
  /** Only the OAuth 2.0 flow is in the document, with what its endpoints are called here. */
  readonly oauth2?: boolean;
  /** What the operations ask for. */
  readonly scopes?: readonly string[];
}

export type OauthBench = Awaited<ReturnType<typeof startOauthBench>>;

/** The real service, a real provider, and an API that only answers to whoever holds one of its tokens; all on loopback. */
export async function startOauthBench(options: Options = {}) {
  const provider = await startOauthProvider({ ...options, scopes: ["openid", "offline_access", "email", "pets:read"] });
  const refused: string[] = [];
  const api = await startUpstream(async ({ headers }: Received, response) => {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1] ?? "";
    const holder = await provider.holder(token);
    if (holder === undefined) refused.push(token);
    if (holder === undefined) sendJson(response, { error: "invalid_token" }, 401);
    else sendJson(response, { pets: ["Rex"], holder, echo: token });
  });
  const dataDir = mkdtempSync(join(tmpdir(), "fairlead-oauth-"));
  const logged: string[] = [];
  const clock = { aheadMs: 0 };
  const service = await startService({
    dataDir,
    runtimeFile: await bundledRuntime(),
    log: (level, message) => void logged.push(`${level} ${message}`),
    clock: () => new Date(Date.now() + clock.aheadMs),
  });
  const client = createClient({ baseUrl: service.url, key: async () => service.firstKey });
  const mcp: McpClient[] = [];
  const [project] = (await client.call("projects.list", {})).items;
  if (!project) throw new Error("A new service has a project.");

  const server = async (id: string): Promise<Server> => {
    const [found] = (await client.call("servers.list", { id })).items;
    if (!found) throw new Error(`There is no server ${id}.`);
    return found;
  };
  const made = async (environment: Record<string, string> = clientOf(provider)): Promise<Server> => {
    const source = { kind: "openapi", document: petDocument(api.origin, provider, options) } as const;
    const { id } = await client.call("servers.create", { projectId: project.id, name: "Pets", source, environment });
    await client.call("server.generate", { id });
    for (;;) {
      const found = await server(id);
      if (found.status === "failed") throw new Error(found.statusDetail ?? "not generated");
      if (found.status === "ready") return found;
      await pause(20);
    }
  };
  let first: Promise<Server> | undefined;
  /** Always the same server, without an account: making one takes its time. */
  const clean = async (environment: Record<string, string> = clientOf(provider)): Promise<Server> => {
    first ??= made();
    const { id } = await first;
    const found = await connection(id);
    if (found) await client.call("oauthConnection.delete", { id: found.id });
    const unset = { LOGIN_CLIENT_ID: null, LOGIN_CLIENT_SECRET: null };
    return client.call("server.update", { id, environment: { ...unset, ...environment } });
  };
  const deployed = async (environment?: Record<string, string>) => {
    const { id: serverId } = await made(environment);
    const { id } = await client.call("server.deploy", { id: serverId });
    for await (const event of client.events(id, { signal: AbortSignal.timeout(30_000) }))
      if (event.kind === "state" && event.message.includes("running")) break;
    return { serverId, deploymentId: id };
  };
  const ticketUrl = async (serverId: string, scheme = "login") => {
    const { accessToken, resource } = await client.call("runtime.token", { serverId, account: scheme });
    return `${resource}?ticket=${accessToken}`;
  };
  const connection = async (serverId: string): Promise<OauthConnection | undefined> =>
    (await client.call("oauthConnections.list", { serverId })).items[0];
  const connect = async (serverId: string, login = "ann", browser = createCookieBrowser()) =>
    signIn(browser, await ticketUrl(serverId), login);
  /** Calls the tool of the API's only operation. */
  const callPets = async (serverId: string): Promise<{ isError: boolean; text: string }> => {
    const { accessToken, resource } = await client.call("runtime.token", { serverId });
    const caller = await connectMcp(resource, "2026-07-28", { authorization: `Bearer ${accessToken}` });
    mcp.push(caller);
    return toolText(caller);
  };

  return {
    ...{ provider, api, refused, client, service, logged, dataDir, clock, project },
    ...{ server, made, clean, deployed, ticketUrl, connection, connect, callPets },
    /** Everything that lies on the disk, as text. */
    onDisk: () =>
      readdirSync(dataDir, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"))
        .join("\n"),
    close: async () => {
      await Promise.all(mcp.map((one) => one.close()));
      await client.close();
      await service.close();
      await api.close();
      await provider.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** From the link to the page at the end, as a person goes: signs in, agrees, comes back. */
export async function signIn(browser: CookieBrowser, url: string, login: string): Promise<Visited> {
  let page = await browser.visit(url);
  for (let pages = 0; pages < 3 && page.text.includes('name="prompt"'); pages += 1)
    page = await browser.submit(page, page.text.includes('value="login"') ? { login, password: "any" } : {});
  return page;
}

export async function toolText(caller: McpClient, name = "listPets"): Promise<{ isError: boolean; text: string }> {
  const { isError = false, content } = await caller.callTool({ name, arguments: {} });
  const text = content.map((one) => (one.type === "text" ? one.text : "")).join("\n");
  return { isError, text };
}

/** The service's client at the provider, as the variables of the server's environment. */
export function clientOf({ client }: OauthProvider): Record<string, string> {
  return { LOGIN_CLIENT_ID: client.id, LOGIN_CLIENT_SECRET: client.secret };
}

function petDocument(
  origin: string,
  provider: OauthProvider,
  { oauth2 = false, scopes = ["pets:read"] }: Options,
): string {
  const flow = { authorizationUrl: `${provider.issuer}/auth`, tokenUrl: `${provider.issuer}/token` };
  const flows = { authorizationCode: { ...flow, scopes: Object.fromEntries(scopes.map((scope) => [scope, ""])) } };
  const login = oauth2
    ? { type: "oauth2", flows }
    : { type: "openIdConnect", openIdConnectUrl: provider.configurationUrl };
  const content = { "application/json": { schema: { type: "object" } } };
  const operation = {
    operationId: "listPets",
    security: [{ login: scopes }],
    responses: { 200: { description: "fine", content } },
  };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1.0.0" },
    servers: [{ url: origin }],
    components: { securitySchemes: { login } },
    paths: { "/pets": { get: operation } },
  });
}
