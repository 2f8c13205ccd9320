import type { ServiceContext } from "../context.ts";
import { createLimitReachedProblem } from "./limitReachedProblem.ts";
import { readUsageLimits } from "./usageLimits.ts";
import { getUsagePeriod, toUtcDay } from "./usagePeriod.ts";
import { addUsage, readUsedAmount } from "./usageQuota.ts";

/** Counts the tool calls of the gateway in memory and saves the counts in batches. */
export interface ToolCallCounter {
  /** Whether the organization has reached its limit. */
  isLimitReached(organizationId: string): boolean;
  /** Counts calls, or throws `limit_reached` if they would exceed the limit. */
  consume(organizationId: string, calls: number): void;
  /** Counts calls that were already forwarded, without checking the limit. */
  record(organizationId: string, calls: number): void;
  /** Saves the counts. A failed save is retried. */
  flush(): void;
  close(): void;
}

const flushIntervalMs = 1000;

/** Read from the database once per day, because nothing else counts tool calls and limits are set at the service's start. */
interface Tally {
  readonly day: string;
  readonly limit: number | null;
  /** The used amount of the month, including unsaved calls. */
  used: number;
  unsaved: number;
}

export function createToolCallCounter(context: Pick<ServiceContext, "db" | "clock" | "log">): ToolCallCounter {
  const { db, clock, log } = context;
  const tallies = new Map<string, Tally>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let isFailing = false;

  const getTally = (organizationId: string): Tally => {
    const now = clock();
    const day = toUtcDay(now);
    const cached = tallies.get(organizationId);
    if (cached?.day === day) return cached;
    if (cached) {
      flush();
      // A failed save must neither lose counts nor block tool calls.
      if (cached.unsaved > 0) return cached;
    }
    const used = readUsedAmount(db, organizationId, "toolCalls", getUsagePeriod(now));
    const tally = { day, limit: readUsageLimits(db, organizationId).toolCalls, used, unsaved: 0 };
    tallies.set(organizationId, tally);
    return tally;
  };

  const saveCounts = () => {
    const unsavedTallies = [...tallies].filter(([, tally]) => tally.unsaved > 0);
    db.transaction(() => {
      for (const [organizationId, { day, unsaved }] of unsavedTallies)
        addUsage(db, organizationId, day, "toolCalls", unsaved);
    });
    for (const [, tally] of unsavedTallies) tally.unsaved = 0;
  };

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    try {
      saveCounts();
      isFailing = false;
    } catch (error) {
      if (!isFailing)
        log("error", `The counts of tool calls could not be saved. The service tries again: ${String(error)}`);
      isFailing = true;
      scheduleFlush();
    }
  };

  const scheduleFlush = () => {
    if (!closed) timer ??= setTimeout(flush, flushIntervalMs).unref();
  };

  const count = (tally: Tally, calls: number) => {
    tally.used += calls;
    tally.unsaved += calls;
    scheduleFlush();
  };

  return {
    isLimitReached: (organizationId) => {
      const { used, limit } = getTally(organizationId);
      return limit !== null && used >= limit;
    },
    consume: (organizationId, calls) => {
      const tally = getTally(organizationId);
      const { used, limit } = tally;
      if (limit !== null && used + calls > limit)
        throw createLimitReachedProblem("toolCalls", used, limit, getUsagePeriod(clock()));
      count(tally, calls);
    },
    record: (organizationId, calls) => count(getTally(organizationId), calls),
    flush,
    close: () => {
      closed = true;
      flush();
    },
  };
}
