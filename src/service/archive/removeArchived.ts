import * as z from "zod";
import type { ServiceContext } from "../context.ts";
import type { DeploymentPruning } from "../deployments/lifecycle/deploymentPruning.ts";
import { ServiceProblem } from "../http/serviceProblem.ts";
import type { OauthService } from "../oauth/oauthService.ts";
import { type DailyTask, isClockTrusted, startDailyTask } from "../startDailyTask.ts";
import { removeUnusedBlobs } from "../storage/blobs.ts";
import { jsonColumn } from "../storage/rows/jsonColumn.ts";
import { oauthConnectionRow, selectOauthConnections } from "../storage/rows/oauthConnectionRow.ts";
import { idRow } from "../storage/rows/storedRow.ts";

export interface RemovalContext {
  readonly context: Pick<ServiceContext, "db" | "clock" | "log" | "audit">;
  readonly pruning: Pick<DeploymentPruning, "removeAll">;
  readonly prepareRevocation: OauthService["prepareRevocation"];
}

const targetRow = z.object({
  kind: z.enum(["project", "server", "skill"]),
  name: z.string(),
  organization_id: z.string(),
  archived: z.number(),
});
type RemovalTarget = z.output<typeof targetRow>;

/**
 * Removes an archived project, server or skill for good, with its versions, deployments, logs, runs and records of installations. The
 * deployments, which may have many events, go first and in steps: a removal that is interrupted leaves an archived item with fewer of
 * them. All else goes in one transaction.
 */
export async function removeArchivedItem(parts: RemovalContext, id: string): Promise<void> {
  const { context, pruning } = parts;
  const before = requireRemovable(context.db, id);
  const checkRemovable = () => void requireRemovable(context.db, id);
  for (const serverId of listServers(context.db, before, id)) await pruning.removeAll(serverId, checkRemovable);
  context.db.transaction(() => {
    // It may have been restored meanwhile.
    const target = requireRemovable(context.db, id);
    const removed = { servers: listServers(context.db, target, id), skills: listSkills(context.db, target, id) };
    for (const skillId of removed.skills) removeSkill(context.db, skillId);
    for (const serverId of removed.servers) removeServer(parts, serverId);
    if (target.kind === "project") removeProject(context.db, id);
    context.audit?.record({
      organizationId: target.organization_id,
      actor: { kind: "service" },
      action: `${target.kind}.delete`,
      item: { kind: target.kind, id, name: target.name },
    });
  });
  context.log("info", `The archived ${before.kind} "${before.name}" (${id}) was removed.`);
}

function requireRemovable(db: ServiceContext["db"], id: string): RemovalTarget {
  const target = db.get(
    targetRow,
    `SELECT 'project' AS kind, name, organization_id, archived_at IS NOT NULL AS archived FROM projects WHERE id = ?1
     UNION ALL SELECT 'server', s.name, p.organization_id, coalesce(s.archived_at, p.archived_at) IS NOT NULL
       FROM servers s JOIN projects p ON p.id = s.project_id WHERE s.id = ?1
     UNION ALL SELECT 'skill', s.name, p.organization_id, coalesce(s.archived_at, p.archived_at) IS NOT NULL
       FROM skills s JOIN projects p ON p.id = s.project_id WHERE s.id = ?1`,
    id,
  );
  if (!target) throw new ServiceProblem("not_found", `There is no project, server or skill "${id}".`);
  const { kind, name } = target;
  if (target.archived === 0)
    throw new ServiceProblem("conflict", `The ${kind} "${name}" is not archived. Archive it before you delete it.`);
  const work = findRunningWork(db, id);
  if (work !== undefined)
    throw new ServiceProblem("conflict", `The ${kind} "${name}" still has ${work}. Try again when it has ended.`);
  return target;
}

const workRow = z.object({ work: z.string() });

/** What still writes about an item: these rows must stay until it has ended. */
function findRunningWork(db: ServiceContext["db"], id: string): string | undefined {
  const sql = `SELECT 'a test run' AS work FROM test_runs r LEFT JOIN servers s ON s.id = r.server_id
      LEFT JOIN skills k ON k.id = r.skill_id
      WHERE r.status IN ('queued', 'running') AND ?1 IN (s.id, s.project_id, k.id, k.project_id)
    UNION ALL SELECT 'a generation' FROM servers s WHERE s.status = 'generating' AND ?1 IN (s.id, s.project_id)`;
  return db.get(workRow, sql, id)?.work;
}

function listServers(db: ServiceContext["db"], { kind }: RemovalTarget, id: string): readonly string[] {
  if (kind !== "project") return kind === "server" ? [id] : [];
  return db.all(idRow, "SELECT id FROM servers WHERE project_id = ?", id).map((row) => row.id);
}

function listSkills(db: ServiceContext["db"], { kind }: RemovalTarget, id: string): readonly string[] {
  if (kind !== "project") return kind === "skill" ? [id] : [];
  return db.all(idRow, "SELECT id FROM skills WHERE project_id = ?", id).map((row) => row.id);
}

const removedServerRow = z.object({ artifact_id: z.string().nullable(), source_digest: z.string().nullable() });

function removeServer({ context, prepareRevocation }: RemovalContext, id: string): void {
  const { db } = context;
  const row = db.get(removedServerRow, "SELECT artifact_id, source_digest FROM servers WHERE id = ?", id);
  for (const account of db.all(oauthConnectionRow, `${selectOauthConnections} WHERE c.server_id = ?`, id))
    db.afterCommit(prepareRevocation(account));
  db.run("DELETE FROM oauth_connections WHERE server_id = ?", id);
  removeTestRuns(db, "server_id", id);
  db.run("DELETE FROM servers WHERE id = ?", id);
  if (typeof row?.artifact_id === "string") removeArtifact(db, row.artifact_id);
  if (typeof row?.source_digest === "string") removeUnusedBlobs({ db }, [row.source_digest]);
}

const removedSkillRow = z.object({
  artifact_id: z.string().nullable(),
  files_json: jsonColumn(z.array(z.object({ digest: z.string() }))),
});

function removeSkill(db: ServiceContext["db"], id: string): void {
  const row = db.get(removedSkillRow, "SELECT artifact_id, files_json FROM skills WHERE id = ?", id);
  db.run("DELETE FROM installations WHERE skill_id = ?", id);
  removeTestRuns(db, "skill_id", id);
  db.run("DELETE FROM skills WHERE id = ?", id);
  if (typeof row?.artifact_id === "string") removeArtifact(db, row.artifact_id);
  else
    removeUnusedBlobs(
      { db },
      (row?.files_json ?? []).map(({ digest }) => digest),
    );
}

function removeTestRuns(db: ServiceContext["db"], owner: "server_id" | "skill_id", id: string): void {
  db.run(`DELETE FROM test_cases WHERE run_id IN (SELECT id FROM test_runs WHERE ${owner} = ?)`, id);
  db.run(`DELETE FROM test_runs WHERE ${owner} = ?`, id);
}

const digestRow = z.object({ digest: z.string() });

function removeArtifact(db: ServiceContext["db"], id: string): void {
  const versions = "SELECT id FROM versions WHERE artifact_id = ?";
  const digests = db
    .all(digestRow, `SELECT DISTINCT digest FROM version_files WHERE version_id IN (${versions})`, id)
    .map(({ digest }) => digest);
  db.run(`DELETE FROM version_files WHERE version_id IN (${versions})`, id);
  db.run("DELETE FROM versions WHERE artifact_id = ?", id);
  db.run("DELETE FROM artifacts WHERE id = ?", id);
  removeUnusedBlobs({ db }, digests);
}

function removeProject(db: ServiceContext["db"], id: string): void {
  db.run("UPDATE user_settings SET default_project_id = NULL, etag = etag + 1 WHERE default_project_id = ?", id);
  db.run("DELETE FROM projects WHERE id = ?", id);
}

/** How long an archived item can be restored. */
const retentionMs = 30 * 24 * 60 * 60 * 1000;

/** Removes the items that were archived 30 days ago. */
export function startArchiveExpiry(
  context: Pick<ServiceContext, "db" | "clock" | "log">,
  remove: (id: string) => Promise<void>,
  intervalMs?: number,
): DailyTask {
  const removeExpired = async (closing: AbortSignal) => {
    if (!isClockTrusted(context, "archive")) return;
    for (const id of listExpired(context)) {
      if (closing.aborted) return;
      await remove(id).catch((error) => logFailure(context, id, error));
    }
  };
  return startDailyTask(context, "Archived items could not be removed yet", removeExpired, intervalMs);
}

/** Projects come first, with everything in them. */
function listExpired({ db, clock }: Pick<ServiceContext, "db" | "clock">): readonly string[] {
  const before = new Date(clock().getTime() - retentionMs).toISOString();
  const sql = `SELECT id FROM projects WHERE archived_at <= ?1 UNION ALL SELECT id FROM servers WHERE archived_at <= ?1
    UNION ALL SELECT id FROM skills WHERE archived_at <= ?1`;
  return db.all(idRow, sql, before).map(({ id }) => id);
}

function logFailure({ log }: Pick<ServiceContext, "log">, id: string, error: unknown): void {
  // It was removed with its project.
  if (error instanceof ServiceProblem && error.code === "not_found") return;
  log("warning", `The archived ${id} could not be removed yet: ${String(error)}`);
}
