import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../client/client.ts";
import { agentNames } from "../../../skills/agentNames.ts";
import { isRecord, type UnknownRecord } from "../../../text/record.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { hasErrorName } from "../../base/failure.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectionServices } from "../../connection/connectionServices.ts";
import type { AgentsServices } from "../agentsServices.ts";
import { type AgentEntryTarget, chooseEntryName, createAgentEntry } from "../model/agentEntry.ts";
import { type AgentFile, AgentFileError, listAgentFiles } from "../model/agentFiles.ts";
import { editAgentText, readAgentEntries, updateAgentText } from "../model/agentText.ts";
import { type AgentUse, readAgentUses, removeAgentUse, saveAgentUse } from "../model/agentUses.ts";
import { hasCommentInside, hasSameData } from "../model/jsonEntry.ts";
import type { McpAgent } from "../model/mcpAgents.ts";
import type { UsedServer } from "../model/usedServer.ts";
import {
  type AgentChange,
  AgentChangeError,
  type ApplyAgentChangesContext,
  applyAgentChanges,
} from "./applyAgentChanges.ts";

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

/** A server that gets an entry in a file. */
interface Addition {
  readonly server: UsedServer;
  readonly file: AgentFile;
  readonly url: string;
}

interface PortableMove {
  readonly moves: readonly AgentChange[];
  /** Those of the entry that moves. */
  readonly headers: UnknownRecord | undefined;
  /** Asks whether the server is written, and says what that means for `.vscode/mcp.json`. */
  readonly question: string;
}

/** Entries of the server in `.vscode/mcp.json` go, when it gets one in the file that all agents read. */
async function planPortableMove(
  app: EditorServices & AgentsServices,
  { file, url, server }: Addition,
): Promise<PortableMove> {
  const old = listAgentFiles(app.agentFiles.places()).find(
    ({ agent, root }) => file.agent.id === "portable" && agent.id === "vscode" && root === file.root,
  );
  const { names, headers, isStaying } = old ? await findOldEntries(app, old, url) : nothingOld;
  const question =
    names.length > 0
      ? l10n.t`Write it into ${file.label} in place of .vscode/mcp.json, as the editor shows?`
      : l10n.t`Write it into ${file.label}, as the editor shows?`;
  const staying = l10n.t`VS Code will list it twice: an entry with what ${file.label} cannot have stays in .vscode/mcp.json.`;
  const asked = { headers, question: isStaying ? `${question} ${staying}` : question };
  if (!old || names.length === 0) return { ...asked, moves: [] };
  const uses = readAgentUses(app.memory).filter((use) => use.path === old.path && use.serverId === server.id);
  const move: AgentChange = {
    file: old,
    edit: (text) => names.reduce((left, name) => editAgentText(old.agent, left, name, undefined), text ?? ""),
    onWritten: async () => {
      for (const use of uses) await removeAgentUse(app.memory, use);
    },
  };
  return { ...asked, moves: [move] };
}

interface OldEntries {
  /** The entries that can move as one. */
  readonly names: readonly string[];
  readonly headers: UnknownRecord | undefined;
  readonly isStaying: boolean;
}

const nothingOld: OldEntries = { names: [], headers: undefined, isStaying: false };

async function findOldEntries({ agentFiles }: AgentsServices, old: AgentFile, url: string): Promise<OldEntries> {
  try {
    const text = await agentFiles.read(old);
    const entries = Object.entries(readAgentEntries(old.agent, text)).filter(
      ([, entry]) => isRecord(entry) && entry.url === url,
    );
    const movable = entries.flatMap(([name, entry]) => {
      // A comment inside of an entry has no place elsewhere.
      const isPlain = !hasCommentInside(text ?? "", { key: old.agent.key, name });
      const headers = isPlain ? readPortableHeaders(entry) : undefined;
      return headers ? [{ name, headers }] : [];
    });
    const kept = movable.map(({ headers }) => headers).find((headers) => Object.keys(headers).length > 0);
    const names = movable
      .filter(({ headers }) => Object.keys(headers).length === 0 || hasSameData(headers, kept))
      .map(({ name }) => name);
    return { names, headers: kept, isStaying: names.length < entries.length };
  } catch (error) {
    // A file that cannot be read keeps what it has.
    if (error instanceof AgentFileError) return nothingOld;
    throw error;
  }
}

/** undefined: the entry has what is VS Code's own, such as another transport, a sandbox or `${input:...}`. */
function readPortableHeaders(entry: unknown): UnknownRecord | undefined {
  if (!isRecord(entry)) return undefined;
  const { type = "http", url: _, headers = {}, ...others } = entry;
  const isPortable = type === "http" && Object.keys(others).length === 0 && isRecord(headers);
  return isPortable && !JSON.stringify(headers).includes("${") ? headers : undefined;
}
