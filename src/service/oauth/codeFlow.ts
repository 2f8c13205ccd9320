import type { Client, TokenEndpointResponse } from "oauth4webapi";
import { isCloserZone } from "../network/addressZone.ts";
import { resolveHostZone } from "../network/guardedRequest.ts";
import {
  type ClientAuthenticationMethod,
  createClientAuthentication,
  listClientAuthenticationMethods,
} from "./clientAuthentication.ts";
import type { OauthAccount } from "./oauthAccount.ts";
import { createProviderRequestOptions, type OauthProvider } from "./oauthProvider.ts";
import { ProviderError, toProviderError } from "./providerError.ts";
import { createProviderFetch } from "./providerFetch.ts";
import { readAccountName } from "./readAccountName.ts";
import { removeIdToken } from "./removeIdToken.ts";

/** Who the service is to the provider. */
export interface RegisteredClient {
  readonly id: string;
  readonly secret: string | undefined;
}

/** A person on the way to the provider and back. */
export interface CodeFlowState {
  readonly provider: OauthProvider;
  readonly client: RegisteredClient;
  readonly redirectUri: string;
  readonly state: string;
  readonly verifier: string;
  readonly nonce: string | undefined;
  readonly scopes: readonly string[];
}

/** What the provider gave at the end of it. */
export interface CodeFlowResult {
  readonly answer: TokenEndpointResponse;
  readonly authentication: ClientAuthenticationMethod;
  readonly scopes: readonly string[];
  /** Whose account it is, as far as the provider says. */
  readonly account: string | null;
}

/** Begins an authorization code flow with PKCE; the browser is to be sent to `url`. */
export async function startCodeFlow(
  account: OauthAccount,
  provider: OauthProvider,
  client: RegisteredClient,
  redirectUri: string,
) {
  const oauth = await import("./oauthProtocol.ts");
  const scopes = askedScopes(account, provider);
  const openId = provider.described && scopes.includes("openid");
  const attempt: CodeFlowState = {
    ...{ provider, client, redirectUri, scopes },
    state: oauth.generateRandomState(),
    verifier: oauth.generateRandomCodeVerifier(),
    nonce: openId ? oauth.generateRandomNonce() : undefined,
  };
  const url = await authorizationUrl(provider);
  const parameters = {
    ...{ response_type: "code", client_id: client.id, redirect_uri: redirectUri, state: attempt.state },
    ...{ code_challenge: await oauth.calculatePKCECodeChallenge(attempt.verifier), code_challenge_method: "S256" },
    ...(scopes.length > 0 && { scope: scopes.join(" ") }),
    ...(attempt.nonce !== undefined && { nonce: attempt.nonce }),
    // OpenID Connect, section 11: without it a provider gives no refresh token for `offline_access`.
    ...(openId && scopes.includes("offline_access") && { prompt: "consent" }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { attempt, url };
}

/** Where the browser is sent: never to another scheme, and no further inside than where the address was found. */
async function authorizationUrl({ metadata, zone }: OauthProvider): Promise<URL> {
  const url = URL.parse(metadata.authorization_endpoint ?? "");
  if (!url || !/^https?:$/.test(url.protocol))
    throw new ProviderError("The address where accounts are connected is not an http or https URL.");
  const found = await resolveHostZone(url.hostname);
  if (found === "never" || (zone !== undefined && isCloserZone(zone, found)))
    throw new ProviderError(
      `${url.host}, where accounts are connected, lies further inside a network than its address comes from.`,
    );
  return url;
}

/** What the operations need; of an OpenID provider also who the account is, and that it stays connected. */
function askedScopes({ scopes, openIdConnectUrl }: OauthAccount, { metadata }: OauthProvider): string[] {
  if (openIdConnectUrl === undefined) return [...scopes];
  const own = ["email", "offline_access"].filter((scope) => metadata.scopes_supported?.includes(scope));
  return [...new Set(["openid", ...scopes, ...own])];
}

/** Trades what the provider sent the browser back with for tokens. */
export async function finishCodeFlow(
  attempt: CodeFlowState,
  returned: URLSearchParams,
  signal: AbortSignal,
): Promise<CodeFlowResult> {
  const { provider, client } = attempt;
  const oauth = await import("./oauthProtocol.ts");
  const parameters = new URLSearchParams(returned);
  // Of a provider that has not described itself nobody knows which issuer it is.
  if (!provider.described) parameters.delete("iss");
  const who: Client = { client_id: client.id };
  let checked: URLSearchParams;
  try {
    checked = oauth.validateAuthResponse(provider.metadata, who, parameters, attempt.state);
  } catch (error) {
    throw toProviderError("The provider did not connect the account", error, secretsOf(attempt));
  }
  const { answer, authentication } = await trade(attempt, who, checked, signal);
  const scopes = answer.scope === undefined ? attempt.scopes : answer.scope.split(" ").filter((scope) => scope !== "");
  const account = await readAccountName({ provider, who, answer }, signal);
  return { answer, authentication, scopes, account };
}

async function trade(attempt: CodeFlowState, who: Client, checked: URLSearchParams, signal: AbortSignal) {
  const { provider, client, redirectUri, verifier, nonce } = attempt;
  const oauth = await import("./oauthProtocol.ts");
  const options = await createProviderRequestOptions(createProviderFetch(provider.zone, signal));
  let refusal: ProviderError | undefined;
  for (const authentication of listClientAuthenticationMethods(provider, client.secret !== undefined)) {
    try {
      const way = await createClientAuthentication(authentication, client.secret);
      const { metadata } = provider;
      const response = await oauth.authorizationCodeGrantRequest(
        metadata,
        who,
        way,
        checked,
        redirectUri,
        verifier,
        options,
      );
      const readable = provider.described ? response : await removeIdToken(response);
      const expected = nonce === undefined ? {} : { expectedNonce: nonce, requireIdToken: true };
      return {
        authentication,
        answer: await oauth.processAuthorizationCodeResponse(metadata, who, readable, expected),
      };
    } catch (error) {
      refusal = toProviderError(`No tokens were given by ${hostOf(provider)}`, error, secretsOf(attempt));
      if (refusal.code !== "invalid_client") break;
    }
  }
  throw refusal ?? new ProviderError("There is no way to ask for tokens.");
}

const hostOf = ({ metadata }: OauthProvider) => URL.parse(metadata.token_endpoint ?? "")?.host ?? metadata.issuer;
const secretsOf = ({ client, verifier, state }: CodeFlowState) => [client.secret ?? "", verifier, state];
