import * as l10n from "@vscode/l10n";
import type { ServerAccount, ServerAccountResource } from "../../../contract/oauthConnections.ts";
import { knownState } from "../../../contract/received.ts";
import type { Server } from "../../../contract/servers.ts";
import { formatState } from "../../base/serviceState.ts";

/** A provider by its host. */
export const formatProviderHost = (provider: string): string => URL.parse(provider)?.host || provider;

const formatAccount = {
  missing: l10n.t("not connected"),
  connected: l10n.t("connected"),
  expired: l10n.t("expired, connect again"),
  revoked: l10n.t("revoked, connect again"),
} as const satisfies Record<ServerAccountResource["status"], string>;

/** The accounts that a server's API needs, as text; undefined when it needs none. */
export function formatServerAccounts({ accounts }: Pick<Server, "accounts">): string | undefined {
  const words = accounts?.map((account) => {
    const status = formatAccountStatus(account);
    return `${formatAccountName(account)}${status ? ` (${status})` : ""}`;
  });
  return words?.join(", ") || undefined;
}

export const formatAccountStatus = ({ status }: Pick<ServerAccount, "status">): string | undefined => {
  const known = knownState(status);
  return known ? formatAccount[known] : formatState(status);
};

/** The provider's host, else the name of its scheme. */
export const formatAccountName = ({ provider, scheme }: Pick<ServerAccount, "provider" | "scheme">): string =>
  provider === undefined ? scheme : formatProviderHost(provider);
