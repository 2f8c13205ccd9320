import type { ServiceClient } from "../../client/client.ts";
import { operationTable } from "../../contract/operations.ts";
import { isUnauthorizedError } from "../foundation/failure.ts";

/** The same client, which also tells when the service refuses its key. */
export function createWatchedClient(client: ServiceClient, onRefused: () => void): ServiceClient {
  const notice = (error: unknown): never => {
    if (isUnauthorizedError(error)) onRefused();
    throw error;
  };
  return {
    call: (name, input, options) => client.call(name, input, options).catch(notice),
    raw: (name, input, options) => client.raw(name, input, options).catch(notice),
    exchange: async (name, input, options) => {
      const answer = await client.exchange(name, input, options);
      // Without a scope an operation is refused for what is in its input.
      if (answer.status === 401 && operationTable[name].scope !== null) onRefused();
      return answer;
    },
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
