import type { SkillResource } from "../../contract/skills.ts";
import { checkNotArchived, decideArchivedAt } from "../archive/archivedState.ts";
import type { OperationHandlers, ServiceCall, ServiceContext } from "../context.ts";
import { readItemPage } from "../http/readResultPage.ts";
import { requireFound, ServiceProblem } from "../http/serviceProblem.ts";
import { publishSkillVersion, readSkillFacts, type SkillFacts } from "../registry/publishSkillVersion.ts";
import { removeUnusedBlobs, saveBlob } from "../storage/blobs.ts";
import { type SkillRow, selectSkills, skillRow, toSkill } from "../storage/rows/skillRow.ts";
import { idRow } from "../storage/rows/storedRow.ts";
import { createLikePattern } from "../storage/whereClause.ts";
import { checkIfMatch, insertItem, updateItem } from "../storage/writeItems.ts";
import { requireOpenProjectRow } from "./projectHandlers.ts";

export function skillHandlers(
  context: ServiceContext,
): OperationHandlers<"skills.list" | "skills.create" | "skill.update"> {
  return {
    "skills.list": (call) => list(context, call),
    "skills.create": (call) => create(context, call),
    "skill.update": (call) => update(context, call),
  };
}

/** Returns the skill's row if the skill belongs to the organization. */
export function requireSkillRow(context: ServiceContext, organizationId: string, id: string): SkillRow {
  const sql = `${selectSkills} WHERE s.id = ? AND p.organization_id = ?`;
  return requireFound(context.db.get(skillRow, sql, id, organizationId), "skill", id);
}

/** Returns the skill's row if it can be changed, installed and tested. */
export function requireOpenSkillRow(context: ServiceContext, organizationId: string, id: string): SkillRow {
  const row = requireSkillRow(context, organizationId, id);
  checkNotArchived("skill", row);
  return row;
}

function list(context: ServiceContext, { input, caller }: ServiceCall<"skills.list">) {
  return readItemPage(input, {
    id: "s.id",
    conditions: [
      ["p.organization_id = ?", caller.organizationId],
      ["s.id = ?", input.id],
      ["s.project_id = ?", input.projectId],
      ["s.name || ' ' || s.description LIKE ? ESCAPE '\\'", createLikePattern(input.q)],
      ["coalesce(s.archived_at, p.archived_at, '') = ?", input.includeArchived ? undefined : ""],
    ],
    read: (clause, ...values) => context.db.all(skillRow, `${selectSkills} ${clause}`, ...values),
    toItem: toSkill,
  });
}

function create(context: ServiceContext, { input, caller }: ServiceCall<"skills.create">): SkillResource {
  const project = requireOpenProjectRow(context, caller.organizationId, input.projectId);
  if (!input.publish) checkDraft(input);
  const facts = readSkillFacts(input.files);
  checkNameIsFree(context, project.id, facts.name);
  const { version, notes } = input;
  const artifactId = input.publish
    ? publishSkillVersion(context, caller, { artifactId: null, facts, version, notes })
    : null;
  const id = context.newId("skl_");
  insertItem(context, "skills", { id, ...toColumns(facts), artifact_id: artifactId, project_id: project.id });
  // Published files are saved with their version.
  if (artifactId === null) for (const { digest, bytes } of facts.content.files) saveBlob(context, digest, bytes);
  return toSkill(requireSkillRow(context, caller.organizationId, id));
}

function update(context: ServiceContext, { input, caller, ifMatch }: ServiceCall<"skill.update">): SkillResource {
  const row = requireSkillRow(context, caller.organizationId, input.id);
  checkIfMatch(ifMatch, row.etag);
  const archivedAt = decideArchivedAt(context, "skill", row, input.archived);
  const projectId =
    input.projectId === undefined
      ? row.project_id
      : requireOpenProjectRow(context, caller.organizationId, input.projectId).id;
  const facts = input.files && readSkillFacts(input.files);
  if (!facts) checkDraft(input);
  const name = facts?.name ?? row.name;
  const isRestored = row.archived_at !== null && archivedAt === null;
  if (name !== row.name || projectId !== row.project_id || isRestored) checkNameIsFree(context, projectId, name);
  const { version, notes } = input;
  const artifactId = facts
    ? publishSkillVersion(context, caller, { artifactId: row.artifact_id, facts, version, notes })
    : row.artifact_id;
  const isUnchanged = facts === undefined || (facts.content.digest === row.digest && artifactId === row.artifact_id);
  if (isUnchanged && projectId === row.project_id && archivedAt === row.archived_at) return toSkill(row);
  updateItem(context, "skills", row.id, {
    ...(facts && toColumns(facts)),
    artifact_id: artifactId,
    project_id: projectId,
    archived_at: archivedAt,
  });
  // A draft that is published: later files belong to versions and stay.
  if (facts && row.artifact_id === null) {
    const digests = row.files_json.map(({ digest }) => digest);
    removeUnusedBlobs(context, digests);
  }
  return toSkill(requireSkillRow(context, caller.organizationId, row.id));
}

/** Version numbers and notes belong to versions; a request that publishes nothing would lose them. */
function checkDraft({
  version,
  notes,
}: {
  readonly version?: string | undefined;
  readonly notes?: string | undefined;
}) {
  const path = version !== undefined ? "version" : notes !== undefined ? "notes" : undefined;
  if (path === undefined) return;
  throw new ServiceProblem("invalid_request", `"${path}" belongs to a version, and this request publishes none.`, {
    errors: [{ path, message: "Omit it, or publish files." }],
  });
}

function checkNameIsFree(context: ServiceContext, projectId: string, name: string): void {
  const sql = "SELECT id FROM skills WHERE project_id = ? AND name = ? AND archived_at IS NULL";
  if (!context.db.get(idRow, sql, projectId, name)) return;
  throw new ServiceProblem(
    "conflict",
    `The project already has a skill "${name}". Update that one, or rename this one.`,
  );
}

function toColumns({ name, description, skill, content, valid, problems }: SkillFacts) {
  const files = content.files.map(({ path, bytes, digest }) => ({ path, size: bytes.length, digest }));
  return {
    name,
    description,
    license: skill.license ?? null,
    compatibility: skill.compatibility ?? null,
    metadata_json: JSON.stringify(skill.metadata),
    allowed_tools_json: JSON.stringify(skill.allowedTools),
    files_json: JSON.stringify(files),
    digest: content.digest,
    valid: valid ? 1 : 0,
    problems_json: JSON.stringify(problems),
  };
}
