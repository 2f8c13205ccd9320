import type { Client } from "../api/client.ts";
import { isUnauthorized } from "./failure.ts";

/** The same client, which also tells when the service refuses its key. */
export function watchedClient(client: Client, onRefused: () => void): Client {
  const notice = (error: unknown): never => {
    if (isUnauthorized(error)) onRefused();
    throw error;
  };
  return {
    call: (name, input, options) => client.call(name, input, options).catch(notice),
    raw: (name, input, options) => client.raw(name, input, options).catch(notice),
    list: (name, input, options) => noticing(client.list(name, input, options), notice),
    events: (deploymentId, options) => noticing(client.events(deploymentId, options), notice),
    close: () => client.close(),
  };
}

async function* noticing<T>(
  items: AsyncGenerator<T, void>,
  notice: (error: unknown) => never,
): AsyncGenerator<T, void> {
  try {
    yield* items;
  } catch (error) {
    notice(error);
  }
}
