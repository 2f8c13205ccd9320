import * as l10n from "@vscode/l10n";
import { commands, Uri, workspace } from "vscode";
import { type AgentFiles, listAgentFiles } from "../../agents/model/agentFiles.ts";
import { mayRepairByItself, saveRepairByItself } from "../../agents/model/agentUses.ts";
import { listMovedUses, repairMovedUses } from "../../agents/model/repairMovedUses.ts";
import type { Logger, Memory, Messages } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
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

/** Repairs the entries of agents when the local service has another port, or offers it, and names other files with the old one. */
export async function reportMovedService(context: ReportContext, previousUrl: string, url: string): Promise<void> {
  const { log, messages, memory, agentFiles } = context;
  const format = (files: readonly Uri[]) =>
    formatMovedService(
      previousUrl,
      url,
      files.map((file) => workspace.asRelativePath(file)),
    );
  log.warning(format(await findFilesNaming(agentFiles, previousUrl)));
  const paths = new Set(listMovedUses(memory, previousUrl).map(({ path }) => path));
  if (paths.size > 0 && mayRepairByItself(memory)) await repairEntries(context, previousUrl, url);
  else if (paths.size > 0) offerRepair(context, previousUrl, url, [...paths]);
  const others = (await findFilesNaming(agentFiles, previousUrl)).filter(({ fsPath }) => !paths.has(fsPath));
  const open = async () => {
    for (const file of others) await commands.executeCommand("vscode.open", file, { preview: false });
  };
  showMessage({ messages, log }, "warning", format(others), others.length > 0 ? { [l10n.t("Open Files")]: open } : {});
}

async function findFilesNaming(agentFiles: Pick<AgentFiles, "places">, url: string): Promise<readonly Uri[]> {
  const candidates = [
    ...(await findWorkspaceFiles(workspaceFiles, "**/node_modules/**", maxFiles)),
    ...listAgentFiles(agentFiles.places()).map(({ path }) => Uri.file(path)),
  ];
  const unique = new Map(candidates.map((file) => [file.toString(), file]));
  return (await Promise.all([...unique.values()].map((file) => filterNaming(file, url)))).flat();
}

/** *Always Repair* holds for the next time. */
function offerRepair(context: ReportContext, previousUrl: string, url: string, paths: readonly string[]): void {
  const repair = () => repairEntries(context, previousUrl, url);
  showMessage(context, "warning", formatMovedEntries(previousUrl, url, paths, "offer"), {
    [l10n.t("Repair")]: repair,
    [l10n.t("Always Repair")]: async () => {
      await saveRepairByItself(context.memory);
      await repair();
    },
  });
}

async function repairEntries(
  { messages, memory, agentFiles: files, log }: ReportContext,
  previousUrl: string,
  url: string,
): Promise<void> {
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
