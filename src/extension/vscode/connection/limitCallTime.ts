import type { CallOptions, ServiceClient } from "../../../client/client.ts";

/** Gives each call that has no deadline of its own the user's, read once a call. */
export function limitCallTime(client: ServiceClient, deadlineMs: () => number): ServiceClient {
  const limit = (options: CallOptions = {}): CallOptions => ({ deadlineMs: deadlineMs(), ...options });
  return {
    ...client,
    call: (name, input, options) => client.call(name, input, limit(options)),
    list: (name, input, options) => client.list(name, input, limit(options)),
    fetchJson: (name, input, options) => client.fetchJson(name, input, limit(options)),
    fetchResponse: (name, input, options) => client.fetchResponse(name, input, limit(options)),
  };
}
