import type { Deployment } from "../contract/deployments.ts";
import { ago } from "./ago.ts";
import type { Node } from "./nodes.ts";
import { type ServerState, serverState, serverStateWords } from "./serverState.ts";

/** What a row says, in words; how it looks is `ui/treeItem.ts`. */
export interface NodeText {
  readonly label: string;
  readonly description: string;
  /** A codicon's name. */
  readonly icon: string;
  /** Lines of the tooltip: a word and what it stands for. Texts of the service, not to be trusted. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** What menus ask. */
  readonly context: string;
}

type Of<Kind extends Node["kind"]> = Extract<Node, { kind: Kind }>;

export function describeNode(node: Node, now: number): NodeText {
  switch (node.kind) {
    case "project":
      return describeProject(node);
    case "server":
      return describeServer(node, now);
    case "group":
      return describeGroup(node);
    case "deployment":
      return describeDeployment(node, now);
    case "version":
      return describeVersion(node, now);
    case "file":
      return { label: node.path, description: "", icon: "file", facts: [["File", node.path]], context: "file" };
    case "more":
      return { label: node.label, description: "", icon: "ellipsis", facts: [], context: "more" };
    case "note":
      return { label: node.label, description: "", icon: node.icon, facts: [["", node.detail]], context: "note" };
  }
}

function describeProject({ project, selected }: Of<"project">): NodeText {
  const servers = `${project.serverCount} ${project.serverCount === 1 ? "server" : "servers"}`;
  return {
    label: project.name,
    description: words(selected ? "selected" : undefined, servers),
    icon: selected ? "pass-filled" : "project",
    facts: facts(
      ["Project", project.name],
      ["Description", project.description],
      ["Servers", String(project.serverCount)],
    ),
    context: selected ? "project.selected" : "project",
  };
}

const serverIcons = {
  draft: "circle-outline",
  generating: "sync~spin",
  unusable: "error",
  undeployed: "package",
  deploying: "sync~spin",
  starting: "sync~spin",
  running: "pass",
  degraded: "warning",
  stopped: "debug-stop",
  failed: "error",
} as const satisfies Record<ServerState, string>;

function describeServer(node: Of<"server">, now: number): NodeText {
  const { server, live, latest } = node;
  const state = serverState(node);
  const since = state === "running" || state === "degraded" ? (live?.startedAt ?? live?.createdAt) : server.updatedAt;
  // What serves may be older than what was made last.
  const version = server.liveDeploymentId === null ? server.latestVersion : live?.version;
  return {
    label: server.name,
    description: words(serverStateWords[state], version, since && ago(since, now)),
    icon: serverIcons[state],
    facts: facts(
      ["Server", server.name],
      ["Status", serverStateWords[state]],
      ["Why", state === "failed" ? latest?.failure?.message : state === "unusable" ? server.statusDetail : null],
      ["Description", server.description],
      ["Live version", live?.version],
      ["Latest version", server.latestVersion],
      ["Tools", server.toolCount === null ? null : String(server.toolCount)],
      ["URL", live?.url],
    ),
    context: `server.${server.status}.${state}${server.artifactId === null ? "" : ".code"}`,
  };
}

function describeGroup({ group }: Of<"group">): NodeText {
  const isDeployments = group === "deployments";
  const label = isDeployments ? "Deployments" : "Versions";
  return { label, description: "", icon: isDeployments ? "rocket" : "versions", facts: [], context: `group.${group}` };
}

const deploymentIcons = {
  queued: "clock",
  building: "sync~spin",
  starting: "sync~spin",
  running: "pass",
  degraded: "warning",
  failed: "error",
  stopped: "debug-stop",
  superseded: "history",
} as const satisfies Record<Deployment["status"], string>;

function describeDeployment({ deployment, live, serverName, isNested }: Of<"deployment">, now: number): NodeText {
  const { status, version, message, failure } = deployment;
  return {
    label: isNested ? version : `${serverName} ${version}`,
    description: words(
      live && status !== "running" ? `live, ${status}` : status,
      ago(deployment.createdAt, now),
      message,
    ),
    icon: deploymentIcons[status],
    facts: facts(
      ["Deployment of", serverName],
      ["Version", version],
      ["Status", live ? `${status}, serves requests` : status],
      ["Failed at", failure?.step],
      ["Why", failure?.message],
      ["Message", message],
      ["Started by", deployment.triggeredBy],
      ["URL", deployment.url],
    ),
    context: `deployment.${status}${live ? ".live" : ""}`,
  };
}

function describeVersion({ version, live }: Of<"version">, now: number): NodeText {
  const state = live ? "live" : version.deprecated ? "deprecated" : undefined;
  return {
    label: version.version,
    description: words(state, ago(version.publishedAt, now), version.notes),
    icon: live ? "pass" : "tag",
    facts: facts(
      ["Version", version.version],
      ["Published by", version.publishedBy],
      ["Notes", version.notes],
      ["Digest", version.digest],
    ),
    context: live ? "version.live" : "version",
  };
}

function words(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part !== null && part !== undefined && part !== "").join(" · ");
}

function facts(...rows: readonly (readonly [string, string | null | undefined])[]): NodeText["facts"] {
  return rows.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}
