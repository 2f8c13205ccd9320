import * as l10n from "@vscode/l10n";
import type { CallView, ShownTool, ToolPanelSubject } from "../../../webview/protocol/toolPanelMessages.ts";
import type { Prompts } from "../../base/ports.ts";
import { readToolEffect, type ToolEffect, toolEffectTexts } from "../../server/model/operations/toolEffect.ts";
import type { McpTarget } from "./mcpTarget.ts";
import { formatToolKey } from "./toolCalls.ts";

export interface PlannedCall {
  readonly subject: ToolPanelSubject;
  readonly tool: ShownTool;
  readonly target: Pick<McpTarget, "name" | "readHosts">;
  readonly arguments: CallView["arguments"];
}

/** Decides whether a call that may change data is sent. */
export type ConfirmToolCall = (call: PlannedCall, signal: AbortSignal) => Promise<boolean>;

const call = l10n.t("Call");
const always = l10n.t("Always Call This Tool");

/** Asks before each call of a tool that does not only read, until the user allows the tool for this window. */
export function createToolConsent(prompts: Pick<Prompts, "decide">): ConfirmToolCall {
  const allowed = new Set<string>();
  return async (planned, signal) => {
    const effect = readToolEffect(planned.tool);
    if (effect === "reads") return true;
    // A tool that begins to destroy data needs another consent.
    const key = `${effect} ${formatToolKey(planned.subject)}`;
    if (allowed.has(key)) return true;
    const { target, tool } = planned;
    const message = l10n.t`Call ${tool.name} of ${target.name}?`;
    const detail = describeCall(planned, effect, await target.readHosts(signal));
    const decision = await prompts.decide({ message, detail, actions: [call, always] });
    if (decision === always) allowed.add(key);
    return decision !== undefined;
  };
}

/** A dialog has no scroll bar. */
const mostLines = 20;
const longestLine = 160;

function describeCall({ arguments: given }: PlannedCall, effect: ToolEffect, hosts: readonly string[]): string {
  const lines = JSON.stringify(given, undefined, 2).split("\n");
  const more = lines.length - mostLines;
  const shown = lines
    .slice(0, mostLines)
    .map((line) => (line.length > longestLine ? `${line.slice(0, longestLine)}...` : line));
  return [
    l10n.t`The tool ${toolEffectTexts[effect]}.`,
    hosts.length > 0 ? l10n.t`It may reach: ${hosts.join(", ")}` : l10n.t("It is not known which hosts it reaches."),
    l10n.t("The arguments:"),
    ...shown,
    ...(more > 0 ? [l10n.t`... and ${more} more lines`] : []),
  ].join("\n");
}
