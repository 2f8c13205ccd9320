import * as l10n from "@vscode/l10n";
import { formatFirst } from "../../../text/formatFirst.ts";

/** Whether a text holds a URL of the service. A longer port is another one. */
export function namesService(text: string, url: string): boolean {
  const { host, port } = new URL(url);
  return [host, `localhost:${port}`].some((name) => new RegExp(`//${name.replaceAll(".", "\\.")}(?!\\d)`).test(text));
}

/** The service has another port than before, so that URLs that were copied lead to another program. */
export function formatMovedService(previousUrl: string, url: string, files: readonly string[]): string {
  const [before, now] = [new URL(previousUrl).port, new URL(url).port];
  const moved = l10n.t`Another program uses port ${before}, so the local service moved to port ${now}.`;
  if (files.length === 0)
    return l10n.t`${moved} URLs of servers that you copied before have the old port: copy them again.`;
  return files.length === 1
    ? l10n.t`${moved} ${formatFirst(files)} has URLs with the old port: replace ${before} with ${now} there.`
    : l10n.t`${moved} ${formatFirst(files)} have URLs with the old port: replace ${before} with ${now} there.`;
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
