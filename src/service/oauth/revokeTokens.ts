import type { ServiceContext } from "../context.ts";
import type { OauthConnectionRow } from "../storage/rows/oauthConnectionRow.ts";
import { authenticateClient } from "./clientAuthentication.ts";
import { transport } from "./oauthProvider.ts";
import { ProviderError, providerError } from "./providerError.ts";
import { providerFetch } from "./providerFetch.ts";
import { metadataOf } from "./renewTokens.ts";
import { type KeptTokens, secretsOf } from "./storedTokens.ts";

/** Takes a connection's tokens back at its provider (RFC 7009). What does not succeed is said in the log: here they are forgotten anyway. */
export async function revokeTokens(
  context: Pick<ServiceContext, "log">,
  row: OauthConnectionRow,
  { tokens, secret }: { readonly tokens: KeptTokens; readonly secret: string | undefined },
  signal: AbortSignal,
): Promise<void> {
  const what = `The account ${row.account ?? "connected"} at ${row.provider}`;
  try {
    await revoke(row, tokens, secret, signal);
    context.log("info", `${what} was disconnected, and its tokens were revoked there.`);
  } catch (error) {
    const { message } = providerError("they could not be revoked there", error, [...secretsOf(tokens), secret ?? ""]);
    const advice = "They are forgotten here. Take the access back in the account's settings at the provider.";
    context.log("warning", `${what} was disconnected, but its tokens are still valid: ${message} ${advice}`);
  }
}

async function revoke(row: OauthConnectionRow, tokens: KeptTokens, secret: string | undefined, signal: AbortSignal) {
  const { client_json: client } = row;
  if (client.revocationEndpoint === undefined) throw new ProviderError("the provider offers no way to revoke them.");
  const oauth = await import("./oauthProtocol.ts");
  const options = await transport(providerFetch(client.zone, signal));
  const way = await authenticateClient(client.authentication, secret);
  // With the refresh token its access tokens end at most providers, but not at all.
  for (const [hint, token] of Object.entries({
    refresh_token: tokens.refreshToken,
    access_token: tokens.accessToken,
  })) {
    if (token === undefined) continue;
    const additionalParameters = { token_type_hint: hint };
    const who = { client_id: client.clientId };
    const response = await oauth.revocationRequest(metadataOf(client), who, way, token, {
      ...options,
      additionalParameters,
    });
    await oauth.processRevocationResponse(response);
  }
}
