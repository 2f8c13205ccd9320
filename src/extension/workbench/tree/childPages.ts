import type { RegistryVersion } from "../../../contract/registry.ts";
import { isOlder } from "../../../surface/compareWithLiveVersion.ts";
import { readVersionTools } from "../../../surface/versionReader.ts";
import { createVersionReader } from "../../registry/model/createVersionReader.ts";
import type { VersionedArtifact } from "../../registry/model/versionedArtifact.ts";
import type { VersionNode } from "../../registry/rows/artifactTreeRows.ts";
import { createFileNodes } from "../../registry/rows/fileTreeRows.ts";
import { listTestRuns } from "../../testing/model/readTestRuns.ts";
import type { TestOwner } from "../../testing/model/testSubject.ts";
import type { TreeNode } from "../nodes.ts";
import { createPageInput, type ReadNodePage } from "./treeSource.ts";

/** The versions of an artifact, newest first. */
export function createVersionPages(artifact: VersionedArtifact, liveVersion?: string): ReadNodePage {
  let liveItem: RegistryVersion | undefined;
  return async ({ client, cursor, signal }) => {
    const input = { id: artifact.id, ...createPageInput({ cursor }) };
    const { items, nextCursor } = await client.call("registry.versions", input, { signal });
    liveItem = items.find(({ version }) => version === liveVersion) ?? (cursor ? liveItem : undefined);
    const nodes = items.map((version): VersionNode => {
      const isEarlier = liveItem !== undefined && isOlder(version, liveItem);
      return { kind: "version", version, artifact, live: version === liveItem, ...(isEarlier && { isEarlier }) };
    });
    return { nodes, nextCursor };
  };
}

/**
 * The tools of a server's version, if they are known, and all files of a version, because no operation returns a part of them. They never
 * change, so they are read once.
 */
export function createFilePages({ artifact, version: { version, hasTools } }: VersionNode): ReadNodePage {
  return async ({ client, versions, signal }) => {
    const files = await versions.list(client, artifact.id, version);
    const known = files.map(({ path, bytes }) => ({ path, size: bytes.length }));
    const reader = createVersionReader({ versions, client, artifactId: artifact.id, signal });
    // The files are shown even when the tools cannot be read.
    const tools =
      artifact.kind === "server"
        ? await readVersionTools(reader, { version, hasTools }).catch(() => undefined)
        : undefined;
    const row = tools && ({ kind: "versionTools", artifact, version, tools } as const);
    return {
      nodes: [...(row ? [row] : []), ...createFileNodes({ artifact, version, below: "", files: known })],
      nextCursor: null,
    };
  };
}

/** A short page, because older runs are rarely opened. */
const testRunPageSize = 10;

/** The test runs of a server or a skill, newest first. */
export function createTestRunPages(owner: TestOwner): ReadNodePage {
  return async ({ client, cursor, signal }) => {
    const { items, nextCursor } = await listTestRuns(
      client,
      owner,
      createPageInput({ cursor }, testRunPageSize),
      signal,
    );
    return { nodes: items.map((run): TreeNode => ({ kind: "testRun", run, of: owner })), nextCursor };
  };
}
