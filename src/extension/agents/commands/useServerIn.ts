import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { type AgentId, agentNames } from "../../../skills/agentNames.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { PromptChoice } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices, ConnectionServices } from "../../connection/connectionServices.ts";
import { findServerAndClient } from "../../server/commands/findServer.ts";
import { explainMissingUrl, readServerUrl } from "../../server/model/findLiveVersion.ts";
import type { AgentsServices } from "../agentsServices.ts";
import { toEntryName } from "../model/agentEntry.ts";
import { type AgentFile, listAgentFiles } from "../model/agentFiles.ts";
import { type AgentUse, listServerUses } from "../model/agentUses.ts";
import { readPreviewUrl } from "../model/previewUse.ts";
import { readServiceMcpUrl, serviceItself } from "../model/serviceItself.ts";
import { createPreviewUse, type UsedServer } from "../model/usedServer.ts";
import { type AddToAgentContext, addToAgent, describeBridgeLimit } from "./addToAgent.ts";
import { repairAgents } from "./repairAgents.ts";

/** Writes a server into the configuration of an agent, after a look at the change. */
export const useServerIn: CommandHandler<ConnectedServices & AddToAgentContext> = async (app, target) => {
  if (target.node?.kind === "grants") return useServiceIn(app);
  const session = app.connections.session();
  const found = await findServerAndClient(app, target, {
    title: l10n.t("Use In"),
    suits: ({ liveDeploymentId }) => Boolean(liveDeploymentId),
    none: l10n.t("No server is deployed yet."),
    ...(session.kind === "connected" && session.me.hasGrants && { also: serviceItself }),
  });
  if (!found) return;
  if (found.server.id === serviceItself.id) return useServiceIn(app);
  const { client, server } = found;
  const version =
    target.node?.kind === "deployment" && target.node.deployment.preview && target.node.deployment.version;
  if (version) return usePreviewIn(app, client, server, version);
  const url = await readServerUrl(client, server);
  if (url === undefined) {
    const deploy = { [l10n.t("Deploy")]: () => app.run("fairlead.server.deploy", target) };
    return showMessage(app, "info", explainMissingUrl(server), server.liveDeploymentId ? {} : deploy);
  }
  await useIn(app, client, server, url);
};

async function usePreviewIn(app: AddToAgentContext, client: ServiceClient, server: UsedServer, version: string) {
  const url = await readPreviewUrl(client, server.id, version);
  if (url !== undefined) return useIn(app, client, createPreviewUse(server, version), url);
  const called = `${server.name} ${version}`;
  return showMessage(app, "info", l10n.t`${called} no longer runs as a preview. Deploy it as one again.`);
}

/** The tools of the service itself, with which an agent deploys and tests servers. */
async function useServiceIn(app: AddToAgentContext): Promise<void> {
  const client = await app.client();
  const url = client && (await readServiceMcpUrl(app));
  if (client && url !== undefined) await useIn(app, client, serviceItself, url);
}

async function useIn(app: AddToAgentContext, client: ServiceClient, server: UsedServer, url: string): Promise<void> {
  const uses = listServerUses(app.memory, app.connections.scope() ?? "", server.id);
  const place = await askPlace(app, server, uses);
  if (place === undefined) return;
  if (place === "repair") await repairAgents(app, client, uses);
  else if (place === "copy") await copyConfiguration(app, server, url);
  else await addToAgent(app, client, { server, file: place, url });
}

/** Who sees the server from where, where the name of the agent does not say it. */
const details: Partial<Record<AgentId, string>> = {
  portable: l10n.t("All agents in VS Code read it, and Claude Code and Copilot CLI in a terminal."),
  vscode: l10n.t(
    "VS Code's own chat reads it, other agents in VS Code in part, as the list that Fairlead gives VS Code without a file.",
  ),
  "copilot-cli": l10n.t("Copilot CLI reads it, and Copilot as an agent in VS Code; VS Code's own chat does not."),
};

type Place = AgentFile | "copy" | "repair";

function askPlace(app: ConnectedServices & AgentsServices, server: UsedServer, uses: readonly AgentUse[]) {
  const files = listAgentFiles(app.agentFiles.places()).filter(
    ({ agent, scope }) => agent.id !== "vscode" || scope === "user",
  );
  const choices = files.map((file, index): PromptChoice<Place> => {
    const { scope, rootName, agent, label } = file;
    const heading = scope === "user" ? l10n.t("Yours, in every workspace") : l10n.t`This workspace: ${rootName ?? ""}`;
    const before = files[index - 1];
    const isFirst = before?.scope !== scope || before.rootName !== rootName;
    const problem = findProblem(app, file, server);
    return {
      label: agentNames[agent.id],
      description: label,
      detail: details[agent.id],
      value: file,
      ...(isFirst && { heading }),
      ...(problem !== undefined && { isUnavailable: true, icon: "circle-slash", note: problem }),
    };
  });
  const copy: PromptChoice<Place> = {
    label: l10n.t("Copy as JSON"),
    icon: "copy",
    heading: l10n.t("Another agent"),
    value: "copy",
  };
  const repair: PromptChoice<Place> = {
    label: l10n.t("Repair"),
    description: l10n.t("where the entry is not as it would be written now"),
    icon: "tools",
    heading: l10n.t("Agents that have it"),
    value: "repair",
  };
  const placeholder =
    server.preview !== undefined
      ? l10n.t("Which agent? When the preview ends, the entry stays and its calls fail")
      : l10n.t("Which agent gets the server? You see the change of its file first");
  return app.prompts.pick({
    title: l10n.t`Use ${server.name} In`,
    placeholder,
    choices: [...choices, copy, ...(uses.length > 0 ? [repair] : [])],
  });
}

/** Why a file cannot be chosen. */
function findProblem(
  { agentFiles, connections }: ConnectionServices & AgentsServices,
  { scope, agent }: AgentFile,
  { preview }: UsedServer,
): string | undefined {
  if (scope === "workspace" && !agentFiles.places().isTrusted)
    return l10n.t("This workspace is not trusted, so nothing is written into it. Trust it first.");
  if (agent.urlEntry === undefined && preview !== undefined)
    return l10n.t`${agentNames[agent.id]} cannot sign in to a server with a URL, and the bridge leads to live versions only.`;
  const isReachable = agent.urlEntry !== undefined || connections.active()?.kind === "local";
  return isReachable ? undefined : describeBridgeLimit(agent);
}

async function copyConfiguration(app: EditorServices, server: UsedServer, url: string) {
  const mcpServers = { [toEntryName(server)]: { type: "http", url } };
  await app.clipboard(`${JSON.stringify({ mcpServers }, undefined, 2)}\n`);
  app.messages.status(l10n.t`Copied the configuration of ${server.name}. The agent signs in by OAuth.`);
}
