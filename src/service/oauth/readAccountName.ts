import type { Client, TokenEndpointResponse, UserInfoResponse } from "oauth4webapi";
import { cleanLine } from "../../generator/document/cleanText.ts";
import { createProviderRequestOptions, type OauthProvider } from "./oauthProvider.ts";
import { createProviderFetch } from "./providerFetch.ts";

interface TokenExchange {
  readonly provider: OauthProvider;
  readonly oauthClient: Client;
  readonly tokenResponse: TokenEndpointResponse;
}

/** Reads the account's name from the id token, else from the provider's userinfo endpoint. Returns null if neither contains one. */
export async function readAccountName(exchange: TokenExchange, signal: AbortSignal): Promise<string | null> {
  const { getValidatedIdTokenClaims } = await import("./oauthProtocol.ts");
  const claims = getValidatedIdTokenClaims(exchange.tokenResponse);
  const fromToken = claims && findName(claims);
  if (fromToken !== undefined) return fromToken;
  const info = await readUserInfo(exchange, claims?.sub, signal);
  const subject = claims?.sub ?? info?.sub;
  return (info && findName(info)) ?? (subject === undefined ? null : cleanLine(subject, 200));
}

/** The name is optional, so a failure does not prevent the connection. */
async function readUserInfo(
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
