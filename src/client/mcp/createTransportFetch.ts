import type { FetchLike } from "@modelcontextprotocol/client";
import * as z from "zod";
import type { HttpStreamLimits } from "../network/httpDispatchHandler.ts";
import type { HttpRequest, HttpTransport } from "../transport.ts";

export interface TransportFetchOptions {
  readonly transport: HttpTransport;
  /** Of a whole response, streamed or not. */
  readonly maxBytes: number;
  /** For a whole response that is no stream. */
  readonly deadlineMs: number;
  /** A stream that is silent for so long is aborted. */
  readonly idleMs: number;
  /** Gets each request before it is sent. */
  readonly onRequest: (request: HttpRequest<string>) => void;
}

const methodSchema = z.enum(["GET", "POST", "DELETE"]);

/** A `fetch` by the transport, so that the proxy, the certificates and the limits are those of all requests. Follows no redirect. */
export function createTransportFetch(options: TransportFetchOptions): FetchLike {
  const { transport, maxBytes, deadlineMs } = options;
  return (url, init = {}) =>
    new Promise((resolve, reject) => {
      const request: HttpRequest<string> = {
        method: methodSchema.parse(init.method ?? "GET"),
        url: new URL(url),
        headers: Object.fromEntries(new Headers(init.headers)),
        body: typeof init.body === "string" ? init.body : undefined,
      };
      options.onRequest(request);
      const streamed = createStreamedResponse(options, resolve);
      const limits = { signal: init.signal ?? undefined, deadlineMs, maxBytes, stream: streamed.limits };
      transport
        .send(request, limits)
        .then(
          ({ status, headers, text }) => {
            if (!streamed.end()) resolve(createResponse(status, headers, text));
          },
          (error: unknown) => {
            if (!streamed.end(error)) reject(error);
          },
        )
        .catch(reject);
    });
}

type ResponseHeaders = Parameters<HttpStreamLimits["accept"]>[1];

/** Resolves with the response of an event stream when its head is received. */
function createStreamedResponse({ maxBytes, idleMs }: TransportFetchOptions, resolve: (response: Response) => void) {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isOpen = false;
  let size = 0;
  const limits: HttpStreamLimits = {
    idleMs,
    accept: (status, headers) => {
      if (status !== 200 || !/^text\/event-stream\b/i.test(headers["content-type"] ?? "")) return undefined;
      isOpen = true;
      const body = new ReadableStream<Uint8Array>({
        start: (own) => {
          controller = own;
        },
        cancel: () => {
          isOpen = false;
        },
      });
      resolve(createResponse(status, headers, body));
      return (chunk) => {
        size += chunk.length;
        if (!isOpen) return undefined;
        if (size <= maxBytes) controller?.enqueue(chunk);
        else end(new Error(`The event stream is larger than ${maxBytes} bytes.`));
        return undefined;
      };
    },
  };
  /** Whether the response was streamed. */
  const end = (error?: unknown): boolean => {
    if (isOpen && error === undefined) controller?.close();
    else if (isOpen) controller?.error(error);
    isOpen = false;
    return controller !== undefined;
  };
  return { limits, end };
}

/** Statuses that forbid a body. */
const bodiless = [204, 205, 304];

function createResponse(status: number, headers: ResponseHeaders, body: string | ReadableStream<Uint8Array>): Response {
  // A `Response` takes no other.
  if (status > 599) throw new Error(`The status ${status} is none of HTTP.`);
  // The transport has decoded the body already.
  const { "content-encoding": _, "content-length": __, ...others } = headers;
  const entries = Object.entries(others).map(([name, value]): [string, string] => [name, String(value)]);
  return new Response(bodiless.includes(status) ? null : body, { status, headers: entries });
}
