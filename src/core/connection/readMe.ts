import type { ServiceClient } from "../../client/client.ts";
import type { ProfileStore } from "../../client/profileStore.ts";
import type { Me } from "../../contract/identity.ts";
import { hasErrorName } from "../foundation/failure.ts";

/** Whether the service says who one is. What the key may do shows when it is used. */
export function isUserKnown({ id, name, email }: Me): boolean {
  return (id ?? name ?? email ?? undefined) !== undefined;
}

const others = ["projects.list", "servers.list", "organizations.list"] as const;

/** Whose key it is. A service of another dialect may not say: then it is enough that it answers something else with this key. */
export async function readMe(client: ServiceClient, keeper: ProfileStore, signal?: AbortSignal): Promise<Me> {
  const options = signal ? { signal } : {};
  try {
    return await client.call("me.get", {}, options);
  } catch (error) {
    if (keeper.read().dialect !== "other" || !isLacking(error)) throw error;
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

/** The service has no such thing, does not give it to this key, or says it in a way that nobody understands. */
function isLacking(error: unknown): boolean {
  if (hasErrorName(error, "UnauthorizedError", "RateLimitedError", "NetworkError", "TimeoutError", "AbortedError"))
    return false;
  const status = error instanceof Error && "status" in error && typeof error.status === "number" ? error.status : 0;
  return status < 500 || status === 501;
}
