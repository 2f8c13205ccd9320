import type { ServiceClient } from "../../../client/client.ts";
import type { ProfileStore } from "../../../client/profileStore.ts";
import type { Me } from "../../../contract/identity.ts";
import { hasErrorName, readFailedTokenRequest } from "../../base/failure.ts";

/** Whether the service reports the user. The key's scopes show when it is used. */
export function isUserKnown({ id, name, email }: Me): boolean {
  return (id ?? name ?? email ?? undefined) !== undefined;
}

const others = ["projects.list", "servers.list", "organizations.list"] as const;

/**
 * Reads the key's user. If a service of another dialect does not report a user, another successful response proves the
 * key.
 */
export async function readMe(client: ServiceClient, profileStore: ProfileStore, signal?: AbortSignal): Promise<Me> {
  const options = signal ? { signal } : {};
  try {
    return await client.call("me.get", {}, options);
  } catch (error) {
    if (profileStore.read().dialect !== "other" || !isLacking(error)) throw error;
    for (const name of others) {
      const isAnswered = await client.call(name, {}, options).then(
        () => true,
        (reason: unknown) => {
          if (isLacking(reason)) return false;
          throw reason;
        },
      );
      if (isAnswered) return {};
    }
    throw error;
  }
}

/** The service lacks the operation, forbids it, or returns an unclear response. */
function isLacking(error: unknown): boolean {
  if (readFailedTokenRequest(error)) return false;
  if (hasErrorName(error, "UnauthorizedError", "RateLimitedError", "NetworkError", "TimeoutError", "AbortedError"))
    return false;
  const status = error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : 0;
  return status < 500 || status === 501;
}
