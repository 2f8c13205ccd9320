import { setTimeout as delay } from "node:timers/promises";
import type { ServiceClient } from "../../client/client.ts";
import type { OauthConnection } from "../../contract/oauthConnections.ts";
import { readServer } from "./readServer.ts";

/** Nobody came back from the provider in the time that the service waits for. */
export class AccountNotConnectedError extends Error {
  override readonly name = "AccountNotConnectedError";
}

export interface RequestedAccount {
  readonly serverId: string;
  readonly scheme: string;
}

const lookMs = { first: 500, longest: 2000, growth: 1.3 } as const;
/** The service takes nobody back after ten minutes. */
const longestMs = 10 * 60_000;

/** The connection of a server's scheme as it is now. */
export async function readServerAccount(
  client: ServiceClient,
  { serverId, scheme }: RequestedAccount,
  signal?: AbortSignal,
): Promise<OauthConnection | undefined> {
  const server = await readServer(client, serverId, signal);
  const found = server?.accounts?.find((account) => account.scheme === scheme);
  if (!found?.connectionId) return undefined;
  return client.call("oauthConnection.get", { id: found.connectionId }, signal ? { signal } : {});
}

/** Looks until an account is connected that was not `before`; a person is in the browser meanwhile. */
export async function waitForAccount(
  client: ServiceClient,
  wanted: RequestedAccount,
  before: OauthConnection | undefined,
  signal: AbortSignal,
): Promise<OauthConnection> {
  const endsAt = performance.now() + longestMs;
  for (let waitMs: number = lookMs.first; ; waitMs = Math.min(lookMs.longest, waitMs * lookMs.growth)) {
    await delay(waitMs, undefined, { signal });
    const found = await readServerAccount(client, wanted, signal);
    if (found?.status === "connected" && found.connectedAt !== before?.connectedAt) return found;
    if (performance.now() > endsAt)
      throw new AccountNotConnectedError(
        "No account was connected within ten minutes. The page in the browser says why.",
      );
  }
}
