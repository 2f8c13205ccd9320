import { Agent, type AgentOptions, request } from "node:http";
import { connect } from "node:net";
import { type Duplex, PassThrough } from "node:stream";
import { tryParseJson } from "../../text/tryParseJson.ts";
import { readWholeBody } from "../network/readWholeBody.ts";
import { waitUnlessAborted } from "../network/waitUnlessAborted.ts";

/** Opens connections to a running server. Each process of a server has an endpoint of its own. */
export interface ServerEndpoint {
  /** Rejects with `ECONNREFUSED` if the server does not listen. */
  connect(): Promise<Duplex>;
}

export const createConnectionError = (code: string) =>
  Object.assign(new Error(`The server accepts no connection (${code}).`), { code });

/** The endpoint of a server that listens on a port, by default of this machine. */
export function createPortEndpoint(port: number, host = "127.0.0.1"): ServerEndpoint {
  return {
    connect: () =>
      new Promise((resolve, reject) => {
        const socket = connect(port, host, () => resolve(socket.off("error", reject)));
        socket.once("error", reject);
      }),
  };
}

/** Creates an agent whose connections all lead to one server. */
export function createServerAgent(endpoint: ServerEndpoint, options: AgentOptions): Agent {
  const agent = new Agent(options);
  agent.createConnection = (_, callback) => {
    endpoint.connect().then(
      (socket) => callback?.(null, socket),
      (error) => callback?.(error, new PassThrough()),
    );
    return undefined;
  };
  return agent;
}

interface ServerRead {
  readonly agent: Agent;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Bytes. */
  readonly limit: number;
}

/** Reads a path of a server beside its MCP endpoint; undefined: the answer is not JSON. */
export async function readServerJson({ limit, ...options }: ServerRead, signal: AbortSignal): Promise<unknown> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  request({ ...options, signal, method: "GET" })
    .once("response", (response) => {
      const tooLarge = () => new Error("The answer is too long.");
      readWholeBody(response, { limit, tooLarge, signal }).then((body) => resolve(body.toString("utf8")), reject);
    })
    .once("error", reject)
    .end();
  return tryParseJson(await waitUnlessAborted(promise, signal));
}
