import * as z from "zod";
import { createMissingBlobProblem } from "../storage/blobs.ts";
import type { Database } from "../storage/database.ts";
import { type StoredVersionFile, type VersionRow, versionFileRow, versionRow } from "../storage/rows/versionRow.ts";

const artifactRow = z.object({ artifact_id: z.string().nullable() });

/** The artifact with the versions of a server; undefined: it has none. */
export function readArtifactId(db: Pick<Database, "get">, serverId: string): string | undefined {
  return db.get(artifactRow, "SELECT artifact_id FROM servers WHERE id = ?", serverId)?.artifact_id ?? undefined;
}

const selectVersions =
  "SELECT *, EXISTS (SELECT 1 FROM version_tools t WHERE t.version_id = versions.id) AS has_tools FROM versions";

/** Returns a version of an artifact, by default the latest. */
export function findVersionRow(db: Database, artifactId: string, version?: string): VersionRow | undefined {
  if (version === undefined) return listVersionsBefore(db, artifactId, undefined, 1)[0];
  return db.get(versionRow, `${selectVersions} WHERE artifact_id = ? AND version = ?`, artifactId, version);
}

/** Returns a version of a server, by default the latest. */
export function findServerVersionRow(db: Database, serverId: string, version?: string): VersionRow | undefined {
  const artifactId = readArtifactId(db, serverId);
  return artifactId === undefined ? undefined : findVersionRow(db, artifactId, version);
}

/** Newest first. */
export function listVersionsBefore(
  db: Database,
  artifactId: string,
  before: string | number | undefined,
  count: number,
): VersionRow[] {
  const sql = `${selectVersions} WHERE artifact_id = ? AND id < ? ORDER BY id DESC LIMIT ?`;
  return db.all(versionRow, sql, artifactId, before ?? Number.MAX_SAFE_INTEGER, count);
}

/** The files of a version with their bytes, sorted by path. */
export function readVersionFiles(db: Database, versionId: number): StoredVersionFile[] {
  return db
    .all(
      versionFileRow,
      `SELECT f.path, f.size, f.digest, f.encoding, b.content FROM version_files f LEFT JOIN blobs b ON b.digest = f.digest
       WHERE f.version_id = ? ORDER BY f.path`,
      versionId,
    )
    .map(({ content, ...file }) => {
      if (content === null) throw createMissingBlobProblem(file.path);
      return { ...file, content };
    });
}
