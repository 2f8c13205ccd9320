import * as l10n from "@vscode/l10n";
import { formatFirst } from "../../../text/formatFirst.ts";
import type { AgentFiles } from "../../agents/model/agentFiles.ts";
import { mayRepairByItself, saveRepairByItself } from "../../agents/model/agentUses.ts";
import { listMovedUses, repairMovedUses } from "../../agents/model/repairMovedUses.ts";
import type { Logger, Memory, Messages } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";

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

/** The service has another port than before, so that URLs that were copied lead to another program. */
export function formatMovedService(previousUrl: string, url: string): string {
  const [before, now] = [new URL(previousUrl).port, new URL(url).port];
  return l10n.t`Another program uses port ${before}, so the local service moved to port ${now}. URLs of servers that you copied before have the old port: copy them again, or replace ${before} with ${now} in the files that have them.`;
}

/** Entries that *Use In* wrote, before and after the new port is written to them. */
export function formatMovedEntries(
  previousUrl: string,
  url: string,
  files: readonly string[],
  when: "offer" | "done",
): string {
  const [before, now] = [new URL(previousUrl).port, new URL(url).port];
  if (when === "offer")
    return l10n.t`The local service moved from port ${before} to port ${now}. "Repair" writes the new port into ${formatFirst(files)}, and changes nothing else there.`;
  return files.length === 1
    ? l10n.t`The local service moved from port ${before} to port ${now}, and ${formatFirst(files)} has the new port.`
    : l10n.t`The local service moved from port ${before} to port ${now}, and ${formatFirst(files)} have the new port.`;
}
