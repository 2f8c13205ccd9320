import type { ServiceContext } from "../context.ts";
import { type CountedToolCalls, saveToolCalls } from "./serverToolCalls.ts";
import { createLimitReachedProblem, dayMs, getUsagePeriod, readUsageLimits, toUtcDay } from "./usageLimits.ts";
import { addUsage, readUsedAmount } from "./usageQuota.ts";

const flushIntervalMs = 1000;
/** More calls than a real batch contains. */
const nearCalls = 10_000;

/** Read from the database once per day, because nothing else counts tool calls and limits are set at the service's start. */
interface Tally {
  readonly day: string;
  /** In milliseconds since 1970. */
  readonly dayEndsAt: number;
  readonly limit: number | null;
  /** The used amount of the month, including unsaved calls. */
  used: number;
  unsaved: number;
}

/** Counts the tool calls of the gateway in memory and saves the counts in batches. */
export class ToolCallCounter {
  readonly #context: Pick<ServiceContext, "db" | "clock" | "log">;
  readonly #tallies = new Map<string, Tally>();
  /** The unsaved calls of tools. */
  readonly #tools = new Map<string, CountedToolCalls>();
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;
  #isFailing = false;

  constructor(context: Pick<ServiceContext, "db" | "clock" | "log">) {
    this.#context = context;
  }

  /** Whether a body may contain more tool calls than the organization has left. */
  isLimitNear(organizationId: string): boolean {
    const { used, limit } = this.#getTally(organizationId);
    return limit !== null && limit - used < nearCalls;
  }

  /** Counts calls, or throws `limit_reached` if they would exceed the limit. */
  consume(organizationId: string, calls: number): void {
    const tally = this.#getTally(organizationId);
    const { used, limit } = tally;
    if (limit !== null && used + calls > limit)
      throw createLimitReachedProblem("toolCalls", used, limit, getUsagePeriod(this.#context.clock()));
    this.#count(tally, calls);
  }

  /** Counts calls by server and tool. */
  countTools(counted: CountedToolCalls): void {
    const key = JSON.stringify([counted.serverId, counted.deploymentId, counted.tool]);
    const earlier = this.#tools.get(key)?.calls ?? 0;
    this.#tools.set(key, { ...counted, calls: earlier + counted.calls });
    this.#scheduleFlush();
  }

  /** Saves the counts. A failed save is retried. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    try {
      this.#saveCounts();
      this.#isFailing = false;
    } catch (error) {
      const message = `The counts of tool calls could not be saved. The service tries again: ${String(error)}`;
      if (!this.#isFailing) this.#context.log("error", message);
      this.#isFailing = true;
      this.#scheduleFlush();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.flush();
  }

  #getTally(organizationId: string): Tally {
    const { db, clock } = this.#context;
    const now = clock();
    const cached = this.#tallies.get(organizationId);
    if (cached && now.getTime() < cached.dayEndsAt) return cached;
    if (cached) {
      this.flush();
      // A failed save must neither lose counts nor block tool calls.
      if (cached.unsaved > 0) return cached;
    }
    const used = readUsedAmount(db, organizationId, "toolCalls", getUsagePeriod(now));
    const dayEndsAt = now.getTime() + dayMs - (now.getTime() % dayMs);
    const limit = readUsageLimits(db, organizationId).toolCalls;
    const tally = { day: toUtcDay(now), dayEndsAt, limit, used, unsaved: 0 };
    this.#tallies.set(organizationId, tally);
    return tally;
  }

  #count(tally: Tally, calls: number): void {
    tally.used += calls;
    tally.unsaved += calls;
    this.#scheduleFlush();
  }

  #scheduleFlush(): void {
    if (!this.#isClosed) this.#timer ??= setTimeout(() => this.flush(), flushIntervalMs).unref();
  }

  #saveCounts(): void {
    const { db } = this.#context;
    const unsavedTallies = [...this.#tallies].filter(([, tally]) => tally.unsaved > 0);
    const save = () => {
      for (const [organizationId, { day, unsaved }] of unsavedTallies)
        addUsage(db, organizationId, day, "toolCalls", unsaved);
      for (const counted of this.#tools.values()) saveToolCalls(db, counted);
    };
    // Calls do not wait for the disk each second: a loss of power may cost the counts of the last ones.
    db.transaction(save, { waitsForDisk: false });
    this.#tools.clear();
    for (const [, tally] of unsavedTallies) tally.unsaved = 0;
  }
}
