import type { HttpMethod } from "../contract/operation.ts";
import { countRequest } from "./countRequests.ts";
import type { HttpAgents } from "./network/httpAgents.ts";
import { HttpDispatchHandler, type HttpLimits, type HttpResponse } from "./network/httpDispatchHandler.ts";

export interface HttpRequest<Body = string | Uint8Array> {
  readonly method: HttpMethod;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body | undefined;
}

/** The only way to HTTP. It follows no redirects, retries nothing and throws only `TransportFailure`. */
export interface HttpTransport {
  send(request: HttpRequest, limits: HttpLimits): Promise<HttpResponse>;
  close(): Promise<void>;
}

/** Some services refuse a request without a product name (RFC 9110, section 10.1.5). */
const defaultUserAgent = "Fairlead";

/** `userAgent` is the product and version that every request names; a request's own header overrides it. */
export function createHttpTransport(agents: HttpAgents, userAgent: string = defaultUserAgent): HttpTransport {
  let isClosed = false;
  return {
    send: (request, limits) =>
      new Promise((resolve, reject) => {
        const handler = new HttpDispatchHandler(limits, resolve, reject);
        if (isClosed) handler.fail("aborted", new Error("The client is closed."));
        if (!handler.open) return;
        try {
          const { url, method, body = null } = request;
          const headers = { "user-agent": userAgent, ...request.headers };
          const agent = agents.agentFor(url);
          const path = `${url.pathname}${url.search}`;
          countRequest();
          agent.dispatch({ origin: url.origin, path, method, headers, body }, handler);
        } catch (error) {
          handler.fail("network", error);
        }
      }),
    close: () => {
      isClosed = true;
      return agents.close();
    },
  };
}
