import * as z from "zod";
import type { Caller, ServiceContext } from "../context.ts";

const settingRow = z.object({ test_timeout_ms: z.number().nullable() });

/** The requested timeout per case: from the run, else from the settings of the user who starts it. */
export function readRequestedTimeoutMs(
  { db }: Pick<ServiceContext, "db">,
  { userId }: Pick<Caller, "userId">,
  { timeoutMs }: { readonly timeoutMs?: number | undefined },
): number | undefined {
  const setting = () => db.get(settingRow, "SELECT test_timeout_ms FROM user_settings WHERE user_id = ?", userId);
  return timeoutMs ?? setting()?.test_timeout_ms ?? undefined;
}

/** Model cases take long: a model may think for minutes, and several cases run at a time. */
const modelCaseKinds: ReadonlySet<string> = new Set(["trigger", "eval"]);

export function isModelCase({ kind }: { readonly kind: string }): boolean {
  return modelCaseKinds.has(kind);
}

const defaultMs = 30_000;
const modelMs = 600_000;

/** The requested timeout, else the default for the kind of the case. */
export function getCaseTimeoutMs(requestedMs: number | undefined, planned: { readonly kind: string }): number {
  return requestedMs ?? (isModelCase(planned) ? modelMs : defaultMs);
}
