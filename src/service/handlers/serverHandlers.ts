import type { RunnerKind } from "../../contract/runners.ts";
import type { ServerResource } from "../../contract/servers.ts";
import { checkNotArchived, decideArchivedAt } from "../archive/archivedState.ts";
import type {
  DeploymentCommands,
  OperationHandlers,
  OperationPreparations,
  ServiceCall,
  ServiceContext,
} from "../context.ts";
import type { ServerGeneration } from "../generation/serverGeneration.ts";
import {
  checkServerSource,
  readStoredSource,
  summarizeServerSource,
  toStoredSource,
} from "../generation/serverSource.ts";
import { readItemPage } from "../http/readResultPage.ts";
import { createFieldProblem, requireFound, ServiceProblem } from "../http/serviceProblem.ts";
import { findVersionRow } from "../registry/versions.ts";
import { saveBlob } from "../storage/blobs.ts";
import { type ServerRow, selectServers, serverRow, toServer } from "../storage/rows/serverRow.ts";
import type { VersionRow } from "../storage/rows/versionRow.ts";
import {
  mergeServerEnvironment,
  presentServerEnvironment,
  presentServerVariables,
} from "../storage/serverEnvironment.ts";
import { createLikePattern } from "../storage/whereClause.ts";
import { checkIfMatch, createFreeSlug, insertItem, updateItem } from "../storage/writeItems.ts";
import { readServerToolCalls } from "../usage/serverToolCalls.ts";
import { checkStorageQuota } from "../usage/storageQuota.ts";
import type { ToolCallCounter } from "../usage/toolCallCounter.ts";
import { requireOpenProjectRow } from "./projectHandlers.ts";

type ServerSupervisor = Pick<DeploymentCommands, "setDesiredState" | "readLiveEnvironment">;

interface ServerParts {
  readonly supervisor: ServerSupervisor;
  readonly generation: ServerGeneration;
  readonly toolCalls: Pick<ToolCallCounter, "flush">;
}

export function serverHandlers(
  context: ServiceContext,
  { supervisor, generation, toolCalls }: ServerParts,
): OperationHandlers<"servers.list" | "servers.create" | "server.update" | "server.generate" | "server.toolCalls"> {
  return {
    "servers.list": (call) => list(context, supervisor, call),
    "servers.create": (call) => create(context, supervisor, call),
    "server.update": (call) => update(context, supervisor, call),
    "server.generate": (call) => {
      const id = startGeneration(context, generation, call);
      return presentServer(context, supervisor, requireServerRow(context, call.caller.organizationId, id));
    },
    "server.toolCalls": ({ caller, input }) => {
      const { id } = requireServerRow(context, caller.organizationId, input.id);
      toolCalls.flush();
      return readServerToolCalls(context.db, id);
    },
  };
}

/** Returns the server's row if the server belongs to the organization. */
export function requireServerRow(context: ServiceContext, organizationId: string, id: string): ServerRow {
  const sql = `${selectServers} WHERE s.id = ? AND p.organization_id = ?`;
  return requireFound(context.db.get(serverRow, sql, id, organizationId), "server", id);
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

function presentServer(
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
  insertItem(context, "servers", {
    id,
    project_id: project.id,
    name: input.name,
    slug: createFreeSlug(context, input.name, ["servers", "project_id", project.id]),
    description: input.description,
    source_digest: storedSource?.digest ?? null,
    source_summary_json: input.source ? JSON.stringify(summarizeServerSource(input.source)) : null,
    status: "draft",
  });
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
  const archivedAt = decideArchivedAt(context, "server", row, input.archived);
  const isRestored = row.archived_at !== null && archivedAt === null;
  // An archived server is stopped, and stays so when it is restored.
  const desiredState = input.archived ? "stopped" : input.desiredState;
  if (desiredState === "running" && row.live_deployment_id === null) {
    throw new ServiceProblem("conflict", `"${row.name}" has no deployment to run. Deploy it first.`);
  }
  updateItem(context, "servers", row.id, {
    name: input.name,
    slug: isRestored ? createFreeSlug(context, row.slug, ["servers", "project_id", row.project_id]) : undefined,
    description: input.description === null ? "" : input.description,
    desired_state: desiredState,
    allowed_hosts_json: input.allowedHosts && JSON.stringify([...new Set(input.allowedHosts)]),
    archived_at: archivedAt,
    runs_on: input.runsOn,
    limits_json: input.limits && JSON.stringify(input.limits),
    stop_when_idle_minutes: input.stopWhenIdleMinutes,
  });
  mergeServerEnvironment(context, row.id, input.environment ?? {});
  const reason = input.archived ? "The server was archived" : undefined;
  if (desiredState !== undefined) supervisor.setDesiredState(row.id, desiredState, reason);
  return presentServer(context, supervisor, requireServerRow(context, caller.organizationId, row.id));
}

/** Returns the id of the server. */
function startGeneration(
  context: ServiceContext,
  generation: ServerGeneration,
  { input, caller: { organizationId, userName } }: ServiceCall<"server.generate">,
): string {
  const server = requireOpenServerRow(context, organizationId, input.id);
  checkStorageQuota(context, organizationId);
  if (input.source) checkServerSource(input.source);
  if (!input.source && server.source_digest === null) {
    throw new ServiceProblem("invalid_request", `"${server.name}" has no source yet.`, {
      errors: [{ path: "source", message: "Send a source to generate the server from." }],
    });
  }
  const source = input.source ?? readStoredSource(context, server.source_digest ?? "");
  const { version, skills = [] } = input;
  if (source.kind === "files" && skills.length > 0) {
    throw new ServiceProblem("invalid_request", `"${server.name}" is made from a folder, which has its own skills.`, {
      errors: [{ path: "skills", message: "Add the files to the folder `skills` of the source." }],
    });
  }
  generation.start({ server, source, skills, version, organizationId, publishedBy: userName });
  return server.id;
}

/** Refuses a runner that is not available before it is saved. */
export function createRunnerChecks(context: ServiceContext): OperationPreparations {
  const { drivers } = context.runners;
  const checkAvailable = async (kind: RunnerKind) => {
    const { available, description } = await drivers[kind].describe();
    if (!available) throw createFieldProblem("unusable", "runsOn", description);
  };
  return {
    "project.update": async ({ input }) => {
      if (input.runsOn) await checkAvailable(input.runsOn);
    },
    "server.update": async ({ input }) => {
      if (input.runsOn) await checkAvailable(input.runsOn);
    },
  };
}
