import type { SendRequest } from "../../../../client/sendRequest.ts";
import { readErrorMessage } from "../../../base/failure.ts";
import type { Logger } from "../../../base/ports.ts";
import type { Connection } from "../connection.ts";
import type { StoredKey } from "../keyHandle.ts";
import { revokeSignInKey } from "./signInService.ts";

/** The key of a sign-in is deleted at the service, or `failure` says why it is not. */
export interface RevokedKey {
  readonly kind: "revoked";
  readonly failure: unknown;
}

/** Deletes a key at the service if a sign-in issued it. A key that the user typed stays; the result is undefined then. */
export async function revokeStoredKey(
  { sendRequest, log }: { readonly sendRequest: SendRequest; readonly log?: Pick<Logger, "warning"> },
  { baseUrl, name }: Connection,
  stored: StoredKey | undefined,
): Promise<RevokedKey | undefined> {
  if (!stored?.isFromSignIn) return undefined;
  try {
    await revokeSignInKey(sendRequest, baseUrl, stored.key);
    return { kind: "revoked", failure: undefined };
  } catch (failure) {
    log?.warning(`The key of ${name} was not deleted at the service: ${readErrorMessage(failure)}`);
    return { kind: "revoked", failure };
  }
}
