import * as l10n from "@vscode/l10n";
import { agentNames } from "../../../skills/agentNames.ts";
import type { CommandHandler, EditorServices } from "../../base/editorServices.ts";
import type { CommandTarget } from "../../base/rows/commandTarget.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import { findServer } from "../../server/commands/findServer.ts";
import type { AgentsServices } from "../agentsServices.ts";
import type { AgentFile } from "../model/agentFiles.ts";
import { editAgentText } from "../model/agentText.ts";
import { type AgentUse, findUseFile, listServerUses, readAgentUses, removeAgentUse } from "../model/agentUses.ts";
import { revokeBridgeGrant } from "./addToAgent.ts";
import { type ApplyAgentChangesContext, applyAgentChanges } from "./applyAgentChanges.ts";

type RemoveServerContext = ConnectedServices & ApplyAgentChangesContext;

/** Removes the entry of a server from the file of an agent, and nothing else. */
export const removeServerFrom: CommandHandler<RemoveServerContext> = async (app, target) => {
  const use = target.node?.kind === "agentUse" ? target.node.use : await askUse(app, target);
  if (!use) return;
  const file = findUseFile(app.agentFiles.places(), use);
  if (file && !(await removeEntry(app, file, use))) return;
  await removeAgentUse(app.memory, use);
  app.refresh("fairlead.servers");
  if (use.grantId === undefined) return;
  const client = await app.client();
  if (client && app.connections.scope() === use.connectionId) return revokeBridgeGrant(client, use.grantId);
  const stays = l10n.t`${use.serverName} was removed, but the access of the agent stays, because its service is not in use here. Revoke it below Agents in the view Account of that service.`;
  showMessage(app, "warning", stays);
};

function removeEntry(app: ApplyAgentChangesContext, file: AgentFile, use: AgentUse): Promise<boolean> {
  const agent = agentNames[file.agent.id];
  return applyAgentChanges(
    app,
    {
      title: l10n.t`Remove ${use.serverName} from ${agent}`,
      message: l10n.t`Remove it from ${file.label}, as the editor shows?`,
      action: l10n.t("Remove"),
    },
    [{ file, edit: (text) => editAgentText(file.agent, text, use.name, undefined), onWritten: async () => {} }],
  );
}

/** undefined: the user cancelled, or no agent has the server. The palette has all entries, also of servers that are gone. */
async function askUse(app: RemoveServerContext, target: CommandTarget): Promise<AgentUse | undefined> {
  const none = l10n.t("No agent has a server from here.");
  if (!target.node) return pickUse(app, { title: l10n.t("Remove From"), none }, readAgentUses(app.memory));
  const client = await app.client();
  const server = client && (await findServer(app, client, target, { title: l10n.t("Remove From"), none }));
  if (!server) return undefined;
  const question = { title: l10n.t`Remove ${server.name} From`, none: l10n.t`No agent has ${server.name} from here.` };
  return pickUse(app, question, listServerUses(app.memory, app.connections.scope() ?? "", server.id));
}

async function pickUse(
  app: EditorServices & AgentsServices,
  { title, none }: { readonly title: string; readonly none: string },
  uses: readonly AgentUse[],
): Promise<AgentUse | undefined> {
  if (uses.length === 0) return showMessage(app, "info", none);
  const places = app.agentFiles.places();
  const choices = uses.map((use) => {
    const file = findUseFile(places, use);
    const label = file ? agentNames[file.agent.id] : use.agent;
    return { label, description: `${use.serverName} · ${file?.label ?? use.path}`, value: use };
  });
  const placeholder = l10n.t("From which agent? You see the change of its file first");
  return app.prompts.pick({ title, placeholder, choices });
}
