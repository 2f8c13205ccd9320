import * as z from "zod";
import { type SkillResource, skillProblemSchema, skillSchema } from "../../../contract/skills.ts";
import { toArchivedFields } from "../../archive/archivedState.ts";
import { jsonColumn } from "./jsonColumn.ts";
import { storedColumns, toStoredFields } from "./storedRow.ts";

export const skillRow = z.object({
  ...storedColumns,
  project_id: z.string(),
  name: z.string(),
  description: z.string(),
  license: z.string().nullable(),
  compatibility: z.string().nullable(),
  metadata_json: jsonColumn(skillSchema.shape.metadata),
  allowed_tools_json: jsonColumn(skillSchema.shape.allowedTools),
  files_json: jsonColumn(skillSchema.shape.files),
  digest: z.string(),
  valid: z.number(),
  problems_json: jsonColumn(z.array(skillProblemSchema)),
  artifact_id: z.string().nullable(),
  latest_version: z.string().nullable(),
  archived_at: z.string().nullable(),
  project_archived_at: z.string().nullable(),
});
export type SkillRow = z.output<typeof skillRow>;

/** CROSS JOIN keeps the join order, as in `selectServers`. */
export const selectSkills = `
  SELECT s.*, p.archived_at AS project_archived_at,
    (SELECT v.version FROM versions v WHERE v.artifact_id = s.artifact_id ORDER BY v.id DESC LIMIT 1)
    AS latest_version FROM skills s CROSS JOIN projects p ON p.id = s.project_id`;

export function toSkill(row: SkillRow): SkillResource {
  return {
    ...toStoredFields(row),
    ...toArchivedFields(row),
    projectId: row.project_id,
    name: row.name,
    description: row.description,
    license: row.license,
    compatibility: row.compatibility,
    metadata: row.metadata_json,
    allowedTools: row.allowed_tools_json,
    files: row.files_json,
    latestVersion: row.latest_version,
    artifactId: row.artifact_id,
    digest: row.digest,
    valid: row.valid !== 0,
    problems: row.problems_json,
  };
}
