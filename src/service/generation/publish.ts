import * as z from "zod";
import { fileBytes } from "../../contract/filePaths.ts";
import type { ServiceContext } from "../context.ts";
import { digestOf, listDigest } from "../digest.ts";
import type { ServerRow } from "../rows/server.ts";
import type { Material } from "./material.ts";

export interface VersionFiles {
  readonly digest: string;
  readonly size: number;
  readonly files: readonly { path: string; encoding: "utf8" | "base64"; content: Uint8Array; digest: string }[];
}

/** The bytes of a material's files, and what they are known by. */
export function toBytes(material: Material): VersionFiles {
  const files = material.files.map((file) => {
    const content = fileBytes(file);
    if (!content) throw new Error(`The file ${file.path} is not base64.`);
    return { path: file.path, encoding: file.encoding, content, digest: digestOf(content) };
  });
  return { files, digest: listDigest(files), size: files.reduce((sum, { content }) => sum + content.length, 0) };
}

interface Publication {
  readonly server: ServerRow;
  readonly organizationId: string;
  readonly material: Material;
  readonly bytes: VersionFiles;
  readonly version: string;
  readonly publishedBy: string;
}

/** Adds an immutable version to the server's artifact (made with the first one). Answers the artifact's id. */
export function publish(context: ServiceContext, publication: Publication): string {
  return context.db.transaction(() => {
    const artifactId = keepArtifact(context, publication);
    const versionId = insertVersion(context, artifactId, publication);
    for (const file of publication.bytes.files) {
      context.db.run("INSERT OR IGNORE INTO blobs (digest, content) VALUES (?, ?)", file.digest, file.content);
      context.db.run(
        "INSERT INTO version_files (version_id, path, digest, size, encoding) VALUES (?, ?, ?, ?, ?)",
        ...[versionId, file.path, file.digest, file.content.length, file.encoding],
      );
    }
    return artifactId;
  });
}

function keepArtifact(context: ServiceContext, { server, material, organizationId }: Publication): string {
  const now = context.clock().toISOString();
  if (server.artifact_id !== null) {
    context.db.run(
      "UPDATE artifacts SET title = ?, description = ?, etag = etag + 1, updated_at = ? WHERE id = ?",
      ...[material.title, material.description, now, server.artifact_id],
    );
    return server.artifact_id;
  }
  const id = context.newId("art_");
  context.db.run(
    `INSERT INTO artifacts (id, organization_id, kind, name, title, description, created_at, updated_at)
     VALUES (?, ?, 'server', ?, ?, ?, ?, ?)`,
    ...[id, organizationId, server.slug, material.title, material.description, now, now],
  );
  return id;
}

function insertVersion(context: ServiceContext, artifactId: string, publication: Publication): number {
  const { material, bytes, version, publishedBy } = publication;
  const row = context.db.get(
    z.object({ id: z.number() }),
    `INSERT INTO versions
       (artifact_id, version, digest, size, entry, manifest_json, variables_json, tool_count, published_at, published_by)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    artifactId,
    version,
    bytes.digest,
    bytes.size,
    material.entry,
    JSON.stringify(material.manifest),
    JSON.stringify(material.variables),
    material.toolCount,
    context.clock().toISOString(),
    publishedBy,
  );
  if (!row) throw new Error(`Version ${version} was not kept.`);
  return row.id;
}
