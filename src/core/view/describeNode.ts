import type { Deployment } from "../../contract/deployments.ts";
import { joinTextParts } from "../../text/joinTextParts.ts";
import { formatRelativeTime } from "../foundation/formatRelativeTime.ts";
import { formatState, isFieldStated, statedValue, stateIcon } from "../foundation/statedValue.ts";
import { formatServerAccounts, isAccountMissing } from "../server/serverAccounts.ts";
import { findServerIcon, formatServerState, readServerState, type ServerState } from "../server/serverState.ts";
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
import type { TreeNode } from "./nodes.ts";
import { collectFacts, type NodeText, type TreeNodeOfKind } from "./nodeText.ts";

export function describeNode(node: TreeNode, now: number): NodeText {
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

function describeNote({ label, description = "", icon, detail }: TreeNodeOfKind<"note">): NodeText {
  return { label, description, icon, facts: () => [["", detail]], context: "note" };
}

function describeProject({ project, selected }: TreeNodeOfKind<"project">): NodeText {
  const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`;
  const { serverCount, skillCount } = project;
  const skills = skillCount > 0 ? counted(skillCount, "skill") : undefined;
  const servers = isFieldStated(project, "serverCount") ? counted(serverCount, "server") : undefined;
  return {
    label: project.name,
    description: joinTextParts(selected ? "selected" : undefined, servers, skills),
    icon: selected ? "pass-filled" : "project",
    facts: () =>
      collectFacts(
        ["Project", project.name],
        ["Description", project.description],
        ["Servers", isFieldStated(project, "serverCount") ? String(serverCount) : null],
        ["Skills", isFieldStated(project, "skillCount") ? String(skillCount) : null],
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

function describeServer(node: TreeNodeOfKind<"server">, now: number): NodeText {
  const { server, live, latest } = node;
  const state = readServerState(node);
  const since =
    state === "running" || state === "degraded" ? (statedValue(live?.startedAt) ?? live?.createdAt) : server.updatedAt;
  // What serves may be older than what was made last.
  const version = server.liveDeploymentId === null ? (live?.version ?? server.latestVersion) : live?.version;
  return {
    label: server.name,
    description: joinTextParts(
      formatServerState(node),
      isAccountMissing(server) ? "needs an account" : undefined,
      version,
      since && formatRelativeTime(since, now),
    ),
    icon: findServerIcon(node, serverIcons[state]),
    facts: () =>
      collectFacts(
        ["Server", server.name],
        ["Status", formatServerState(node)],
        ["Why", state === "failed" ? latest?.failure?.message : state === "unusable" ? server.statusDetail : null],
        ["Description", server.description],
        ["Live version", live?.version],
        ["Latest version", server.latestVersion],
        ["Accounts", formatServerAccounts(server)],
        ["Tools", server.toolCount === null ? null : String(server.toolCount)],
        ["URL", live?.url],
      ),
    context: `server.${server.status}.${state}${server.accounts.length > 0 ? ".account" : ""}${server.artifactId === null ? "" : ".code"}`,
  };
}

function describeGroup({ group }: TreeNodeOfKind<"group">): NodeText {
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

function describeDeployment(
  { deployment, live, serverName, isNested }: TreeNodeOfKind<"deployment">,
  now: number,
): NodeText {
  const { status, version, message, failure } = deployment;
  const state = formatState(deployment);
  const name = statedValue(serverName);
  return {
    label: (isNested ? version : [name, version].filter(Boolean).join(" ")) || "Deployment",
    description: joinTextParts(
      live && status !== "running" ? `live, ${state}` : state,
      formatRelativeTime(deployment.createdAt, now),
      message,
    ),
    icon: stateIcon(deployment, deploymentIcons[status]),
    facts: () =>
      collectFacts(
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
