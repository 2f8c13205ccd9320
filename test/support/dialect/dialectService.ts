import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline, Readable } from "node:stream";
import { onTestFinished } from "vitest";
import type { ServiceClient } from "../../../src/client/client.ts";
import { createProtocolClient } from "../../../src/client/createServiceClient.ts";
import type { DialectProfile } from "../../../src/contract/dialectProfile.ts";
import type { Evidence } from "../../../src/contract/evidence.ts";
import { createDialectProtocol } from "../../../src/dialect/dialectClient.ts";
import { createTestClock } from "../client/testClock.ts";
import { createDialectContext } from "./dialectContext.ts";

export interface DialectRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: unknown;
}

export interface DialectResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** As JSON, or a text as it is; undefined: no body. */
  readonly body?: unknown;
  /** What follows the body, piece by piece. */
  readonly goesOn?: AsyncIterable<string>;
  /** The connection is cut instead. */
  readonly isLost?: boolean;
}

export interface DialectService {
  readonly url: string;
  readonly client: ServiceClient;
  readonly asked: DialectRequest[];
  readonly waits: readonly number[];
  readonly clock: ReturnType<typeof createTestClock>;
  profile(): DialectProfile;
  evidence(operation: string): Evidence | undefined;
}

/** A small real service that answers as told, and a client that knows nothing of it but what a profile says. */
export async function startDialectService(
  answer: (asked: DialectRequest) => DialectResponse,
  profile: DialectProfile = { version: 1, dialect: "other", operations: {} },
): Promise<DialectService> {
  const asked: DialectRequest[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://none");
    let text = "";
    for await (const chunk of request) text += chunk;
    const one: DialectRequest = {
      method: request.method ?? "",
      path: url.pathname.replace("/api/v1/", ""),
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: text === "" ? undefined : parsed(text),
    };
    asked.push(one);
    write(response, answer(one));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has such an address.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clock = createTestClock();
  const told = new Map<string, Evidence>();
  let kept = profile;
  const context = createDialectContext(url, { key: "sk-other-0123456789", clock });
  const protocol = createDialectProtocol(context, {
    read: () => kept,
    save: (now) => {
      kept = now;
    },
    saveEvidence: (operation, evidence) => told.set(operation, evidence),
  });
  const client = createProtocolClient(context, protocol);
  onTestFinished(async () => {
    await client.close();
    server.closeAllConnections();
    server.close();
  });
  return { url, client, asked, waits: clock.waits, clock, profile: () => kept, evidence: (name) => told.get(name) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function write(response: ServerResponse, { status = 200, headers = {}, body, goesOn, isLost }: DialectResponse): void {
  if (isLost) {
    response.socket?.resetAndDestroy();
    return;
  }
  response.writeHead(status, { "content-type": "application/json", ...headers });
  const text = typeof body === "string" ? body : JSON.stringify(body);
  if (!goesOn) {
    response.end(text);
    return;
  }
  response.write(text);
  // Whoever asked goes away at some time.
  pipeline(Readable.from(goesOn), response, () => {});
}

/** Whatever was asked for and is not there. */
export const notFoundResponse: DialectResponse = { status: 404, body: { error: "not found" } };

export const createErrorResponse = (message: string, status = 422): DialectResponse => ({ status, body: { message } });
