import type { ServiceContext } from "../context.ts";
import { createLimitReachedProblem } from "./limitReachedProblem.ts";
import { readUsageLimits } from "./usageLimits.ts";
import { getUsagePeriod, toUtcDay } from "./usagePeriod.ts";
import { addUsage, readUsedAmount } from "./usageQuota.ts";

/** Counts tool calls on their way through the gateway, in memory, and keeps the counts many at a time. */
export interface ToolCallCounter {
  /** Whether the organization has used up what it may. */
  isSpent(organizationId: string): boolean;
  /** Counts so many calls; throws `limit_reached` where they would go beyond the limit. */
  spend(organizationId: string, calls: number): void;
  /** Counts calls that are on their way already, whatever the limit. */
  count(organizationId: string, calls: number): void;
  /** Keeps what was counted until now; what cannot be kept is tried again. */
  settle(): void;
  close(): void;
}

const settleEveryMs = 1000;

/** Read once for each day: nothing else counts tool calls, and limits are set at the service's start. */
interface Tally {
  readonly day: string;
  readonly limit: number | null;
  /** In the day's month, with what is not kept yet. */
  used: number;
  unkept: number;
}

export function createToolCallCounter(context: Pick<ServiceContext, "db" | "clock" | "log">): ToolCallCounter {
  const { db, clock, log } = context;
  const tallies = new Map<string, Tally>();
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  let isFailing = false;

  const tallyOf = (organizationId: string): Tally => {
    const now = clock();
    const day = toUtcDay(now);
    const known = tallies.get(organizationId);
    if (known?.day === day) return known;
    if (known) {
      settle();
      // What cannot be kept yet must not be forgotten, nor keep a call from its server.
      if (known.unkept > 0) return known;
    }
    const used = readUsedAmount(db, organizationId, "toolCalls", getUsagePeriod(now));
    const made = { day, limit: readUsageLimits(db, organizationId).toolCalls, used, unkept: 0 };
    tallies.set(organizationId, made);
    return made;
  };

  const keep = () => {
    const open = [...tallies].filter(([, tally]) => tally.unkept > 0);
    db.transaction(() => {
      for (const [organizationId, { day, unkept }] of open) addUsage(db, organizationId, day, "toolCalls", unkept);
    });
    for (const [, tally] of open) tally.unkept = 0;
  };

  const settle = () => {
    clearTimeout(timer);
    timer = undefined;
    try {
      keep();
      isFailing = false;
    } catch (error) {
      if (!isFailing) log("error", `Tool calls could not be counted yet and will be tried again: ${String(error)}`);
      isFailing = true;
      settleSoon();
    }
  };

  const settleSoon = () => {
    if (!closed) timer ??= setTimeout(settle, settleEveryMs).unref();
  };

  const count = (tally: Tally, calls: number) => {
    tally.used += calls;
    tally.unkept += calls;
    settleSoon();
  };

  return {
    isSpent: (organizationId) => {
      const { used, limit } = tallyOf(organizationId);
      return limit !== null && used >= limit;
    },
    spend: (organizationId, calls) => {
      const tally = tallyOf(organizationId);
      const { used, limit } = tally;
      if (limit !== null && used + calls > limit)
        throw createLimitReachedProblem("toolCalls", used, limit, getUsagePeriod(clock()));
      count(tally, calls);
    },
    count: (organizationId, calls) => count(tallyOf(organizationId), calls),
    settle,
    close: () => {
      closed = true;
      settle();
    },
  };
}
