import { createServer, type IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { listenOnLoopback } from "../network/listenOnLoopback.ts";

export interface JsonServiceRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  /** The raw body of the request. */
  readonly text: string;
}

export interface JsonServiceResponse {
  readonly status?: number;
  /** Sent as JSON, or as HTML if it is a string. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Starts a non-Fairlead service that responds with `answer`, else with 404. */
export async function startJsonService(answer: (request: JsonServiceRequest) => JsonServiceResponse | undefined) {
  const requests: JsonServiceRequest[] = [];
  const server = createServer(async (incoming, response) => {
    const { pathname: path, searchParams: query } = new URL(incoming.url ?? "/", "http://x");
    const { method = "", headers: sent } = incoming;
    const request = { method, path, query, headers: sent, text: await text(incoming) };
    requests.push(request);
    const { status = 200, body, headers = {} } = answer(request) ?? { status: 404, body: { message: "Not found" } };
    const type = typeof body === "string" ? "text/html" : "application/json";
    response.writeHead(status, { "content-type": type, ...headers });
    response.end(typeof body === "string" || body === undefined ? body : JSON.stringify(body));
  });
  const { url, close } = await listenOnLoopback(server);
  return {
    url,
    requests,
    /** Method and path of all requests in order. */
    listRequests: () => requests.map(({ method, path }) => `${method} ${path}`),
    [Symbol.asyncDispose]: close,
  };
}
