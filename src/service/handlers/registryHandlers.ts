import * as z from "zod";
import { type ArtifactResource, artifactSchema } from "../../contract/registry.ts";
import type { OperationHandlers, ServiceCall, ServiceContext } from "../context.ts";
import { readItemPage, readResultPage } from "../http/readResultPage.ts";
import { requireFound, ServiceProblem } from "../http/serviceProblem.ts";
import { readVersionSurface } from "../registry/listedTools.ts";
import { findVersionRow, listVersionsBefore, readVersionFiles } from "../registry/versions.ts";
import { storedColumns, toStoredFields } from "../storage/rows/storedRow.ts";
import { toVersion, type VersionRow } from "../storage/rows/versionRow.ts";
import { createLikePattern } from "../storage/whereClause.ts";

export function registryHandlers(
  context: ServiceContext,
): OperationHandlers<"registry.artifacts" | "registry.artifact" | "registry.versions" | "registry.tools"> {
  return {
    "registry.artifacts": (call) => list(context, call),
    "registry.artifact": (call) => read(context, call),
    "registry.versions": ({ input, caller }) => {
      const artifact = requireArtifact(context, caller.organizationId, input.id);
      return readResultPage(
        input,
        (before, count) => listVersionsBefore(context.db, artifact.id, before, count),
        (row) => row.id,
        toVersion,
      );
    },
    "registry.tools": (call) => readVersionTools(context, call),
  };
}

/** What is archived leaves the registry's list. Its artifact can still be read by its id. */
const isListed = ["servers", "skills"]
  .map(
    (table) => `NOT EXISTS (SELECT 1 FROM ${table} o JOIN projects p ON p.id = o.project_id
      WHERE o.artifact_id = a.id AND coalesce(o.archived_at, p.archived_at) IS NOT NULL)`,
  )
  .join(" AND ");

function list(context: ServiceContext, { input, caller }: ServiceCall<"registry.artifacts">) {
  return readItemPage(input, {
    id: "a.id",
    conditions: [
      [`${isListed} AND a.organization_id = ?`, caller.organizationId],
      ["a.id = ?", input.id],
      ["a.kind = ?", input.kind],
      ["a.name || ' ' || a.title || ' ' || a.description LIKE ? ESCAPE '\\'", createLikePattern(input.q)],
    ],
    read: (clause, ...values) => context.db.all(artifactRow, `${selectArtifacts} ${clause}`, ...values),
    toItem: toArtifact,
  });
}

function read(context: ServiceContext, { input, caller }: ServiceCall<"registry.artifact">) {
  const artifact = requireArtifact(context, caller.organizationId, input.id);
  const version = requireVersion(context, artifact, input.version);
  const files = readVersionFiles(context.db, version.id).map(({ content, ...file }) => ({
    ...file,
    content: Buffer.from(content).toString(file.encoding),
  }));
  return { ...toArtifact(artifact), version: toVersion(version), files, manifest: version.manifest_json };
}

function readVersionTools(context: ServiceContext, { caller, input }: ServiceCall<"registry.tools">) {
  const artifact = requireArtifact(context, caller.organizationId, input.id);
  const { id, version } = requireVersion(context, artifact, input.version);
  const tools = readVersionSurface(context.db, id);
  if (tools) return { tools: [...tools] };
  const advice = "Deploy it or run its tests: its tools are saved when its server lists them.";
  throw new ServiceProblem("not_found", `The tools of "${artifact.name}" ${version} are not known. ${advice}`);
}

function requireVersion(context: ServiceContext, { id, name }: ArtifactRow, requested: string | undefined): VersionRow {
  const version = findVersionRow(context.db, id, requested);
  if (version) return version;
  const missing = requested === undefined ? "a version yet" : `version "${requested}"`;
  throw new ServiceProblem("not_found", `The artifact "${name}" does not have ${missing}.`);
}

function requireArtifact(context: ServiceContext, organizationId: string, id: string): ArtifactRow {
  const sql = `${selectArtifacts} WHERE a.id = ? AND a.organization_id = ?`;
  return requireFound(context.db.get(artifactRow, sql, id, organizationId), "artifact", id);
}

const artifactRow = z.object({
  ...storedColumns,
  organization_id: z.string(),
  kind: artifactSchema.shape.kind,
  name: z.string(),
  title: z.string(),
  description: z.string(),
  latest_version: z.string().nullable(),
  version_count: z.number(),
});
type ArtifactRow = z.output<typeof artifactRow>;

const selectArtifacts = `
  SELECT a.*, (SELECT count(*) FROM versions v WHERE v.artifact_id = a.id) AS version_count,
    (SELECT v.version FROM versions v WHERE v.artifact_id = a.id ORDER BY v.id DESC LIMIT 1) AS latest_version
  FROM artifacts a`;

function toArtifact(row: ArtifactRow): ArtifactResource {
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
