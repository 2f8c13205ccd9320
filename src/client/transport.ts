import type { Method } from "../contract/operation.ts";
import type { Agents } from "./network/httpAgents.ts";
import { Exchange, type WireAnswer, type WireLimits } from "./network/httpDispatchHandler.ts";

export interface WireRequest {
  readonly method: Method;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** The one door to HTTP. It follows nothing, repeats nothing and throws `TransportFailure` alone. */
export interface Transport {
  send(request: WireRequest, limits: WireLimits): Promise<WireAnswer>;
  close(): Promise<void>;
}

export function createTransport(agents: Agents): Transport {
  let isClosed = false;
  return {
    send: (request, limits) =>
      new Promise((resolve, reject) => {
        const exchange = new Exchange(limits, resolve, reject);
        if (isClosed) exchange.fail("aborted", new Error("The client is closed."));
        if (!exchange.open) return;
        try {
          const { url, method, headers, body = null } = request;
          const agent = agents.agentFor(url);
          const path = `${url.pathname}${url.search}`;
          agent.dispatch({ origin: url.origin, path, method, headers, body }, exchange);
        } catch (error) {
          exchange.fail("network", error);
        }
      }),
    close: () => {
      isClosed = true;
      return agents.close();
    },
  };
}
