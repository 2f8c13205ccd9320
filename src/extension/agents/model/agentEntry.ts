import { hasKnownName, readServiceId } from "../../../contract/received.ts";
import type { BridgeProgram } from "./agentFiles.ts";
import { type AgentEntry, type McpAgent, onlyUrl } from "./mcpAgents.ts";

/** What an entry leads to: a URL where the agent signs in itself, otherwise the bridge with a grant of its own. */
export type AgentEntryTarget =
  | { readonly kind: "url"; readonly url: string }
  | { readonly kind: "bridge"; readonly bridge: BridgeProgram; readonly grantId: string };

export function createAgentEntry(agent: McpAgent, target: AgentEntryTarget): AgentEntry {
  if (target.kind === "url") return (agent.urlEntry ?? onlyUrl)(target.url);
  const { node, program, dataFolder } = target.bridge;
  return agent.commandEntry({
    // Agents with windows do not have the PATH of a terminal, so the Node of this editor runs the bridge, as it runs the service.
    command: node,
    args: [program, "--data", dataFolder, "--grant", target.grantId],
    env: { ELECTRON_RUN_AS_NODE: "1" },
  });
}

interface NamedServer {
  readonly id: string;
  readonly name: string;
}

/** The name of a server in a file: letters, digits and hyphens, which all agents accept. One that is not known is the same in all languages. */
export function toEntryName(server: NamedServer): string {
  const name = (hasKnownName(server) ? server.name : `server ${readServiceId(server.id) ?? ""}`)
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .slice(0, 50)
    .replace(/-$/, "");
  return name === "" ? "server" : name;
}

/** A name that no other entry has. */
export function chooseEntryName(server: NamedServer, taken: readonly string[]): string {
  const wanted = toEntryName(server);
  for (let number = 2, name = wanted; ; number += 1) {
    if (!taken.includes(name)) return name;
    name = `${wanted}-${number}`;
  }
}
