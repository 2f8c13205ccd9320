import type { DeploymentEvent } from "../../contract/deployments.ts";
import type { EventRow } from "../../webview/protocol/deploymentPanelMessages.ts";
import { plainLines } from "../deployment/eventLines.ts";
import { said } from "../foundation/statedValue.ts";

/** Of one event, as much as a panel shows: it holds very many of them. The log document has it all. */
const longest = 16_000;

/** An event as a page gets it: a text without control characters, its data as JSON. */
export function eventRow({ sequence, at, level, kind, message, data }: DeploymentEvent): EventRow {
  const json = data === null ? null : bounded(JSON.stringify(data, null, 2));
  return [sequence, said(at) ?? "", level, kind, textOf(message), json];
}

// Most messages are one plain line, and looking at them is cheaper than cleaning them.
const isPlain = /^[\t\x20-\x7e\xa0-\uffff]*$/;

function textOf(message: string): string {
  const short = bounded(message);
  return isPlain.test(short) ? short : plainLines(short).join("\n");
}

function bounded(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length - longest} more characters)` : text;
}
