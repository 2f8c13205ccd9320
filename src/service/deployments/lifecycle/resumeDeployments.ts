import { rmSync } from "node:fs";
import * as z from "zod";
import type { ServiceContext } from "../../context.ts";
import { ServiceProblem } from "../../http/serviceProblem.ts";
import type { DeploymentRow, NewDeployment } from "../deploymentStore.ts";
import type { DeploymentContext, DeploymentWork } from "./deploymentWork.ts";

const placeRow = z.object({ project_id: z.string(), organization_id: z.string(), digest: z.string() });

/** What is kept of an order: the server's project and the digest of the version; and whose deployment it is. */
export function toNewDeployment(
  context: Pick<ServiceContext, "db" | "newId">,
  order: Pick<NewDeployment, "serverId" | "version" | "message" | "triggeredBy">,
): NewDeployment & { readonly organizationId: string } {
  const place = context.db.get(
    placeRow,
    `SELECT s.project_id, p.organization_id, v.digest FROM servers s JOIN projects p ON p.id = s.project_id
     JOIN versions v ON v.artifact_id = s.artifact_id WHERE s.id = ? AND v.version = ?`,
    order.serverId,
    order.version,
  );
  if (!place) throw new ServiceProblem("not_found", `The server has no version ${order.version}.`);
  const { project_id: projectId, organization_id: organizationId, digest } = place;
  return { ...order, id: context.newId("dep_"), projectId, organizationId, digest };
}

/**
 * After a start of the service, the states on disk are those of the moment it ended. What was live is brought back under its id.
 * What was on its way is taken up again from the beginning, once: a deployment the service ended in twice may be the reason.
 */
export function resumeDeployments(parts: DeploymentContext, work: DeploymentWork): void {
  const { context, store, health } = parts;
  // Left over from processes that are gone; each deployment is laid out anew.
  rmSync(context.workDir, { recursive: true, force: true, maxRetries: 3 });
  health.prune();
  const open = store.rows("WHERE d.status IN ('queued','building','starting','running','degraded') ORDER BY d.id DESC");
  const taken = new Set<string>();
  for (const row of open) {
    const [server] = store.servers("WHERE s.id = ?", row.server_id);
    const wasLive = server?.live_deployment_id === row.id;
    if (server?.desired_state !== "running") {
      store.change(row.id, { status: "stopped", message: "The server was stopped." });
    } else if (wasLive) {
      const message = "The service was started again and brings the server back.";
      store.change(row.id, { status: "starting", level: "warning", message, data: { resumed: true } });
      work.revive(store.present(row));
    } else if (taken.has(row.server_id)) {
      store.change(row.id, { status: "superseded", message: "A newer deployment was ordered." });
    } else {
      taken.add(row.server_id);
      takeUpAgain(parts, work, row);
    }
  }
}

function takeUpAgain(parts: DeploymentContext, work: DeploymentWork, row: DeploymentRow): void {
  const { store } = parts;
  // It had not begun, so it cannot be why the service stopped.
  if (row.status === "queued") {
    work.deploy(store.present(row));
    return;
  }
  const doing = `this deployment was ${row.status}`;
  if (wasTakenUp(parts, row.id)) {
    const message = `The service stopped twice while ${doing}. Deploy again if it was not the reason.`;
    const step = row.status === "building" ? "build" : "start";
    store.change(row.id, { status: "failed", message, failure: { step, message, log: [] } });
    return;
  }
  const message = `The service stopped while ${doing}; starting again.`;
  store.change(row.id, { status: "queued", level: "warning", message, data: { resumed: true } });
  work.deploy(store.present(row));
}

function wasTakenUp(parts: DeploymentContext, deploymentId: string): boolean {
  const found = parts.context.db.get(
    z.object({ count: z.number() }),
    `SELECT count(*) AS count FROM events
     WHERE deployment_id = ? AND kind = 'state' AND json_extract(data_json, '$.resumed') IS NOT NULL`,
    deploymentId,
  );
  return (found?.count ?? 0) > 0;
}
