import * as l10n from "@vscode/l10n";
import { commands, Uri, workspace } from "vscode";
import { type AgentFiles, listAgentFiles } from "../../agents/model/agentFiles.ts";
import { mayRepairByItself, saveRepairByItself } from "../../agents/model/agentUses.ts";
import { listMovedUses, repairMovedUses } from "../../agents/model/repairMovedUses.ts";
import type { Logger, Memory, Messages } from "../../base/ports.ts";
import { formatMovedEntries, formatMovedService, namesService } from "../../server/model/movedService.ts";
import { findWorkspaceFiles } from "../storage/findWorkspaceFiles.ts";

const workspaceFiles = "**/{mcp.json,.mcp.json,mcp_config.json}";
const maxFiles = 50;

interface ReportContext {
  readonly log: Logger;
  readonly messages: Messages;
  readonly memory: Memory;
  readonly agentFiles: AgentFiles;
}

/** Repairs the entries of agents when the local service has another port, if the user wants it, and names other files with the old one. */
export async function reportMovedService(context: ReportContext, previousUrl: string, url: string): Promise<void> {
  const { log, messages, agentFiles } = context;
  const format = (files: readonly Uri[]) =>
    formatMovedService(
      previousUrl,
      url,
      files.map((file) => workspace.asRelativePath(file)),
    );
  log.warning(format(await findFilesNaming(agentFiles, previousUrl)));
  await repairEntries(context, previousUrl, url);
  const found = await findFilesNaming(agentFiles, previousUrl);
  const open = found.length > 0 ? [l10n.t("Open Files")] : [];
  const chosen = await messages.warning(format(found), ...open);
  if (chosen === undefined) return;
  for (const file of found) await commands.executeCommand("vscode.open", file, { preview: false });
}

async function findFilesNaming(agentFiles: Pick<AgentFiles, "places">, url: string): Promise<readonly Uri[]> {
  const candidates = [
    ...(await findWorkspaceFiles(workspaceFiles, "**/node_modules/**", maxFiles)),
    ...listAgentFiles(agentFiles.places()).map(({ path }) => Uri.file(path)),
  ];
  const unique = new Map(candidates.map((file) => [file.toString(), file]));
  return (await Promise.all([...unique.values()].map((file) => filterNaming(file, url)))).flat();
}

/** Asks once; a lasting yes holds for the next time. */
async function repairEntries(
  { messages, memory, agentFiles: files, log }: ReportContext,
  previousUrl: string,
  url: string,
): Promise<void> {
  const uses = listMovedUses(memory, previousUrl);
  if (uses.length === 0) return;
  const [once, always] = [l10n.t("Repair"), l10n.t("Always Repair")];
  if (!mayRepairByItself(memory)) {
    const paths = uses.map(({ path }) => path);
    const chosen = await messages.warning(formatMovedEntries(previousUrl, url, paths, "ask"), once, always);
    if (chosen === undefined) return;
    if (chosen === always) await saveRepairByItself(memory);
  }
  const repaired = (await repairMovedUses({ files, memory }, previousUrl, url)).map(({ path }) => path);
  if (repaired.length === 0) return;
  const message = formatMovedEntries(previousUrl, url, repaired, "done");
  log.info(message);
  void messages.info(message);
}

async function filterNaming(file: Uri, url: string): Promise<readonly Uri[]> {
  try {
    return namesService(new TextDecoder().decode(await workspace.fs.readFile(file)), url) ? [file] : [];
  } catch {
    // The agent is not on this machine.
    return [];
  }
}
