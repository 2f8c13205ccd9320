import { createServer } from "node:http";
import type { Socket } from "node:net";
import * as z from "zod";
import type { ProcessExit, ServerProgram } from "../deployments/runners/runner.ts";
import { createConnectionError, type ServerEndpoint } from "../mcp/serverEndpoint.ts";
import { createSocketPair } from "../network/socketPair.ts";
import { openStdioConnection, openStdioSession, type StdioStreams } from "./stdioConnection.ts";
import type { StdioHandler } from "./stdioHandler.ts";

/** The Streamable HTTP endpoint of a program that exchanges messages over its standard input and output. */
export interface StdioAdapter {
  /** Refuses connections until the program has answered the handshake. */
  readonly endpoint: ServerEndpoint;
  /** Describes the end of the program by the reason, if the adapter ended it. */
  readonly describeExit: (exit: ProcessExit) => ProcessExit;
  /** Ends the input, by which a program knows that it is to end. */
  close(): void;
}

interface AdapterOptions extends Pick<ServerProgram, "onLine"> {
  readonly kill: () => void;
}

const maximumShownLength = 200;

/**
 * Serves a program until its output ends. One session with the program is shared by all clients, as an HTTP server's process is:
 * a process for each of them would be one for each probe too.
 */
export function serveStdio(streams: StdioStreams, { onLine, kill }: AdapterOptions): StdioAdapter {
  let handler: StdioHandler | undefined;
  let failure: string | undefined;
  const fail = (description: string) => {
    failure ??= description;
    kill();
  };
  const connection = openStdioConnection(streams, {
    onNotification: (method, params) => {
      if (method === "notifications/message") onLine(formatLogMessage(params), "stderr", 0);
      else handler?.onNotification(method, params);
    },
    onInvalidLine: (line) => {
      onLine(line, "stdout", 0);
      if (!handler) fail(`wrote "${shorten(line)}" to its standard output, which is for messages of MCP only,`);
    },
    onOverflow: fail,
  });
  const http = createServer();
  const serve = async (request: Request) => {
    const isMcp = new URL(request.url).pathname === "/mcp";
    return isMcp && handler ? handler.fetch(request) : Response.json({ error: "MCP is at /mcp." }, { status: 404 });
  };
  const open = async () => {
    const session = await openStdioSession(connection);
    const [{ createStdioHandler }, { getRequestListener }] = await Promise.all([
      import("./stdioHandler.ts"),
      import("../http/nodeServer.ts"),
    ]);
    http.on("request", getRequestListener(serve, { overrideGlobalObjects: false }));
    // The response of a program that failed may come together with the line that it failed for.
    if (failure === undefined) handler = createStdioHandler(connection, session);
  };
  open().catch((error) => {
    if (!streams.output.destroyed)
      fail(`did not complete the handshake of MCP (${shorten(describeError(error))}) and was ended`);
  });
  const connections = new Set<Socket>();
  // A request under way ends as it does with a server that listens by itself.
  streams.output.once("close", () => {
    for (const socket of connections) socket.destroy();
  });
  return {
    endpoint: {
      connect: async () => {
        if (!handler || streams.output.destroyed) throw createConnectionError("ECONNREFUSED");
        const [near, far] = await createSocketPair();
        connections.add(far.once("close", () => connections.delete(far)));
        http.emit("connection", far);
        return near;
      },
    },
    describeExit: (exit) => (failure === undefined ? exit : { description: failure }),
    close: () => void streams.input.end(),
  };
}

const shorten = (text: string) => (text.length > maximumShownLength ? `${text.slice(0, maximumShownLength)}…` : text);

function describeError(error: unknown): string {
  if (error instanceof z.ZodError) return z.prettifyError(error);
  return error instanceof Error ? error.message : String(error);
}

function formatLogMessage({ level, data }: Readonly<Record<string, unknown>>): string {
  const text = typeof data === "string" ? data : JSON.stringify(data);
  return `${String(level)}: ${text}`;
}
