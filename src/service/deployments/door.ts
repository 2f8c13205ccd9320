import { tryAgain } from "./tryAgain.ts";

/** Requests and streams of one server at once, those that wait among them: what never answers leaves connections to the others. */
const mostInside = 512;
/** Of these, the quick ones that are passed on at once. */
const mostAhead = 8;
/** Whoever takes longer is not quick, and keeps nobody waiting. */
const quickMs = 10;

interface Room {
  inside: number;
  ahead: number;
  readonly waiting: (() => void)[];
}

/**
 * The door of each server: at most 512 are inside, and of a crowd only so many are passed on at once. The gateway does what has come
 * in one turn of its thread, so a crowd's requests must not come all together: those to other servers would wait for them all.
 */
export function createDoor(): (serverId: string) => Promise<() => void> {
  const rooms = new Map<string, Room>();
  const roomOf = (serverId: string): Room => {
    const known = rooms.get(serverId) ?? { inside: 0, ahead: 0, waiting: [] };
    rooms.set(serverId, known);
    return known;
  };
  return async (serverId) => {
    const room = roomOf(serverId);
    if (room.inside >= mostInside) {
      throw tryAgain(`This server has ${mostInside} requests under way, as many as it may have. Try again soon.`);
    }
    room.inside += 1;
    if (room.ahead >= mostAhead) await new Promise<void>((resolve) => room.waiting.push(resolve));
    else room.ahead += 1;
    let isAhead = true;
    const letNext = () => {
      if (!isAhead) return;
      isAhead = false;
      const next = room.waiting.shift();
      if (next) next();
      else room.ahead -= 1;
    };
    const slow = setTimeout(letNext, quickMs);
    return () => {
      clearTimeout(slow);
      letNext();
      room.inside -= 1;
    };
  };
}
