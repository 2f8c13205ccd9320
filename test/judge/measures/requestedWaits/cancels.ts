import { setTimeout as delay } from "node:timers/promises";
import type { ServiceClient } from "../../../../src/client/client.ts";
import type { NetworkSettings } from "../../../../src/client/network/proxy.ts";
import { type DialectProfile, unknownProfile } from "../../../../src/contract/dialectProfile.ts";
import { connectToService } from "../../../../src/dialect/connect.ts";
import { createRandom, type Random } from "../../../support/createRandom.ts";
import { formatHttpResponse, startRawServer } from "../../../support/network/rawServer.ts";
import { transportFaults } from "../../../support/network/transportFaults.ts";

export interface Cancels {
  readonly count: number;
  readonly longestMs: number;
  readonly findings: readonly string[];
}

/** The progress of a call when its caller cancels: the server's behavior and the called operation. */
interface Moment {
  readonly answer: Parameters<typeof startRawServer>[0];
  readonly profile?: DialectProfile;
  /** Behind a proxy that never opens the tunnel. */
  readonly isBehindProxy?: true;
  /** The number of requests before the call has this progress. */
  readonly requests?: number;
  readonly call: (client: ServiceClient, signal: AbortSignal) => Promise<unknown>;
}

const list: Moment["call"] = (client, signal) => client.call("projects.list", {}, { signal });
const follow: Moment["call"] = async (client, signal) => {
  for await (const _ of client.events("dep_1", { signal }));
};
const other: DialectProfile = { version: 2, dialect: "other", operations: {} };
const stream = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n";

const moments: Readonly<Record<string, Moment>> = {
  "while it connects": { answer: () => {}, isBehindProxy: true, call: list },
  "while it waits for an answer": { answer: () => {}, call: list },
  "while it reads the head": { answer: (socket) => transportFaults["a stalled head"](socket), call: list },
  "while it reads the body": { answer: (socket) => transportFaults["a slow drip"](socket), call: list },
  "between two attempts": {
    answer: (socket) => socket.write(formatHttpResponse(503, "", { "retry-after": "9" })),
    call: list,
  },
  "while a change waits for its answer": {
    answer: () => {},
    call: (client, signal) => client.call("projects.create", { name: "a" }, { signal }),
  },
  "while it finds out how a service speaks": { answer: () => {}, profile: unknownProfile, call: list },
  "while another service is read": { answer: () => {}, profile: other, call: list },
  "between two attempts at another service": {
    answer: (socket) => socket.write(formatHttpResponse(429, "", { "retry-after": "9" })),
    profile: other,
    call: list,
  },
  "on the second page of a list": {
    answer: (socket, _request, count) =>
      void (count === 1 && socket.write(formatHttpResponse(200, { items: [], nextCursor: "more" }))),
    requests: 2,
    call: async (client, signal) => {
      for await (const _ of client.list("projects.list", {}, { signal }));
    },
  },
  "while it follows a stream": { answer: (socket) => void socket.write(stream), call: follow },
  "while it waits to follow again": { answer: (socket) => socket.resetAndDestroy(), requests: 2, call: follow },
};

/** Cancels calls at each progress, after a random time. */
export async function judgeCancels(rounds: number, seed: number): Promise<Cancels> {
  const random = createRandom(seed);
  const findings: string[] = [];
  let longestMs = 0;
  let count = 0;
  for (const [name, moment] of Object.entries(moments)) {
    for (let round = 0; round < rounds; round += 1) {
      const first = await cancelAt(moment, random);
      // Another process may have used the processor, so a slow call is repeated once.
      const { ms, words } = first.ms > 100 ? await cancelAt(moment, random) : first;
      count += 1;
      longestMs = Math.max(longestMs, ms);
      if (ms > 100) findings.push(`${name}: it took ${ms.toFixed(0)} ms`);
      if (words !== undefined) findings.push(`${name}: ${words}`);
    }
  }
  return { count, longestMs, findings };
}

async function cancelAt(moment: Moment, random: Random): Promise<{ ms: number; words?: string }> {
  const { answer, profile, isBehindProxy, requests = 1, call } = moment;
  const reached = Promise.withResolvers<void>();
  const server = await startRawServer((socket, request, count) => {
    answer(socket, request, count);
    if (count === requests) reached.resolve();
  });
  const store = profile && { read: () => profile, save: () => {}, saveEvidence: () => {} };
  const network: NetworkSettings = isBehindProxy ? { proxy: server.url } : {};
  const baseUrl = isBehindProxy ? "https://service.example" : server.url;
  const client = connectToService({
    baseUrl,
    network,
    environment: {},
    key: async () => "flk_a",
    profileStore: store,
  });
  const cancel = new AbortController();
  const ended = call(client, cancel.signal).then(
    () => "success",
    (error: unknown) => (error instanceof Error ? error.name : String(error)),
  );
  await reached.promise;
  await delay(random.int(0, 20));
  const started = performance.now();
  cancel.abort();
  const how = await ended;
  const ms = performance.now() - started;
  // A follower receives no more events, and this is its only effect.
  const isRight = how === (moment.call === follow ? "success" : "AbortedError");
  const isLeft = isKept(moment) || (await server.isEmptyWithin(2000));
  await client.close();
  await server.close();
  if (!isRight) return { ms, words: `it ended as ${how}` };
  return isLeft ? { ms } : { ms, words: "its connection stays open" };
}

/**
 * Whether the connection stays open by design: after a complete response for the next call, while the client learns how a service
 * works for other callers, and for a tunnel, which has a separate time limit.
 */
function isKept({ answer, profile, requests, isBehindProxy }: Moment): boolean {
  return isBehindProxy === true || profile === unknownProfile || requests === 2 || answer.length === 1;
}

/** Whether an abandoned tunnel is closed when its proxy does not respond. */
export async function isTunnelGivenUp(): Promise<boolean> {
  const cancel = new AbortController();
  const proxy = await startRawServer(() => cancel.abort());
  const options = { baseUrl: "https://service.example", network: { proxy: proxy.url }, environment: {} };
  const client = connectToService({ ...options, key: async () => "flk_a" });
  await client.call("projects.list", {}, { signal: cancel.signal }).catch(() => {});
  const isGivenUp = await proxy.isEmptyWithin(15_000);
  await client.close();
  await proxy.close();
  return isGivenUp;
}
