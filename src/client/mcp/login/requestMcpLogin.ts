import {
  checkResourceAllowed,
  discoverOAuthServerInfo,
  exchangeAuthorization,
  type FetchLike,
  type OAuthClientInformation,
  OAuthError,
  type OAuthTokens,
  refreshAuthorization,
  registerClient,
  startAuthorization,
  validateAuthorizationResponseIssuer,
} from "@modelcontextprotocol/client";
import * as l10n from "@vscode/l10n";
import { isLoopbackHostname } from "../../../text/hosts/isLoopbackHostname.ts";
import { endSentence } from "../../../text/language/endSentence.ts";
import { createHttpAgents } from "../../network/httpAgents.ts";
import { createHttpTransport, type HttpTransport } from "../../transport.ts";
import { createMcpError, type McpChallenge, McpError } from "../createMcpError.ts";
import { createTransportFetch } from "../createTransportFetch.ts";
import { type McpLogin, type McpLoginBrowser, mcpLoginSchema, type RequestMcpLogin } from "./mcpLogin.ts";

/** Authorization code with PKCE, as the specification of MCP says. Nothing is sent before the addresses were checked. */
export const requestMcpLogin: RequestMcpLogin = async ({ url, by, network = {}, userAgent }, signal) => {
  const http = createHttpTransport(createHttpAgents(network, process.env), userAgent);
  const server = new URL(url);
  const { fetch, firstFailure } = createLoginFetch(http, server, signal);
  try {
    if (by.kind === "renewal") return await renewLogin(by.login, fetch);
    const found = await discoverLogin(server, by.challenge, fetch).catch((error: unknown) => {
      throw firstFailure() ?? error;
    });
    return await logIn(found, by.browser, fetch, signal);
  } catch (error) {
    throw createLoginError(error, server.host, signal);
  } finally {
    await http.close();
  }
};

/** Where the server says that its users log in. */
interface DiscoveredLogin {
  readonly host: string;
  readonly metadata: NonNullable<Awaited<ReturnType<typeof discoverOAuthServerInfo>>["authorizationServerMetadata"]>;
  readonly resource: string | undefined;
  readonly scope: string | undefined;
}

async function discoverLogin(
  server: URL,
  { resourceMetadataUrl, scope }: McpChallenge,
  fetchFn: FetchLike,
): Promise<DiscoveredLogin> {
  const { host } = server;
  const options = { fetchFn, ...(resourceMetadataUrl && { resourceMetadataUrl: new URL(resourceMetadataUrl) }) };
  const found = await discoverOAuthServerInfo(server, options);
  const { authorizationServerMetadata: metadata, resourceMetadata } = found;
  if (!metadata)
    throw new McpError(
      l10n.t`${host} refused the credentials (HTTP 401), and offers no sign-in. Connect with a header that it accepts.`,
    );
  const { resource } = resourceMetadata ?? {};
  // With a final slash, so that it does not matter whether the server names itself with one.
  const requestedResource = new URL(server.pathname.replace(/\/?$/, "/"), server);
  if (resource !== undefined && !checkResourceAllowed({ requestedResource, configuredResource: resource }))
    throw new McpError(
      l10n.t`${host} describes the sign-in to another server, ${resource}. Check the URL, or tell the server's owner.`,
    );
  for (const page of [metadata.authorization_endpoint, metadata.token_endpoint])
    assertSecureAddress(new URL(page), server);
  const asked = scope ?? resourceMetadata?.scopes_supported?.join(" ");
  return { host, metadata, resource, scope: asked && addOfflineAccess(asked, metadata.scopes_supported) };
}

/** Without it, some authorization servers issue no refresh token. */
function addOfflineAccess(scope: string, supported: readonly string[] = []): string {
  const name = "offline_access";
  return supported.includes(name) && !scope.split(" ").includes(name) ? `${scope} ${name}` : scope;
}

async function logIn(
  found: DiscoveredLogin,
  browser: McpLoginBrowser,
  fetchFn: FetchLike,
  signal: AbortSignal,
): Promise<McpLogin> {
  const { host, metadata, resource, scope } = found;
  const { redirectUri, state, visit } = browser;
  const { issuer } = metadata;
  const optional = { ...(resource !== undefined && { resource }), ...(scope && { scope }) };
  const client = await agreeOnClient(found, browser, fetchFn);
  const common = { metadata, clientInformation: client, ...optional };
  const started = await startAuthorization(issuer, { ...common, redirectUrl: redirectUri, state });
  const returned = await visit(started.authorizationUrl, signal);
  const iss = returned.get("iss") ?? undefined;
  // What another authorization server says is not shown. The exchange also requires the name where the metadata promises it.
  validateAuthorizationResponseIssuer({ iss, expectedIssuer: issuer, issParameterSupported: false });
  const authorizationCode = returned.get("code");
  if (authorizationCode === null) throw createDenial(returned, host, issuer);
  const tokens = await exchangeAuthorization(issuer, {
    ...common,
    ...{
      authorizationCode,
      codeVerifier: started.codeVerifier,
      redirectUri,
      fetchFn,
      ...(iss !== undefined && { iss }),
    },
  });
  return createLogin({ server: metadata, resource, client }, tokens);
}

/** The user agrees to the authorization server before it gets anything. */
async function agreeOnClient(
  { metadata, scope }: DiscoveredLogin,
  { redirectUri, agree, askForClient }: McpLoginBrowser,
  fetchFn: FetchLike,
): Promise<OAuthClientInformation> {
  const { issuer, registration_endpoint: registration } = metadata;
  const own = registration ? undefined : await askForClient(issuer);
  const page = new URL(metadata.authorization_endpoint);
  const hosts = [issuer, metadata.token_endpoint, registration ?? issuer].map((one) => new URL(one).host);
  await agree(
    page,
    [...new Set(hosts)].filter((host) => host !== page.host),
  );
  if (own) return own;
  const clientMetadata = {
    client_name: "Fairlead",
    redirect_uris: [redirectUri],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    application_type: "native",
  };
  return registerClient(issuer, { metadata, clientMetadata, fetchFn, ...(scope && { scope }) });
}

const longestReason = 300;

function createDenial(returned: URLSearchParams, host: string, issuer: string): McpError {
  const reason = returned.get("error_description") ?? returned.get("error") ?? "";
  const why = endSentence(reason.slice(0, longestReason));
  return new McpError(l10n.t`${new URL(issuer).host} did not sign you in to ${host}. ${why} Connect again to retry.`);
}

async function renewLogin(login: McpLogin, fetchFn: FetchLike): Promise<McpLogin | undefined> {
  const { server, client, tokens, resource } = login;
  if (tokens.refresh_token === undefined) return undefined;
  try {
    const renewed = await refreshAuthorization(server.issuer, {
      metadata: server,
      clientInformation: client,
      refreshToken: tokens.refresh_token,
      ...(resource !== undefined && { resource }),
      fetchFn,
    });
    return createLogin(login, renewed);
  } catch (error) {
    if (error instanceof OAuthError && /^(invalid_grant|invalid_client|unauthorized_client)$/.test(error.code))
      return undefined;
    throw error;
  }
}

/** Parsed, so that only what renews the tokens is stored, and nothing that is too large. */
function createLogin(login: object, { expires_in, ...tokens }: OAuthTokens): McpLogin {
  const expiresAt = expires_in === undefined ? undefined : Date.now() + expires_in * 1000;
  return mcpLoginSchema.parse({ ...login, tokens, expiresAt });
}

function createLoginError(error: unknown, host: string, signal: AbortSignal): unknown {
  if (signal.aborted) return new DOMException("The sign-in was cancelled.", "AbortError");
  if (error instanceof McpError || (error instanceof Error && error.name === "AbortError")) return error;
  const reason = endSentence((error instanceof Error ? error.message : String(error)).slice(0, longestReason));
  const message = l10n.t`The sign-in to ${host} failed: ${reason} Connect again to retry, or connect with a header.`;
  return new McpError(message, { cause: error });
}

const maxBytes = 2 ** 20;
const timeoutMs = 30_000;

/** Sends the requests of a login at `server`, only to addresses that may see its tokens, and saves the first failure. */
function createLoginFetch(transport: HttpTransport, server: URL, signal: AbortSignal) {
  const limits = { maxBytes, deadlineMs: timeoutMs, idleMs: timeoutMs };
  const send = createTransportFetch({ transport, ...limits, onRequest: () => {} });
  let failure: Error | undefined;
  const fetch: FetchLike = async (url, init) => {
    try {
      assertSecureAddress(new URL(url), server);
      const body = init?.body instanceof URLSearchParams ? String(init.body) : init?.body;
      return await send(url, { ...init, ...(body !== undefined && { body }), signal });
    } catch (error) {
      const { host } = new URL(url);
      const failed = createMcpError(error, { host, timeoutMs, maxBytes, signal });
      failure ??= failed;
      throw failed;
    }
  };
  return { fetch, firstFailure: () => failure };
}

/** Tokens travel encrypted, but on this machine. A server elsewhere cannot send the editor to an address of this machine. */
function assertSecureAddress(url: URL, server: URL): void {
  const isLocal = isLoopbackHostname(url.hostname);
  if (isLocal ? isLoopbackHostname(server.hostname) : url.protocol === "https:") return;
  throw new McpError(
    l10n.t`The sign-in to ${server.host} uses ${url.origin}, which is not a safe address for it. Tell the server's owner, or connect with a header.`,
  );
}
