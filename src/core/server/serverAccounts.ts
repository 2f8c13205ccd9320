import type { ServerAccount } from "../../contract/oauthConnections.ts";
import type { Server } from "../../contract/servers.ts";

/** A provider as people know it: its host. */
export const formatProviderHost = (provider: string): string => URL.parse(provider)?.host || provider;

const accountWords = {
  missing: "not connected",
  connected: "connected",
  expired: "expired, connect again",
  revoked: "revoked, connect again",
} as const satisfies Record<ServerAccount["status"], string>;

/** The accounts a server's API wants, in words; undefined where it wants none. */
export function formatServerAccounts({ accounts }: Pick<Server, "accounts">): string | undefined {
  const words = accounts.map(({ provider, status }) => `${formatProviderHost(provider)} (${accountWords[status]})`);
  return words.length > 0 ? words.join(", ") : undefined;
}

/** Whether some account has to be connected before all calls can work. */
export const isAccountMissing = ({ accounts }: Pick<Server, "accounts">): boolean =>
  accounts.some(({ status }) => status !== "connected");

export const formatAccountStatus = ({ status }: Pick<ServerAccount, "status">): string => accountWords[status];
