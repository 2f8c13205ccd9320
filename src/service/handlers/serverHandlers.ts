import type { Server } from "../../contract/servers.ts";
import type { Call, Handlers, ServiceContext, Supervisor } from "../context.ts";
import { checkSource, plainSource, summaryOf } from "../generation/serverSource.ts";
import { checkIfMatch } from "../http/checkIfMatch.ts";
import { pageOf } from "../http/readResultPage.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { keepBlob } from "../storage/blobs.ts";
import { type ServerRow, selectServers, serverRow, toServer } from "../storage/rows/serverRow.ts";
import { idRow } from "../storage/rows/storedRow.ts";
import { mergeEnvironment, shownEnvironment } from "../storage/serverEnvironment.ts";
import { uniqueSlug } from "../storage/uniqueSlug.ts";
import { conditions, containing } from "../storage/whereClause.ts";
import { requireProject } from "./projectHandlers.ts";

export function serverHandlers(
  context: ServiceContext,
  supervisor: Pick<Supervisor, "setDesiredState">,
): Handlers<"servers.list" | "servers.create" | "server.update"> {
  return {
    "servers.list": (call) => list(context, call),
    "servers.create": (call) => create(context, call),
    "server.update": (call) => update(context, supervisor, call),
  };
}

/** The server's row, if it is the organization's. */
export function requireServer(context: ServiceContext, organizationId: string, id: string): ServerRow {
  const sql = `${selectServers} WHERE s.id = ? AND p.organization_id = ?`;
  const row = context.db.get(serverRow, sql, id, organizationId);
  if (!row) throw new ServiceProblem("not_found", `There is no server "${id}".`);
  return row;
}

/** The server as the contract has it. */
export function showServer(context: ServiceContext, row: ServerRow): Server {
  return toServer(row, shownEnvironment(context, row));
}

function list(context: ServiceContext, { input, caller }: Call<"servers.list">) {
  return pageOf(
    input,
    (before, count) => {
      const { where, values } = conditions([
        ["p.organization_id = ?", caller.organizationId],
        ["s.id = ?", input.id],
        ["s.project_id = ?", input.projectId],
        ["s.status = ?", input.status],
        ["s.name LIKE ? ESCAPE '\\'", containing(input.q)],
        ["s.id < ?", before],
      ]);
      return context.db.all(serverRow, `${selectServers} WHERE ${where} ORDER BY s.id DESC LIMIT ?`, ...values, count);
    },
    (row) => row.id,
    (row) => showServer(context, row),
  );
}

function create(context: ServiceContext, { input, caller }: Call<"servers.create">) {
  const project = requireProject(context, caller.organizationId, input.projectId);
  if (input.source) checkSource(input.source);
  const kept = input.source && plainSource(input.source);
  if (kept) keepBlob(context, kept.digest, kept.content);
  const id = context.newId("srv_");
  const now = context.clock().toISOString();
  context.db.run(
    `INSERT INTO servers (id, project_id, name, slug, description, source_digest, source_summary_json, status, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 'draft', ?, ?)`,
    id,
    project.id,
    input.name,
    uniqueSlug(input.name, "server", (slug) => isTaken(context, project.id, slug)),
    input.description,
    kept?.digest ?? null,
    input.source ? JSON.stringify(summaryOf(input.source)) : null,
    now,
    now,
  );
  mergeEnvironment(context, id, input.environment ?? {});
  return showServer(context, requireServer(context, caller.organizationId, id));
}

function update(
  context: ServiceContext,
  supervisor: Pick<Supervisor, "setDesiredState">,
  { input, caller, ifMatch }: Call<"server.update">,
) {
  const row = requireServer(context, caller.organizationId, input.id);
  checkIfMatch(ifMatch, row.etag);
  const { desiredState } = input;
  if (desiredState === "running" && row.live_deployment_id === null) {
    throw new ServiceProblem("conflict", `"${row.name}" has nothing deployed that could run. Deploy it first.`);
  }
  context.db.run(
    `UPDATE servers SET name = ?, description = ?, desired_state = ?, etag = etag + 1, updated_at = ? WHERE id = ?`,
    input.name ?? row.name,
    input.description === undefined ? row.description : (input.description ?? ""),
    desiredState ?? row.desired_state,
    context.clock().toISOString(),
    row.id,
  );
  mergeEnvironment(context, row.id, input.environment ?? {});
  if (desiredState !== undefined) supervisor.setDesiredState(row.id, desiredState);
  return showServer(context, requireServer(context, caller.organizationId, row.id));
}

function isTaken(context: ServiceContext, projectId: string, slug: string): boolean {
  const sql = "SELECT id FROM servers WHERE project_id = ? AND slug = ?";
  return context.db.get(idRow, sql, projectId, slug) !== undefined;
}
