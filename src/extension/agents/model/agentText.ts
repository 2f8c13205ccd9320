import { isRecord, type UnknownRecord } from "../../../text/record.ts";
import { editJsonEntry, hasSameData, readJsonEntries } from "./jsonEntry.ts";
import type { AgentEntry, McpAgent } from "./mcpAgents.ts";
import { editTomlEntry, readTomlEntries } from "./tomlEntry.ts";

type AgentFormat = Pick<McpAgent, "format" | "key">;

/** Sets or removes one entry of an agent's file; undefined: the file does not exist. */
export function editAgentText(
  { format, key }: AgentFormat,
  text: string | undefined,
  name: string,
  entry: AgentEntry | undefined,
): string {
  return (format === "json" ? editJsonEntry : editTomlEntry)(text ?? "", { key, name }, entry);
}

/** All entries of an agent's file by their names. */
export function readAgentEntries({ format, key }: AgentFormat, text: string | undefined): UnknownRecord {
  return (format === "json" ? readJsonEntries : readTomlEntries)(text ?? "", key);
}

/** An entry as it was written, the one to write, and the name that it gets. */
interface EntryUpdate {
  readonly name: string;
  readonly newName?: string;
  readonly written: AgentEntry;
  readonly entry: AgentEntry;
}

/** Writes an entry again. What somebody added to it stays, such as headers and approvals. */
export function updateAgentText(
  agent: AgentFormat & Pick<McpAgent, "initial">,
  text: string | undefined,
  { name, newName = name, written, entry }: EntryUpdate,
): string {
  const there = readAgentEntries(agent, text)[name];
  const merged = mergeEntry(there, written, isRecord(there) ? entry : { ...entry, ...agent.initial });
  const without = newName === name ? text : editAgentText(agent, text, name, undefined);
  return editAgentText(agent, without, newName, merged);
}

/** Whether an entry of a file has what was written, and perhaps more. */
export function holdsEntry(there: unknown, written: AgentEntry): boolean {
  return isRecord(there) && hasSameData(mergeEntry(there, written, written), there);
}

function mergeEntry(there: unknown, written: unknown, entry: AgentEntry): AgentEntry {
  if (!isRecord(there)) return entry;
  const own = isRecord(written) ? written : {};
  const added = Object.entries(there).filter(([key]) => !Object.hasOwn(own, key) && !Object.hasOwn(entry, key));
  const ours = Object.entries(entry).map(([key, value]) => {
    return [key, isRecord(value) ? mergeEntry(there[key], own[key], value) : value];
  });
  return Object.fromEntries([...ours, ...added]);
}
