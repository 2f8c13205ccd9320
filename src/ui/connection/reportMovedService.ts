import { homedir } from "node:os";
import * as l10n from "@vscode/l10n";
import { commands, Uri, workspace } from "vscode";
import type { Logger, Messages } from "../../core/foundation/ports.ts";
import { agentConfigurationFiles, formatMovedService, namesService } from "../../core/server/movedService.ts";
import { findWorkspaceFiles } from "../storage/findWorkspaceFiles.ts";

const workspaceFiles = "**/{mcp.json,.mcp.json,mcp_config.json}";
const maxFiles = 50;

/** Shows a message when the local service has another port, with the files that still name the old one. */
export async function reportMovedService(
  { log, messages, userData }: { readonly log: Logger; readonly messages: Messages; readonly userData: Uri },
  previousUrl: string,
  url: string,
): Promise<void> {
  const home = Uri.file(homedir());
  const candidates = [
    ...(await findWorkspaceFiles(workspaceFiles, "**/node_modules/**", maxFiles)),
    Uri.joinPath(userData, "mcp.json"),
    ...agentConfigurationFiles.map((path) => Uri.joinPath(home, ...path.split("/"))),
  ];
  const found = (await Promise.all(candidates.map((file) => filterNaming(file, previousUrl)))).flat();
  const message = formatMovedService(
    previousUrl,
    url,
    found.map((file) => workspace.asRelativePath(file)),
  );
  log.warning(message);
  const open = found.length > 0 ? [l10n.t("Open Files")] : [];
  const chosen = await messages.warning(message, ...open);
  if (chosen === undefined) return;
  for (const file of found) await commands.executeCommand("vscode.open", file, { preview: false });
}

async function filterNaming(file: Uri, url: string): Promise<readonly Uri[]> {
  try {
    return namesService(new TextDecoder().decode(await workspace.fs.readFile(file)), url) ? [file] : [];
  } catch {
    // The agent is not on this machine.
    return [];
  }
}
