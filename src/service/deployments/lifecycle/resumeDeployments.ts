import { rmSync } from "node:fs";
import * as z from "zod";
import type { DeploymentRow } from "../deploymentStore.ts";
import { readServerPlacement } from "../runners/serverPlacement.ts";
import type { DeploymentContext } from "./deploymentContext.ts";
import type { DeploymentWork } from "./deploymentWork.ts";

/**
 * Continues the deployments of the previous run of the service. A live deployment starts again under its id. A pending one starts
 * from the beginning, but only once: a deployment during which the service stopped twice may be the cause.
 */
export function resumeDeployments(parts: DeploymentContext, work: DeploymentWork): void {
  const { context, store, health } = parts;
  // The folders belong to processes that have exited. Each deployment is written again.
  rmSync(context.workDir, { recursive: true, force: true, maxRetries: 3 });
  health.prune();
  const unfinished = store.rows(
    "WHERE d.status IN ('queued','building','starting','running','degraded') ORDER BY d.sequence DESC",
  );
  const resumedServers = new Set<string>();
  for (const row of unfinished) {
    const [server] = store.servers("WHERE s.id = ?", row.server_id);
    const wasLive = server?.live_deployment_id === row.id;
    if (row.preview) {
      store.change(row.id, { status: "stopped", message: "The service was restarted, which ends previews." });
    } else if (server?.desired_state !== "running") {
      store.change(row.id, { status: "stopped", message: "The server was stopped." });
    } else if (wasLive) {
      resumeLive(parts, work, row);
    } else if (resumedServers.has(row.server_id)) {
      store.change(row.id, { status: "superseded", message: "A newer deployment was created." });
    } else {
      resumedServers.add(row.server_id);
      resumePending(parts, work, row);
    }
  }
}

/** An idle deployment stays idle, unless its server is always on since. */
function resumeLive({ context, store }: DeploymentContext, work: DeploymentWork, row: DeploymentRow): void {
  const staysIdle = row.idle_since !== null && readServerPlacement(context, row.server_id).stopWhenIdleMinutes !== null;
  if (staysIdle) {
    work.reviveIdle(store.present(row));
    return;
  }
  const message = "The service was restarted and starts the server again.";
  store.change(row.id, { status: "starting", level: "warning", message, data: { resumed: true } });
  work.revive(store.present(row));
}

function resumePending(parts: DeploymentContext, work: DeploymentWork, row: DeploymentRow): void {
  const { store } = parts;
  // A queued deployment had not started, so it cannot be the cause of the stop.
  if (row.status === "queued") {
    work.start(store.present(row));
    return;
  }
  const activity = `this deployment was ${row.status}`;
  if (wasResumedBefore(parts, row.id)) {
    const message = `The service stopped twice while ${activity}. Deploy again if the deployment was not the cause.`;
    const step = row.status === "building" ? "build" : "start";
    store.change(row.id, { status: "failed", message, failure: { step, message, log: [] } });
    return;
  }
  const message = `The service stopped while ${activity}. It starts again.`;
  store.change(row.id, { status: "queued", level: "warning", message, data: { resumed: true } });
  work.start(store.present(row));
}

function wasResumedBefore(parts: DeploymentContext, deploymentId: string): boolean {
  const found = parts.context.db.get(
    z.object({ count: z.number() }),
    `SELECT count(*) AS count FROM events
     WHERE deployment_id = ? AND kind = 'state' AND json_extract(data_json, '$.resumed') IS NOT NULL`,
    deploymentId,
  );
  return (found?.count ?? 0) > 0;
}
