import { setImmediate as breath } from "node:timers/promises";
import * as z from "zod";
import { defaultUserSettings } from "../../../contract/userSettings.ts";
import type { ServiceContext } from "../../context.ts";
import { idRow } from "../../storage/rows/storedRow.ts";
import { removeDeploymentFolder } from "./deploymentFolder.ts";

/** Removes finished deployments that nobody asked to keep, in the background and a little at a time. */
export interface DeploymentPruning {
  /** A deployment has finished, or taken another one's place: its server may have one too many. */
  after(deploymentId: string): void;
  /** A user asks for fewer than before. */
  ofUser(userId: string): void;
  /** After a start: the last one may have been stopped in the midst of it. */
  all(): void;
  /** Ends it; what is left over is removed next time. */
  close(): Promise<void>;
}

/** Removed in one transaction: a deployment may have a hundred thousand events, and requests wait meanwhile. */
const eventsAtATime = 2000;
const deploymentsAtATime = 100;

const keepRow = z.object({ keep: z.number().nullable() });

/** `quiet` resolves when no process of a server is on its way out any more: until then it may still tell something. */
export function createDeploymentPruning(
  context: Pick<ServiceContext, "db" | "workDir" | "log">,
  quiet: (serverId: string) => Promise<unknown>,
): DeploymentPruning {
  const { db } = context;
  const closing = new AbortController();
  const waiting = new Set<string>();
  let work: Promise<void> | undefined;

  const pruneServer = async (serverId: string) => {
    for (;;) {
      await breath();
      await quiet(serverId);
      const due = closing.signal.aborted ? [] : tooMany(db, serverId);
      if (due.length === 0) return;
      for (const { id } of due) await remove(context, id, closing.signal);
    }
  };

  const run = async () => {
    for (const serverId of waiting) {
      waiting.delete(serverId);
      await pruneServer(serverId).catch((error) =>
        context.log("warning", `Old deployments of ${serverId} could not be removed yet: ${String(error)}`),
      );
    }
    work = undefined;
  };

  const add = (sql: string, ...values: string[]) => {
    for (const { id } of db.all(idRow, sql, ...values)) waiting.add(id);
    if (waiting.size === 0 || closing.signal.aborted) return;
    work ??= run();
  };

  return {
    after: (deploymentId) => add("SELECT server_id AS id FROM deployments WHERE id = ?", deploymentId),
    ofUser: (userId) =>
      add(
        `SELECT s.id FROM memberships m JOIN projects p ON p.organization_id = m.organization_id
         JOIN servers s ON s.project_id = p.id WHERE m.user_id = ?`,
        userId,
      ),
    all: () => add("SELECT id FROM servers"),
    close: async () => {
      closing.abort();
      await work;
    },
  };
}

async function remove(
  context: Parameters<typeof createDeploymentPruning>[0],
  id: string,
  closing: AbortSignal,
): Promise<void> {
  const { db } = context;
  const some = `DELETE FROM events WHERE deployment_id = ?1 AND sequence IN
    (SELECT sequence FROM events WHERE deployment_id = ?1 ORDER BY sequence LIMIT ${eventsAtATime})`;
  while (!closing.aborted && db.run(some, id) > 0) await breath();
  if (closing.aborted) return;
  await removeDeploymentFolder(context, id);
  db.transaction(() => {
    db.run("DELETE FROM health_checks WHERE deployment_id = ?", id);
    db.run("DELETE FROM deployments WHERE id = ?", id);
  });
}

/**
 * The oldest finished deployments beyond those that are kept. The one that is, or was last, live is what its server is started
 * again from, however old.
 */
function tooMany(db: ServiceContext["db"], serverId: string) {
  return db.all(
    idRow,
    `SELECT d.id FROM (
       SELECT id FROM deployments WHERE server_id = ?1 AND status IN ('failed', 'stopped', 'superseded')
       ORDER BY id DESC LIMIT ${deploymentsAtATime} OFFSET ?2
     ) d WHERE NOT EXISTS (SELECT 1 FROM servers s WHERE s.live_deployment_id = d.id)`,
    serverId,
    kept(db, serverId),
  );
}

/** As many as the member of the organization who asks for most: nobody loses what their settings say is kept. */
function kept(db: ServiceContext["db"], serverId: string): number {
  const found = db.get(
    keepRow,
    `SELECT max(coalesce(u.keep_deployments, ?)) AS keep FROM servers s JOIN projects p ON p.id = s.project_id
     JOIN memberships m ON m.organization_id = p.organization_id LEFT JOIN user_settings u ON u.user_id = m.user_id
     WHERE s.id = ?`,
    defaultUserSettings.keepDeployments,
    serverId,
  );
  return found?.keep ?? defaultUserSettings.keepDeployments;
}
