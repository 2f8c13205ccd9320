import { createServer, type ServerResponse } from "node:http";
import { pipeline, Readable } from "node:stream";
import { text as readText } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import type { ConfirmRequest, ServiceClient } from "../../../src/client/client.ts";
import { createProtocolClient } from "../../../src/client/createServiceClient.ts";
import type { ProfileStore } from "../../../src/client/profileStore.ts";
import type { DialectProfile } from "../../../src/contract/dialectProfile.ts";
import type { Evidence } from "../../../src/contract/evidence.ts";
import { createDialectProtocol } from "../../../src/dialect/dialectClient.ts";
import { createTestClock } from "../client/testClock.ts";
import { listenOnLoopback } from "../network/listenOnLoopback.ts";
import { createAcceptingStore, createDialectContext, createMemoryProfileStore } from "./dialectContext.ts";

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
  /** Sent as JSON, or unchanged if it is a text; undefined for no body. */
  readonly body?: unknown;
  /** Further pieces after the body. */
  readonly continuation?: AsyncIterable<string>;
  /** Cuts the connection instead of responding. */
  readonly isLost?: boolean;
}

export interface DialectService {
  readonly url: string;
  readonly client: ServiceClient;
  readonly asked: DialectRequest[];
  readonly waits: readonly number[];
  readonly clock: ReturnType<typeof createTestClock>;
  profile(): DialectProfile;
  saveProfile(profile: DialectProfile): void;
  evidence(operation: string): Evidence | undefined;
}

/**
 * Starts a service with scripted responses, and a client that knows it by a profile and by what its user accepts: all that is proposed,
 * or nothing.
 */
export async function startDialectService(
  answer: (asked: DialectRequest) => DialectResponse,
  profile: DialectProfile = { version: 2, dialect: "other", operations: {} },
  confirmRequest?: ConfirmRequest,
  isAccepting = true,
): Promise<DialectService> {
  const asked: DialectRequest[] = [];
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? "/", "http://none");
    const text = await readText(request);
    const one: DialectRequest = {
      method: request.method ?? "",
      path: url.pathname.replace("/api/v1/", ""),
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: text === "" ? undefined : parseBody(text),
    };
    asked.push(one);
    writeResponse(response, answer(one));
  });
  const { url, close } = await listenOnLoopback(server);
  const clock = createTestClock();
  const evidenceByOperation = new Map<string, Evidence>();
  const memory = createMemoryProfileStore(profile);
  const context = { ...createDialectContext(url, { key: "sk-other-0123456789", clock }), confirmRequest };
  const saveEvidence: ProfileStore["saveEvidence"] = (name, evidence) => evidenceByOperation.set(name, evidence);
  const store = { ...memory, saveEvidence };
  const protocol = createDialectProtocol(context, isAccepting ? createAcceptingStore(store) : store);
  const client = createProtocolClient(context, protocol);
  onTestFinished(async () => {
    await client.close();
    await close();
  });
  return {
    url,
    client,
    asked,
    waits: clock.waits,
    clock,
    profile: store.read,
    saveProfile: store.save,
    evidence: (name) => evidenceByOperation.get(name),
  };
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function writeResponse(
  response: ServerResponse,
  { status = 200, headers = {}, body, continuation, isLost }: DialectResponse,
): void {
  if (isLost) {
    response.socket?.resetAndDestroy();
    return;
  }
  response.writeHead(status, { "content-type": "application/json", ...headers });
  const text = typeof body === "string" ? body : JSON.stringify(body);
  if (!continuation) {
    response.end(text);
    return;
  }
  response.write(text);
  // The client may disconnect at any time.
  pipeline(Readable.from(continuation), response, () => {});
}

/** The response for a missing resource. */
export const notFoundResponse: DialectResponse = { status: 404, body: { error: "not found" } };

export const createErrorResponse = (message: string, status = 422): DialectResponse => ({ status, body: { message } });
