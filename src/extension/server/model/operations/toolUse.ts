import * as l10n from "@vscode/l10n";
import type { ServiceClient } from "../../../../client/client.ts";
import { formatSearchedTool, searchCallTool } from "../../../../contract/mcp/searchTool.ts";
import type { Server } from "../../../../contract/servers.ts";
import { formatUtcDay } from "../../../../text/formatTime.ts";
import { formatCount } from "../../../../text/language/formatQuantity.ts";

/** How often tools were called. */
export interface ToolUse {
  readonly since: string;
  /** The calls of a tool or operation; undefined: not known. */
  readonly count: (name: string) => number | undefined;
}

const deadlineMs = 10_000;

/** Reads how often the tools of a server were called. undefined: the service does not count that. */
export async function readToolUse(
  client: Pick<ServiceClient, "readToolCalls">,
  { id, toolCallsSince: since }: Pick<Server, "id" | "toolCallsSince">,
  signal?: AbortSignal,
): Promise<ToolUse | undefined> {
  if (typeof since !== "string") return undefined;
  const { tools, unnamed } = await client.readToolCalls(id, { deadlineMs, ...(signal && { signal }) });
  const counts = new Map(tools.map(({ name, calls }) => [name, calls]));
  const searched = tools.filter(({ name }) => name.startsWith(formatSearchedTool(""))).map(({ calls }) => calls);
  const ofSearch = searched.reduce((sum, calls) => sum + calls, counts.get(searchCallTool) ?? 0);
  const none = unnamed > 0 ? undefined : 0;
  return { since, count: (name) => (name === searchCallTool ? ofSearch || none : (counts.get(name) ?? none)) };
}

/** `called 3 times`, or `never called since 4 May 2026`; undefined: not known. */
export function formatToolUse(use: ToolUse | undefined, name: string, now = Date.now()): string | undefined {
  const calls = use?.count(name);
  if (use === undefined || calls === undefined) return undefined;
  if (calls === 0) return formatNoCalls(formatUtcDay(Date.parse(use.since)), formatUtcDay(now));
  return calls === 1 ? l10n.t("called once") : l10n.t`called ${formatCount(calls)} times`;
}

/** A count that began today says nothing of a tool that is of no use. */
const formatNoCalls = (since: string, today: string) =>
  since === today ? l10n.t("not called yet") : l10n.t`never called since ${since}`;
