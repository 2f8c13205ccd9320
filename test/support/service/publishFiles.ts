import * as z from "zod";
import type { ServerVariable } from "../../../src/contract/servers.ts";
import type { ServiceContext } from "../../../src/service/context.ts";
import { createFileListDigest, createSha256Digest } from "../../../src/service/storage/sha256Digest.ts";

/** Stores files in the database as a version of a server, as a generation does. */
export function publishFiles(
  context: ServiceContext,
  serverId: string,
  version: string,
  files: readonly { readonly path: string; readonly content: string }[],
  entry: string,
  manifest: Readonly<Record<string, unknown>> = {},
  variables: readonly ServerVariable[] = [],
): void {
  const { db } = context;
  const at = context.clock().toISOString();
  const bytes = files.map(({ path, content }) => ({ path, content: Buffer.from(content) }));
  db.transaction(() => {
    const artifactId = findOrCreateArtifact(context, serverId, at);
    db.run(
      `INSERT INTO versions (artifact_id, version, digest, size, entry, manifest_json, variables_json, published_at, published_by)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'test')`,
      artifactId,
      version,
      createFileListDigest(bytes),
      bytes.reduce((sum, file) => sum + file.content.length, 0),
      entry,
      JSON.stringify(manifest),
      JSON.stringify(variables),
      at,
    );
    const row = db.get(z.object({ id: z.number() }), "SELECT max(id) AS id FROM versions");
    for (const { path, content } of bytes) {
      db.run("INSERT OR IGNORE INTO blobs (digest, content) VALUES (?, ?)", createSha256Digest(content), content);
      db.run(
        "INSERT INTO version_files (version_id, path, digest, size, encoding) VALUES (?, ?, ?, ?, 'utf8')",
        row?.id ?? 0,
        path,
        createSha256Digest(content),
        content.length,
      );
    }
  });
}

function findOrCreateArtifact({ db, newId }: ServiceContext, serverId: string, at: string): string {
  const row = z.object({ artifact_id: z.string().nullable(), organization_id: z.string() });
  const sql =
    "SELECT s.artifact_id, p.organization_id FROM servers s JOIN projects p ON p.id = s.project_id WHERE s.id = ?";
  const found = db.get(row, sql, serverId);
  if (found?.artifact_id) return found.artifact_id;
  const id = newId("art_");
  db.run(
    `INSERT INTO artifacts (id, organization_id, kind, name, title, description, created_at, updated_at)
     VALUES (?, ?, 'server', ?, 'Test', '', ?, ?)`,
    id,
    found?.organization_id ?? "",
    serverId,
    at,
    at,
  );
  db.run("UPDATE servers SET artifact_id = ? WHERE id = ?", id, serverId);
  return id;
}
