import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { OperationName } from "../../../src/contract/operations.ts";
import { type Conventions, drawConventions } from "./conventions/conventions.ts";
import { createSimulatedErrorResponse, SimulatedError } from "./errorResponse.ts";
import type { Fields } from "./json.ts";
import { operationSubjects } from "./resources.ts";
import { respond, type SimulatedResponse } from "./respond.ts";
import { readSimulatedRequest, type SimulatedRequest } from "./simulatedRequest.ts";
import type { Truth } from "./truth/truth.ts";
import { createWireItem } from "./wireItem.ts";

export interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** A change that took effect in the truth. */
export interface RecordedChange {
  readonly operation: OperationName;
  /** The truth's id of the changed or created item. */
  readonly itemId: string;
  /** The input in the contract's terms. */
  readonly input: Fields;
}

export interface SimulatedService {
  readonly url: string;
  readonly key: string;
  readonly conventions: Conventions;
  requests(): readonly RecordedRequest[];
  effects(): readonly RecordedChange[];
  /** Requests with the key in their URL, or anywhere at another origin. */
  keyLeaks(): readonly RecordedRequest[];
  /** The service's id for an id of the truth. */
  idOf(truthId: string): string;
  /** The displayed form of an item in an operation's response. */
  shown(operation: OperationName, item: Fields): Fields;
  close(): Promise<void>;
}

export interface SimulatedServiceOptions {
  readonly seed: number;
  readonly truth: Truth;
  /** Replaces the conventions that the seed determines. */
  readonly conventions?: Conventions;
}

/** A complete service that returns the truth's data with its own conventions. */
export async function startSimulatedService({
  seed,
  truth,
  conventions = drawConventions(seed),
}: SimulatedServiceOptions): Promise<SimulatedService> {
  const requests: RecordedRequest[] = [];
  const strayed: RecordedRequest[] = [];
  const effects: RecordedChange[] = [];
  const key = `sk-sim-${seed}-0a1B2c3D4e5F`;
  const stray = conventions.mean.has("strayList")
    ? await listening((request, response) => {
        strayed.push(recorded(request));
        response.end("[]");
      })
    : undefined;
  const service = {
    conventions,
    truth,
    key,
    effects,
    strayOrigin: stray && originOf(stray),
    state: { requests: 0, turns: 0, cached: new Map(), presented: new WeakMap(), isChanged: false },
  };
  const own = await listening(async (request, response) => {
    requests.push(recorded(request));
    send(response, conventions, await replyTo(request, (asked) => respond(service, asked), conventions, originOf(own)));
  });
  const isLeak = ({ url }: RecordedRequest) =>
    url.includes(key) || decodeURIComponent(url.replaceAll(/%(?![0-9A-F]{2})/gi, "")).includes(key);
  return {
    url: originOf(own),
    key,
    conventions,
    requests: () => requests,
    effects: () => effects,
    keyLeaks: () => [...requests.filter(isLeak), ...strayed.filter((one) => JSON.stringify(one).includes(key))],
    idOf: conventions.ids.text,
    shown: (operation, item) =>
      createWireItem(
        conventions,
        conventions.style(operation),
        operationSubjects[operation].resource,
        item,
        isBriefly(conventions, operation),
      ).shown,
    close: async () => {
      await Promise.all([own, ...(stray ? [stray] : [])].map(closed));
    },
  };
}

/** Lists return the items that cannot be read individually. */
function isBriefly({ isBrief, missing }: Conventions, operation: OperationName): boolean {
  const isList = operationSubjects[operation].kind === "list" && operation !== "deployment.events";
  return isBrief && (isList || missing.has(operation));
}

async function replyTo(
  request: IncomingMessage,
  answer: (asked: SimulatedRequest) => Promise<SimulatedResponse>,
  conventions: Conventions,
  origin: string,
): Promise<SimulatedResponse> {
  try {
    if (conventions.mean.has("slow")) await pause(10);
    return await answer(await readSimulatedRequest(request, origin));
  } catch (error) {
    if (error instanceof SimulatedError) return refused(conventions, error);
    throw error;
  }
}

function refused({ errors, mean }: Conventions, refusal: SimulatedError): SimulatedResponse {
  const isTold =
    mean.has("okErrors") && [400, 404, 409, 422].includes(refusal.status) && refusal.code !== "no_such_path";
  const { contentType, body } = createSimulatedErrorResponse(
    isTold ? (errors === "success" ? "success" : "errorObject") : errors,
    refusal,
  );
  return {
    status: isTold ? 200 : refusal.status,
    headers: { "content-type": contentType, ...refusal.headers },
    text: body,
  };
}

function send(
  response: ServerResponse,
  { hasByteOrderMark }: Conventions,
  { status, headers, text }: SimulatedResponse,
): void {
  response.writeHead(status, headers);
  response.end(text === undefined ? undefined : `${hasByteOrderMark && text !== "" ? "\uFEFF" : ""}${text}`);
}

function recorded({ method = "", url = "", headers }: IncomingMessage): RecordedRequest {
  return { method, url, headers };
}

function listening(
  handle: (request: IncomingMessage, response: ServerResponse) => void | Promise<void>,
): Promise<Server> {
  const server = createServer((request, response) => {
    Promise.resolve(handle(request, response)).catch((error: unknown) => {
      // The error marks a fault of the simulation, which must not count as one of the simulated service.
      response.writeHead(599, { "content-type": "text/plain" });
      response.end(`The simulation failed: ${error instanceof Error ? error.stack : String(error)}`);
    });
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

function originOf(server: Server): string {
  // A server that listens on a port has an address with a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
