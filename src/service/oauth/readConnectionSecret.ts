import type { ServiceContext } from "../context.ts";
import type { OauthConnectionRow } from "../storage/rows/oauthConnectionRow.ts";
import { isSecretFor } from "../storage/secretAddresses.ts";
import { readServerEnvironment } from "../storage/serverEnvironment.ts";

/** The secret of a connection's client. A secret that was set later for other addresses is not the connection's. */
export function readConnectionSecret(
  context: ServiceContext,
  { server_id: serverId, client_json: { secretVariable, secretAddresses } }: OauthConnectionRow,
): string | undefined {
  if (!isSecretFor(context, serverId, secretVariable, secretAddresses)) return undefined;
  return readServerEnvironment(context, serverId)[secretVariable];
}
