import type { LogOutputChannel } from "vscode";
import type { ClientOptions } from "../api/client.ts";
import type { Log } from "../core/ports.ts";

type CallEntry = Parameters<NonNullable<ClientOptions["log"]>>[0];

/** The log, and where the client tells of its calls. */
export interface EditorLog extends Log {
  readonly call: (entry: CallEntry) => void;
}

export function createLog(channel: LogOutputChannel): EditorLog {
  return {
    info: (message) => channel.info(message),
    warning: (message) => channel.warn(message),
    error: (message, cause) => channel.error(cause === undefined ? message : `${message}\n${causes(cause)}`),
    show: () => channel.show(true),
    call: (entry) => (entry.error === undefined ? channel.debug(callLine(entry)) : channel.warn(callLine(entry))),
  };
}

function callLine({ method, path, status, ms, attempt, requestId, error }: CallEntry): string {
  const parts = [
    `${method} ${path}`,
    status === undefined ? "no answer" : String(status),
    `${Math.round(ms)} ms`,
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(requestId ? [requestId] : []),
    ...(error === undefined ? [] : [error]),
  ];
  return parts.join(", ");
}

/** An error with all that caused it. */
function causes(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const own = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? own : `${own}\ncaused by ${causes(error.cause)}`;
}
