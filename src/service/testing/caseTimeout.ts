import * as z from "zod";
import type { Caller, ServiceContext } from "../context.ts";

const settingRow = z.object({ test_timeout_ms: z.number().nullable() });

/** What is asked for each case of a run: by the run itself, else by the settings of whoever starts it. */
export function readRequestedTimeoutMs(
  { db }: Pick<ServiceContext, "db">,
  { userId }: Pick<Caller, "userId">,
  { timeoutMs }: { readonly timeoutMs?: number | undefined },
): number | undefined {
  const setting = () => db.get(settingRow, "SELECT test_timeout_ms FROM user_settings WHERE user_id = ?", userId);
  return timeoutMs ?? setting()?.test_timeout_ms ?? undefined;
}

/** Cases that wait for a model: it may think for minutes, and does several at a time. */
const ofModels: ReadonlySet<string> = new Set(["trigger", "eval"]);

export function isModelCase({ kind }: { readonly kind: string }): boolean {
  return ofModels.has(kind);
}

const usualMs = 30_000;
const modelMs = 600_000;

/** The longest one case may take: as asked for, else as its kind needs. */
export function getCaseTimeoutMs(asked: number | undefined, planned: { readonly kind: string }): number {
  return asked ?? (isModelCase(planned) ? modelMs : usualMs);
}
