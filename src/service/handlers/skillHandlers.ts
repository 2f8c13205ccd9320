import type { SkillResource } from "../../contract/skills.ts";
import type { OperationHandlers, ServiceCall, ServiceContext } from "../context.ts";
import { checkIfMatch } from "../http/checkIfMatch.ts";
import { readResultPage } from "../http/readResultPage.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { publishSkillVersion } from "../registry/publishSkillVersion.ts";
import { readSkillFacts, type SkillFacts } from "../registry/skillFacts.ts";
import { removeUnusedBlobs, saveBlob } from "../storage/blobs.ts";
import { type SkillRow, selectSkills, skillRow, toSkill } from "../storage/rows/skillRow.ts";
import { idRow } from "../storage/rows/storedRow.ts";
import { createLikePattern, createWhereClause } from "../storage/whereClause.ts";
import { requireProjectRow } from "./projectHandlers.ts";

export function skillHandlers(
  context: ServiceContext,
): OperationHandlers<"skills.list" | "skills.create" | "skill.update"> {
  return {
    "skills.list": (call) => list(context, call),
    "skills.create": (call) => create(context, call),
    "skill.update": (call) => update(context, call),
  };
}

/** The skill's row, if it is the organization's. */
export function requireSkillRow(context: ServiceContext, organizationId: string, id: string): SkillRow {
  const sql = `${selectSkills} WHERE s.id = ? AND p.organization_id = ?`;
  const row = context.db.get(skillRow, sql, id, organizationId);
  if (!row) throw new ServiceProblem("not_found", `There is no skill "${id}".`);
  return row;
}

function list(context: ServiceContext, { input, caller }: ServiceCall<"skills.list">) {
  return readResultPage(
    input,
    (before, count) => {
      const { where, values } = createWhereClause([
        ["p.organization_id = ?", caller.organizationId],
        ["s.id = ?", input.id],
        ["s.project_id = ?", input.projectId],
        ["s.name || ' ' || s.description LIKE ? ESCAPE '\\'", createLikePattern(input.q)],
        ["s.id < ?", before],
      ]);
      return context.db.all(skillRow, `${selectSkills} WHERE ${where} ORDER BY s.id DESC LIMIT ?`, ...values, count);
    },
    (row) => row.id,
    toSkill,
  );
}

function create(context: ServiceContext, { input, caller }: ServiceCall<"skills.create">): SkillResource {
  const project = requireProjectRow(context, caller.organizationId, input.projectId);
  if (!input.publish) checkDraft(input);
  const facts = readSkillFacts(input.files);
  checkName(context, project.id, facts.name);
  const artifactId = input.publish
    ? publishSkillVersion(context, {
        ...{ artifactId: null, organizationId: caller.organizationId, facts },
        ...{ version: input.version, notes: input.notes, publishedBy: caller.userName },
      })
    : null;
  const id = context.newId("skl_");
  const now = context.clock().toISOString();
  context.db.run(
    `INSERT INTO skills (name, description, license, compatibility, metadata_json, allowed_tools_json, files_json, digest, valid,
       problems_json, artifact_id, project_id, updated_at, id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...factColumns(facts),
    ...[artifactId, project.id, now, id, now],
  );
  if (artifactId === null) keepFiles(context, facts);
  return toSkill(requireSkillRow(context, caller.organizationId, id));
}

function update(context: ServiceContext, { input, caller, ifMatch }: ServiceCall<"skill.update">): SkillResource {
  const row = requireSkillRow(context, caller.organizationId, input.id);
  checkIfMatch(ifMatch, row.etag);
  const projectId = requireProjectRow(context, caller.organizationId, input.projectId ?? row.project_id).id;
  const facts = input.files && readSkillFacts(input.files);
  if (!facts) checkDraft(input);
  const name = facts?.name ?? row.name;
  if (name !== row.name || projectId !== row.project_id) checkName(context, projectId, name);
  const artifactId = facts
    ? publishSkillVersion(context, {
        ...{ artifactId: row.artifact_id, organizationId: caller.organizationId, facts },
        ...{ version: input.version, notes: input.notes, publishedBy: caller.userName },
      })
    : row.artifact_id;
  const isSame = facts === undefined || (facts.content.digest === row.digest && artifactId === row.artifact_id);
  if (isSame && projectId === row.project_id) return toSkill(row);
  const now = context.clock().toISOString();
  if (facts) {
    context.db.run(
      `UPDATE skills SET name = ?, description = ?, license = ?, compatibility = ?, metadata_json = ?, allowed_tools_json = ?,
         files_json = ?, digest = ?, valid = ?, problems_json = ?, artifact_id = ?, project_id = ?, etag = etag + 1,
         updated_at = ? WHERE id = ?`,
      ...factColumns(facts),
      ...[artifactId, projectId, now, row.id],
    );
    if (row.artifact_id === null) forgetDraft(context, row);
  } else {
    const sql = "UPDATE skills SET project_id = ?, etag = etag + 1, updated_at = ? WHERE id = ?";
    context.db.run(sql, projectId, now, row.id);
  }
  return toSkill(requireSkillRow(context, caller.organizationId, row.id));
}

/** A number and notes are a version's: said where none is made, they would be lost. */
function checkDraft({
  version,
  notes,
}: {
  readonly version?: string | undefined;
  readonly notes?: string | undefined;
}) {
  const path = version !== undefined ? "version" : notes !== undefined ? "notes" : undefined;
  if (path === undefined) return;
  throw new ServiceProblem("invalid_request", `No version is made, so it cannot have "${path}".`, {
    errors: [{ path, message: "Leave it out, or publish files." }],
  });
}

function checkName(context: ServiceContext, projectId: string, name: string): void {
  const sql = "SELECT id FROM skills WHERE project_id = ? AND name = ?";
  if (!context.db.get(idRow, sql, projectId, name)) return;
  throw new ServiceProblem("conflict", `The project has a skill "${name}" already. Update that one, or rename this.`);
}

/** In the order of the columns that both statements have. */
function factColumns({ name, description, skill, content, valid, problems }: SkillFacts) {
  return [
    name,
    description,
    skill.license ?? null,
    skill.compatibility ?? null,
    JSON.stringify(skill.metadata),
    JSON.stringify(skill.allowedTools),
    JSON.stringify(content.files.map(({ path, bytes, digest }) => ({ path, size: bytes.length, digest }))),
    content.digest,
    valid ? 1 : 0,
    JSON.stringify(problems),
  ] as const;
}

/** A draft has no version that would keep them. */
function keepFiles(context: ServiceContext, { content }: SkillFacts): void {
  for (const { digest, bytes } of content.files) saveBlob(context, digest, bytes);
}

/** Once something is published, what was there before is a version's and stays. */
function forgetDraft(context: ServiceContext, row: SkillRow): void {
  removeUnusedBlobs(
    context,
    row.files_json.map(({ digest }) => digest),
  );
}
