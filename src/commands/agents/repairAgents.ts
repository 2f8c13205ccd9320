import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../client/client.ts";
import { readAgentUseState } from "../../core/agents/agentDrift.ts";
import { chooseEntryName, createAgentEntry, toEntryName } from "../../core/agents/agentEntry.ts";
import type { AgentFile } from "../../core/agents/agentFiles.ts";
import { editAgentText, readAgentEntries } from "../../core/agents/agentText.ts";
import {
  type AgentUse,
  findUseFile,
  listServerUses,
  readAgentUses,
  saveAgentUse,
} from "../../core/agents/agentUses.ts";
import { readServerUrl } from "../../core/deployment/readServerUrl.ts";
import { showMessage } from "../../core/foundation/showMessage.ts";
import { readServer } from "../../core/server/readServer.ts";
import type { CommandTarget } from "../../core/view/commandTarget.ts";
import type { App, CommandHandler } from "../app.ts";
import { type FindServerContext, findServer } from "../server/findServer.ts";
import { createEntryTarget } from "./addToAgent.ts";
import { type AgentChange, type ApplyAgentChangesContext, applyAgentChanges } from "./applyAgentChanges.ts";

type RepairContext = FindServerContext & ApplyAgentChangesContext & Pick<App, "client" | "refresh">;

/** Rewrites the entries of a server, or of one agent, as they would be written now. */
export const repairAgents: CommandHandler<RepairContext> = async (app, target) => {
  const client = await app.client();
  const uses = client && (await findUses(app, client, target));
  if (!client || !uses?.length) return;
  const changes: AgentChange[] = [];
  for (const use of uses) {
    const change = await planRepair(app, client, use);
    if (change) changes.push(change);
  }
  const names = [...new Set(uses.map(({ serverName }) => serverName))].join(", ");
  if (changes.length === 0) {
    showMessage(app, "info", l10n.t`${names} is up to date in every agent.`);
    return;
  }
  const files = changes.map(({ file }) => file.label).join(", ");
  const isRepaired = await applyAgentChanges(
    app,
    {
      title: l10n.t`Repair ${names}`,
      message: l10n.t`Write ${names} again to ${files}? The editor shows what changes.`,
      action: l10n.t("Repair"),
    },
    changes,
  );
  if (!isRepaired) return;
  app.refresh("fairlead.servers");
  showMessage(app, "info", l10n.t`${names} is up to date in ${files}.`);
};

async function findUses(
  app: RepairContext,
  client: ServiceClient,
  target: CommandTarget,
): Promise<readonly AgentUse[] | undefined> {
  if (target.node?.kind === "agentUse") return [target.node.use];
  const connectionId = app.connections.scope() ?? "";
  const ids = new Set(
    readAgentUses(app.memory).flatMap((use) => (use.connectionId === connectionId ? use.serverId : [])),
  );
  const server = await findServer(app, client, target, {
    title: l10n.t("Repair in Agents"),
    suits: ({ id }) => ids.has(id),
    none: l10n.t("No agent has a server from here."),
  });
  return server && listServerUses(app.memory, connectionId, server.id);
}

/** undefined: nothing is to be repaired. */
async function planRepair(
  app: Pick<App, "agentFiles" | "connections" | "log" | "memory" | "messages">,
  client: ServiceClient,
  use: AgentUse,
): Promise<AgentChange | undefined> {
  const file = findUseFile(app.agentFiles.places(), use);
  const server = await readServer(client, use.serverId);
  if (!file || !server) {
    showMessage(app, "warning", l10n.t`${use.serverName} no longer exists. Remove it from ${use.path}.`);
    return undefined;
  }
  const url = await readServerUrl(client, server);
  const grants =
    use.grantId === undefined ? undefined : (await client.readGrants({ serverId: server.id, limit: 200 })).items;
  const state = await readAgentUseState(app.agentFiles, use, { name: server.name, url, grants });
  if (state.kind === "same") return undefined;
  if (url === undefined) {
    showMessage(app, "warning", l10n.t`${server.name} has no URL for agents: it is not deployed. Deploy it first.`);
    return undefined;
  }
  const grant = grants?.find(({ id }) => id === use.grantId);
  const target = await createEntryTarget(app, { server, file, url, grantId: grant?.id });
  return createRepair(app, file, {
    ...{ ...use, serverName: server.name, entry: { ...createAgentEntry(file.agent, target) } },
    ...(target.kind === "bridge" && { grantId: target.grantId }),
  });
}

function createRepair({ memory }: Pick<App, "memory">, file: AgentFile, use: AgentUse): AgentChange {
  let repaired = use;
  return {
    file,
    edit: (text) => {
      const others = Object.keys(readAgentEntries(file.agent, text)).filter((name) => name !== use.name);
      const keepsName = use.name.startsWith(toEntryName(use.serverName));
      repaired = { ...use, name: keepsName ? use.name : chooseEntryName(use.serverName, others) };
      const without = repaired.name === use.name ? text : editAgentText(file.agent, text, use.name, undefined);
      return editAgentText(file.agent, without, repaired.name, use.entry);
    },
    onWritten: () => saveAgentUse(memory, { ...repaired, at: new Date().toISOString() }, use),
  };
}
