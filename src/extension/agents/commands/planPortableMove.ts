import * as l10n from "@vscode/l10n";
import { isRecord, type UnknownRecord } from "../../../text/record.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import type { AgentsServices } from "../agentsServices.ts";
import { type AgentFile, AgentFileError, listAgentFiles } from "../model/agentFiles.ts";
import { editAgentText, readAgentEntries } from "../model/agentText.ts";
import { readAgentUses, removeAgentUse } from "../model/agentUses.ts";
import { hasCommentInside, hasSameData } from "../model/jsonEntry.ts";
import type { UsedServer } from "../model/usedServer.ts";
import type { AgentChange } from "./applyAgentChanges.ts";

/** A server that gets an entry in a file. */
export interface Addition {
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
export async function planPortableMove(
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
