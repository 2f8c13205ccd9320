import * as l10n from "@vscode/l10n";
import { hasKnownName } from "../../../contract/received.ts";
import type { Grant } from "../../../contract/routes/grantRoutes.ts";
import { toEntryName } from "./agentEntry.ts";
import type { AgentFiles } from "./agentFiles.ts";
import { holdsEntry, readAgentEntries } from "./agentText.ts";
import type { AgentUse } from "./agentUses.ts";
import { findMcpAgent } from "./mcpAgents.ts";

/** An entry of an agent's file compared with what was written, and with what would be written now. */
export type AgentUseState =
  | { readonly kind: "same" }
  /** The entry or its file is gone. */
  | { readonly kind: "missing" }
  /** The entry was edited. */
  | { readonly kind: "changed" }
  /** The entry is as it was written, but the server or the bridge is elsewhere now. */
  | { readonly kind: "moved"; readonly reason: string }
  | { readonly kind: "unreadable"; readonly reason: string };

/** The server as it is now; `url` is undefined when it is not deployed. */
export interface AgentUseServer {
  readonly name: string;
  readonly url: string | undefined;
  /** The grants that the service has for it; undefined where they are not known. */
  readonly grants?: readonly Pick<Grant, "id">[] | undefined;
}

export async function readAgentUseState(
  files: Pick<AgentFiles, "read" | "isFile">,
  use: AgentUse,
  server: AgentUseServer | undefined,
): Promise<AgentUseState> {
  const agent = findMcpAgent(use.agent);
  try {
    const text = await files.read({ path: use.path, root: use.root });
    const entries = agent ? readAgentEntries(agent, text) : {};
    if (!Object.hasOwn(entries, use.name)) return { kind: "missing" };
    if (!holdsEntry(entries[use.name], use.entry)) return { kind: "changed" };
    const reason = server && (await findMove(files, use, server));
    return reason === undefined ? { kind: "same" } : { kind: "moved", reason };
  } catch (error) {
    return { kind: "unreadable", reason: error instanceof Error ? error.message : String(error) };
  }
}

async function findMove(
  files: Pick<AgentFiles, "isFile">,
  { entry, grantId, serverId, serverName, preview }: AgentUse,
  server: AgentUseServer,
): Promise<string | undefined> {
  if (grantId !== undefined) {
    if (server.grants && !server.grants.some(({ id }) => id === grantId)) return l10n.t("its access was revoked");
    const { command, args } = entry;
    const paths = [command, Array.isArray(args) ? args[0] : undefined];
    for (const path of paths)
      if (typeof path === "string" && !(await files.isFile(path))) return l10n.t`${path} is gone`;
  } else if (server.url === undefined) {
    if (preview !== undefined) return l10n.t("its preview no longer runs");
  } else if (!Object.values(entry).includes(server.url)) return l10n.t`the server is at ${server.url} now`;
  const now = { id: serverId, name: server.name };
  return !hasKnownName(now) || toEntryName(now) === toEntryName({ id: serverId, name: serverName })
    ? undefined
    : l10n.t`the server is called ${server.name} now`;
}

/** The state in a few words. */
export function formatAgentUseState(state: AgentUseState): string {
  if (state.kind === "same") return l10n.t("up to date");
  if (state.kind === "missing") return l10n.t("removed from the file");
  if (state.kind === "changed") return l10n.t("edited in the file");
  return state.reason;
}
