import * as z from "zod";
import { type InstallationResource, installationSchema, installationTargetSchema } from "../../contract/skills.ts";
import type { OperationHandlers, ServiceCall, ServiceContext } from "../context.ts";
import { readItemPage } from "../http/readResultPage.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import { findVersionRow } from "../registry/versions.ts";
import type { SkillRow } from "../storage/rows/skillRow.ts";
import { storedColumns, toStoredFields } from "../storage/rows/storedRow.ts";
import { insertItem, updateItem } from "../storage/writeItems.ts";
import { requireOpenSkillRow, requireSkillRow } from "./skillHandlers.ts";

type InstallationHandlers = OperationHandlers<"skill.installations" | "skill.install" | "skill.uninstall">;

export function installationHandlers(context: ServiceContext): InstallationHandlers {
  return {
    "skill.installations": (call) => list(context, call),
    "skill.install": (call) => install(context, call),
    "skill.uninstall": (call) => uninstall(context, call),
  };
}

function list(context: ServiceContext, { input, caller }: ServiceCall<"skill.installations">) {
  const skill = requireSkillRow(context, caller.organizationId, input.id);
  return readItemPage(input, {
    id: "id",
    conditions: [
      ["skill_id = ?", skill.id],
      ["status = ?", input.status],
    ],
    read: (clause, ...values) => context.db.all(installationRow, `SELECT * FROM installations ${clause}`, ...values),
    toItem: toInstallation,
  });
}

/** A target contains one skill, so earlier records of the same target are marked as removed. */
function install(context: ServiceContext, { input, caller }: ServiceCall<"skill.install">): InstallationResource {
  const skill = requireOpenSkillRow(context, caller.organizationId, input.id);
  const { version, digest } = requireVersion(context, skill, input.version);
  const { scope, agent, path, machine } = input.target;
  context.db.run(
    `UPDATE installations SET status = 'removed', etag = etag + 1, updated_at = ?
     WHERE machine = ? AND path = ? AND scope = ? AND agent = ? AND status <> 'removed' AND skill_id IN
       (SELECT s.id FROM skills s JOIN projects p ON p.id = s.project_id WHERE p.organization_id = ?)`,
    ...[context.clock().toISOString(), machine, path, scope, agent, caller.organizationId],
  );
  const id = context.newId("ins_");
  const target = { scope, agent, path, machine };
  insertItem(context, "installations", { id, skill_id: skill.id, version, digest, ...target, status: "installed" });
  return toInstallation(requireInstallation(context, skill, id));
}

/** A repeated call changes nothing. */
function uninstall(context: ServiceContext, { input, caller }: ServiceCall<"skill.uninstall">): InstallationResource {
  const skill = requireSkillRow(context, caller.organizationId, input.id);
  const row = requireInstallation(context, skill, input.installationId);
  if (row.status === "removed") return toInstallation(row);
  updateItem(context, "installations", row.id, { status: "removed" });
  return toInstallation(requireInstallation(context, skill, row.id));
}

function requireVersion(context: ServiceContext, skill: SkillRow, version: string | undefined) {
  if (skill.artifact_id === null)
    throw new ServiceProblem("conflict", `"${skill.name}" is a draft. Publish it before you install it.`);
  const found = findVersionRow(context.db, skill.artifact_id, version);
  if (!found) throw new ServiceProblem("not_found", `"${skill.name}" has no version "${version}".`);
  return found;
}

function requireInstallation(context: ServiceContext, skill: SkillRow, id: string): InstallationRow {
  const sql = "SELECT * FROM installations WHERE id = ? AND skill_id = ?";
  const row = context.db.get(installationRow, sql, id, skill.id);
  if (!row) throw new ServiceProblem("not_found", `"${skill.name}" has no installation "${id}".`);
  return row;
}

const installationRow = z.object({
  ...storedColumns,
  skill_id: z.string(),
  version: z.string(),
  digest: z.string(),
  scope: installationTargetSchema.shape.scope,
  agent: z.string(),
  path: z.string(),
  machine: z.string(),
  status: installationSchema.shape.status,
});
type InstallationRow = z.output<typeof installationRow>;

function toInstallation(row: InstallationRow): InstallationResource {
  const { scope, agent, path, machine } = row;
  return {
    ...toStoredFields(row),
    skillId: row.skill_id,
    version: row.version,
    digest: row.digest,
    target: { scope, agent, path, machine },
    status: row.status,
  };
}
