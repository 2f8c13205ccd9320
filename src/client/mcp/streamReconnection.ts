import type { Client, StreamableHTTPClientTransportOptions } from "@modelcontextprotocol/client";

const leastMs = 250;

/** The stream of a session of 2025-11-25 is opened again while the connection lasts, however often the server ends it. */
export function createStreamReconnection(
  client: Client,
): Pick<StreamableHTTPClientTransportOptions, "reconnectionOptions" | "reconnectionScheduler"> {
  return {
    reconnectionOptions: {
      initialReconnectionDelay: 1000,
      maxReconnectionDelay: 30_000,
      reconnectionDelayGrowFactor: 1.5,
      get maxRetries() {
        return client.getProtocolEra() === "legacy" ? Number.POSITIVE_INFINITY : 2;
      },
    },
    // A server names the pause, and may name none.
    reconnectionScheduler: (reconnect, ms) => {
      const timer = setTimeout(reconnect, Math.max(leastMs, ms));
      return () => clearTimeout(timer);
    },
  };
}
