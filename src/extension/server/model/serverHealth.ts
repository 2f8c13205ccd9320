import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { Deployment, DeploymentHealth } from "../../../contract/deployments.ts";
import { createEmitter } from "../../base/emitter.ts";
import { createPoller, type PollerOptions } from "../../base/poller.ts";
import type { Polling } from "../../base/polling.ts";
import { formatState } from "../../base/serviceState.ts";
import { readAvailable } from "../../base/unavailability.ts";
import { labelMessage } from "./credentials/variableGroups.ts";
import { readServer } from "./readServer.ts";
import { isDeploymentIdle } from "./serverState.ts";

/** The health of the server deployed last; `idle` when there is none. `isAsleep`: the next call starts it. */
export type ServerHealth =
  | { readonly kind: "none" }
  | { readonly kind: "idle"; readonly name: string; readonly text: string | undefined; readonly isAsleep?: true }
  | {
      readonly kind: "live";
      readonly name: string;
      readonly version: string | undefined;
      readonly health: DeploymentHealth;
    };

export interface ServerHealthOptions {
  readonly client: () => Promise<ServiceClient | undefined>;
  /** The server deployed last at the active connection. */
  readonly serverId: () => string | undefined;
  /** Called when another client deployed the server. */
  readonly onOtherDeployment: (deployment: Pick<Deployment, "id" | "serverId" | "version">) => void;
  /** The service did not respond. Then a request is sent also if there is no server, to see whether it responds again. */
  readonly isUnreachable?: () => boolean;
  readonly everyMs: () => number;
  readonly polling: Polling;
  readonly runLater?: PollerOptions["runLater"];
}

export function createServerHealthMonitor(parts: ServerHealthOptions) {
  const changed = createEmitter<void>();
  let state: ServerHealth = { kind: "none" };
  let seen: { readonly serverId: string; readonly deploymentId: string } | undefined;

  const feel = async (signal: AbortSignal): Promise<ServerHealth> => {
    const serverId = parts.serverId();
    const isUnreachable = parts.isUnreachable?.() ?? false;
    const client = serverId === undefined && !isUnreachable ? undefined : await parts.client();
    if (isUnreachable) await client?.call("me.get", {}, { signal });
    const server = client && serverId !== undefined ? await readServer(client, serverId, signal) : undefined;
    if (!client || !server) return { kind: "none" };
    const { name, liveDeploymentId: id, desiredState } = server;
    if (desiredState === "stopped") return { kind: "idle", name, text: l10n.t("stopped") };
    if (id === null) return { kind: "idle", name, text: l10n.t("not running") };
    if (id === undefined) return { kind: "none" };
    const [deployment, health] = await Promise.all([
      client.call("deployment.get", { id }, { signal }),
      readAvailable(client.call("deployment.health", { id }, { signal })),
    ]);
    if (seen?.serverId === server.id && seen.deploymentId !== id) parts.onOtherDeployment(deployment);
    seen = { serverId: server.id, deploymentId: id };
    if (isDeploymentIdle(deployment))
      return { kind: "idle", name, text: l10n.t("idle: starts with the next call"), isAsleep: true };
    if (health.kind === "unavailable") return { kind: "idle", name, text: formatState(deployment.status) };
    const checks = (health.value.checks ?? []).map((check) => labelMessage(server, check));
    return { kind: "live", name, version: deployment.version, health: { ...health.value, checks } };
  };
  const poller = createPoller({
    polling: parts.polling,
    requests: () => (state.kind === "live" ? 3 : 1),
    everyMs: parts.everyMs,
    longestMs: parts.polling.restMs,
    ...(parts.runLater && { runLater: parts.runLater }),
    work: async (signal) => {
      const next = await feel(signal);
      if (signal.aborted) return;
      const isSame = formatHealth(next) === formatHealth(state);
      state = next;
      changed.emit();
      return isSame ? "unchanged" : "changed";
    },
  });
  return {
    get state(): ServerHealth {
      return state;
    },
    /** Runs only while a view can show the health. */
    start: poller.start,
    stop: poller.stop,
    /** Reads again at once, because a command or another view changed something. */
    now: poller.now,
    /** Reads again in the next turn, because something may have changed. */
    soon: poller.soon,
    onDidChange: changed.on,
  };
}

/** Times and latencies change with each check. */
function formatHealth(state: ServerHealth): string {
  if (state.kind === "none") return "";
  if (state.kind !== "live") return JSON.stringify([state.name, state.text]);
  const { status, checks = [] } = state.health;
  return JSON.stringify([state.name, state.version, status, checks.map(({ code }) => code)]);
}
