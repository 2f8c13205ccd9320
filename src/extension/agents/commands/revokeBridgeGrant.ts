import type { ServiceClient } from "../../../client/client.ts";
import { hasErrorName } from "../../base/failure.ts";

/** Revokes the grant of an entry; one that is revoked already, or whose server is gone, needs nothing. */
export async function revokeBridgeGrant(client: ServiceClient, grantId: string | undefined): Promise<void> {
  if (grantId === undefined) return;
  await client.revokeGrant(grantId).catch((error: unknown) => {
    if (!hasErrorName(error, "NotFoundError")) throw error;
  });
}
