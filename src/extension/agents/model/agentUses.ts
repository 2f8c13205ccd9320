import * as z from "zod";
import type { Grant } from "../../../contract/routes/grantRoutes.ts";
import { agentNames } from "../../../skills/agentNames.ts";
import type { Memory } from "../../base/ports.ts";
import { type AgentFile, type AgentPlaces, listAgentFiles } from "./agentFiles.ts";
import { findMcpAgent } from "./mcpAgents.ts";

/** What *Use In* wrote: the entry of a server in the file of an agent. */
const agentUseSchema = z.object({
  agent: z.string(),
  scope: z.enum(["workspace", "user"]),
  path: z.string(),
  root: z.string().optional(),
  /** The name of the entry. */
  name: z.string(),
  entry: z.record(z.string(), z.unknown()),
  connectionId: z.string(),
  serverId: z.string(),
  serverName: z.string(),
  /** The version of the preview that the entry leads to, in place of the live one. */
  preview: z.string().optional(),
  /** The grant of the stdio bridge. */
  grantId: z.string().optional(),
  at: z.iso.datetime(),
});
export type AgentUse = Readonly<z.output<typeof agentUseSchema>>;

const memoryName = "agentUses";

export function readAgentUses(memory: Memory): readonly AgentUse[] {
  return z.array(agentUseSchema).catch([]).parse(memory.read("user", memoryName));
}

/** Replaces the use of the same entry, or adds it. */
export function saveAgentUse(memory: Memory, use: AgentUse, replaced: AgentUse = use): Promise<void> {
  const others = readAgentUses(memory).filter((one) => !isSameUse(one, use) && !isSameUse(one, replaced));
  return memory.write("user", memoryName, [...others, use]);
}

export function removeAgentUse(memory: Memory, use: AgentUse): Promise<void> {
  return memory.write(
    "user",
    memoryName,
    readAgentUses(memory).filter((one) => !isSameUse(one, use)),
  );
}

const isSameUse = (one: AgentUse, other: AgentUse) =>
  one.path === other.path && one.agent === other.agent && one.name === other.name;

/** The uses of one server of a connection, those of its previews included. */
export function listServerUses(memory: Memory, connectionId: string, serverId: string): readonly AgentUse[] {
  return readAgentUses(memory).filter((use) => use.connectionId === connectionId && use.serverId === serverId);
}

/** When the agent last called the server: with the grant of the entry, or with one that it got by signing in under its name. */
export function findLastUse({ agent: id, grantId }: AgentUse, grants: readonly Grant[]): string | undefined {
  const agent = findMcpAgent(id);
  const names = agent ? (agent.readBy ?? [agent.id]).map((one) => agentNames[one]) : [];
  const isOwn = ({ id: grant, client }: Grant) =>
    grantId === undefined ? names.some((name) => name === findClientName(client)) : grant === grantId;
  return grants
    .flatMap((grant) => (isOwn(grant) ? (grant.lastUsedAt ?? []) : []))
    .toSorted()
    .at(-1);
}

/** The longest name of an agent that a client's own name begins with: "Cline CLI 1.2" is not Cline. */
function findClientName(client: string): string | undefined {
  return Object.values(agentNames)
    .filter((name) => client.toLowerCase().startsWith(name.toLowerCase()))
    .toSorted((one, other) => other.length - one.length)[0];
}

/** The file of a use; its workspace may be closed. undefined: this Fairlead does not know the agent. */
export function findUseFile(places: AgentPlaces, { agent: id, scope, path, root }: AgentUse): AgentFile | undefined {
  const known = listAgentFiles(places).find((file) => file.path === path);
  const agent = findMcpAgent(id);
  return known ?? (agent && { agent, scope, path, label: path, root, rootName: undefined });
}

/** Whether URLs are rewritten by themselves when the local service has another port. */
export function mayRepairByItself(memory: Memory): boolean {
  return memory.read("user", "repairAgentsByItself") === true;
}

export function saveRepairByItself(memory: Memory): Promise<void> {
  return memory.write("user", "repairAgentsByItself", true);
}
