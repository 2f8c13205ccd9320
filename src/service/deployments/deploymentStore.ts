import * as z from "zod";
import { type DeploymentResource, deploymentSchema, isDeploymentFinished } from "../../contract/deployments.ts";
import type { ServiceContext } from "../context.ts";
import type { SqlValue } from "../storage/database.ts";
import { jsonColumn } from "../storage/rows/jsonColumn.ts";
import { storedColumns, toStoredFields } from "../storage/rows/storedRow.ts";
import type { DeploymentEventLog, NewDeploymentEvent } from "./deploymentEventLog.ts";

const failureSchema = deploymentSchema.shape.failure;

const deploymentRow = z.object({
  ...storedColumns,
  server_id: z.string(),
  project_id: z.string(),
  version: z.string(),
  digest: z.string(),
  status: deploymentSchema.shape.status,
  message: z.string().nullable(),
  started_at: z.string().nullable(),
  finished_at: z.string().nullable(),
  failure_json: jsonColumn(failureSchema).nullable(),
  triggered_by: z.string(),
  restarts: z.number(),
});
export type DeploymentRow = z.output<typeof deploymentRow>;

const serverRow = z.object({
  id: z.string(),
  project_id: z.string(),
  artifact_id: z.string().nullable(),
  live_deployment_id: z.string().nullable(),
  desired_state: z.enum(["running", "stopped"]),
});
export type DeployedServerRow = z.output<typeof serverRow>;

/** A change of a deployment's state, told as one event in the same transaction. */
export interface DeploymentChange {
  readonly status: DeploymentResource["status"];
  readonly message: string;
  readonly level?: NewDeploymentEvent["level"];
  readonly failure?: NonNullable<DeploymentResource["failure"]>;
  readonly data?: Readonly<Record<string, unknown>>;
  /** One more restart after a crash. */
  readonly restarted?: true;
}

/** Deployments as they are kept. Every change of state goes through `change`, so that no state is without its event. */
export interface DeploymentStore {
  insert(order: NewDeployment): DeploymentResource;
  get(id: string): DeploymentResource | undefined;
  row(id: string): DeploymentRow | undefined;
  rows(sql: string, ...values: SqlValue[]): DeploymentRow[];
  servers(sql: string, ...values: string[]): DeployedServerRow[];
  change(id: string, change: DeploymentChange): void;
  /** Makes a deployment the one that serves; the one before is superseded, all at once. */
  takeOver(id: string, serverId: string, change: DeploymentChange): void;
  wish(serverId: string, state: "running" | "stopped"): void;
  present(row: DeploymentRow): DeploymentResource;
}

export interface NewDeployment {
  readonly id: string;
  readonly serverId: string;
  readonly projectId: string;
  readonly version: string;
  readonly digest: string;
  readonly message: string | null;
  readonly triggeredBy: string;
}

/** `outlived` is told of a deployment with whose state its server may have one too many that has finished. */
export function createDeploymentStore(
  context: Pick<ServiceContext, "db" | "clock" | "baseUrl">,
  events: DeploymentEventLog,
  outlived: (deploymentId: string) => void,
): DeploymentStore {
  const { db } = context;
  const now = () => context.clock().toISOString();
  const rows = (sql: string, ...values: SqlValue[]) =>
    db.all(deploymentRow, `SELECT d.* FROM deployments d ${sql}`, ...values);
  const present = (row: DeploymentRow) => presentDeployment(row, context.baseUrl());

  const change = (id: string, to: DeploymentChange) => {
    events.flush(id);
    db.transaction(() => {
      const at = now();
      db.run(
        `UPDATE deployments SET status = ?, failure_json = coalesce(?, failure_json), restarts = restarts + ?,
           started_at = CASE WHEN ? THEN coalesce(started_at, ?) ELSE started_at END,
           finished_at = CASE WHEN ? THEN ? ELSE NULL END, etag = etag + 1, updated_at = ? WHERE id = ?`,
        to.status,
        to.failure ? JSON.stringify(to.failure) : null,
        to.restarted ? 1 : 0,
        to.status === "running" ? 1 : 0,
        at,
        isDeploymentFinished(to.status) ? 1 : 0,
        at,
        at,
        id,
      );
      // A stopped deployment stays the server's: it is what is started again.
      if (to.status === "failed" || to.status === "superseded")
        db.run(
          "UPDATE servers SET live_deployment_id = NULL, etag = etag + 1, updated_at = ? WHERE live_deployment_id = ?",
          at,
          id,
        );
      events.append(id, stateEvent(to));
      if (!isDeploymentFinished(to.status)) return;
      events.finish(id);
      db.afterCommit(() => outlived(id));
    });
  };

  return {
    rows,
    present,
    change,
    row: (id) => rows("WHERE d.id = ?", id)[0],
    get: (id) => rows("WHERE d.id = ?", id).map(present)[0],
    servers: (sql, ...values) => db.all(serverRow, `SELECT s.* FROM servers s ${sql}`, ...values),
    insert: (order) => {
      const at = now();
      db.run(
        `INSERT INTO deployments (id, server_id, project_id, version, digest, status, message, triggered_by, created_at, updated_at)
         VALUES (?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?)`,
        order.id,
        order.serverId,
        order.projectId,
        order.version,
        order.digest,
        order.message,
        order.triggeredBy,
        at,
        at,
      );
      events.append(order.id, stateEvent({ status: "queued", message: `Version ${order.version} is queued.` }));
      const row = rows("WHERE d.id = ?", order.id)[0];
      if (!row) throw new Error(`The deployment ${order.id} was not kept.`);
      return present(row);
    },
    takeOver: (id, serverId, to) =>
      db.transaction(() => {
        for (const old of rows(
          "JOIN servers s ON s.live_deployment_id = d.id WHERE s.id = ? AND d.id <> ?",
          serverId,
          id,
        ))
          if (!isDeploymentFinished(old.status))
            change(old.id, { status: "superseded", message: "A newer deployment has taken over.", data: { by: id } });
        db.run(
          "UPDATE servers SET live_deployment_id = ?, etag = etag + 1, updated_at = ? WHERE id = ? AND live_deployment_id IS NOT ?",
          id,
          now(),
          serverId,
          id,
        );
        change(id, to);
        db.afterCommit(() => outlived(id));
      }),
    wish: (serverId, state) =>
      void db.run(
        "UPDATE servers SET desired_state = ?, etag = etag + 1, updated_at = ? WHERE id = ? AND desired_state <> ?",
        state,
        now(),
        serverId,
        state,
      ),
  };
}

function stateEvent(change: DeploymentChange): NewDeploymentEvent {
  const bad = change.status === "failed" ? "error" : change.status === "degraded" ? "warning" : "info";
  return {
    kind: "state",
    level: change.level ?? bad,
    message: change.message,
    data: { status: change.status, ...change.data },
  };
}

function presentDeployment(row: DeploymentRow, baseUrl: string): DeploymentResource {
  return {
    ...toStoredFields(row),
    serverId: row.server_id,
    projectId: row.project_id,
    version: row.version,
    digest: row.digest,
    status: row.status,
    url: `${baseUrl}/mcp/${row.server_id}`,
    message: row.message,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    failure: row.failure_json,
    triggeredBy: row.triggered_by,
  };
}
