import { type Node, nodeId } from "./nodes.ts";

/** Differs when a node would look or act differently. */
export function nodeMark(node: Node): string {
  return `${nodeId(node)} ${contentOf(node)}`;
}

function contentOf(node: Node): string {
  switch (node.kind) {
    case "project":
      return `${node.project.etag} ${node.project.serverCount} ${node.selected}`;
    case "server":
      return `${stamp(node.server)} ${node.live ? stamp(node.live) : ""} ${node.latest ? stamp(node.latest) : ""}`;
    case "group":
      return `${stamp(node.server)} ${node.liveVersion ?? ""}`;
    case "deployment":
      return `${stamp(node.deployment)} ${node.live} ${node.serverName}`;
    case "version":
      return `${node.version.digest} ${node.version.deprecated} ${node.live}`;
    case "file":
    case "more":
      return "";
    case "note":
      return `${node.label} ${node.detail}`;
  }
}

const stamp = ({ etag, updatedAt, status }: { etag: string; updatedAt: string; status: string }) =>
  `${etag} ${updatedAt} ${status}`;
