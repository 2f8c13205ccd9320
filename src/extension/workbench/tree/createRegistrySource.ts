import * as l10n from "@vscode/l10n";
import type { Artifact, ArtifactResource } from "../../../contract/registry.ts";
import { toVersionedArtifact } from "../../registry/model/versionedArtifact.ts";
import { findServerOfArtifact } from "../../server/model/readServer.ts";
import type { TreeNode, TreeNodeOfKind } from "../nodes.ts";
import { createFilePages, createVersionPages } from "./childPages.ts";
import { createPageInput, type PageRequest, type ReadNodePage, type TreeSource } from "./treeSource.ts";

/** Published artifacts by kind: one request per kind and per further page. The service applies the filter. */
export function createRegistrySource(): TreeSource {
  return {
    formatNoMatch: (filter) => l10n.t`No server or skill matches "${filter}"`,
    roots: async (question) => {
      const groups = await Promise.all([groupOf("server", question), groupOf("skill", question)]);
      return {
        nodes: groups.filter(({ first }) => first.items.length > 0 || first.nextCursor !== null),
        nextCursor: null,
      };
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

/** The group's node holds its first page. */
function artifactsOf({ of, first }: TreeNodeOfKind<"artifacts">): ReadNodePage {
  return async (question) => {
    const { items, nextCursor } = question.cursor === undefined ? first : await readArtifacts(of, question);
    return { nodes: items.map((artifact): TreeNode => ({ kind: "artifact", artifact })), nextCursor };
  };
}

function readArtifacts(kind: ArtifactResource["kind"], { client, filter, cursor, signal }: PageRequest) {
  return client.call("registry.artifacts", { kind, ...createPageInput({ filter, cursor }) }, { signal });
}

/** Marks the live version of a server. */
function versionsOfArtifact(artifact: Artifact): ReadNodePage {
  const of = toVersionedArtifact(artifact);
  if (artifact.kind === "skill") return createVersionPages(of);
  return async (question) => {
    // The versions are shown even when the live one cannot be read.
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
