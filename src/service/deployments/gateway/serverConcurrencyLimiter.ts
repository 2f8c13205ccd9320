import { createSemaphore } from "../../semaphore.ts";
import { createRetryLaterProblem } from "./retryLaterProblem.ts";

/** Requests and streams of one server at once, those that wait among them: what never answers leaves connections to the others. */
const mostInside = 512;
/** Of these, the quick ones that are passed on at once. */
const mostAhead = 8;
/** Whoever takes longer is not quick, and keeps nobody waiting. */
const quickMs = 10;

/**
 * The door of each server: at most 512 are inside, and of a crowd only so many are passed on at once. The gateway does what has come
 * in one turn of its thread, so a crowd's requests must not come all together: those to other servers would wait for them all.
 */
export function createServerConcurrencyLimiter(): <T>(serverId: string, work: () => Promise<T>) => Promise<T> {
  const rooms = new Map<string, { inside: number; readonly turn: ReturnType<typeof createSemaphore> }>();
  return async (serverId, work) => {
    const room = rooms.get(serverId) ?? { inside: 0, turn: createSemaphore(mostAhead) };
    rooms.set(serverId, room);
    if (room.inside >= mostInside)
      throw createRetryLaterProblem(
        `This server has ${mostInside} requests under way, as many as it may have. Try again soon.`,
      );
    room.inside += 1;
    try {
      const { done } = await room.turn(async () => {
        const done = work();
        await Promise.race([done, new Promise((over) => setTimeout(over, quickMs))]);
        return { done };
      });
      return await done;
    } finally {
      room.inside -= 1;
      if (room.inside === 0) rooms.delete(serverId);
    }
  };
}
