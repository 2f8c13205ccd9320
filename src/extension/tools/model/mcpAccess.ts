import * as l10n from "@vscode/l10n";
import type { McpChallenge } from "../../../client/mcp/createMcpError.ts";
import type { ConnectToMcp, McpConnection, McpContents, OnInput } from "../../../client/mcp/mcpConnection.ts";
import { estimateListTokens } from "../../../text/estimateTokens.ts";
import { createEmitter } from "../../base/emitter.ts";
import type { Polling } from "../../base/polling.ts";
import type { Disposable } from "../../base/ports.ts";
import { createRereading, keepListening } from "./followServer.ts";
import type { McpLogins } from "./mcpLogins.ts";
import {
  findDeployedTarget,
  type McpServerKey,
  type McpTarget,
  type McpTargetContext,
  McpTargetError,
} from "./mcpTarget.ts";
import { createServerContents, type ServerContents } from "./serverContents.ts";

/** A server that the user named by URL, for this window only. */
export interface NamedMcpServer {
  readonly name: string;
  readonly url: string;
  /** Sent with each request; may hold a secret. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface McpAccessOptions extends McpTargetContext {
  readonly connectToMcp: ConnectToMcp;
  readonly logins: Pick<McpLogins, "authorize" | "addRefusal">;
  readonly polling: Polling;
}

interface OpenServer {
  readonly revision: string;
  readonly connection: Promise<McpConnection>;
  readonly stop: AbortController;
  readonly contents: ServerContents;
  /** Those that use the connection now, and receive what the server asks. */
  readonly users: Set<McpUse>;
  uses: number;
  cancelClosing: () => void;
}

/** Whether the server wants its user to log in, or to grant it more. */
export const isChallenge = (error: unknown): error is Error & { readonly challenge: McpChallenge } =>
  error instanceof Error && "challenge" in error && error.challenge !== undefined;

export const hasAuthorization = (headers: NamedMcpServer["headers"]): boolean =>
  Object.keys(headers).some((name) => name.toLowerCase() === "authorization");

/** A connection that nothing uses for so long is closed. */
const idleMs = 300_000;

export interface McpUse {
  /** Asks the user for what the server wants to know meanwhile. Without it, it is declined. */
  readonly onInput?: OnInput;
  /** The server asked the user for input meanwhile, which was declined. */
  readonly onInputDeclined?: (message: string) => void;
}

/** The MCP servers of this window: their contents, and connections that stay open while they are used. */
export class McpAccess {
  readonly #options: McpAccessOptions;
  readonly #open = new Map<string, OpenServer>();
  readonly #named = new Map<string, NamedMcpServer>();
  readonly #changes = createEmitter<undefined>();
  /** What the list of tools costs an agent, by server, and the deployment that listed them. */
  readonly #costs = new Map<string, { readonly revision: string; readonly tokens: number }>();

  constructor(options: McpAccessOptions) {
    this.#options = options;
  }

  /** Fires when other lists of a server were read than before, and when the named servers change. */
  onDidChange(listener: () => void): Disposable {
    return this.#changes.on(listener);
  }

  namedServers(): readonly NamedMcpServer[] {
    return [...this.#named.values()];
  }

  addNamedServer(server: NamedMcpServer): void {
    this.#closeServer(formatKey({ kind: "url", url: server.url }));
    this.#named.set(server.url, server);
    this.#changes.emit(undefined);
  }

  removeNamedServer(url: string): void {
    this.#closeServer(formatKey({ kind: "url", url }));
    this.#named.delete(url);
    this.#changes.emit(undefined);
  }

  /** What the tools of a deployment cost an agent in a list, estimated; undefined: this window has not read them. */
  estimateListTokens(key: McpServerKey, deploymentId: string): number | undefined {
    const cost = this.#costs.get(formatKey(key));
    return cost?.revision.startsWith(`${deploymentId} `) ? cost.tokens : undefined;
  }

  /** Another deployment may be live: what is shown is read again. */
  markChanged(): void {
    this.#changes.emit(undefined);
  }

  /** Throws `McpTargetError` when the server cannot be called now. */
  async findTarget(key: McpServerKey, signal: AbortSignal): Promise<McpTarget> {
    if (key.kind === "deployed") return findDeployedTarget(this.#options, key, signal);
    const server = this.#named.get(key.url);
    if (server) return { ...server, ...this.#authorize(server), revision: "", readHosts: async () => [hostOf(server)] };
    throw new McpTargetError(l10n.t`This window is not connected to ${key.url}. Run "Connect to MCP Server" first.`);
  }

  /** The server at a URL: one of this window, or the live deployment of a server of the service. */
  async findKey(url: string, signal: AbortSignal): Promise<McpServerKey> {
    const session = await this.#options.connections.connect();
    const id = /\/mcp\/([^/?#]+)$/.exec(url)?.[1];
    if (this.#named.has(url) || session.kind !== "connected" || id === undefined) return { kind: "url", url };
    const key = { kind: "deployed", connection: session.connection.id, id } as const;
    const target = await this.findTarget(key, signal).catch(() => undefined);
    // A local service may have another port after its next start.
    return target ? key : { kind: "url", url };
  }

  /** What the user enters comes before a login. */
  #authorize({ url, headers }: NamedMcpServer): Pick<McpTarget, "authorize"> {
    if (hasAuthorization(headers)) return {};
    return { authorize: (_signal, isRefused) => this.#options.logins.authorize(url, isRefused) };
  }

  /** What the live deployment offers. */
  async readContents(key: McpServerKey, signal: AbortSignal, again = false): Promise<McpContents> {
    const target = await this.findTarget(key, signal);
    return this.#use(key, target, signal, {}, (_, { contents }) => rejectOnAbort(contents.read(again), signal));
  }

  /** Reads the contents of a server again when it reports a change, until aborted. For as long as they are shown. */
  followLists(key: McpServerKey, signal: AbortSignal): void {
    const listen = async (stop: AbortSignal) =>
      this.#use(key, await this.findTarget(key, stop), stop, {}, (_, { contents }) => contents.follow(stop));
    keepListening(listen, this.#changes.on, { polling: this.#options.polling, signal });
  }

  /** Calls `read` when the server reports that a resource changed, until aborted. */
  followResource(
    key: McpServerKey,
    uri: string,
    read: (signal: AbortSignal) => Promise<void>,
    { signal, onFailure }: { readonly signal: AbortSignal; readonly onFailure: (error: unknown) => void },
  ): void {
    const following = { polling: this.#options.polling, signal, onFailure };
    const onUpdated = createRereading(read, following);
    const listen = (stop: AbortSignal) =>
      this.use(key, stop, (connection) => connection.followResource(uri, stop, onUpdated));
    keepListening(listen, this.#changes.on, following);
  }

  /** Runs `work` with a connection to the live deployment. */
  async use<T>(
    key: McpServerKey,
    signal: AbortSignal,
    work: (connection: McpConnection) => Promise<T>,
    use: McpUse = {},
  ): Promise<T> {
    return this.#use(key, await this.findTarget(key, signal), signal, use, work);
  }

  /** Closes all connections to deployed servers: another service is used, or the user signed out. */
  closeDeployed(): void {
    for (const name of this.#open.keys()) if (name.startsWith("deployed ")) this.#closeServer(name);
  }

  dispose(): void {
    for (const name of this.#open.keys()) this.#closeServer(name);
  }

  async #use<T>(
    key: McpServerKey,
    target: McpTarget,
    signal: AbortSignal,
    use: McpUse,
    work: (connection: McpConnection, server: OpenServer) => Promise<T>,
  ): Promise<T> {
    const name = formatKey(key);
    const isReused = this.#open.get(name)?.revision === target.revision;
    const server = this.#openServer(name, target);
    server.cancelClosing();
    server.uses += 1;
    server.users.add(use);
    try {
      return await work(await rejectOnAbort(server.connection, signal), server);
    } catch (error) {
      if (key.kind === "url" && isChallenge(error)) this.#options.logins.addRefusal(key.url, error.challenge);
      // The server was restarted and does not know the session: it did nothing.
      const isLost = error instanceof Error && "isSessionLost" in error && error.isSessionLost === true;
      if (!isReused || !isLost || signal.aborted) throw error;
      if (this.#open.get(name) === server) this.#closeServer(name);
      return await this.#use(key, target, signal, use, work);
    } finally {
      server.uses -= 1;
      server.users.delete(use);
      if (server.uses === 0) this.#closeLater(name, server);
    }
  }

  /** The open connection, or a new one where another deployment is live now. */
  #openServer(name: string, target: McpTarget): OpenServer {
    const existing = this.#open.get(name);
    if (existing?.revision === target.revision) return existing;
    this.#closeServer(name);
    const stop = new AbortController();
    const users = new Set<McpUse>();
    const connection = this.#options.connectToMcp(
      {
        ...target,
        onListsChanged: () => server.contents.markChanged(),
        // A server does not say for which call it asks: the newest one is what the user looks at.
        onInput: async (...asked) => [...users].findLast(({ onInput }) => onInput)?.onInput?.(...asked),
        onInputDeclined: (message) => {
          for (const { onInputDeclined } of users) onInputDeclined?.(message);
        },
      },
      stop.signal,
    );
    const server: OpenServer = {
      revision: target.revision,
      connection,
      stop,
      users,
      contents: createServerContents({
        connection,
        polling: this.#options.polling,
        signal: stop.signal,
        onChange: (contents) => this.#onContents(name, target.revision, contents),
      }),
      uses: 0,
      cancelClosing: () => {},
    };
    this.#open.set(name, server);
    connection.catch(() => {
      if (this.#open.get(name) === server) this.#open.delete(name);
    });
    return server;
  }

  #onContents(name: string, revision: string, { tools }: McpContents): void {
    this.#costs.set(name, { revision, tokens: estimateListTokens(tools) });
    this.#changes.emit(undefined);
  }

  #closeLater(name: string, server: OpenServer): void {
    server.cancelClosing();
    server.cancelClosing = this.#options.polling.runLater(idleMs, () => {
      if (server.uses === 0 && this.#open.get(name) === server) this.#closeServer(name);
    });
  }

  #closeServer(name: string): void {
    const server = this.#open.get(name);
    if (!server) return;
    this.#open.delete(name);
    server.cancelClosing();
    server.stop.abort();
    server.connection.then(
      (connection) => connection.close(),
      () => {},
    );
  }
}

const hostOf = ({ url }: NamedMcpServer) => new URL(url).host;

const formatKey = (key: McpServerKey) =>
  key.kind === "deployed" ? `deployed ${key.connection} ${key.id}` : `url ${key.url}`;

/** The work goes on for others that wait for it. */
function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) return Promise.reject(createAbortError());
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const onAbort = () => reject(createAbortError());
  signal.addEventListener("abort", onAbort, { once: true });
  work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  return promise;
}

const createAbortError = () => new DOMException("The call was cancelled.", "AbortError");
