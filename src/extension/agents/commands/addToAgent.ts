import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { agentNames } from "../../../skills/agentNames.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import type { AgentsServices } from "../agentsServices.ts";
import { type AgentEntryTarget, chooseEntryName, createAgentEntry } from "../model/agentEntry.ts";
import { AgentFileError } from "../model/agentFileError.ts";
import { type AgentFile, listAgentFiles } from "../model/agentFiles.ts";
import { editAgentText, readAgentEntries, updateAgentText } from "../model/agentText.ts";
import { type AgentUse, readAgentUses, removeAgentUse, saveAgentUse } from "../model/agentUses.ts";
import { hasSameData } from "../model/hasSameData.ts";
import type { McpAgent } from "../model/mcpAgents.ts";
import type { UsedServer } from "../model/serviceItself.ts";
import {
  type AgentChange,
  AgentChangeError,
  type ApplyAgentChangesContext,
  applyAgentChanges,
} from "./applyAgentChanges.ts";
import { revokeBridgeGrant } from "./revokeBridgeGrant.ts";

export type AddToAgentContext = ApplyAgentChangesContext & ConnectionServices;

interface Addition {
  readonly server: UsedServer;
  readonly file: AgentFile;
  readonly url: string;
}

/** Adds the entry of a server to the file of an agent, or replaces the one that was written before. */
export async function addToAgent(app: AddToAgentContext, client: ServiceClient, addition: Addition): Promise<void> {
  const { server, file } = addition;
  const before = readAgentUses(app.memory).find((use) => isUseOf(use, addition));
  const target = await createEntryTarget(app, addition);
  let use = createUse(addition, app.connections.scope() ?? "", target);
  let isWritten = false;
  const moves = await planMove(app, addition);
  try {
    await applyAgentChanges(
      app,
      {
        title: l10n.t`Use ${server.name} in ${agentNames[file.agent.id]}`,
        message:
          moves.length > 0
            ? l10n.t`Write it into ${file.label} in place of .vscode/mcp.json, as the editor shows?`
            : l10n.t`Write it into ${file.label}, as the editor shows?`,
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
              entry: use.entry,
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

const isUseOf = (use: AgentUse, { file, server }: Addition) => use.path === file.path && use.serverId === server.id;

/** Plain entries of the server in `.vscode/mcp.json` go, when it gets one in the file that all agents read. */
async function planMove(app: EditorServices & AgentsServices, addition: Addition): Promise<readonly AgentChange[]> {
  const { file, url, server } = addition;
  if (file.agent.id !== "portable") return [];
  const old = listAgentFiles(app.agentFiles.places()).find(
    ({ agent, root }) => agent.id === "vscode" && root === file.root,
  );
  const names = old ? await listPlainEntries(app, old, url) : [];
  if (!old || names.length === 0) return [];
  const uses = readAgentUses(app.memory).filter((use) => use.path === old.path && use.serverId === server.id);
  return [
    {
      file: old,
      edit: (text) => names.reduce((left, name) => editAgentText(old.agent, left, name, undefined), text ?? ""),
      onWritten: async () => {
        for (const use of uses) await removeAgentUse(app.memory, use);
      },
    },
  ];
}

async function listPlainEntries({ agentFiles }: AgentsServices, file: AgentFile, url: string): Promise<string[]> {
  try {
    const entries = Object.entries(readAgentEntries(file.agent, await agentFiles.read(file)));
    return entries.flatMap(([name, entry]) => (hasSameData(entry, file.agent.urlEntry?.(url)) ? name : []));
  } catch (error) {
    // A file that cannot be read keeps what it has.
    if (error instanceof AgentFileError) return [];
    throw error;
  }
}

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
