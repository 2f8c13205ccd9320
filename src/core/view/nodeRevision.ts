import type { Artifact } from "../../contract/registry.ts";
import type { Server } from "../../contract/servers.ts";
import { accountNodeRevision } from "../account/accountNodes.ts";
import type { SkillCopy } from "../skill/skillCopies.ts";
import { nodeId, type TreeNode } from "./nodes.ts";

/** Differs when a node would look or act differently. */
export function nodeRevision(node: TreeNode): string {
  return `${nodeId(node)} ${contentOf(node)}`;
}

function contentOf(node: TreeNode): string {
  switch (node.kind) {
    case "project":
      return `${wholeOr(node.project, node.project.etag)} ${node.project.serverCount} ${node.project.skillCount} ${node.selected}`;
    case "server":
      return `${stamp(node.server)} ${accountMark(node.server)} ${node.live ? stamp(node.live) : ""} ${node.latest ? stamp(node.latest) : ""}`;
    case "group":
      return `${stamp(node.server)} ${node.liveVersion ?? ""}`;
    case "deployment":
      return `${stamp(node.deployment)} ${node.live} ${node.serverName}`;
    case "version":
      return `${node.version.digest} ${node.version.deprecated} ${node.live}`;
    case "artifacts":
      return `${node.first.items.map(published).join(" ")} ${node.first.nextCursor ?? ""}`;
    case "artifact":
      return published(node.artifact);
    case "skill":
      return JSON.stringify([
        wholeOr(node.skill, node.skill.etag),
        node.skill.digest,
        node.source?.digest,
        node.copies.map(copyMark),
      ]);
    case "source":
      return `${node.source.digest} ${node.skill?.digest ?? ""} ${node.skill?.latestVersion ?? ""}`;
    case "installation":
      return JSON.stringify([
        node.installation && wholeOr(node.installation, node.installation.etag),
        node.copy && copyMark(node.copy),
        node.skill.digest,
      ]);
    case "problem":
      return node.problem.message;
    case "testRuns":
      return node.of.name;
    case "testRun":
      return `${node.run.revision} ${stamp(node.run)} ${node.of.name}`;
    case "folder":
    case "file":
    case "more":
      return "";
    case "note":
      return `${node.label} ${node.description ?? ""} ${node.detail}`;
    default:
      return accountNodeRevision(node);
  }
}

/** What is connected changes without the server itself. */
const accountMark = ({ accounts }: Server) => accounts.map(({ scheme, status }) => `${scheme} ${status}`).join();

const copyMark = ({ record, state, place }: SkillCopy) => [place.path, record.digest, record.version, state];

const published = (artifact: Artifact) =>
  wholeOr(artifact, `${artifact.id} ${artifact.etag} ${artifact.latestVersion ?? ""} ${artifact.versionCount}`);

const stamp = (item: { etag: string; updatedAt: string; status: string }) =>
  wholeOr(item, `${item.etag} ${item.updatedAt} ${item.status}`);

/** Of another service nothing may say that an item changed but the item itself. */
const wholeOr = (item: { etag: string }, mark: string) => (item.etag === "" ? JSON.stringify(item) : mark);
