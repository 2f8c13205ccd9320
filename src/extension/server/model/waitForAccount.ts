import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { OauthConnection } from "../../../contract/oauthConnections.ts";
import type { Polling } from "../../base/polling.ts";
import { readServer } from "./readServer.ts";

/** The user did not finish the sign-in at the provider in time. */
export class AccountNotConnectedError extends Error {
  override readonly name = "AccountNotConnectedError";
}

export interface RequestedAccount {
  readonly serverId: string;
  readonly scheme: string;
}

/** The user returns from the browser at any time, so the interval stays short. */
const lookMs = { first: 500, longest: 4000 } as const;
/** The server, and its account. */
const requests = 2;
/** The service accepts the redirect for ten minutes. */
const longestMs = 10 * 60_000;

/** The current connection of a server's scheme. */
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

/** Polls until an account other than `before` is connected, while the user signs in in the browser. */
export async function waitForAccount(
  client: ServiceClient,
  requestedAccount: RequestedAccount,
  before: OauthConnection | undefined,
  { signal, polling }: { readonly signal: AbortSignal; readonly polling: Polling },
): Promise<OauthConnection> {
  const endsAt = performance.now() + longestMs;
  for (let waitMs: number = lookMs.first; ; waitMs = Math.min(lookMs.longest, waitMs * 2)) {
    await polling.wait(waitMs, requests, signal);
    const found = await readServerAccount(client, requestedAccount, signal);
    if (found?.status === "connected" && found.connectedAt !== before?.connectedAt) return found;
    if (performance.now() > endsAt)
      throw new AccountNotConnectedError(
        l10n.t("No account was connected within ten minutes. The page in the browser says why."),
      );
  }
}
