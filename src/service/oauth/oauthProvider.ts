import type { AuthorizationServer } from "oauth4webapi";
import type { AddressZone } from "../network/addressZone.ts";
import { formatAccountProvider, getIssuer, type OauthAccount } from "./oauthAccount.ts";
import { ProviderError, toProviderError } from "./providerError.ts";
import { createProviderFetch, getOutermostZone, type ProviderFetch } from "./providerFetch.ts";

/** A provider as far as it is known. */
export interface OauthProvider {
  readonly metadata: AuthorizationServer;
  /** Whether it described itself; otherwise only the document of the API did. */
  readonly described: boolean;
  /** Where its addresses were found: none of them may lead further inside. */
  readonly zone: AddressZone | undefined;
}

/** What every request of oauth4webapi is sent with: our own way out, which refuses http where it must not be. */
export async function createProviderRequestOptions({ fetch }: ProviderFetch) {
  const { allowInsecureRequests, customFetch } = await import("./oauthProtocol.ts");
  return { [allowInsecureRequests]: true, [customFetch]: fetch } as const;
}

/** The provider of an account; `from` is where the API's document came from. */
export async function discoverProvider(
  account: OauthAccount,
  from: AddressZone | undefined,
  signal: AbortSignal,
): Promise<OauthProvider> {
  const { openIdConnectUrl, authorizationUrl, tokenUrl } = account;
  if (openIdConnectUrl !== undefined) return openIdProvider(openIdConnectUrl, account, from, signal);
  if (authorizationUrl === undefined || tokenUrl === undefined)
    throw new ProviderError(`The document does not say where the scheme "${account.scheme}" gets its tokens.`);
  const endpoints = { authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl };
  const issuer = new URL(tokenUrl).origin;
  const found = await description(issuer, ["oauth2", "oidc"], from, signal).catch(() => undefined);
  signal.throwIfAborted();
  // Many providers share a host with others: only metadata of these very endpoints is theirs.
  if (
    found &&
    samePlace(found.metadata.token_endpoint, tokenUrl) &&
    samePlace(found.metadata.authorization_endpoint, authorizationUrl)
  )
    return { ...found, metadata: { ...found.metadata, ...endpoints } };
  return { metadata: { issuer, ...endpoints }, described: false, zone: from };
}

async function openIdProvider(url: string, account: OauthAccount, from: AddressZone | undefined, signal: AbortSignal) {
  const provider = formatAccountProvider(account);
  try {
    const found = await description(getIssuer(url), ["oidc"], from, signal);
    const { authorization_endpoint: authorization, token_endpoint: token } = found.metadata;
    if (authorization !== undefined && token !== undefined) return found;
  } catch (error) {
    signal.throwIfAborted();
    throw toProviderError(`The metadata of ${provider} could not be read`, error, []);
  }
  throw new ProviderError(`${provider} does not say in its metadata where accounts are connected.`);
}

async function description(
  issuer: string,
  kinds: readonly ("oauth2" | "oidc")[],
  from: AddressZone | undefined,
  signal: AbortSignal,
): Promise<OauthProvider> {
  const { discoveryRequest, processDiscoveryResponse } = await import("./oauthProtocol.ts");
  const way = createProviderFetch(from, signal);
  const url = new URL(issuer);
  let failure: unknown;
  for (const algorithm of kinds) {
    try {
      const response = await discoveryRequest(url, { algorithm, ...(await createProviderRequestOptions(way)) });
      const metadata = await processDiscoveryResponse(url, response);
      return { metadata, described: true, zone: getOutermostZone(from, way.zone()) };
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function samePlace(one: string | undefined, other: string): boolean {
  const [a, b] = [URL.parse(one ?? ""), URL.parse(other)];
  return a !== null && b !== null && a.origin === b.origin && a.pathname === b.pathname;
}
