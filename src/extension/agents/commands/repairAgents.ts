import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices, ConnectionServices } from "../../connection/connectionServices.ts";
import { explainMissingUrl, readServerUrl } from "../../server/model/findLiveVersion.ts";
import { readServer } from "../../server/model/readServer.ts";
import type { AgentsServices } from "../agentsServices.ts";
import { readAgentUseState } from "../model/agentDrift.ts";
import { chooseEntryName, createAgentEntry, toEntryName } from "../model/agentEntry.ts";
import type { AgentFile } from "../model/agentFiles.ts";
import { readAgentEntries, updateAgentText } from "../model/agentText.ts";
import { type AgentUse, findUseFile, saveAgentUse } from "../model/agentUses.ts";
import type { AgentEntry } from "../model/mcpAgents.ts";
import { readUsedServer } from "../model/previewUse.ts";
import { readServiceMcpUrl, serviceItself } from "../model/serviceItself.ts";
import { createEntryTarget, revokeBridgeGrant } from "./addToAgent.ts";
import { type AgentChange, type ApplyAgentChangesContext, applyAgentChanges } from "./applyAgentChanges.ts";

type RepairContext = ApplyAgentChangesContext & ConnectionServices;

/** Writes the entry of a row again. */
export const repairEntry: CommandHandler<RepairContext> = async (app, { node }) => {
  const client = await app.client();
  if (client && node?.kind === "agentUse") await repairAgents(app, client, [node.use]);
};

/** Rewrites entries of servers in the files of agents as they would be written now. */
export async function repairAgents(
  app: RepairContext,
  client: ServiceClient,
  uses: readonly AgentUse[],
): Promise<void> {
  const unusedGrants = new Set<string>();
  try {
    await repairUses(app, client, uses, unusedGrants);
  } finally {
    for (const id of unusedGrants) await revokeBridgeGrant(client, id);
    app.refresh("fairlead.servers");
  }
}

async function repairUses(
  app: RepairContext,
  client: ServiceClient,
  uses: readonly AgentUse[],
  unusedGrants: Set<string>,
): Promise<void> {
  const repairs: Repair[] = [];
  for (const use of uses) repairs.push(await planRepair(app, client, use, unusedGrants));
  const names = [...new Set(uses.map(({ serverName }) => serverName))].join(", ");
  const changes = repairs.filter((repair) => typeof repair !== "string");
  if (changes.length === 0) {
    if (!repairs.includes("impossible")) showMessage(app, "info", l10n.t`${names} is up to date in every agent.`);
    return;
  }
  const files = changes.map(({ file }) => file.label).join(", ");
  await applyAgentChanges(
    app,
    {
      title: l10n.t`Repair ${names}`,
      message: l10n.t`Write ${names} again to ${files}? The editor shows what changes.`,
      action: l10n.t("Repair"),
    },
    changes,
  );
}

/** Impossible: a message says why. */
type Repair = AgentChange | "same" | "impossible";

async function planRepair(
  app: ConnectedServices & AgentsServices,
  client: ServiceClient,
  use: AgentUse,
  unusedGrants: Set<string>,
): Promise<Repair> {
  const warn = (message: string) => {
    showMessage(app, "warning", message);
    return "impossible" as const;
  };
  const file = findUseFile(app.agentFiles.places(), use);
  const found = await findUsedServer(app, client, use);
  if (!file) return warn(l10n.t`${use.path} was not changed, because Fairlead does not know the agent ${use.agent}.`);
  if (!found)
    return warn(l10n.t`${use.serverName} was archived or deleted. Restore it, or remove it from ${use.path}.`);
  const { server, url } = found;
  const grants =
    use.grantId === undefined ? undefined : (await client.readGrants({ serverId: server.id, limit: 200 })).items;
  const state = await readAgentUseState(app.agentFiles, use, { name: server.name, url, grants });
  if (state.kind === "same") return "same";
  if (state.kind === "unreadable") return warn(l10n.t`${file.label} was not changed: ${state.reason}`);
  if (url === undefined && use.preview !== undefined)
    return warn(l10n.t`${server.name} no longer runs. Deploy it as a preview again, or remove it from ${use.path}.`);
  if (url === undefined) return warn(explainMissingUrl(server));
  const grant = grants?.find(({ id }) => id === use.grantId);
  const target = await createEntryTarget(app, { server, file, url, grantId: grant?.id });
  if (target.kind === "bridge" && target.grantId !== grant?.id) unusedGrants.add(target.grantId);
  const repaired: AgentUse = {
    ...use,
    serverName: server.name,
    entry: { ...createAgentEntry(file.agent, target) },
    ...(target.kind === "bridge" && { grantId: target.grantId }),
  };
  return createRepair(app, { file, written: use.entry, use: repaired }, unusedGrants);
}

async function findUsedServer(app: ConnectionServices, client: ServiceClient, use: AgentUse) {
  if (use.serverId === serviceItself.id) return { server: serviceItself, url: await readServiceMcpUrl(app) };
  const server = await readServer(client, use.serverId);
  return server && readUsedServer(client, server, await readServerUrl(client, server), use);
}

function createRepair(
  { memory }: EditorServices,
  { file, written, use }: { readonly file: AgentFile; readonly written: AgentEntry; readonly use: AgentUse },
  unusedGrants: Set<string>,
): AgentChange {
  let repaired = use;
  return {
    file,
    edit: (text) => {
      const others = Object.keys(readAgentEntries(file.agent, text)).filter((name) => name !== use.name);
      const server = { id: use.serverId, name: use.serverName };
      const keepsName = use.name.startsWith(toEntryName(server));
      repaired = { ...use, name: keepsName ? use.name : chooseEntryName(server, others) };
      const { entry } = use;
      return updateAgentText(file.agent, text, { name: use.name, newName: repaired.name, written, entry });
    },
    onWritten: async () => {
      if (use.grantId !== undefined) unusedGrants.delete(use.grantId);
      await saveAgentUse(memory, { ...repaired, at: new Date().toISOString() }, use);
    },
  };
}
