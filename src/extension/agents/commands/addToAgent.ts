import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { agentNames } from "../../../skills/agentNames.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { hasErrorName } from "../../base/failure.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import type { AgentsServices } from "../agentsServices.ts";
import { type AgentEntryTarget, chooseEntryName, createAgentEntry } from "../model/agentEntry.ts";
import type { AgentFile } from "../model/agentFiles.ts";
import { readAgentEntries, updateAgentText } from "../model/agentText.ts";
import { type AgentUse, readAgentUses, saveAgentUse } from "../model/agentUses.ts";
import type { McpAgent } from "../model/mcpAgents.ts";
import { AgentChangeError, type ApplyAgentChangesContext, applyAgentChanges } from "./applyAgentChanges.ts";
import { type Addition, planPortableMove } from "./planPortableMove.ts";

export type AddToAgentContext = ApplyAgentChangesContext & ConnectionServices;

/** Adds the entry of a server to the file of an agent, or replaces the one that was written before. */
export async function addToAgent(app: AddToAgentContext, client: ServiceClient, addition: Addition): Promise<void> {
  const { server, file } = addition;
  const before = readAgentUses(app.memory).find((use) => isUseOf(use, addition));
  const target = await createEntryTarget(app, addition);
  let use = createUse(addition, app.connections.scope() ?? "", target);
  let isWritten = false;
  const { moves, headers, question } = await planPortableMove(app, addition);
  try {
    await applyAgentChanges(
      app,
      {
        title: l10n.t`Use ${server.name} in ${agentNames[file.agent.id]}`,
        message: question,
        action: l10n.t("Write"),
      },
      [
        {
          file,
          edit: (text) => {
            const names = Object.keys(readAgentEntries(file.agent, text));
            const isThere = before && names.includes(before.name);
            use = { ...use, name: isThere ? before.name : chooseEntryName(server, names) };
            return updateAgentText(file.agent, text, {
              name: use.name,
              written: before?.entry ?? {},
              entry: { ...use.entry, ...(headers && { headers }) },
            });
          },
          onWritten: async () => {
            isWritten = true;
            await saveAgentUse(app.memory, use, before);
          },
        },
        // The old entry goes once the new one is there.
        ...moves.map((move) => ({ ...move, mayWrite: () => isWritten })),
      ],
    );
  } finally {
    // Each entry of the bridge has a grant of its own, and a grant has an entry.
    await revokeBridgeGrant(client, isWritten ? before?.grantId : use.grantId);
  }
  if (!isWritten) return;
  app.refresh("fairlead.servers");
  showAdded(app, file, use);
}

const isUseOf = (use: AgentUse, { file, server }: Addition) =>
  use.path === file.path && use.serverId === server.id && use.preview === server.preview;

export const describeBridgeLimit = ({ id }: McpAgent) =>
  l10n.t`${agentNames[id]} cannot sign in to a server with a URL, and the bridge leads to servers of the local service only.`;

/** The URL, or a grant for an agent that cannot sign in itself. */
export async function createEntryTarget(
  { connections, agentFiles }: ConnectionServices & AgentsServices,
  { server, file: { agent }, url, grantId }: Addition & { readonly grantId?: string | undefined },
): Promise<AgentEntryTarget> {
  if (agent.urlEntry) return { kind: "url", url };
  const local = await connections.localEndpoint();
  if (!local) throw new AgentChangeError(describeBridgeLimit(agent));
  const bridge = await agentFiles.prepareBridge();
  return { kind: "bridge", bridge, grantId: grantId ?? (await local.createGrant(server.id, agentNames[agent.id])) };
}

function createUse({ file, server }: Addition, connectionId: string, target: AgentEntryTarget): AgentUse {
  const { agent, scope, path, root } = file;
  return {
    agent: agent.id,
    scope,
    path,
    name: "",
    entry: { ...createAgentEntry(agent, target) },
    connectionId,
    ...(root !== undefined && { root }),
    ...(target.kind === "bridge" && { grantId: target.grantId }),
    serverId: server.id,
    serverName: server.name,
    ...(server.preview !== undefined && { preview: server.preview }),
    at: new Date().toISOString(),
  };
}

function showAdded(app: EditorServices, file: AgentFile, { serverName, name }: AgentUse): void {
  const agent = agentNames[file.agent.id];
  const command = file.agent.signIn?.(name);
  const added = l10n.t`${serverName} is in ${file.label} now, as ${name}.`;
  const next = !file.agent.urlEntry
    ? l10n.t`Start ${agent} again to see it.`
    : command === undefined
      ? l10n.t("The agent asks you to sign in.")
      : l10n.t`Sign in there with "${command}".`;
  // A message without a button is cut after its first line.
  const copy = command === undefined ? {} : { [l10n.t("Copy Command")]: () => app.clipboard(command) };
  showMessage(app, "info", `${added} ${next}`, copy);
}

/** Revokes the grant of an entry; one that is revoked already, or whose server is gone, needs nothing. */
export async function revokeBridgeGrant(client: ServiceClient, grantId: string | undefined): Promise<void> {
  if (grantId === undefined) return;
  await client.revokeGrant(grantId).catch((error: unknown) => {
    if (!hasErrorName(error, "NotFoundError")) throw error;
  });
}
