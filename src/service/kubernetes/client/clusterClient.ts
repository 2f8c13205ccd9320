import { type IncomingMessage, request as requestHttp } from "node:http";
import { type RequestOptions, request as requestHttps } from "node:https";
import type { Duplex } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { KubeConfig } from "@kubernetes/client-node";
import * as z from "zod";
import { tryParseJson } from "../../../text/tryParseJson.ts";
import { readWholeBody } from "../../network/readWholeBody.ts";
import { waitUnlessAborted } from "../../network/waitUnlessAborted.ts";
import { ClusterError, ClusterStatusError } from "./clusterError.ts";
import { forwardPort, type PodPort } from "./portForward.ts";
import { type WatchedObject, type WatchOptions, watchObjects } from "./watchObjects.ts";

/** Sends requests to the API of a cluster. */
export interface ClusterClient {
  /** Resolves with the parsed response. Rejects with a `ClusterError`. */
  send<T>(request: ClusterRequest, schema: z.ZodType<T>, signal: AbortSignal): Promise<T>;
  /** Resolves when the response begins: a log that is followed. */
  open(request: ClusterRequest, signal: AbortSignal): Promise<IncomingMessage>;
  /** Follows the changes of objects until the signal is aborted. Rejects only if the first list is refused. */
  watch<T extends WatchedObject>(options: WatchOptions<T>): Promise<void>;
  /** Connects to a port of a pod through the API server. */
  forwardPort(port: PodPort, signal: AbortSignal): Promise<Duplex>;
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

const statusSchema = z.looseObject({ message: z.string().nullish() });

/** The configuration is read again when the API has refused its credential. */
export function createClusterClient(readConfig: () => KubeConfig): ClusterClient {
  let config = readConfig();
  const server = new URL(config.getCurrentCluster()?.server ?? "");

  const open = async (request: ClusterRequest, signal: AbortSignal): Promise<IncomingMessage> => {
    for (let attempt = 0; ; attempt += 1) {
      const options = await readOptions(config, signal);
      const response = await sendOnce(server, request, { ...options, signal }).catch((error) => {
        if (signal.aborted) throw signal.reason;
        throw createUnreachableError(server, error);
      });
      const { statusCode: status = 0 } = response;
      if (status >= 200 && status < 300) return response;
      const failure = await readFailure(response, request, signal);
      if (attempt >= mostRetries) throw failure;
      if (status === 401 && attempt === 0) config = readConfig();
      else if (status === 429) await delay(readRetryAfterMs(response), undefined, { signal });
      else throw failure;
    }
  };

  const send: ClusterClient["send"] = async (request, schema, signal) => {
    // A plugin that asks the user to sign in may take longer than a response.
    await readOptions(config, signal);
    const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    try {
      const response = await open(request, limit);
      const body = await readBody(response, limit);
      const parsed = schema.safeParse(tryParseJson(body));
      if (parsed.success) return parsed.data;
      throw new ClusterError(`The cluster's response to ${describeRequest(request)} has an unknown form.`);
    } catch (error) {
      if (!signal.aborted && limit.aborted)
        throw new ClusterError(`The cluster at ${server.origin} did not respond within ${timeoutMs / 1000} s.`, error);
      throw error;
    }
  };
  return {
    open,
    send,
    watch: (options) => watchObjects({ readConfig: () => config, send }, options),
    forwardPort: async (port, signal) => {
      await readOptions(config, signal);
      return forwardPort(config, port, signal).catch((error) => {
        if (signal.aborted) throw signal.reason;
        throw createForwardError(server, error);
      });
    },
  };
}

/** What a plugin prints may be a credential, so the message does not contain it. */
async function readOptions(config: KubeConfig, signal: AbortSignal): Promise<RequestOptions> {
  const options: RequestOptions = {};
  try {
    await waitUnlessAborted(config.applyToHTTPSOptions(options), signal);
  } catch (error) {
    if (signal.aborted || error instanceof ClusterError) throw error;
    const why = error instanceof Error && "code" in error && "path" in error ? ` (${error.path}: ${error.code})` : "";
    throw new ClusterError(
      `The credential of the cluster could not be read${why}. Run "kubectl get pods" to see why.`,
      error,
    );
  }
  return options;
}

async function sendOnce(server: URL, request: ClusterRequest, options: RequestOptions): Promise<IncomingMessage> {
  const { method = "GET", path, query = {}, contentType = "application/json" } = request;
  const url = new URL(`${server.href.replace(/\/$/, "")}${path}`);
  url.search = new URLSearchParams(query).toString();
  const body = request.body === undefined ? undefined : JSON.stringify(request.body);
  const headers = {
    Accept: "application/json",
    ...options.headers,
    ...(body !== undefined && { "Content-Type": contentType, "Content-Length": Buffer.byteLength(body) }),
  };
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = (url.protocol === "https:" ? requestHttps : requestHttp)(url, { ...options, method, headers });
  outgoing.once("response", resolve).once("error", reject);
  outgoing.once("close", () => reject(new Error("the connection was closed without a response")));
  outgoing.end(body);
  return promise;
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
  const { message } = statusSchema.safeParse(tryParseJson(await readBody(response, signal))).data ?? {};
  const said = message || `${describeRequest(request)}: HTTP ${status}`;
  return new ClusterStatusError(`${said}${remedies[status] ?? ""}`, status);
}

const remedies: Readonly<Record<number, string>> = {
  401: " The cluster refused the credential of the context. Sign in to the cluster again.",
  403: " Give the service's user this right: media/deploy/kubernetes-runner.yaml contains all that it needs.",
};

/** The library rejects with an event of the WebSocket, whose error names the status only. */
function createForwardError(server: URL, event: unknown): ClusterError {
  const error = typeof event === "object" && event !== null && "error" in event ? event.error : event;
  const [, status] = /response: (\d{3})$/.exec(String(error)) ?? [];
  if (status === undefined) return createUnreachableError(server, error);
  const message = `The cluster does not forward the port of the pod: HTTP ${status}.`;
  return new ClusterStatusError(`${message}${remedies[Number(status)] ?? ""}`, Number(status));
}

function readRetryAfterMs({ headers }: IncomingMessage): number {
  const seconds = Number(headers["retry-after"] ?? 1);
  return Math.min(Number.isFinite(seconds) ? Math.max(seconds, 0.1) : 1, longestPauseSeconds) * 1000;
}

function createUnreachableError(server: URL, error: unknown): ClusterError {
  if (error instanceof ClusterError) return error;
  // The code of a limit that is over is a number, which says nothing.
  const code = error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
  const why = code ?? (error instanceof Error ? error.message : String(error));
  return new ClusterError(
    `The cluster at ${server.origin} cannot be reached (${why}). Check that it runs and that its certificate is valid.`,
    error,
  );
}
