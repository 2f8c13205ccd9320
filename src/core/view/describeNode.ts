import type { Deployment } from "../../contract/deployments.ts";
import { ago } from "../foundation/formatRelativeTime.ts";
import { said, says, stateIcon, stateWords } from "../foundation/statedValue.ts";
import { accountsLine, lacksAccount } from "../server/serverAccounts.ts";
import { type ServerState, serverIcon, serverState, serverWords } from "../server/serverState.ts";
import { describeAccount } from "./describeAccount.ts";
import {
  describeArtifact,
  describeArtifacts,
  describeFile,
  describeFolder,
  describeVersion,
} from "./describeArtifact.ts";
import { describeInstallation, describeProblem, describeSkill, describeSource } from "./describeSkill.ts";
import { describeTestRun, describeTestRuns } from "./describeTestRun.ts";
import type { Node } from "./nodes.ts";
import { facts, type NodeOf, type NodeText, words } from "./nodeText.ts";

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
    case "artifacts":
      return describeArtifacts(node);
    case "artifact":
      return describeArtifact(node, now);
    case "folder":
      return describeFolder(node);
    case "file":
      return describeFile(node);
    case "skill":
      return describeSkill(node, now);
    case "source":
      return describeSource(node);
    case "installation":
      return describeInstallation(node, now);
    case "problem":
      return describeProblem(node);
    case "testRuns":
      return describeTestRuns();
    case "testRun":
      return describeTestRun(node, now);
    case "more":
      return { label: node.label, description: "", icon: "ellipsis", facts: () => [], context: "more" };
    case "note":
      return describeNote(node);
    default:
      return describeAccount(node, now);
  }
}

function describeNote({ label, description = "", icon, detail }: NodeOf<"note">): NodeText {
  return { label, description, icon, facts: () => [["", detail]], context: "note" };
}

function describeProject({ project, selected }: NodeOf<"project">): NodeText {
  const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;
  const { serverCount, skillCount } = project;
  const skills = skillCount > 0 ? counted(skillCount, "skill") : undefined;
  const servers = says(project, "serverCount") ? counted(serverCount, "server") : undefined;
  return {
    label: project.name,
    description: words(selected ? "selected" : undefined, servers, skills),
    icon: selected ? "pass-filled" : "project",
    facts: () =>
      facts(
        ["Project", project.name],
        ["Description", project.description],
        ["Servers", says(project, "serverCount") ? String(serverCount) : null],
        ["Skills", says(project, "skillCount") ? String(skillCount) : null],
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

function describeServer(node: NodeOf<"server">, now: number): NodeText {
  const { server, live, latest } = node;
  const state = serverState(node);
  const since =
    state === "running" || state === "degraded" ? (said(live?.startedAt) ?? live?.createdAt) : server.updatedAt;
  // What serves may be older than what was made last.
  const version = server.liveDeploymentId === null ? (live?.version ?? server.latestVersion) : live?.version;
  return {
    label: server.name,
    description: words(
      serverWords(node),
      lacksAccount(server) ? "needs an account" : undefined,
      version,
      since && ago(since, now),
    ),
    icon: serverIcon(node, serverIcons[state]),
    facts: () =>
      facts(
        ["Server", server.name],
        ["Status", serverWords(node)],
        ["Why", state === "failed" ? latest?.failure?.message : state === "unusable" ? server.statusDetail : null],
        ["Description", server.description],
        ["Live version", live?.version],
        ["Latest version", server.latestVersion],
        ["Accounts", accountsLine(server)],
        ["Tools", server.toolCount === null ? null : String(server.toolCount)],
        ["URL", live?.url],
      ),
    context: `server.${server.status}.${state}${server.accounts.length > 0 ? ".account" : ""}${server.artifactId === null ? "" : ".code"}`,
  };
}

function describeGroup({ group }: NodeOf<"group">): NodeText {
  const isDeployments = group === "deployments";
  const label = isDeployments ? "Deployments" : "Versions";
  return {
    label,
    description: "",
    icon: isDeployments ? "rocket" : "versions",
    facts: () => [],
    context: `group.${group}`,
  };
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

function describeDeployment({ deployment, live, serverName, isNested }: NodeOf<"deployment">, now: number): NodeText {
  const { status, version, message, failure } = deployment;
  const state = stateWords(deployment);
  const name = said(serverName);
  return {
    label: (isNested ? version : [name, version].filter(Boolean).join(" ")) || "Deployment",
    description: words(
      live && status !== "running" ? `live, ${state}` : state,
      ago(deployment.createdAt, now),
      message,
    ),
    icon: stateIcon(deployment, deploymentIcons[status]),
    facts: () =>
      facts(
        ["Deployment of", name],
        ["Version", version],
        ["Status", live ? `${state}, serves requests` : state],
        ["Failed at", failure?.step],
        ["Why", failure?.message],
        ["Message", message],
        ["Started by", deployment.triggeredBy],
        ["URL", deployment.url],
      ),
    context: `deployment.${status}${live ? ".live" : ""}`,
  };
}
