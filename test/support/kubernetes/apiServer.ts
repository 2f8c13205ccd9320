import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { checkAccess, type TokenRules } from "./accessRules.ts";
import { findSchemaProblem } from "./admission.ts";
import { type ApiObject, ApiRefusal, resources } from "./apiObject.ts";
import { type ApiRequest, createSelector, parseApiRequest, readBody } from "./apiRequest.ts";
import { deleteGracefully, theNamespace } from "./controllers.ts";
import type { Kubelet } from "./kubelet.ts";
import type { ObjectStore, StoreEvent } from "./objectStore.ts";
import { forwardPort, sendLog } from "./podStreams.ts";

interface ApiServerOptions {
  readonly store: ObjectStore;
  readonly kubelet: Kubelet;
  readonly tokens: TokenRules;
  /** What may change while it runs. `throttled`: the number of requests that are refused (429). */
  readonly state: { throttled: number };
}

/** The HTTP API of the double. */
export class ApiServer {
  /** Each request: its verb and its resource. */
  readonly requests: string[] = [];
  readonly #options: ApiServerOptions;
  readonly #watches = new Map<ServerResponse, { readonly sendBookmark: () => void }>();
  readonly #sockets = new Set<Duplex>();
  readonly #server: Server;

  constructor(options: ApiServerOptions) {
    this.#options = options;
    this.#server = createServer((incoming, response) => {
      this.#handle(incoming, response).catch((error) => {
        if (!(error instanceof ApiRefusal)) throw error;
        if (response.headersSent) response.destroy();
        else sendJson(response, error.code, error.toStatus(), error.headers);
      });
    });
    this.#server.on("upgrade", (incoming: IncomingMessage, socket: Duplex) => this.#upgrade(incoming, socket));
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    const address = this.#server.address();
    return `http://127.0.0.1:${address && typeof address === "object" ? address.port : 0}`;
  }

  /** Ends all watches, as an API server does that is restarted. */
  dropWatches(): void {
    for (const response of this.#watches.keys()) response.destroy();
  }

  sendBookmarks(): void {
    for (const { sendBookmark } of this.#watches.values()) sendBookmark();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #check(incoming: IncomingMessage): ApiRequest {
    const request = parseApiRequest(incoming);
    this.requests.push(`${request.verb} ${request.resource}${request.subresource ? `/${request.subresource}` : ""}`);
    // What opens a WebSocket to a pod is a GET, and needs the right to create too, since Kubernetes 1.35.
    const verbs = request.subresource === "portforward" ? [request.verb, "create"] : [request.verb];
    for (const verb of verbs) this.#checkAccess(incoming, request, verb);
    return request;
  }

  #checkAccess(incoming: IncomingMessage, request: ApiRequest, verb: string): void {
    checkAccess(this.#options.tokens, incoming.headers.authorization, { ...request, verb });
  }

  async #handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { state, store } = this.#options;
    if (state.throttled > 0) {
      state.throttled -= 1;
      const message = "too many requests, please try again later";
      throw new ApiRefusal(429, "TooManyRequests", message, { "Retry-After": "0" });
    }
    if (incoming.url === "/version") return sendJson(response, 200, { gitVersion: "v1.35.0", platform: "linux/amd64" });
    const request = this.#check(incoming);
    const { verb, resource, namespace, name, subresource } = request;
    if (subresource === "log") return this.#sendLog(request, response);
    if (verb === "watch") return this.#startWatch(request, response);
    if (verb === "get") return sendJson(response, 200, store.get(resource, namespace, name));
    if (verb === "list") return sendJson(response, 200, createList(store, request));
    if (verb === "delete") return sendJson(response, 200, deleteObject(store, request));
    if (verb === "patch") return sendJson(response, 200, this.#apply(request, incoming, await readBody(incoming)));
    throw new ApiRefusal(405, "MethodNotAllowed", "the double creates objects by server-side apply only");
  }

  #sendLog({ namespace, name, query }: ApiRequest, response: ServerResponse): void {
    const container = this.#options.kubelet.findContainer(
      this.#options.store.get("pods", namespace, name).metadata.uid,
    );
    const waiting = `container "server" in pod "${name}" is waiting to start: ContainerCreating`;
    if (!container) throw new ApiRefusal(400, "BadRequest", waiting);
    sendLog(container, query, response);
  }

  /** Server-side apply with the only manager of all fields, which replaces what it applied before. */
  #apply(request: ApiRequest, incoming: IncomingMessage, body: unknown): ApiObject {
    const { store } = this.#options;
    const { resource, namespace, name, query } = request;
    if (incoming.headers["content-type"] !== "application/apply-patch+yaml")
      throw new ApiRefusal(415, "UnsupportedMediaType", "the body of the request was in an unknown format");
    if (!query.has("fieldManager"))
      throw new ApiRefusal(422, "Invalid", "fieldManager: Required value: is required for apply patch");
    if (namespace !== theNamespace) throw new ApiRefusal(404, "NotFound", `namespaces "${namespace}" not found`);
    const given = body as ApiObject;
    const problem = findSchemaProblem(given);
    if (problem !== undefined) throw new ApiRefusal(422, "Invalid", `${given.kind} "${name}" is invalid: ${problem}`);
    const existing = store.find(resource, namespace, name);
    if (!existing) this.#checkAccess(incoming, request, "create");
    if (existing)
      return store.update(resource, { ...existing, ...given, metadata: { ...existing.metadata, ...given.metadata } });
    return store.create(resource, { ...given, ...(resource === "deployments" && { status: {} }) });
  }

  #startWatch({ resource, namespace, query }: ApiRequest, response: ServerResponse): void {
    const { store } = this.#options;
    const isSelected = createSelector(query);
    response.writeHead(200, { "Content-Type": "application/json" });
    response.flushHeaders();
    const send = (event: object) => response.write(`${JSON.stringify(event)}\n`);
    const pass = ({ type, resource: changed, object }: StoreEvent) => {
      if (changed === resource && object.metadata.namespace === namespace && isSelected(object)) send({ type, object });
    };
    const past = store.listEvents(Number(query.get("resourceVersion") ?? 0));
    if (!past) {
      send({ type: "ERROR", object: new ApiRefusal(410, "Expired", "too old resource version").toStatus() });
      response.end();
      return;
    }
    for (const event of past) pass(event);
    const unsubscribe = store.subscribe(pass);
    const sendBookmark = () => {
      const object = { kind: resources[resource].kind, metadata: { resourceVersion: String(store.version) } };
      if (query.get("allowWatchBookmarks") === "true") send({ type: "BOOKMARK", object });
    };
    this.#watches.set(response, { sendBookmark });
    response.once("close", () => {
      unsubscribe();
      this.#watches.delete(response);
    });
  }

  #upgrade(incoming: IncomingMessage, socket: Duplex): void {
    this.#sockets.add(socket.once("close", () => this.#sockets.delete(socket)));
    try {
      const { namespace, name, query } = this.#check(incoming);
      const { metadata } = this.#options.store.get("pods", namespace, name);
      const container = this.#options.kubelet.findContainer(metadata.uid);
      forwardPort(incoming, socket, container, Number(query.get("ports")));
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error;
      const body = JSON.stringify(error.toStatus());
      const head = `HTTP/1.1 ${error.code} Refused\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
      socket.end(`${head}\r\nConnection: close\r\n\r\n${body}`);
    }
  }
}

function createList(store: ObjectStore, { resource, namespace, query }: ApiRequest): object {
  const items = store.list(resource, namespace, createSelector(query));
  const metadata = { resourceVersion: String(store.version) };
  return { kind: `${resources[resource].kind}List`, apiVersion: "v1", metadata, items };
}

function deleteObject(store: ObjectStore, { resource, namespace, name, query }: ApiRequest): object {
  const { metadata } = store.get(resource, namespace, name);
  if (query.get("propagationPolicy") !== "Background")
    throw new ApiRefusal(400, "BadRequest", "the double deletes what an object owns in the background only");
  if (resource === "pods") deleteGracefully(store, metadata);
  else store.remove(resource, namespace, name);
  return { kind: "Status", apiVersion: "v1", metadata: {}, status: "Success" };
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
}
