import * as l10n from "@vscode/l10n";
import type { AgentFiles } from "../../agents/model/agentFiles.ts";
import { mayRepairByItself, saveRepairByItself } from "../../agents/model/agentUses.ts";
import { listMovedUses, repairMovedUses } from "../../agents/model/repairMovedUses.ts";
import type { Logger, Memory, Messages } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import { formatMovedEntries, formatMovedService } from "../../server/model/movedService.ts";

interface ReportContext {
  readonly log: Logger;
  readonly messages: Messages;
  readonly memory: Memory;
  readonly agentFiles: AgentFiles;
}

/** Says that the local service has another port, and repairs the entries of agents with the old one, or offers it. */
export async function reportMovedService(context: ReportContext, previousUrl: string, url: string): Promise<void> {
  const { log, memory } = context;
  const message = formatMovedService(previousUrl, url);
  log.warning(message);
  const paths = new Set(listMovedUses(memory, previousUrl).map(({ path }) => path));
  if (paths.size > 0 && mayRepairByItself(memory)) await repairEntries(context, previousUrl, url);
  else if (paths.size > 0) offerRepair(context, previousUrl, url, [...paths]);
  showMessage(context, "warning", message);
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
