import * as l10n from "@vscode/l10n";
import { formatFirst } from "../../../text/formatFirst.ts";

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
