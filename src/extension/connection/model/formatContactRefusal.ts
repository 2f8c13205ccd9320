import * as l10n from "@vscode/l10n";
import { ServiceError } from "../../../client/errors.ts";

const longest = 200;

/** What a service answered at the first contact, in one sentence and its own words. The client redacted the key in them. */
export function formatContactRefusal(host: string, error: unknown, credential = l10n.t("the key")): string {
  if (!(error instanceof ServiceError)) return l10n.t`${host} refused ${credential}.`;
  const { status, detail, title } = error;
  const subject = status === 401 ? credential : l10n.t("the request");
  const reason = formatReason(detail ?? title ?? "");
  const refused = l10n.t`${host} refused ${subject} (${status})`;
  if (reason === "") return l10n.t`${refused} and gave no reason.`;
  return `${refused}: "${reason}"${/[.!?]$/.test(reason) ? "" : "."}`;
}

/** One bounded line without markup. */
function formatReason(text: string): string {
  const line = text
    .slice(0, 5000)
    .replaceAll(/<[^<>]*>/g, " ")
    .replaceAll(/[\s\p{Cc}]+/gu, " ")
    .trim();
  return line.length > longest ? `${line.slice(0, longest)}...` : line;
}
