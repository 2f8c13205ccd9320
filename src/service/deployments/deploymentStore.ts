import * as z from "zod";
import {
  type DeploymentResource,
  deploymentSchema,
  isDeploymentFinished,
  isDeploymentLive,
} from "../../contract/deployments.ts";
import { type RunnerKind, runnerKindSchema } from "../../contract/runners.ts";
import type { Caller, ServiceContext } from "../context.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import type { SqlValue } from "../storage/database.ts";
import { jsonColumn } from "../storage/rows/jsonColumn.ts";
import { storedColumns, toStoredFields } from "../storage/rows/storedRow.ts";
import type { DeploymentEventLog, NewDeploymentEvent } from "./deploymentEventLog.ts";
import { formatPreviewAddress, getGatewayServerUrl } from "./gateway/serverAddress.ts";
import { idleHealthSummary, readLatestHealth, summarizeHealth } from "./health/healthRow.ts";
import type { Recordings } from "./recording/recordings.ts";

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
  sandbox: z.string().nullable(),
  runs_on: runnerKindSchema,
  image: z.string().nullable(),
  idle_since: z.string().nullable(),
  preview: z.number(),
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

/** A change of a deployment's state, saved with one event in the same transaction. */
export interface DeploymentChange {
  readonly status: DeploymentResource["status"];
  readonly message: string;
  readonly level?: NewDeploymentEvent["level"];
  readonly failure?: NonNullable<DeploymentResource["failure"]>;
  readonly data?: Readonly<Record<string, unknown>>;
  /** What confines the process that is now ready. */
  readonly sandbox?: string | undefined;
  /** The container image that runs, with its digest. */
  readonly image?: string | undefined;
  /** One more restart after a crash. */
  readonly restarted?: true;
  /** Its process has ended because there were no requests. Each other change ends that. */
  readonly isIdle?: true;
}

/** The deployments in the database. `change` saves every change of state together with its event. */
export interface DeploymentStore {
  insert(newDeployment: NewDeployment): DeploymentResource;
  get(id: string): DeploymentResource | undefined;
  row(id: string): DeploymentRow | undefined;
  rows(sql: string, ...values: SqlValue[]): DeploymentRow[];
  servers(sql: string, ...values: string[]): DeployedServerRow[];
  change(id: string, change: DeploymentChange): void;
  /** Makes a deployment the live one and marks the previous one as superseded, in one transaction. */
  makeLive(id: string, serverId: string, change: DeploymentChange): void;
  saveDesiredState(serverId: string, state: "running" | "stopped"): void;
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
  readonly runsOn: RunnerKind;
  readonly preview?: boolean | undefined;
}

/** `onPruningDue` runs after changes with which a server may have too many finished deployments. */
export function createDeploymentStore(
  context: Pick<ServiceContext, "db" | "clock" | "baseUrl">,
  { events, recordings }: { readonly events: DeploymentEventLog; readonly recordings: Recordings },
  onPruningDue: (deploymentId: string) => void,
): DeploymentStore {
  const { db } = context;
  const now = () => context.clock().toISOString();
  const rows = (sql: string, ...values: SqlValue[]) =>
    db.all(deploymentRow, `SELECT d.* FROM deployments d ${sql}`, ...values);
  const present = (row: DeploymentRow) => {
    const isLive = isDeploymentLive(row.status);
    const latest = isLive ? readLatestHealth(db, row.id) : undefined;
    const known = latest ? summarizeHealth(latest) : null;
    return {
      ...presentDeployment(row, context.baseUrl()),
      health: row.idle_since === null ? known : idleHealthSummary,
      recording: recordings.describe(row.id),
    };
  };

  const change = (id: string, newState: DeploymentChange) => {
    events.flush(id);
    const { status } = newState;
    const save = () => {
      updateState(db, id, newState, now());
      events.append(id, createStateEvent(newState));
      if (!isDeploymentFinished(status)) return;
      events.finish(id);
      recordings.end(id, "deployment");
      db.afterCommit(() => onPruningDue(id));
    };
    // What is queued is built and started again.
    db.transaction(save, { waitsForDisk: status !== "building" && status !== "starting" });
  };
  const insert = (newDeployment: NewDeployment) => {
    const { id, version } = newDeployment;
    insertDeployment(db, newDeployment, now());
    events.append(id, createStateEvent({ status: "queued", message: `Version ${version} is queued.` }));
    const row = rows("WHERE d.id = ?", id)[0];
    if (!row) throw new Error(`The deployment ${id} was not stored.`);
    return present(row);
  };
  const supersedeLive = (serverId: string, id: string) => {
    const superseded = {
      status: "superseded",
      message: "A newer deployment replaced this one.",
      data: { by: id },
    } as const;
    const join = "JOIN servers s ON s.live_deployment_id = d.id WHERE s.id = ? AND d.id <> ?";
    for (const previous of rows(join, serverId, id))
      if (!isDeploymentFinished(previous.status)) change(previous.id, superseded);
  };
  const makeLive = (id: string, serverId: string, newState: DeploymentChange) =>
    db.transaction(() => {
      supersedeLive(serverId, id);
      updateLiveDeployment(db, serverId, id, now());
      change(id, newState);
      db.afterCommit(() => onPruningDue(id));
    });

  return {
    rows,
    present,
    insert,
    change,
    makeLive,
    row: (id) => rows("WHERE d.id = ?", id)[0],
    get: (id) => rows("WHERE d.id = ?", id).map(present)[0],
    servers: (sql, ...values) => db.all(serverRow, `SELECT s.* FROM servers s ${sql}`, ...values),
    saveDesiredState: (serverId, state) => updateDesiredState(db, serverId, state, now()),
  };
}

/** Returns the deployment if its project belongs to the caller's organization. */
export function requireDeploymentRow(
  { rows }: Pick<DeploymentStore, "rows">,
  { organizationId }: Caller,
  id: string,
): DeploymentRow {
  const [row] = rows(
    "JOIN projects p ON p.id = d.project_id WHERE d.id = ? AND p.organization_id = ?",
    id,
    organizationId,
  );
  if (!row) throw new ServiceProblem("not_found", `There is no deployment "${id}".`);
  return row;
}

function insertDeployment(db: ServiceContext["db"], newDeployment: NewDeployment, at: string): void {
  const { id, serverId, projectId, version, digest, message, triggeredBy, runsOn, preview = false } = newDeployment;
  db.run(
    `INSERT INTO deployments (id, server_id, project_id, version, digest, status, message, triggered_by, runs_on, preview, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?)`,
    ...[id, serverId, projectId, version, digest, message, triggeredBy, runsOn, Number(preview), at, at],
  );
}

function updateState(db: ServiceContext["db"], id: string, newState: DeploymentChange, at: string): void {
  const { status, failure, restarted, isIdle, sandbox = null, image = null } = newState;
  db.run(
    `UPDATE deployments SET status = ?, failure_json = coalesce(?, failure_json), restarts = restarts + ?,
       sandbox = coalesce(?, sandbox), image = coalesce(?, image), idle_since = ?,
       started_at = CASE WHEN ? THEN coalesce(started_at, ?) ELSE started_at END,
       finished_at = CASE WHEN ? THEN ? ELSE NULL END, etag = etag + 1, updated_at = ? WHERE id = ?`,
    ...[status, failure ? JSON.stringify(failure) : null, restarted ? 1 : 0, sandbox, image, isIdle ? at : null],
    ...[status === "running" ? 1 : 0, at],
    ...[isDeploymentFinished(status) ? 1 : 0, at, at, id],
  );
  // A stopped deployment stays the server's live one, because a start deploys it again.
  if (status === "failed" || status === "superseded")
    db.run(
      "UPDATE servers SET live_deployment_id = NULL, etag = etag + 1, updated_at = ? WHERE live_deployment_id = ?",
      ...[at, id],
    );
}

function updateLiveDeployment(db: ServiceContext["db"], serverId: string, id: string, at: string): void {
  db.run("UPDATE deployments SET preview = 0 WHERE id = ?", id);
  db.run(
    "UPDATE servers SET live_deployment_id = ?, etag = etag + 1, updated_at = ? WHERE id = ? AND live_deployment_id IS NOT ?",
    ...[id, at, serverId, id],
  );
}

function updateDesiredState(db: ServiceContext["db"], serverId: string, state: string, at: string): void {
  db.run(
    "UPDATE servers SET desired_state = ?, etag = etag + 1, updated_at = ? WHERE id = ? AND desired_state <> ?",
    ...[state, at, serverId, state],
  );
}

function createStateEvent(change: DeploymentChange): NewDeploymentEvent {
  const defaultLevel = change.status === "failed" ? "error" : change.status === "degraded" ? "warning" : "info";
  return {
    kind: "state",
    level: change.level ?? defaultLevel,
    message: change.message,
    data: { status: change.status, ...(change.isIdle && { idle: true }), ...change.data },
  };
}

function presentDeployment(row: DeploymentRow, baseUrl: string): DeploymentResource {
  const isPreview = row.preview === 1;
  return {
    ...toStoredFields(row),
    serverId: row.server_id,
    projectId: row.project_id,
    version: row.version,
    digest: row.digest,
    status: row.status,
    url: getGatewayServerUrl(baseUrl, isPreview ? formatPreviewAddress(row.server_id, row.version) : row.server_id),
    preview: isPreview,
    message: row.message,
    startedAt: row.started_at,
    finishedAt: row.finished_at,
    failure: row.failure_json,
    triggeredBy: row.triggered_by,
    sandbox: row.sandbox,
    runsOn: row.runs_on,
    image: row.image,
    idleSince: row.idle_since,
  };
}
