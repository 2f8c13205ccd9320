import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { operationNames } from "../../../src/contract/operationNames.ts";
import { type OperationName, operationTable } from "../../../src/contract/operations.ts";

/** What a service was asked; nothing of headers or bodies. */
export interface RecordedCall {
  readonly method: string;
  readonly path: string;
  /** undefined: none of the contract, such as a page for browsers. */
  readonly operation: OperationName | undefined;
  /** 0 until it is answered. */
  readonly status: number;
}

export interface RecordingProxy {
  readonly url: string;
  /** All requests so far, in their order. */
  readonly recorded: readonly RecordedCall[];
  /** The next calls of this operation are answered 404, as by a service that has none; answers how to end that. */
  lacking(operation: OperationName): () => void;
  close(): Promise<void>;
}

/** Passes every request on to a service on this machine, streams too, and notes which operation it was. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const to = new URL(target);
  const recorded: RecordedCall[] = [];
  const lacking = new Set<OperationName>();
  const server = createServer((incoming, response) => {
    const { method = "GET", url = "/" } = incoming;
    const { pathname } = new URL(url, to);
    const operation = operationOf(method, pathname);
    const index = recorded.push({ method, path: pathname, operation, status: 0 }) - 1;
    const note = (status: number) => recorded.splice(index, 1, { method, path: pathname, operation, status });
    if (operation === undefined || !lacking.has(operation)) return passOn(to, incoming, response, note);
    note(404);
    incoming.resume();
    response.writeHead(404, { "Content-Type": "application/json" }).end('{"title":"There is no such operation."}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The proxy listens on no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    recorded,
    lacking: (operation) => {
      lacking.add(operation);
      return () => lacking.delete(operation);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function passOn(
  to: URL,
  incoming: IncomingMessage,
  response: ServerResponse,
  answered: (status: number) => void,
): void {
  // The service answers to its own name only.
  const headers = { ...incoming.headers, host: to.host };
  const { method = "GET", url: path = "/" } = incoming;
  const onward = request(to, { method, path, headers }, (answer) => {
    const status = answer.statusCode ?? 502;
    answered(status);
    response.writeHead(status, answer.headers);
    // A stream is opened before its first event.
    response.flushHeaders();
    answer.pipe(response);
    answer.once("error", (error) => response.destroy(error));
  });
  onward.once("error", (error) => response.destroy(error));
  response.once("close", () => onward.destroy());
  incoming.pipe(onward);
}

function operationOf(method: string, path: string): OperationName | undefined {
  return operationNames.find((name) => operationTable[name].method === method && operationTable[name].path === path);
}
