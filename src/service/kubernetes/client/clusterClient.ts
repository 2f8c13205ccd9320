import { Agent as HttpAgent, type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import { readWholeBody } from "../../network/readWholeBody.ts";
import { createCredentialSource } from "./clusterCredentials.ts";
import { ClusterError, ClusterStatusError } from "./clusterError.ts";
import type { ClusterAccess } from "./kubeconfig.ts";
import { createWebSocketHandshake, WebSocketDuplex } from "./webSocket.ts";

/** Sends requests to the API of a cluster. */
export interface ClusterClient {
  /** Resolves with the parsed response. Rejects with a `ClusterError`. */
  send<T>(request: ClusterRequest, schema: z.ZodType<T>, signal: AbortSignal): Promise<T>;
  /** Resolves when the response begins: a watch or a log that is followed. */
  open(request: ClusterRequest, signal: AbortSignal): Promise<IncomingMessage>;
  /** Opens a WebSocket with one of the protocols of the API, which carries binary messages. */
  upgrade(request: ClusterRequest, protocol: string, signal: AbortSignal): Promise<WebSocketDuplex>;
  close(): void;
}

export interface ClusterRequest {
  readonly method?: "GET" | "PATCH" | "DELETE";
  /** Below the URL of the cluster, with its segments encoded. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Of the body; by default `application/json`. */
  readonly contentType?: string;
}

const timeoutMs = 30_000;
const largestResponse = 64 * 1024 * 1024;
/** An API server that has too many requests says when to try again. */
const mostRetries = 4;
const longestPauseSeconds = 10;

const statusSchema = z.looseObject({ message: z.string().nullish(), reason: z.string().nullish() });

export function createClusterClient(access: ClusterAccess): ClusterClient {
  const { server, tls } = access;
  const isSecure = server.protocol === "https:";
  const credentials = createCredentialSource(access);
  const agent = isSecure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });

  const createOptions = async ({ method = "GET", path, query = {} }: ClusterRequest): Promise<RequestOptions> => {
    const { authorization, tls: own } = await credentials.read();
    const search = new URLSearchParams(query).toString();
    return {
      ...tls,
      ...own,
      method,
      host: server.hostname.replaceAll(/[[\]]/g, ""),
      port: server.port || (isSecure ? 443 : 80),
      path: `${server.pathname.replace(/\/$/, "")}${path}${search === "" ? "" : `?${search}`}`,
      headers: {
        Accept: "application/json",
        Host: server.host,
        ...(authorization !== undefined && { Authorization: authorization }),
      },
    };
  };
  const createRequest = isSecure ? requestHttps : requestHttp;

  const sendOnce = async (request: ClusterRequest, signal: AbortSignal): Promise<IncomingMessage> => {
    const options = await createOptions(request);
    const body = request.body === undefined ? undefined : JSON.stringify(request.body);
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const outgoing = createRequest({
      ...options,
      agent,
      signal,
      headers: {
        ...options.headers,
        ...(body !== undefined && {
          "Content-Type": request.contentType ?? "application/json",
          "Content-Length": Buffer.byteLength(body),
        }),
      },
    });
    outgoing.once("response", resolve).once("error", reject);
    outgoing.once("close", () => reject(new Error("the connection was closed without a response")));
    outgoing.end(body);
    return promise;
  };

  const open = async (request: ClusterRequest, signal: AbortSignal): Promise<IncomingMessage> => {
    for (let attempt = 0; ; attempt += 1) {
      const response = await sendOnce(request, signal).catch((error) => {
        if (signal.aborted) throw signal.reason;
        throw createUnreachableError(server, error);
      });
      const { statusCode: status = 0 } = response;
      if (status >= 200 && status < 300) return response;
      const failure = await readFailure(response, request, signal);
      if (attempt >= mostRetries) throw failure;
      if (status === 401 && attempt === 0) credentials.forget();
      else if (status === 429) await delay(readRetryAfterMs(response), undefined, { signal });
      else throw failure;
    }
  };

  return {
    open,
    send: async (request, schema, signal) => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      try {
        const response = await open(request, limit);
        const body = await readBody(response, limit);
        const parsed = schema.safeParse(tryParseJson(body));
        if (parsed.success) return parsed.data;
        throw new ClusterError(`The cluster's response to ${describeRequest(request)} has an unknown form.`);
      } catch (error) {
        if (!signal.aborted && limit.aborted)
          throw new ClusterError(
            `The cluster at ${server.origin} did not respond within ${timeoutMs / 1000} s.`,
            error,
          );
        throw error;
      }
    },
    upgrade: async (request, protocol, signal) => {
      const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
      const options = await createOptions(request);
      const handshake = createWebSocketHandshake(protocol);
      const { promise, resolve, reject } = Promise.withResolvers<WebSocketDuplex>();
      // The connection of a WebSocket is its own.
      const outgoing = createRequest({
        ...options,
        agent: false,
        signal: limit,
        headers: { ...options.headers, ...handshake.headers },
      });
      outgoing.once("upgrade", (response, socket: Duplex, head: Buffer) => {
        if (handshake.isAccepted(response.headers)) return resolve(new WebSocketDuplex(socket, head));
        socket.destroy();
        reject(new ClusterError(`The cluster at ${server.origin} does not speak ${protocol}.`));
      });
      outgoing.once("response", (response) => readFailure(response, request, limit).then(reject, reject));
      outgoing.once("error", (error) => reject(signal.aborted ? signal.reason : createUnreachableError(server, error)));
      outgoing.once("close", () => reject(createUnreachableError(server, new Error("the connection was closed"))));
      outgoing.end();
      return promise;
    },
    close: () => agent.destroy(),
  };
}

const describeRequest = ({ method = "GET", path }: ClusterRequest) => `${method} ${path}`;

async function readBody(response: IncomingMessage, signal: AbortSignal): Promise<string> {
  const tooLarge = () => new ClusterError("The cluster's response is too large.");
  return (await readWholeBody(response, { limit: largestResponse, tooLarge, signal })).toString("utf8");
}

async function readFailure(
  response: IncomingMessage,
  request: ClusterRequest,
  signal: AbortSignal,
): Promise<ClusterStatusError> {
  const status = response.statusCode ?? 0;
  const { message, reason } = statusSchema.safeParse(tryParseJson(await readBody(response, signal))).data ?? {};
  const said = message || `${describeRequest(request)}: HTTP ${status}`;
  return new ClusterStatusError(`${said}${remedies[status] ?? ""}`, status, reason ?? "");
}

const remedies: Readonly<Record<number, string>> = {
  401: " The cluster refused the credential of the context. Sign in to the cluster again.",
  403: " Give the service's user this right: media/deploy/kubernetes-runner.yaml contains all that it needs.",
};

function readRetryAfterMs({ headers }: IncomingMessage): number {
  const seconds = Number(headers["retry-after"] ?? 1);
  return Math.min(Number.isFinite(seconds) ? Math.max(seconds, 0.1) : 1, longestPauseSeconds) * 1000;
}

function createUnreachableError(server: URL, error: unknown): ClusterError {
  if (error instanceof ClusterError) return error;
  const why = error instanceof Error ? ("code" in error ? String(error.code) : error.message) : String(error);
  return new ClusterError(
    `The cluster at ${server.origin} cannot be reached (${why}). Check that it runs and that its certificate is valid.`,
    error,
  );
}
