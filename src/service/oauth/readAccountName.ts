import type { Client, TokenEndpointResponse, UserInfoResponse } from "oauth4webapi";
import { cleanLine } from "../../generator/document/cleanText.ts";
import { createProviderRequestOptions, type OauthProvider } from "./oauthProvider.ts";
import { createProviderFetch } from "./providerFetch.ts";

interface Answered {
  readonly provider: OauthProvider;
  readonly who: Client;
  readonly answer: TokenEndpointResponse;
}

/** Whose account it is: from the id token, else from the provider's userinfo; null where it says nothing. */
export async function readAccountName(answered: Answered, signal: AbortSignal): Promise<string | null> {
  const { getValidatedIdTokenClaims } = await import("./oauthProtocol.ts");
  const claims = getValidatedIdTokenClaims(answered.answer);
  const fromToken = claims && readableName(claims);
  if (fromToken !== undefined) return fromToken;
  const info = await userInfo(answered, claims?.sub, signal);
  const subject = claims?.sub ?? info?.sub;
  return (info && readableName(info)) ?? (subject === undefined ? null : cleanLine(subject, 200));
}

/** A name is nice to have: whatever fails here, the account is connected. */
async function userInfo(
  { provider, who, answer }: Answered,
  subject: string | undefined,
  signal: AbortSignal,
): Promise<UserInfoResponse | undefined> {
  const { metadata, zone } = provider;
  if (metadata.userinfo_endpoint === undefined) return undefined;
  const oauth = await import("./oauthProtocol.ts");
  try {
    const options = await createProviderRequestOptions(createProviderFetch(zone, signal));
    const response = await oauth.userInfoRequest(metadata, who, answer.access_token, options);
    return await oauth.processUserInfoResponse(metadata, who, subject ?? oauth.skipSubjectCheck, response);
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

function readableName(claims: Readonly<Record<string, unknown>>): string | undefined {
  const names = [claims.email, claims.preferred_username, claims.name].map((name) => cleanLine(name, 200));
  return names.find((name) => name !== "");
}
