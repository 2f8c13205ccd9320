import type { ClientPortability } from "../../skills/skill.ts";
import { escapeMarkdown } from "../../text/markdown/escapeMarkdown.ts";
import { formatMarkdownTable } from "../../text/markdown/formatMarkdownTable.ts";

/** The number of clients that load the skill, such as `Loads in 5 of 6 clients (1 in part)`. */
export function formatPortabilitySummary(clients: readonly ClientPortability[]): string {
  const count = (countedVerdict: ClientPortability["verdict"]) =>
    clients.filter(({ verdict }) => verdict === countedVerdict).length;
  const partly = count("partly");
  const loading = count("loads") + partly;
  if (loading === 0) return `Loads in none of ${clients.length} clients`;
  const where = loading === clients.length ? `all ${loading} clients` : `${loading} of ${clients.length} clients`;
  return `Loads in ${where}${partly === 0 ? "" : ` (${partly} in part)`}`;
}

const verdicts = {
  loads: "Loads",
  partly: "Loads in part",
  skips: "Does not load, without a message",
} as const satisfies Record<ClientPortability["verdict"], string>;

/** Which clients load a skill, and why others do not, as Markdown. */
export function formatPortabilityDocument(name: string, clients: readonly ClientPortability[]): string {
  const rows = clients.map(({ name: client, verdict, reasons }) => [client, verdicts[verdict], reasons.join(" ")]);
  return [
    `# Where ${escapeMarkdown(name)} loads`,
    "",
    `${formatPortabilitySummary(clients)}.`,
    "",
    ...formatMarkdownTable(["Client", "Verdict", "Why"], rows),
  ].join("\n");
}
