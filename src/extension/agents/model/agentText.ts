import type { UnknownRecord } from "../../../text/record.ts";
import { editJsonEntry, readJsonEntries } from "./jsonEntry.ts";
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
