import { createRetryLaterProblem } from "../../http/serviceProblem.ts";
import { createStartLimiter } from "../../semaphore.ts";

/** The most concurrent requests and streams per server, including waiting ones. The limit leaves connections for other servers. */
const maxConcurrent = 512;
/** The number of requests per server that start at the same time. */
const maxStarting = 8;
/** A slot becomes free after this time even if its request is still running. */
const startSlotMs = 10;

/**
 * Limits each server to 512 concurrent requests and starts only a few of a burst at once. The gateway handles all received requests
 * in one turn of its thread, so the burst of one server would delay the requests to others.
 */
export function createServerConcurrencyLimiter(): <T>(serverId: string, task: () => Promise<T>) => Promise<T> {
  const limits = new Map<string, { running: number; readonly limitStarts: ReturnType<typeof createStartLimiter> }>();
  return async (serverId, task) => {
    const limit = limits.get(serverId) ?? { running: 0, limitStarts: createStartLimiter(maxStarting, startSlotMs) };
    limits.set(serverId, limit);
    if (limit.running >= maxConcurrent)
      throw createRetryLaterProblem(
        `This server has reached its limit of ${maxConcurrent} concurrent requests. Try again soon.`,
      );
    limit.running += 1;
    try {
      return await limit.limitStarts(task);
    } finally {
      limit.running -= 1;
      if (limit.running === 0) limits.delete(serverId);
    }
  };
}
