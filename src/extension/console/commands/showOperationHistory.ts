import * as l10n from "@vscode/l10n";
import { formatRelativeTime } from "../../../text/formatRelativeTime.ts";
import type { EditorServices } from "../../base/editorServices.ts";
import { type PromptChoice, promptBack } from "../../base/ports.ts";
import { showMessage } from "../../base/showMessage.ts";
import type { ConnectedServices } from "../../connection/connectionServices.ts";
import type { ConsoleServices } from "../consoleServices.ts";
import { clearOperationHistory, type OperationHistoryEntry, readOperationHistory } from "../model/operationHistory.ts";
import { replaceOperationInput } from "./openOperationInput.ts";

export type OperationHistoryContext = ConnectedServices & ConsoleServices;

/** Prompts for an operation run at the active connection, and opens its input again. */
export async function showOperationHistory(app: OperationHistoryContext): Promise<void> {
  const connection = app.connections.active() ?? ((await app.client()) && app.connections.active());
  if (!connection) return;
  const entries = readOperationHistory(app.memory, connection.id);
  if (entries.length === 0) {
    showMessage(app, "info", l10n.t`No operation was run at ${connection.name} yet.`);
    return;
  }
  const picked = await pickEntry(app, connection.name, entries);
  if (picked === "clear") {
    await clearOperationHistory(app.memory, connection.id);
  } else if (picked) {
    await replaceOperationInput(app, picked.operation, picked.input);
  }
}

async function pickEntry(app: EditorServices, connection: string, entries: readonly OperationHistoryEntry[]) {
  const clear = { label: l10n.t("Clear History"), icon: "clear-all", heading: connection, value: "clear" } as const;
  const picked = await app.prompts.pick<OperationHistoryEntry | "clear">({
    title: l10n.t("Operation History"),
    placeholder: l10n.t("Its input opens again, without the secrets and contents of files that it held."),
    choices: [...entries.map((entry) => choiceOf(entry, Date.now())), clear],
  });
  return picked === promptBack ? undefined : picked;
}

function choiceOf(entry: OperationHistoryEntry, now: number): PromptChoice<OperationHistoryEntry> {
  const { operation, status, at, durationMs, requestId, input } = entry;
  const words = [status ?? l10n.t("no answer"), formatRelativeTime(at, now), `${durationMs} ms`, requestId].filter(
    (word) => word !== null,
  );
  return {
    label: operation,
    description: words.join(" · "),
    detail: JSON.stringify(input).slice(0, 200),
    icon: status !== null && status < 400 ? "pass" : "error",
    value: entry,
  };
}
