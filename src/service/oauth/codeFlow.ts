import type { Client, TokenEndpointResponse, UserInfoResponse } from "oauth4webapi";
import { cleanLine } from "../../generator/document/cleanText.ts";
import { isCloserZone } from "../network/addressZone.ts";
import { resolveHostZone } from "../network/guardedRequest.ts";
import type { OauthAccount } from "./oauthAccount.ts";
import {
  type ClientAuthenticationMethod,
  createClientAuthentication,
  createProviderRequestOptions,
  listClientAuthenticationMethods,
  type OauthProvider,
} from "./oauthProvider.ts";
import { ProviderError, toProviderError } from "./providerError.ts";
import { createProviderFetch, removeIdToken } from "./providerFetch.ts";

/** The client id and secret that the provider issued. */
export interface RegisteredClient {
  readonly id: string;
  readonly secret: string | undefined;
}

/** What a code flow asks for, and where. */
interface CodeFlowRequest {
  readonly provider: OauthProvider;
  readonly client: RegisteredClient;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
}

/** The state of a code flow while the browser is at the provider. */
export interface CodeFlowState extends CodeFlowRequest {
  readonly state: string;
  readonly verifier: string;
  readonly nonce: string | undefined;
}

/** The tokens and facts at the end of a code flow. */
export interface CodeFlowResult {
  readonly tokenResponse: TokenEndpointResponse;
  readonly authentication: ClientAuthenticationMethod;
  readonly scopes: readonly string[];
  /** The account's name, if the provider reveals it. */
  readonly account: string | null;
}

/** Starts an authorization code flow with PKCE. The browser must open `url`. */
export async function startCodeFlow(request: CodeFlowRequest) {
  const { provider, client, redirectUri, scopes } = request;
  const oauth = await import("./oauthProtocol.ts");
  const openId = provider.described && scopes.includes("openid");
  const attempt: CodeFlowState = {
    ...request,
    state: oauth.generateRandomState(),
    verifier: oauth.generateRandomCodeVerifier(),
    nonce: openId ? oauth.generateRandomNonce() : undefined,
  };
  const url = await createAuthorizationUrl(provider);
  const parameters = {
    response_type: "code",
    client_id: client.id,
    redirect_uri: redirectUri,
    state: attempt.state,
    code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: "S256",
    ...(scopes.length > 0 && { scope: scopes.join(" ") }),
    ...(attempt.nonce !== undefined && { nonce: attempt.nonce }),
    // OpenID Connect, section 11: providers issue a refresh token for `offline_access` only with this prompt.
    ...(openId && scopes.includes("offline_access") && { prompt: "consent" }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { attempt, url };
}

/** The URL for the browser. It must use http or https and must not lead further inside than the host that it comes from. */
async function createAuthorizationUrl({ metadata, zone }: OauthProvider): Promise<URL> {
  const url = URL.parse(metadata.authorization_endpoint ?? "");
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ProviderError("The provider's authorization endpoint is not an http or https URL.");
  const targetZone = await resolveHostZone(url.hostname);
  if (targetZone === "never" || (zone !== undefined && isCloserZone(zone, targetZone)))
    throw new ProviderError(
      `The provider's authorization endpoint at ${url.host} is further inside the network than the host that its URL comes from.`,
    );
  return url;
}

/** The scopes of an account's operations. OpenID providers also get the scopes for the account's name and a refresh token. */
export function listAccountScopes({ scopes, openIdConnectUrl }: OauthAccount, { metadata }: OauthProvider): string[] {
  if (openIdConnectUrl === undefined) return [...scopes];
  const additional = ["email", "offline_access"].filter((scope) => metadata.scopes_supported?.includes(scope));
  return [...new Set(["openid", ...scopes, ...additional])];
}

/** Exchanges the provider's redirect parameters for tokens, and reads the account's name. */
export async function finishCodeFlow(
  attempt: CodeFlowState,
  returned: URLSearchParams,
  signal: AbortSignal,
): Promise<CodeFlowResult> {
  const exchange = await exchangeRedirect(attempt, returned, signal);
  const { tokenResponse, authentication } = exchange;
  const scopes =
    tokenResponse.scope === undefined ? attempt.scopes : tokenResponse.scope.split(" ").filter((scope) => scope !== "");
  return { tokenResponse, authentication, scopes, account: await readAccountName(exchange, signal) };
}

/** Exchanges the provider's redirect parameters for tokens. */
export async function exchangeRedirect(
  attempt: CodeFlowState,
  returned: URLSearchParams,
  signal: AbortSignal,
): Promise<TokenExchange> {
  const { provider, client } = attempt;
  const oauth = await import("./oauthProtocol.ts");
  const parameters = new URLSearchParams(returned);
  // Without metadata the issuer is unknown, so `iss` cannot be checked.
  if (!provider.described) parameters.delete("iss");
  const oauthClient: Client = { client_id: client.id };
  let checked: URLSearchParams;
  try {
    checked = oauth.validateAuthResponse(provider.metadata, oauthClient, parameters, attempt.state);
  } catch (error) {
    throw toProviderError("The provider did not finish the sign-in", error, listSecrets(attempt));
  }
  return exchangeCode(attempt, oauthClient, checked, signal);
}

async function exchangeCode(
  attempt: CodeFlowState,
  oauthClient: Client,
  checked: URLSearchParams,
  signal: AbortSignal,
): Promise<TokenExchange> {
  const { provider, client, redirectUri, verifier, nonce } = attempt;
  const oauth = await import("./oauthProtocol.ts");
  const options = await createProviderRequestOptions(createProviderFetch(provider.zone, signal));
  let failure: ProviderError | undefined;
  for (const authentication of listClientAuthenticationMethods(provider, client.secret !== undefined)) {
    try {
      const clientAuth = await createClientAuthentication(authentication, client.secret);
      const { metadata } = provider;
      const response = await oauth.authorizationCodeGrantRequest(
        metadata,
        oauthClient,
        clientAuth,
        checked,
        redirectUri,
        verifier,
        options,
      );
      const checkable = provider.described ? response : await removeIdToken(response);
      const expectation = nonce === undefined ? {} : { expectedNonce: nonce, requireIdToken: true };
      const tokenResponse = await oauth.processAuthorizationCodeResponse(metadata, oauthClient, checkable, expectation);
      return { provider, oauthClient, authentication, tokenResponse, response: checkable };
    } catch (error) {
      failure = toProviderError(`${getTokenHost(provider)} issued no tokens`, error, listSecrets(attempt));
      if (failure.code !== "invalid_client") break;
    }
  }
  throw failure ?? new ProviderError("There is no supported way to request tokens.");
}

const getTokenHost = ({ metadata }: OauthProvider) => URL.parse(metadata.token_endpoint ?? "")?.host ?? metadata.issuer;
const listSecrets = ({ client, verifier, state }: CodeFlowState) => [client.secret ?? "", verifier, state];

export interface TokenExchange {
  readonly provider: OauthProvider;
  readonly oauthClient: Client;
  readonly authentication: ClientAuthenticationMethod;
  readonly tokenResponse: TokenEndpointResponse;
  /** The HTTP response that `tokenResponse` was read from. */
  readonly response: Response;
}

/** Reads the account's name from the id token, else from the provider's userinfo endpoint. Returns null if neither contains one. */
async function readAccountName(exchange: TokenExchange, signal: AbortSignal): Promise<string | null> {
  const { getValidatedIdTokenClaims } = await import("./oauthProtocol.ts");
  const claims = getValidatedIdTokenClaims(exchange.tokenResponse);
  const fromToken = claims && findName(claims);
  if (fromToken !== undefined) return fromToken;
  const info = await readUserInfo(exchange, claims?.sub, signal);
  const subject = claims?.sub ?? info?.sub;
  return (info && findName(info)) ?? (subject === undefined ? null : cleanLine(subject, 200));
}

/** The name is optional, so a failure does not prevent the connection. */
export async function readUserInfo(
  { provider, oauthClient, tokenResponse }: TokenExchange,
  subject: string | undefined,
  signal: AbortSignal,
): Promise<UserInfoResponse | undefined> {
  const { metadata, zone } = provider;
  if (metadata.userinfo_endpoint === undefined) return undefined;
  const oauth = await import("./oauthProtocol.ts");
  try {
    const options = await createProviderRequestOptions(createProviderFetch(zone, signal));
    const response = await oauth.userInfoRequest(metadata, oauthClient, tokenResponse.access_token, options);
    return await oauth.processUserInfoResponse(metadata, oauthClient, subject ?? oauth.skipSubjectCheck, response);
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

function findName(claims: Readonly<Record<string, unknown>>): string | undefined {
  const names = [claims.email, claims.preferred_username, claims.name].map((name) => cleanLine(name, 200));
  return names.find((name) => name !== "");
}
