import * as z from "zod";
import type { ArtifactResource } from "../../contract/registry.ts";
import type { ServerVariable } from "../../contract/servers.ts";
import type { ServiceContext } from "../context.ts";
import type { OauthAccount } from "../oauth/oauthAccount.ts";
import { saveBlob } from "../storage/blobs.ts";
import { insertItem, insertRow, updateItem } from "../storage/writeItems.ts";
import { runWithinStorageQuota } from "../usage/storageQuota.ts";
import type { VersionContent } from "./versionContent.ts";

interface Publication {
  readonly artifact: ArtifactDraft;
  readonly version: VersionDraft;
}

interface ArtifactDraft {
  /** null creates the artifact with this first version. */
  readonly id: string | null;
  readonly organizationId: string;
  readonly kind: ArtifactResource["kind"];
  readonly name: string;
  readonly title: string;
  readonly description: string;
}

interface VersionDraft {
  readonly version: string;
  readonly content: VersionContent;
  readonly manifest: Readonly<Record<string, unknown>>;
  readonly publishedBy: string;
  readonly notes: string;
  /** Present for the version of a server. */
  readonly server?: {
    readonly entry: string;
    readonly variables: readonly ServerVariable[];
    readonly accounts?: readonly OauthAccount[];
    readonly toolCount: number | null;
  };
}

/** Adds an immutable version to an artifact within the storage quota. Returns the artifact's id. */
export function publishVersion(context: ServiceContext, { artifact, version }: Publication): string {
  return runWithinStorageQuota(context, artifact.organizationId, () => {
    const artifactId = saveArtifact(context, artifact);
    const versionId = insertVersion(context, artifactId, version);
    for (const file of version.content.files) {
      saveBlob(context, file.digest, file.bytes);
      const { path, digest, encoding, bytes } = file;
      insertRow(context.db, "version_files", { version_id: versionId, path, digest, size: bytes.length, encoding });
    }
    return artifactId;
  });
}

/** Creates the artifact, or copies the latest version's title and description to it. */
function saveArtifact(context: ServiceContext, artifact: ArtifactDraft): string {
  const { organizationId, kind, name, title, description } = artifact;
  if (artifact.id !== null) {
    updateItem(context, "artifacts", artifact.id, { name, title, description });
    return artifact.id;
  }
  const id = context.newId("art_");
  insertItem(context, "artifacts", { id, organization_id: organizationId, kind, name, title, description });
  return id;
}

function insertVersion(context: ServiceContext, artifactId: string, draft: VersionDraft): number {
  const { version, content, manifest, publishedBy, notes, server } = draft;
  const row = context.db.get(
    z.object({ id: z.number() }),
    `INSERT INTO versions (artifact_id, version, digest, size, entry, manifest_json, variables_json, accounts_json, tool_count,
       published_at, published_by, notes)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
    artifactId,
    version,
    content.digest,
    content.size,
    server?.entry ?? null,
    JSON.stringify(manifest),
    JSON.stringify(server?.variables ?? []),
    JSON.stringify(server?.accounts ?? []),
    server?.toolCount ?? null,
    context.clock().toISOString(),
    publishedBy,
    notes,
  );
  if (!row) throw new Error(`Version ${version} was not stored.`);
  return row.id;
}
