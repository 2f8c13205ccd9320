import type { ServerResource } from "../../contract/servers.ts";
import { createUniqueSlug } from "../../text/language/uniqueSlug.ts";
import { checkNotArchived, decideArchivedAt } from "../archive/archivedState.ts";
import type { DeploymentCommands, OperationHandlers, ServiceCall, ServiceContext } from "../context.ts";
import { checkServerSource, summarizeServerSource, toStoredSource } from "../generation/serverSource.ts";
import { checkIfMatch } from "../http/checkIfMatch.ts";
import { readItemPage } from "../http/readResultPage.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { findVersionRow } from "../registry/versions.ts";
import { saveBlob } from "../storage/blobs.ts";
import { type ServerRow, selectServers, serverRow, toServer } from "../storage/rows/serverRow.ts";
import { idRow } from "../storage/rows/storedRow.ts";
import type { VersionRow } from "../storage/rows/versionRow.ts";
import {
  mergeServerEnvironment,
  presentServerEnvironment,
  presentServerVariables,
} from "../storage/serverEnvironment.ts";
import { createLikePattern } from "../storage/whereClause.ts";
import { requireOpenProjectRow } from "./projectHandlers.ts";

type ServerSupervisor = Pick<DeploymentCommands, "setDesiredState" | "readLiveEnvironment">;

export function serverHandlers(
  context: ServiceContext,
  supervisor: ServerSupervisor,
): OperationHandlers<"servers.list" | "servers.create" | "server.update"> {
  return {
    "servers.list": (call) => list(context, supervisor, call),
    "servers.create": (call) => create(context, supervisor, call),
    "server.update": (call) => update(context, supervisor, call),
  };
}

/** Returns the server's row if the server belongs to the organization. */
export function requireServerRow(context: ServiceContext, organizationId: string, id: string): ServerRow {
  const sql = `${selectServers} WHERE s.id = ? AND p.organization_id = ?`;
  const row = context.db.get(serverRow, sql, id, organizationId);
  if (!row) throw new ServiceProblem("not_found", `There is no server "${id}".`);
  return row;
}

/** Returns the server's row if it can be changed, deployed, tested and called. */
export function requireOpenServerRow(context: ServiceContext, organizationId: string, id: string): ServerRow {
  const row = requireServerRow(context, organizationId, id);
  checkNotArchived("server", row);
  return row;
}

/** Returns a version of a server that can be deployed and tested, by default the latest. */
export function requireServerVersion(
  context: ServiceContext,
  organizationId: string,
  serverId: string,
  requested: string | undefined,
): { readonly server: ServerRow; readonly version: VersionRow } {
  const server = requireOpenServerRow(context, organizationId, serverId);
  const { name, artifact_id: artifactId } = server;
  const version = artifactId === null ? undefined : findVersionRow(context.db, artifactId, requested);
  if (version) return { server, version };
  if (requested !== undefined && artifactId !== null)
    throw new ServiceProblem("not_found", `"${name}" has no version ${requested}.`);
  throw new ServiceProblem("conflict", `"${name}" has no version yet. Generate it first.`);
}

export function presentServer(
  context: ServiceContext,
  supervisor: Pick<DeploymentCommands, "readLiveEnvironment">,
  row: ServerRow,
): ServerResource {
  const variables = presentServerVariables(context, row, supervisor.readLiveEnvironment(row.id));
  return { ...toServer(row, presentServerEnvironment(context, row)), variables };
}

function list(context: ServiceContext, supervisor: ServerSupervisor, { input, caller }: ServiceCall<"servers.list">) {
  return readItemPage(input, {
    id: "s.id",
    conditions: [
      ["p.organization_id = ?", caller.organizationId],
      ["s.id = ?", input.id],
      ["s.project_id = ?", input.projectId],
      ["s.status = ?", input.status],
      ["s.name LIKE ? ESCAPE '\\'", createLikePattern(input.q)],
      ["coalesce(s.archived_at, p.archived_at, '') = ?", input.includeArchived ? undefined : ""],
    ],
    read: (clause, ...values) => context.db.all(serverRow, `${selectServers} ${clause}`, ...values),
    toItem: (row) => presentServer(context, supervisor, row),
  });
}

function create(
  context: ServiceContext,
  supervisor: ServerSupervisor,
  { input, caller }: ServiceCall<"servers.create">,
) {
  const project = requireOpenProjectRow(context, caller.organizationId, input.projectId);
  if (input.source) checkServerSource(input.source);
  const storedSource = input.source && toStoredSource(input.source);
  if (storedSource) saveBlob(context, storedSource.digest, storedSource.content);
  const id = context.newId("srv_");
  const now = context.clock().toISOString();
  context.db.run(
    `INSERT INTO servers (id, project_id, name, slug, description, source_digest, source_summary_json, status, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'draft', ?, ?)`,
    id,
    project.id,
    input.name,
    createUniqueSlug(input.name, "server", (slug) => isTaken(context, project.id, slug)),
    input.description,
    storedSource?.digest ?? null,
    input.source ? JSON.stringify(summarizeServerSource(input.source)) : null,
    now,
    now,
  );
  mergeServerEnvironment(context, id, input.environment ?? {});
  return presentServer(context, supervisor, requireServerRow(context, caller.organizationId, id));
}

function update(
  context: ServiceContext,
  supervisor: ServerSupervisor,
  { input, caller, ifMatch }: ServiceCall<"server.update">,
) {
  const row = requireServerRow(context, caller.organizationId, input.id);
  checkIfMatch(ifMatch, row.etag);
  const now = context.clock().toISOString();
  const archivedAt = decideArchivedAt("server", row, input.archived, now);
  const isRestored = row.archived_at !== null && archivedAt === null;
  // An archived server is stopped, and stays so when it is restored.
  const desiredState = input.archived ? "stopped" : input.desiredState;
  if (desiredState === "running" && row.live_deployment_id === null) {
    throw new ServiceProblem("conflict", `"${row.name}" has no deployment to run. Deploy it first.`);
  }
  context.db.run(
    `UPDATE servers SET name = ?, slug = ?, description = ?, desired_state = ?, allowed_hosts_json = ?, archived_at = ?,
       runs_on = ?, limits_json = ?, replicas = ?, stop_when_idle_minutes = ?, etag = etag + 1, updated_at = ? WHERE id = ?`,
    input.name ?? row.name,
    isRestored ? createUniqueSlug(row.slug, "server", (slug) => isTaken(context, row.project_id, slug)) : row.slug,
    input.description === undefined ? row.description : (input.description ?? ""),
    desiredState ?? row.desired_state,
    JSON.stringify(input.allowedHosts ? [...new Set(input.allowedHosts)] : row.allowed_hosts_json),
    archivedAt,
    input.runsOn === undefined ? row.runs_on : input.runsOn,
    JSON.stringify(input.limits ?? row.limits_json),
    input.replicas ?? row.replicas,
    input.stopWhenIdleMinutes === undefined ? row.stop_when_idle_minutes : input.stopWhenIdleMinutes,
    now,
    row.id,
  );
  mergeServerEnvironment(context, row.id, input.environment ?? {});
  const reason = input.archived ? "The server was archived" : undefined;
  if (desiredState !== undefined) supervisor.setDesiredState(row.id, desiredState, reason);
  return presentServer(context, supervisor, requireServerRow(context, caller.organizationId, row.id));
}

function isTaken(context: ServiceContext, projectId: string, slug: string): boolean {
  const sql = "SELECT id FROM servers WHERE project_id = ? AND slug = ? AND archived_at IS NULL";
  return context.db.get(idRow, sql, projectId, slug) !== undefined;
}
