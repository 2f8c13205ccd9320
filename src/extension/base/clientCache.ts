import type { ServiceClient } from "../../client/client.ts";

/**
 * Saves what was read by a key, for each client, because another service may use the same ids. Beyond `most`, what was used least recently
 * is dropped. A read that failed or found nothing is not saved.
 */
export function createClientCache<Value>(most: number) {
  const caches = new WeakMap<ServiceClient, Map<string, Promise<Value>>>();
  return (client: ServiceClient, key: string, read: () => Promise<Value>): Promise<Value> => {
    const cache = caches.get(client) ?? new Map<string, Promise<Value>>();
    caches.set(client, cache);
    const reading = cache.get(key) ?? read();
    cache.delete(key);
    cache.set(key, reading);
    for (const old of [...cache.keys()].slice(0, -most)) cache.delete(old);
    const drop = () => cache.get(key) === reading && cache.delete(key);
    reading.then((value) => value === undefined && drop(), drop);
    return reading;
  };
}
