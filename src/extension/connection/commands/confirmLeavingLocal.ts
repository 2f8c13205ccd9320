import * as l10n from "@vscode/l10n";
import { formatFirst } from "../../../text/formatFirst.ts";
import { isServerRunning } from "../../server/model/serverState.ts";
import type { ConnectedServices, ConnectionServices } from "../connectionServices.ts";

const keep = l10n.t("Keep Running");
const stop = l10n.t("Stop Them");

/**
 * Says which servers stop when the last window leaves the local service. Without the question they keep running. False: the
 * user cancelled.
 */
export async function confirmLeavingLocal(app: ConnectedServices): Promise<boolean> {
  const use = await app.connections.readLocalUse();
  if (!use || use.windows > 1 || use.isUsedByAgents) return true;
  const servers = await listRunningServers(app);
  if (servers.length === 0) return true;
  if (!app.settings().confirm.includes("leaveLocal")) {
    app.connections.retainLocal();
    return true;
  }
  const answer = await app.prompts.decide({
    message: l10n.t`Keep ${formatFirst(servers)} running on this machine?`,
    detail: l10n.t(
      "No other window and no agent uses the local service. Without this window it stops with its servers, and starts them again when it is used. It can stay until this window closes.",
    ),
    actions: [keep, stop],
  });
  if (answer === keep) app.connections.retainLocal();
  return answer !== undefined;
}

/** A list that cannot be read does not keep the user from switching, and the servers running. */
async function listRunningServers({ connections }: ConnectionServices): Promise<readonly string[]> {
  const session = connections.session();
  if (session.kind !== "connected") return [];
  try {
    const { items } = await session.client.call("servers.list", { limit: 200 });
    return items.filter(isServerRunning).map(({ name }) => name);
  } catch {
    connections.retainLocal();
    return [];
  }
}
