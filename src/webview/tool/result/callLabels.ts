import * as l10n from "@vscode/l10n";
import { formatByteSize } from "../../../text/formatByteSize.ts";
import { formatQuantity } from "../../../text/language/formatQuantity.ts";
import type { CallView } from "../../protocol/toolPanelMessages.ts";
import { formatShortDuration } from "../../shared/format.ts";
import type { StateLabel } from "../../shared/stateLabel.ts";

export function labelCallState({ state, task }: Pick<CallView, "state" | "task">): StateLabel {
  const isAsking = state === "running" && task?.status === "input_required";
  if (isAsking) return { word: l10n.t("Needs Input"), icon: "question", tone: "busy" };
  if (state === "running" && task) return { word: l10n.t("Working"), icon: "busy", tone: "busy" };
  const labels: Readonly<Record<CallView["state"], StateLabel>> = {
    running: { word: l10n.t("Running"), icon: "busy", tone: "busy" },
    succeeded: { word: l10n.t("Succeeded"), icon: "pass", tone: "good" },
    failed: { word: l10n.t("Failed"), icon: "error", tone: "bad" },
    cancelled: { word: l10n.t("Cancelled"), icon: "stop", tone: "calm" },
  };
  return labels[state];
}

/** `12 ms · 1.4 KB · about 350 tokens` */
export function formatCallFacts({
  durationMs,
  bytes,
  tokens,
}: Pick<CallView, "durationMs" | "bytes" | "tokens">): string {
  return [
    durationMs === undefined ? undefined : formatShortDuration(durationMs),
    bytes === undefined ? undefined : formatByteSize(bytes),
    tokens === undefined ? undefined : formatTokens(tokens),
  ]
    .filter((fact) => fact !== undefined)
    .join(" · ");
}

export function formatTokens(tokens: number): string {
  return l10n.t`about ${formatQuantity(tokens, l10n.t("token"), l10n.t("tokens"))}`;
}
