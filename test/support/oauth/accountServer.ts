import type { ServiceClient } from "../../../src/client/client.ts";
import type { OauthConnection } from "../../../src/contract/oauthConnections.ts";
import { generateServerFrom } from "../servers/generateServer.ts";
import { type CookieBrowser, createCookieBrowser, type VisitedPage } from "./cookieBrowser.ts";
import { type OauthProvider, startOauthProvider } from "./oauthProvider.ts";

/** A server whose API needs an account, and a real provider. Both are created on first use. */
export function createAccountServer(client: ServiceClient) {
  const create = async () => {
    const provider = await startOauthProvider();
    const scene = { api: client, project: await client.call("projects.create", { name: "Accounts" }) };
    const source = { kind: "openapi", document: createAccountDocument("https://pets.invalid", provider) } as const;
    return { provider, server: await generateServerFrom(scene, "Pets", { source }, clientEnvironment(provider)) };
  };
  let accountServer: ReturnType<typeof create> | undefined;
  const get = () => {
    accountServer ??= create();
    return accountServer;
  };
  return {
    server: async () => (await get()).server,
    /** Connects the server's account by a sign-in. */
    connection: async (): Promise<OauthConnection> => {
      const { server } = await get();
      const { accessToken, resource } = await client.call("runtime.token", { serverId: server.id, account: "login" });
      const page = await signInAtProvider(createCookieBrowser(), `${resource}?ticket=${accessToken}`, "ann");
      const [found] = (await client.call("oauthConnections.list", { serverId: server.id })).items;
      if (!found) throw new Error(`Not connected:\n${page.text}`);
      return found;
    },
    close: async () => (await accountServer)?.provider.close(),
  };
}

/** Signs in and consents as a user does, from the link to the last page. */
export async function signInAtProvider(browser: CookieBrowser, url: string, login: string): Promise<VisitedPage> {
  let page = await browser.visit(url);
  for (let pages = 0; pages < 3 && page.text.includes('name="prompt"'); pages += 1)
    page = await browser.submit(page, page.text.includes('value="login"') ? { login, password: "any" } : {});
  return page;
}

/** The service's client at the provider, as the variables of the server's environment. */
export function clientEnvironment({ client }: OauthProvider): Record<string, string> {
  return { LOGIN_CLIENT_ID: client.id, LOGIN_CLIENT_SECRET: client.secret };
}

interface DocumentOptions {
  /** Uses an OAuth 2.0 flow in the document instead of OpenID Connect. */
  readonly oauth2?: boolean;
  /** The scopes of the only operation. */
  readonly scopes?: readonly string[];
}

/** Creates an API with one operation, `listPets`, which needs an account by the scheme `login`. */
export function createAccountDocument(
  origin: string,
  provider: Pick<OauthProvider, "configurationUrl" | "issuer">,
  { oauth2 = false, scopes = ["pets:read"] }: DocumentOptions = {},
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
