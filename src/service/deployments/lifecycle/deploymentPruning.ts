import { setImmediate as breath } from "node:timers/promises";
import * as z from "zod";
import { defaultUserSettings } from "../../../contract/userSettings.ts";
import type { ServiceContext } from "../../context.ts";
import { idRow } from "../../storage/rows/storedRow.ts";
import { removeDeploymentFolder } from "./deploymentFolder.ts";

/** Removes finished deployments beyond the number to keep, in the background and in small steps. */
export interface DeploymentPruning {
  /** Prunes the server of a deployment that finished or became live. */
  ofDeployment(deploymentId: string): void;
  /** Prunes the servers of a user who reduced the number of deployments to keep. */
  ofUser(userId: string): void;
  /** Prunes all servers after a start, because the previous process may have stopped during a pruning. */
  all(): void;
  /**
   * Removes every deployment of a server that is stopped or stopping, when it has stopped. `checkRemovable` throws when they are to stay
   * after all; it is called after each wait.
   */
  removeAll(serverId: string, checkRemovable: () => void): Promise<void>;
  /** Stops pruning. The next pruning removes the rest. */
  close(): Promise<void>;
}

/** Rows per transaction. A deployment may have a hundred thousand events, and requests wait for each transaction. */
const eventsPerStep = 2000;
const deploymentsPerStep = 100;

const keepRow = z.object({ keep: z.number().nullable() });

/** `waitUntilQuiet` resolves when no process of a server is stopping. Until then it may still write events. */
export function createDeploymentPruning(
  context: Pick<ServiceContext, "db" | "workDir" | "log">,
  waitUntilQuiet: (serverId: string) => Promise<unknown>,
): DeploymentPruning {
  const { db } = context;
  const closing = new AbortController();
  const pendingServers = new Set<string>();
  let running: Promise<void> | undefined;

  const pruneServer = async (serverId: string) => {
    for (;;) {
      await breath();
      await waitUntilQuiet(serverId);
      const excess = closing.signal.aborted ? [] : findExcess(db, serverId);
      if (excess.length === 0) return;
      for (const { id } of excess) await remove(context, id, closing.signal);
    }
  };

  const releaseSpace = async () => {
    while (!closing.signal.aborted && db.releaseSpace()) await breath();
  };

  const pruneServers = async () => {
    for (const serverId of pendingServers) {
      pendingServers.delete(serverId);
      await pruneServer(serverId).catch((error) =>
        context.log("warning", `Old deployments of ${serverId} could not be removed yet: ${String(error)}`),
      );
    }
    await releaseSpace().catch((error) =>
      context.log("warning", `The space of old deployments could not be given back yet: ${String(error)}`),
    );
    running = undefined;
  };

  const addServers = (sql: string, ...values: string[]) => {
    for (const { id } of db.all(idRow, sql, ...values)) pendingServers.add(id);
    if (pendingServers.size === 0 || closing.signal.aborted) return;
    running ??= pruneServers();
  };

  return {
    ofDeployment: (deploymentId) => addServers("SELECT server_id AS id FROM deployments WHERE id = ?", deploymentId),
    ofUser: (userId) =>
      addServers(
        `SELECT s.id FROM memberships m JOIN projects p ON p.organization_id = m.organization_id
         JOIN servers s ON s.project_id = p.id WHERE m.user_id = ?`,
        userId,
      ),
    all: () => addServers("SELECT id FROM servers"),
    removeAll: async (serverId, checkRemovable) => {
      await waitUntilQuiet(serverId);
      checkRemovable();
      db.run("UPDATE servers SET live_deployment_id = NULL WHERE id = ?", serverId);
      for (const { id } of db.all(idRow, "SELECT id FROM deployments WHERE server_id = ?", serverId)) {
        closing.signal.throwIfAborted();
        checkRemovable();
        await remove(context, id, closing.signal);
      }
      await releaseSpace();
    },
    close: async () => {
      closing.abort();
      await running;
    },
  };
}

async function remove(
  context: Parameters<typeof createDeploymentPruning>[0],
  id: string,
  closing: AbortSignal,
): Promise<void> {
  const { db } = context;
  const sql = `DELETE FROM events WHERE deployment_id = ?1 AND sequence IN
    (SELECT sequence FROM events WHERE deployment_id = ?1 ORDER BY sequence LIMIT ${eventsPerStep})`;
  while (!closing.aborted && db.run(sql, id) > 0) await breath();
  if (closing.aborted) return;
  await removeDeploymentFolder(context, id);
  db.transaction(() => {
    db.run("DELETE FROM health_checks WHERE deployment_id = ?", id);
    db.run("DELETE FROM deployments WHERE id = ?", id);
  });
}

/**
 * Returns the oldest finished deployments beyond the number to keep. The live deployment of a server is never included, because a
 * start deploys it again.
 */
function findExcess(db: ServiceContext["db"], serverId: string) {
  return db.all(
    idRow,
    `SELECT d.id FROM (
       SELECT id FROM deployments WHERE server_id = ?1 AND status IN ('failed', 'stopped', 'superseded')
       ORDER BY sequence DESC LIMIT ${deploymentsPerStep} OFFSET ?2
     ) d WHERE NOT EXISTS (SELECT 1 FROM servers s WHERE s.live_deployment_id = d.id)`,
    serverId,
    readKeepCount(db, serverId),
  );
}

/** The largest number that a member of the organization keeps, so that no member loses deployments. */
function readKeepCount(db: ServiceContext["db"], serverId: string): number {
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
