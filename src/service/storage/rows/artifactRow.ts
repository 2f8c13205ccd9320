import * as z from "zod";
import { type ArtifactResource, artifactSchema } from "../../../contract/registry.ts";
import { storedColumns, toStoredFields } from "./storedRow.ts";

export const artifactRow = z.object({
  ...storedColumns,
  organization_id: z.string(),
  kind: artifactSchema.shape.kind,
  name: z.string(),
  title: z.string(),
  description: z.string(),
  latest_version: z.string().nullable(),
  version_count: z.number(),
});
export type ArtifactRow = z.output<typeof artifactRow>;

export const selectArtifacts = `
  SELECT a.*, (SELECT count(*) FROM versions v WHERE v.artifact_id = a.id) AS version_count,
    (SELECT v.version FROM versions v WHERE v.artifact_id = a.id ORDER BY v.id DESC LIMIT 1) AS latest_version
  FROM artifacts a`;

export function toArtifact(row: ArtifactRow): ArtifactResource {
  return {
    ...toStoredFields(row),
    kind: row.kind,
    name: row.name,
    title: row.title,
    description: row.description,
    latestVersion: row.latest_version,
    versionCount: row.version_count,
  };
}
