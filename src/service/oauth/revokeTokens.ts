import type { ServiceContext } from "../context.ts";
import type { OauthConnectionRow } from "../storage/rows/oauthConnectionRow.ts";
import { createClientAuthentication } from "./clientAuthentication.ts";
import { createProviderRequestOptions } from "./oauthProvider.ts";
import { ProviderError, toProviderError } from "./providerError.ts";
import { createProviderFetch } from "./providerFetch.ts";
import { toProviderMetadata } from "./renewTokens.ts";
import { listTokenSecrets, type StoredTokens } from "./storedTokens.ts";

/** Revokes a connection's tokens at its provider (RFC 7009). A failure is logged, because the service deleted the tokens already. */
export async function revokeTokens(
  context: Pick<ServiceContext, "log">,
  row: OauthConnectionRow,
  { tokens, secret }: { readonly tokens: StoredTokens; readonly secret: string | undefined },
  signal: AbortSignal,
): Promise<void> {
  const subject = `The account ${row.account ?? "connected"} at ${row.provider}`;
  try {
    await revoke(row, tokens, secret, signal);
    context.log("info", `${subject} was disconnected, and its tokens were revoked there.`);
  } catch (error) {
    const { message } = toProviderError("they could not be revoked there", error, [
      ...listTokenSecrets(tokens),
      secret ?? "",
    ]);
    const advice = "The service deleted them. Revoke the access in the account's settings at the provider.";
    context.log("warning", `${subject} was disconnected, but its tokens are still valid: ${message} ${advice}`);
  }
}

async function revoke(row: OauthConnectionRow, tokens: StoredTokens, secret: string | undefined, signal: AbortSignal) {
  const { client_json: client } = row;
  if (client.revocationEndpoint === undefined) throw new ProviderError("the provider has no revocation endpoint.");
  const oauth = await import("./oauthProtocol.ts");
  const options = await createProviderRequestOptions(createProviderFetch(client.zone, signal));
  const clientAuth = await createClientAuthentication(client.authentication, secret);
  // At most providers, but not at all, revoking the refresh token also revokes its access tokens.
  for (const [hint, token] of Object.entries({
    refresh_token: tokens.refreshToken,
    access_token: tokens.accessToken,
  })) {
    if (token === undefined) continue;
    const additionalParameters = { token_type_hint: hint };
    const oauthClient = { client_id: client.clientId };
    const response = await oauth.revocationRequest(toProviderMetadata(client), oauthClient, clientAuth, token, {
      ...options,
      additionalParameters,
    });
    await oauth.processRevocationResponse(response);
  }
}
