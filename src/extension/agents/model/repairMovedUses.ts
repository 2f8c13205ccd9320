import type { Memory } from "../../base/ports.ts";
import { AgentFileChangedError, AgentFileError, type AgentFiles } from "./agentFiles.ts";
import { holdsEntry, readAgentEntries, updateAgentText } from "./agentText.ts";
import { type AgentUse, readAgentUses, saveAgentUse } from "./agentUses.ts";
import { findMcpAgent } from "./mcpAgents.ts";

/** The entries that were written with a URL of the service's last run. */
export function listMovedUses(memory: Memory, previousUrl: string): readonly AgentUse[] {
  return readAgentUses(memory).filter(({ entry }) => Object.values(entry).some((value) => isBelow(value, previousUrl)));
}

/** Replaces the port in entries that are as they were written. Returns those that have the new one now. */
export async function repairMovedUses(
  { files, memory }: { readonly files: Pick<AgentFiles, "read" | "write">; readonly memory: Memory },
  previousUrl: string,
  url: string,
): Promise<readonly AgentUse[]> {
  const repaired: AgentUse[] = [];
  for (const use of listMovedUses(memory, previousUrl)) {
    const fields = Object.entries(use.entry).map(([field, value]) => [field, moveUrl(value, previousUrl, url)]);
    const moved: AgentUse = { ...use, entry: Object.fromEntries(fields) };
    if (!(await replaceEntry(files, use, moved))) continue;
    await saveAgentUse(memory, moved);
    repaired.push(moved);
  }
  return repaired;
}

async function replaceEntry(
  files: Pick<AgentFiles, "read" | "write">,
  use: AgentUse,
  moved: AgentUse,
): Promise<boolean> {
  const agent = findMcpAgent(use.agent);
  const file = { path: use.path, root: use.root };
  if (!agent) return false;
  try {
    const text = await files.read(file);
    if (!holdsEntry(readAgentEntries(agent, text)[use.name], use.entry)) return false;
    await files.write(
      file,
      text,
      updateAgentText(agent, text, { name: use.name, written: use.entry, entry: moved.entry }),
    );
    return true;
  } catch (error) {
    // The row of the agent says what is wrong with its file.
    if (error instanceof AgentFileError || error instanceof AgentFileChangedError) return false;
    throw error;
  }
}

const isBelow = (value: unknown, service: string) =>
  typeof value === "string" && URL.parse(value)?.origin === new URL(service).origin;

function moveUrl(value: unknown, previousUrl: string, url: string): unknown {
  if (typeof value !== "string" || !isBelow(value, previousUrl)) return value;
  return new URL(url).origin + value.slice(new URL(previousUrl).origin.length);
}
