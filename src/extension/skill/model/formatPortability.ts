import * as l10n from "@vscode/l10n";
import type { ClientPortability } from "../../../skills/skill.ts";
import { escapeMarkdown } from "../../../text/markdown/escapeMarkdown.ts";
import { formatMarkdownTable } from "../../../text/markdown/formatMarkdownTable.ts";

/** The number of clients that load the skill, such as `Loads in 5 of 6 clients (1 in part)`. */
export function formatPortabilitySummary(clients: readonly ClientPortability[]): string {
  const count = (countedVerdict: ClientPortability["verdict"]) =>
    clients.filter(({ verdict }) => verdict === countedVerdict).length;
  const partly = count("partly");
  const loading = count("loads") + partly;
  if (loading === 0) return l10n.t`Loads in none of ${clients.length} clients`;
  if (loading === clients.length)
    return partly === 0
      ? l10n.t`Loads in all ${loading} clients`
      : l10n.t`Loads in all ${loading} clients (${partly} in part)`;
  return partly === 0
    ? l10n.t`Loads in ${loading} of ${clients.length} clients`
    : l10n.t`Loads in ${loading} of ${clients.length} clients (${partly} in part)`;
}

const verdicts = {
  loads: l10n.t("Loads"),
  partly: l10n.t("Loads in part"),
  skips: l10n.t("Does not load, without a message"),
} as const satisfies Record<ClientPortability["verdict"], string>;

/** Which clients load a skill, and why others do not, as Markdown. */
export function formatPortabilityDocument(name: string, clients: readonly ClientPortability[]): string {
  const rows = clients.map(({ name: client, verdict, reasons }) => [client, verdicts[verdict], reasons.join(" ")]);
  return [
    l10n.t`# Where ${escapeMarkdown(name)} loads`,
    "",
    `${formatPortabilitySummary(clients)}.`,
    "",
    ...formatMarkdownTable([l10n.t("Client"), l10n.t("Verdict"), l10n.t("Why")], rows),
  ].join("\n");
}
