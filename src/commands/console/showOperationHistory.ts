import { clearHistory, type HistoryEntry, readHistory } from "../../core/console/operationHistory.ts";
import { ago } from "../../core/foundation/formatRelativeTime.ts";
import { back, type Choice } from "../../core/foundation/ports.ts";
import { say } from "../../core/foundation/showMessage.ts";
import type { App, Command } from "../app.ts";
import { beginInput } from "./openOperationInput.ts";

/** What was run at the active connection: picked, its input opens again. */
export const operationHistory: Command = async (app) => {
  const connection = app.connections.active() ?? ((await app.client()) && app.connections.active());
  if (!connection) return;
  const entries = readHistory(app.memory, connection.id);
  if (entries.length === 0) {
    say(app, "info", `No operation was run at ${connection.name} yet.`);
    return;
  }
  const picked = await pickEntry(app, connection.name, entries);
  if (picked === "clear") {
    await clearHistory(app.memory, connection.id);
    say(app, "info", `Cleared the history of operations at ${connection.name}.`);
  } else if (picked) {
    await beginInput(app, picked.operation, picked.input);
  }
};

async function pickEntry(app: App, connection: string, entries: readonly HistoryEntry[]) {
  const clear = { label: "Clear History", icon: "clear-all", heading: connection, value: "clear" } as const;
  const picked = await app.prompts.pick<HistoryEntry | "clear">({
    title: "Operation History",
    placeholder: "Its input opens again, without the secrets and contents of files that it held.",
    choices: [...entries.map((entry) => choiceOf(entry, Date.now())), clear],
  });
  return picked === back ? undefined : picked;
}

function choiceOf(entry: HistoryEntry, now: number): Choice<HistoryEntry> {
  const { operation, status, at, durationMs, requestId, input } = entry;
  const words = [status ?? "no answer", ago(at, now), `${durationMs} ms`, requestId].filter((word) => word !== null);
  return {
    label: operation,
    description: words.join(" · "),
    detail: JSON.stringify(input).slice(0, 200),
    icon: status !== null && status < 400 ? "pass" : "error",
    value: entry,
  };
}
