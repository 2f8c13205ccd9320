import type { ServerAccount, ServerAccountResource } from "../../contract/oauthConnections.ts";
import { knownState } from "../../contract/received.ts";
import type { Server } from "../../contract/servers.ts";

import { formatState } from "../foundation/serviceState.ts";

/** A provider as people know it: its host. */
export const formatProviderHost = (provider: string): string => URL.parse(provider)?.host || provider;

const accountWords = {
  missing: "not connected",
  connected: "connected",
  expired: "expired, connect again",
  revoked: "revoked, connect again",
} as const satisfies Record<ServerAccountResource["status"], string>;

/** The accounts a server's API wants, in words; undefined where it wants none. */
export function formatServerAccounts({ accounts }: Pick<Server, "accounts">): string | undefined {
  const words = accounts?.map((account) => {
    const status = formatAccountStatus(account);
    return `${formatAccountName(account)}${status ? ` (${status})` : ""}`;
  });
  return words?.join(", ") || undefined;
}

/** Whether some account has to be connected before all calls can work. */
export const isAccountMissing = ({ accounts }: Pick<Server, "accounts">): boolean =>
  accounts?.some(({ status }) => status !== "connected") ?? false;

export const formatAccountStatus = ({ status }: Pick<ServerAccount, "status">): string | undefined => {
  const known = knownState(status);
  return known ? accountWords[known] : formatState(status);
};

/** Whose account it is, else the name of its scheme. */
export const formatAccountName = ({ provider, scheme }: Pick<ServerAccount, "provider" | "scheme">): string =>
  provider === undefined ? scheme : formatProviderHost(provider);
