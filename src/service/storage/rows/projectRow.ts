import * as z from "zod";
import type { ProjectResource } from "../../../contract/projects.ts";
import { runnerKindSchema } from "../../../contract/runners.ts";
import { toArchivedFields } from "../../archive/archivedState.ts";
import { storedColumns, toStoredFields } from "./storedRow.ts";

export const projectRow = z.object({
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
export type ProjectRow = z.output<typeof projectRow>;

export const selectProjects = `
  SELECT p.*, (SELECT count(*) FROM servers s WHERE s.project_id = p.id AND s.archived_at IS NULL) AS server_count,
    (SELECT count(*) FROM skills k WHERE k.project_id = p.id AND k.archived_at IS NULL) AS skill_count
  FROM projects p`;

export function toProject(row: ProjectRow): ProjectResource {
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
