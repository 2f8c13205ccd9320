import { listAddedHeaders } from "../../../text/variables/addedHeader.ts";
import type { ConnectedAccounts } from "../../oauth/connectedAccounts.ts";
import type { VersionRow } from "../../storage/rows/versionRow.ts";
import { createGrowingSecretMask } from "./processEnvironment.ts";

/**
 * The values of an environment that no log and no result shows: all but the address of the API and lists of hosts, without which an
 * error cannot be understood.
 */
export function listSecretValues(
  environment: Readonly<Record<string, string>>,
  declared: Pick<VersionRow, "variables_json"> | undefined,
): readonly string[] {
  const readable = new Set([
    ...["API_BASE_URL", "API_CHECK"],
    ...(declared?.variables_json ?? []).filter(({ hosts }) => hosts !== undefined).map(({ name }) => name),
    ...listAddedHeaders(environment).flatMap(({ variable, hostsVariable, isSecret }) =>
      isSecret ? [hostsVariable] : [variable, hostsVariable],
    ),
  ]);
  return Object.entries(environment).flatMap(([name, value]) => (readable.has(name) ? [] : [value]));
}

/** Hides the values of a server's environment, and the recent tokens of its accounts. */
export function createServerMask(
  accounts: Pick<ConnectedAccounts, "listRecentTokens">,
  serverId: string,
  environment: Readonly<Record<string, string>>,
  declared: Pick<VersionRow, "variables_json"> | undefined,
): (text: string) => string {
  return createGrowingSecretMask(listSecretValues(environment, declared), () => accounts.listRecentTokens(serverId));
}
