import type { Artifact } from "../../../contract/registry.ts";
import { serverOfArtifact } from "../../server/findServerOfArtifact.ts";
import { type Node, versioned } from "../nodes.ts";
import type { NodeOf } from "../nodeText.ts";
import { pageSize, type Question, type ReadPage, type TreeSource } from "./treeSource.ts";
import { filesOf, folderContent, versionsOf } from "./versionPages.ts";

/** What is published, by kind: one request a kind, and one for each page more. The service does the filtering. */
export function registrySource(): TreeSource {
  return {
    plural: "artifacts",
    roots: async (question) => {
      const groups = await Promise.all([groupOf("server", question), groupOf("skill", question)]);
      return { nodes: groups.filter(({ first }) => first.items.length > 0), nextCursor: null };
    },
    fixed: folderContent,
    children: (parent) => {
      if (parent.kind === "artifacts") return artifactsOf(parent);
      if (parent.kind === "artifact") return versionsOfArtifact(parent.artifact);
      return parent.kind === "version" ? filesOf(parent) : undefined;
    },
  };
}

async function groupOf(of: Artifact["kind"], question: Question): Promise<NodeOf<"artifacts">> {
  return { kind: "artifacts", of, first: await readArtifacts(of, question) };
}

/** The group came with its first page. */
function artifactsOf({ of, first }: NodeOf<"artifacts">): ReadPage {
  return async (question) => {
    const { items, nextCursor } = question.cursor === undefined ? first : await readArtifacts(of, question);
    return { nodes: items.map((artifact): Node => ({ kind: "artifact", artifact })), nextCursor };
  };
}

function readArtifacts(kind: Artifact["kind"], { client, filter, cursor, signal }: Question) {
  const input = { kind, limit: pageSize, ...(cursor && { cursor }), ...(filter && { q: filter }) };
  return client.call("registry.artifacts", input, { signal });
}

/** Of a server it is said which version serves. */
function versionsOfArtifact(artifact: Artifact): ReadPage {
  const of = versioned(artifact);
  if (artifact.kind === "skill") return versionsOf(of);
  return async (question) => {
    // Without knowing it the versions are still worth seeing.
    const live = await readLive(question, artifact.id).catch(() => undefined);
    return versionsOf({ ...of, ...(live && { ownerId: live.serverId }) }, live?.version)(question);
  };
}

async function readLive({ client, signal }: Question, artifactId: string) {
  const server = await serverOfArtifact(client, artifactId, signal);
  if (!server) return undefined;
  const { id: serverId, liveDeploymentId: id } = server;
  const live = id === null ? undefined : await client.call("deployment.get", { id }, { signal });
  return { serverId, version: live?.version };
}
