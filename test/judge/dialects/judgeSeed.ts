import type { ClientContext } from "../../../src/client/clientContext.ts";
import type { Clock } from "../../../src/client/clock.ts";
import { createProtocolClient } from "../../../src/client/createServiceClient.ts";
import { createHttpAgents } from "../../../src/client/network/httpAgents.ts";
import { createRetryAfterGate } from "../../../src/client/retryAfterGate.ts";
import { createHttpTransport } from "../../../src/client/transport.ts";
import { type ConnectionProfile, openConnectionProfile } from "../../../src/core/connection/connectionProfile.ts";
import { findDialect } from "../../../src/dialect/connect/findDialect.ts";
import { createDialectProtocol } from "../../../src/dialect/dialectClient.ts";
import { createMapMemory } from "../../support/editor/mapMemory.ts";
import { drawConventions } from "../../support/simulated/conventions/conventions.ts";
import { startSimulatedService } from "../../support/simulated/simulatedService.ts";
import { openTruth } from "../../support/simulated/truth/truth.ts";
import { judgeChanges } from "./changes.ts";
import type { ChangeVerdict, LooseClient, ReadVerdict } from "./judgedService.ts";
import { judgeReads } from "./reads.ts";

export interface SeedVerdict {
  readonly seed: number;
  readonly conventions: string;
  readonly reads: readonly ReadVerdict[];
  readonly changes: readonly ChangeVerdict[];
  readonly keyLeaks: readonly string[];
  readonly requests: number;
  readonly ms: number;
}

/** The time limit of a call. */
const timeLimitMs = 60_000;

/** Judges one service: connects, reads everything and changes an item of each kind. */
export async function judgeSeed(seed: number): Promise<SeedVerdict> {
  const started = performance.now();
  const conventions = drawConventions(seed);
  const truth = await openTruth(conventions.mean.has("empty") ? "bare" : "full");
  const service = await startSimulatedService({ seed, truth, conventions });
  const context = contextOf(service.url, service.key);
  const keeper = openConnectionProfile(createMapMemory(), `seed-${seed}`);
  try {
    const connected = await connect(context, keeper);
    // The client's types are too narrow for the operation names of the judge's tables.
    const client = createProtocolClient(context, createDialectProtocol(context, keeper)) as unknown as LooseClient;
    const judged = {
      seed,
      client,
      service,
      truth,
      evidence: keeper.evidence,
      options: () => ({ signal: AbortSignal.timeout(timeLimitMs) }),
    };
    const reads = [...(connected === undefined ? [] : [unconnected(seed, connected)]), ...(await judgeReads(judged))];
    const changes = await judgeChanges(judged);
    return {
      ...{ seed, reads, changes, conventions: inShort(conventions) },
      keyLeaks: service.keyLeaks().map(({ method, url }) => `${method} ${url}`),
      requests: service.requests().length,
      ms: performance.now() - started,
    };
  } finally {
    await context.transport.close();
    await keeper.clear();
    await service.close();
    await truth.close();
  }
}

/** Returns why the connection failed; undefined if it is connected. */
async function connect(context: ClientContext, keeper: ConnectionProfile): Promise<string | undefined> {
  return findDialect(context, keeper, AbortSignal.timeout(timeLimitMs)).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

function unconnected(seed: number, detail: string): ReadVerdict {
  return { seed, surface: "connect", operation: "me.get", outcome: "reported", detail, requests: 0 };
}

/** A clock that advances without real time. */
function contextOf(url: string, key: string): ClientContext {
  let skipped = 0;
  const clock: Clock = {
    now: () => Date.now() + skipped,
    wait: async (ms, signal) => {
      await new Promise((next) => setImmediate(next));
      signal?.throwIfAborted();
      skipped += ms;
    },
  };
  return {
    base: new URL(url),
    key: async () => key,
    organizationId: () => undefined,
    onUnauthorized: () => {},
    transport: createHttpTransport(createHttpAgents({}, {})),
    clock,
    retryAfterGate: createRetryAfterGate(clock),
    random: () => 0,
    log: () => {},
  };
}

function inShort(conventions: ReturnType<typeof drawConventions>): string {
  const style = conventions.style("projects.list");
  const { credential, tenantHeader, mean, ids, times, errors, unknownQuery, events } = conventions;
  return [
    ...(conventions.real === undefined ? [] : [conventions.real]),
    style.casing,
    `list ${JSON.stringify(style.list).slice(9, -1)}`,
    `item ${style.item}`,
    `paging ${Object.values(style.paging)
      .filter((value) => value !== undefined)
      .join("/")}`,
    `by ${style.selection.by} in ${style.selection.in}`,
    `ids ${ids.kind}`,
    `times ${times.kind}`,
    `errors ${errors}`,
    `changes ${style.change}`,
    `key ${credential.header} ${credential.scheme ?? ""}`.trim(),
    ...(tenantHeader === undefined ? [] : [`tenant ${tenantHeader}`]),
    ...(unknownQuery === "refused" ? ["strict"] : []),
    `events ${events.form}/${events.known}/${events.order}`,
    ...mean,
  ].join(", ");
}
