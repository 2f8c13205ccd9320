import * as l10n from "@vscode/l10n";
import type { RouteName } from "../contract/routes/routeTable.ts";
import { failedCalls } from "./failedCalls.ts";

/** The beginning of every message: "Could not create a project at localhost:8080". */
export function describeFailedCall(operation: RouteName, host: string): string {
  return failedCalls[operation](host);
}

export function formatWaitTime(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return `${minutes} min`;
  return minutes < 2880 ? `${Math.ceil(minutes / 60)} h` : l10n.t`${Math.ceil(minutes / 1440)} days`;
}
