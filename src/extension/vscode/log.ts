import type { LogOutputChannel } from "vscode";
import type { ServiceClientOptions } from "../../client/client.ts";
import { maskSecrets } from "../../text/secrets/maskSecrets.ts";
import type { Logger } from "../base/ports.ts";

type CallEntry = Parameters<NonNullable<ServiceClientOptions["log"]>>[0];
type Level = "debug" | "info" | "warn" | "error";

/** The log of the extension, which also gets the calls of the client. */
export interface EditorLog extends Logger {
  readonly call: (entry: CallEntry) => void;
  /** The newest lines, and the newest failures. */
  readonly lines: RecentLines;
  readonly failures: RecentLines;
}

/** Masks everything that looks like a secret. */
export function createLog(channel: Pick<LogOutputChannel, Level | "show">): EditorLog {
  const lines = createRecentLines(300);
  const failures = createRecentLines(30);
  const write = (level: Level, message: string) => {
    const text = maskSecrets(message, []);
    const line = `${new Date().toISOString()} [${level}] ${text}`;
    lines.add(line);
    if (level === "warn" || level === "error") failures.add(line);
    channel[level](text);
  };
  return {
    info: (message) => write("info", message),
    warning: (message) => write("warn", message),
    error: (message, cause) => write("error", cause === undefined ? message : `${message}\n${formatCauses(cause)}`),
    show: () => channel.show(true),
    call: (entry) => write(entry.error === undefined ? "debug" : "warn", formatCall(entry)),
    lines,
    failures,
  };
}

function formatCall({ method, path, status, ms, attempt, requestId, error }: CallEntry): string {
  const parts = [
    `${method} ${path}`,
    status === undefined ? "no response" : String(status),
    `${Math.round(ms)} ms`,
    ...(attempt > 1 ? [`attempt ${attempt}`] : []),
    ...(requestId ? [requestId] : []),
    ...(error === undefined ? [] : [error]),
  ];
  return parts.join(", ");
}

/** Formats an error with its causes. */
function formatCauses(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? `${error.name}: ${error.message}`;
  return error.cause === undefined ? text : `${text}\ncaused by ${formatCauses(error.cause)}`;
}

/** The last texts, oldest first; long ones are truncated. */
interface RecentLines {
  add(text: string): void;
  all(): readonly string[];
}

const longest = 2000;

function createRecentLines(most: number): RecentLines {
  const lines: string[] = [];
  return {
    add: (text) => {
      lines.push(text.slice(0, longest));
      if (lines.length > most) lines.shift();
    },
    all: () => [...lines],
  };
}
