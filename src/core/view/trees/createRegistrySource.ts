import type { Artifact, ArtifactResource } from "../../../contract/registry.ts";
import { toVersionedArtifact } from "../../registry/versionedArtifact.ts";
import { findServerOfArtifact } from "../../server/findServerOfArtifact.ts";
import type { TreeNode, TreeNodeOfKind } from "../nodes.ts";
import { type PageRequest, type ReadNodePage, type TreeSource, treePageSize } from "./treeSource.ts";
import { createFilePages, createVersionPages } from "./versionPages.ts";

/** What is published, by kind: one request a kind, and one for each page more. The service does the filtering. */
export function createRegistrySource(): TreeSource {
  return {
    plural: "artifacts",
    roots: async (question) => {
      const groups = await Promise.all([groupOf("server", question), groupOf("skill", question)]);
      return { nodes: groups.filter(({ first }) => first.items.length > 0), nextCursor: null };
    },
    children: (parent) => {
      if (parent.kind === "artifacts") return artifactsOf(parent);
      if (parent.kind === "artifact") return versionsOfArtifact(parent.artifact);
      return parent.kind === "version" ? createFilePages(parent) : undefined;
    },
  };
}

async function groupOf(of: ArtifactResource["kind"], question: PageRequest): Promise<TreeNodeOfKind<"artifacts">> {
  return { kind: "artifacts", of, first: await readArtifacts(of, question) };
}

/** The group came with its first page. */
function artifactsOf({ of, first }: TreeNodeOfKind<"artifacts">): ReadNodePage {
  return async (question) => {
    const { items, nextCursor } = question.cursor === undefined ? first : await readArtifacts(of, question);
    return { nodes: items.map((artifact): TreeNode => ({ kind: "artifact", artifact })), nextCursor };
  };
}

function readArtifacts(kind: ArtifactResource["kind"], { client, filter, cursor, signal }: PageRequest) {
  const input = { kind, limit: treePageSize, ...(cursor && { cursor }), ...(filter && { q: filter }) };
  return client.call("registry.artifacts", input, { signal });
}

/** Of a server it is said which version serves. */
function versionsOfArtifact(artifact: Artifact): ReadNodePage {
  const of = toVersionedArtifact(artifact);
  if (artifact.kind === "skill") return createVersionPages(of);
  return async (question) => {
    // Without knowing it the versions are still worth seeing.
    const live = await readLive(question, artifact.id).catch(() => undefined);
    return createVersionPages({ ...of, ...(live && { ownerId: live.serverId }) }, live?.version)(question);
  };
}

async function readLive({ client, signal }: PageRequest, artifactId: string) {
  const server = await findServerOfArtifact(client, artifactId, signal);
  if (!server) return undefined;
  const { id: serverId, liveDeploymentId: id } = server;
  const live = id ? await client.call("deployment.get", { id }, { signal }) : undefined;
  return { serverId, version: live?.version };
}
