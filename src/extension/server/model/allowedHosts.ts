import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { allowedHostLimits, type Server } from "../../../contract/servers.ts";
import { formatFirst } from "../../../text/formatFirst.ts";
import { isAllowedHost, readHostName } from "../../../text/hosts/hostName.ts";
import { isRecord } from "../../../text/record.ts";
import { CommandError, hasErrorName } from "../../base/failure.ts";
import { readServer } from "./readServer.ts";

/** Hosts separated by commas. */
export function parseAllowedHosts(text: string): { readonly hosts: readonly string[] } | { readonly problem: string } {
  const parts = text.split(",").map((part) => part.trim());
  const hosts: string[] = [];
  for (const part of parts.filter((one) => one !== "")) {
    const host = part.length > allowedHostLimits.characters ? undefined : readHostName(part);
    if (host === undefined)
      return {
        problem: l10n.t`"${part}" is not a host, such as api.example.com, a host with a port, such as 10.0.0.5:8080, or a URL.`,
      };
    if (!hosts.includes(host)) hosts.push(host);
  }
  if (hosts.length > allowedHostLimits.hosts)
    return { problem: l10n.t`At most ${allowedHostLimits.hosts} hosts can be allowed.` };
  return { hosts };
}

/** The change of a server's list. */
export interface AllowedHostsChange {
  readonly server: Server;
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const mostAttempts = 3;

/**
 * Replaces the allowed hosts of a server by those that `compute` returns for its current ones. Reads the server again when it was changed
 * in between.
 */
export async function changeAllowedHosts(
  client: ServiceClient,
  serverId: string | undefined,
  compute: (current: readonly string[]) => readonly string[],
): Promise<AllowedHostsChange> {
  for (let attempt = 1; ; attempt += 1) {
    const server = await readServer(client, serverId);
    if (!server) throw new CommandError(l10n.t("The server was archived or deleted. Nothing was changed."));
    const { id, name, etag, allowedHosts: current } = server;
    if (!current) throw new CommandError(l10n.t`The service keeps no list of hosts that ${name} may connect to.`);
    const next = compute(current);
    const added = next.filter((host) => !current.includes(host));
    const removed = current.filter((host) => !next.includes(host));
    if (added.length + removed.length === 0) return { server, added, removed };
    try {
      await client.call("server.update", { id, allowedHosts: [...next] }, { ifMatch: etag });
      return { server, added, removed };
    } catch (error) {
      if (attempt === mostAttempts || !hasErrorName(error, "StaleError")) throw error;
    }
  }
}

/** Adds hosts to those that the server may connect to. */
export const allowHosts = (client: ServiceClient, serverId: string | undefined, hosts: readonly string[]) =>
  changeAllowedHosts(client, serverId, (current) => [
    ...current,
    ...hosts.filter((host) => !isAllowedHost(current, host)),
  ]);

/** `Weather may now connect to a.example.com:443, and no longer to b.example.com.` */
export function formatAllowedHostsChange({ server: { name }, added, removed }: AllowedHostsChange): string {
  if (added.length + removed.length === 0) return l10n.t`The allowed hosts of ${name} are unchanged.`;
  if (removed.length === 0) return l10n.t`${name} may now connect to ${formatFirst(added)}.`;
  if (added.length === 0) return l10n.t`${name} may no longer connect to ${formatFirst(removed)}.`;
  return l10n.t`${name} may now connect to ${formatFirst(added)}, and no longer to ${formatFirst(removed)}.`;
}

/** A host that the service does not let a confined server connect to. */
export interface RefusedHost {
  /** `api.example.com:443` */
  readonly host: string;
  /** Its name leads to a private address; otherwise the host is not among the allowed ones. */
  readonly isInner: boolean;
}

/** Reads the refused host from the data of an event. undefined for other events. */
export function readRefusedHost(data: unknown): RefusedHost | undefined {
  if (!isRecord(data) || typeof data.refusedHost !== "string" || data.refusedHost.length > 260) return undefined;
  // What no user can allow.
  if (data.reason === "service") return undefined;
  const host = readHostName(data.refusedHost);
  return host === undefined ? undefined : { host, isInner: data.reason === "inner" };
}
