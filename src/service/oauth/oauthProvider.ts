import type { AuthorizationServer, ClientAuth } from "oauth4webapi";
import type { AddressZone } from "../network/addressZone.ts";
import type { ConnectedClient } from "../storage/rows/oauthConnectionRow.ts";
import { getIssuer, type OauthAccount } from "./oauthAccount.ts";
import { ProviderError, toProviderError } from "./providerError.ts";
import { createProviderFetch, getOutermostZone, type ProviderFetch } from "./providerFetch.ts";

/** A provider and its metadata. */
export interface OauthProvider {
  readonly metadata: AuthorizationServer;
  /** Whether the provider published metadata. Otherwise the endpoints come from the API's document. */
  readonly described: boolean;
  /** The outermost zone that the endpoints come from. No endpoint may lead further inside. */
  readonly zone: AddressZone | undefined;
}

/** The options of every request of oauth4webapi. `ProviderFetch` rejects http where it is not allowed. */
export async function createProviderRequestOptions({ fetch }: ProviderFetch) {
  const { allowInsecureRequests, customFetch } = await import("./oauthProtocol.ts");
  return { [allowInsecureRequests]: true, [customFetch]: fetch } as const;
}

/** Finds the provider of an account. `from` is the zone of the API's document. */
export async function discoverProvider(
  account: OauthAccount,
  from: AddressZone | undefined,
  signal: AbortSignal,
): Promise<OauthProvider> {
  const { openIdConnectUrl, authorizationUrl, tokenUrl } = account;
  if (openIdConnectUrl !== undefined) return discoverOpenIdProvider(getIssuer(openIdConnectUrl), from, signal);
  if (authorizationUrl === undefined || tokenUrl === undefined)
    throw new ProviderError(
      `The document does not name the endpoints from which the scheme "${account.scheme}" gets its tokens.`,
    );
  const endpoints = { authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl };
  const issuer = new URL(tokenUrl).origin;
  const discovered = await readMetadata(issuer, ["oauth2", "oidc"], from, signal).catch(() => undefined);
  signal.throwIfAborted();
  // Many providers share a host, so the metadata counts only if it names these endpoints.
  if (
    discovered &&
    isSameEndpoint(discovered.metadata.token_endpoint, tokenUrl) &&
    isSameEndpoint(discovered.metadata.authorization_endpoint, authorizationUrl)
  )
    return { ...discovered, metadata: { ...discovered.metadata, ...endpoints } };
  return { metadata: { issuer, ...endpoints }, described: false, zone: from };
}

/** Finds the OpenID provider of an issuer. */
export async function discoverOpenIdProvider(
  issuer: string,
  from: AddressZone | undefined,
  signal: AbortSignal,
): Promise<OauthProvider> {
  try {
    const discovered = await readMetadata(issuer, ["oidc"], from, signal);
    const { authorization_endpoint: authorization, token_endpoint: token } = discovered.metadata;
    if (authorization !== undefined && token !== undefined) return discovered;
  } catch (error) {
    signal.throwIfAborted();
    throw toProviderError(`The metadata of ${issuer} could not be read`, error, []);
  }
  throw new ProviderError(`The metadata of ${issuer} does not contain the authorization and token endpoints.`);
}

async function readMetadata(
  issuer: string,
  kinds: readonly ("oauth2" | "oidc")[],
  from: AddressZone | undefined,
  signal: AbortSignal,
): Promise<OauthProvider> {
  const { discoveryRequest, processDiscoveryResponse } = await import("./oauthProtocol.ts");
  const providerFetch = createProviderFetch(from, signal);
  const url = new URL(issuer);
  let failure: unknown;
  for (const algorithm of kinds) {
    try {
      const response = await discoveryRequest(url, {
        algorithm,
        ...(await createProviderRequestOptions(providerFetch)),
      });
      const metadata = await processDiscoveryResponse(url, response);
      return { metadata, described: true, zone: getOutermostZone(from, providerFetch.zone()) };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function isSameEndpoint(one: string | undefined, other: string): boolean {
  const [a, b] = [URL.parse(one ?? ""), URL.parse(other)];
  return a !== null && b !== null && a.origin === b.origin && a.pathname === b.pathname;
}

/** How the service authenticates itself to a provider. */
export type ClientAuthenticationMethod = ConnectedClient["authentication"];

/** Lists the methods to try in order: the metadata's, or without metadata the most common one, then the default of RFC 6749. */
export function listClientAuthenticationMethods(
  { metadata, described }: OauthProvider,
  hasSecret: boolean,
): readonly ClientAuthenticationMethod[] {
  if (!hasSecret) return ["none"];
  if (!described) return ["post", "basic"];
  const methods = listSupportedMethods(metadata);
  return methods.includes("client_secret_basic") || !methods.includes("client_secret_post") ? ["basic"] : ["post"];
}

const listSupportedMethods = ({ token_endpoint_auth_methods_supported: methods }: AuthorizationServer) =>
  methods ?? ["client_secret_basic"];

export async function createClientAuthentication(
  method: ClientAuthenticationMethod,
  secret: string | undefined,
): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost, None } = await import("./oauthProtocol.ts");
  if (method === "none" || secret === undefined) return None();
  return method === "basic" ? ClientSecretBasic(secret) : ClientSecretPost(secret);
}
