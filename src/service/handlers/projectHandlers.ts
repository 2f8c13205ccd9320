import * as z from "zod";
import type { ProjectResource } from "../../contract/projects.ts";
import { runnerKindSchema } from "../../contract/runners.ts";
import { checkNotArchived, decideArchivedAt, toArchivedFields } from "../archive/archivedState.ts";
import type { DeploymentCommands, OperationHandlers, ServiceCall, ServiceContext } from "../context.ts";
import { readItemPage } from "../http/readResultPage.ts";
import { requireFound } from "../http/serviceProblem.ts";
import { idRow, storedColumns, toStoredFields } from "../storage/rows/storedRow.ts";
import { createLikePattern } from "../storage/whereClause.ts";
import { checkIfMatch, createFreeSlug, insertItem, updateItem } from "../storage/writeItems.ts";

type ProjectHandlers = OperationHandlers<"projects.list" | "projects.create" | "project.get" | "project.update">;

type StopServers = Pick<DeploymentCommands, "setDesiredState">;

export function projectHandlers(context: ServiceContext, supervisor: StopServers): ProjectHandlers {
  return {
    "projects.list": (call) => list(context, call),
    "projects.create": ({ input, caller }) =>
      toProject(insertProject(context, caller.organizationId, input.name, input.description)),
    "project.get": ({ input, caller }) => toProject(requireProjectRow(context, caller.organizationId, input.id)),
    "project.update": (call) => update(context, supervisor, call),
  };
}

/** Returns the project if it belongs to the organization. */
export function findProjectRow(context: ServiceContext, organizationId: string, id: string): ProjectRow | undefined {
  const sql = `${selectProjects} WHERE p.id = ? AND p.organization_id = ?`;
  return context.db.get(projectRow, sql, id, organizationId);
}

function requireProjectRow(context: ServiceContext, organizationId: string, id: string): ProjectRow {
  return requireFound(findProjectRow(context, organizationId, id), "project", id);
}

/** Returns the project if it can get new content. */
export function requireOpenProjectRow(context: ServiceContext, organizationId: string, id: string): ProjectRow {
  const row = requireProjectRow(context, organizationId, id);
  checkNotArchived("project", row);
  return row;
}

export function insertProject(context: ServiceContext, organizationId: string, name: string, description: string) {
  const id = context.newId("prj_");
  const slug = createFreeSlug(context, name, ["projects", "organization_id", organizationId]);
  insertItem(context, "projects", { id, organization_id: organizationId, name, slug, description });
  return requireProjectRow(context, organizationId, id);
}

function list(context: ServiceContext, { input, caller }: ServiceCall<"projects.list">) {
  return readItemPage(input, {
    id: "p.id",
    conditions: [
      ["p.organization_id = ?", caller.organizationId],
      ["p.name LIKE ? ESCAPE '\\'", createLikePattern(input.q)],
      ["coalesce(p.archived_at, '') = ?", input.includeArchived ? undefined : ""],
    ],
    read: (clause, ...values) => context.db.all(projectRow, `${selectProjects} ${clause}`, ...values),
    toItem: toProject,
  });
}

function update(
  context: ServiceContext,
  supervisor: StopServers,
  { input, caller, ifMatch }: ServiceCall<"project.update">,
) {
  const row = requireProjectRow(context, caller.organizationId, input.id);
  checkIfMatch(ifMatch, row.etag);
  const archivedAt = decideArchivedAt(context, "project", row, input.archived);
  const isRestored = row.archived_at !== null && archivedAt === null;
  updateItem(context, "projects", row.id, {
    name: input.name,
    slug: isRestored
      ? createFreeSlug(context, row.slug, ["projects", "organization_id", row.organization_id])
      : undefined,
    description: input.description === null ? "" : input.description,
    archived_at: archivedAt,
    runs_on: input.runsOn,
  });
  if (archivedAt !== row.archived_at) updateContent(context, supervisor, row.id, archivedAt);
  return toProject(requireProjectRow(context, caller.organizationId, row.id));
}

/** Servers and skills are archived and restored by the column of their project alone. Running servers stop. */
function updateContent(
  { db }: ServiceContext,
  supervisor: StopServers,
  projectId: string,
  archivedAt: string | null,
): void {
  const sql = "SELECT id FROM servers WHERE project_id = ? AND archived_at IS NULL";
  for (const { id } of archivedAt === null ? [] : db.all(idRow, sql, projectId))
    supervisor.setDesiredState(id, "stopped", "The server was archived with its project");
  db.run("UPDATE servers SET etag = etag + 1 WHERE project_id = ?", projectId);
  db.run("UPDATE skills SET etag = etag + 1 WHERE project_id = ?", projectId);
}

const projectRow = z.object({
  ...storedColumns,
  organization_id: z.string(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  archived_at: z.string().nullable(),
  runs_on: runnerKindSchema,
  server_count: z.number(),
  skill_count: z.number(),
});
type ProjectRow = z.output<typeof projectRow>;

const selectProjects = `
  SELECT p.*, (SELECT count(*) FROM servers s WHERE s.project_id = p.id AND s.archived_at IS NULL) AS server_count,
    (SELECT count(*) FROM skills k WHERE k.project_id = p.id AND k.archived_at IS NULL) AS skill_count
  FROM projects p`;

function toProject(row: ProjectRow): ProjectResource {
  return {
    ...toStoredFields(row),
    ...toArchivedFields(row),
    organizationId: row.organization_id,
    name: row.name,
    slug: row.slug,
    description: row.description,
    serverCount: row.server_count,
    skillCount: row.skill_count,
    runsOn: row.runs_on,
  };
}
