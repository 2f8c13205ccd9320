import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { operationNames } from "../../../src/contract/operationNames.ts";
import { type OperationName, operationTable } from "../../../src/contract/operations.ts";
import { listenOnLoopback } from "./listenOnLoopback.ts";

/** A request without headers and body. */
export interface RecordedCall {
  readonly method: string;
  readonly path: string;
  /** undefined if it is not an operation of the contract, such as a page. */
  readonly operation: OperationName | undefined;
  /** 0 until the response. */
  readonly status: number;
}

export interface RecordingProxy {
  readonly url: string;
  /** All requests in order. */
  readonly recorded: readonly RecordedCall[];
  /** Responds to this operation with 404, as a service without it does; returns a function that ends this. */
  omitOperation(operation: OperationName): () => void;
  close(): Promise<void>;
}

/** A proxy that forwards all requests, including streams, and records their operations. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const to = new URL(target);
  const recorded: RecordedCall[] = [];
  const omitOperation = new Set<OperationName>();
  const server = createServer((incoming, response) => {
    const { method = "GET", url = "/" } = incoming;
    const { pathname } = new URL(url, to);
    const operation = findOperation(method, pathname);
    const index = recorded.push({ method, path: pathname, operation, status: 0 }) - 1;
    const recordStatus = (status: number) => recorded.splice(index, 1, { method, path: pathname, operation, status });
    if (operation === undefined || !omitOperation.has(operation)) return forward(to, incoming, response, recordStatus);
    recordStatus(404);
    incoming.resume();
    response.writeHead(404, { "Content-Type": "application/json" }).end('{"title":"There is no such operation."}');
  });
  const { url, close } = await listenOnLoopback(server);
  return {
    url,
    recorded,
    omitOperation: (operation) => {
      omitOperation.add(operation);
      return () => omitOperation.delete(operation);
    },
    close,
  };
}

function forward(
  to: URL,
  incoming: IncomingMessage,
  response: ServerResponse,
  onStatus: (status: number) => void,
): void {
  // The service accepts only its own host name.
  const headers = { ...incoming.headers, host: to.host };
  const { method = "GET", url: path = "/" } = incoming;
  const onward = request(to, { method, path, headers }, (answer) => {
    const status = answer.statusCode ?? 502;
    onStatus(status);
    response.writeHead(status, answer.headers);
    // A stream must open before its first event.
    response.flushHeaders();
    answer.pipe(response);
    answer.once("error", (error) => response.destroy(error));
  });
  onward.once("error", (error) => response.destroy(error));
  response.once("close", () => onward.destroy());
  incoming.pipe(onward);
}

function findOperation(method: string, path: string): OperationName | undefined {
  return operationNames.find((name) => operationTable[name].method === method && operationTable[name].path === path);
}
