import type { LookupAddress } from "node:dns";
import type { ResolveAll } from "../../network/guardedRequest.ts";
import { createSemaphore } from "../../semaphore.ts";

interface LookupResult {
  readonly error: Error | null;
  readonly addresses: LookupAddress[];
}

/**
 * Looks up one name at a time for one server, and a name once for all connections that wait for it. The system looks up two names at a
 * time for the whole service, so a server with names that are slow to find would hold up all others.
 */
export function createSharedLookup(resolve: ResolveAll): ResolveAll {
  const limit = createSemaphore(1);
  const running = new Map<string, Promise<LookupResult>>();
  return (hostname, options, callback) => {
    const start = () =>
      limit(
        () =>
          new Promise<LookupResult>((done) => {
            resolve(hostname, options, (error, addresses) => done({ error, addresses }));
          }),
      ).finally(() => running.delete(hostname));
    const result = running.get(hostname) ?? start();
    running.set(hostname, result);
    void result.then(({ error, addresses }) => callback(error, addresses));
  };
}
