import type { ServiceClient } from "../../../../src/client/client.ts";
import type { ConnectOptions } from "../../../../src/client/profileStore.ts";
import { contractProfile, type DialectProfile, unknownProfile } from "../../../../src/contract/dialectProfile.ts";
import { operationNames } from "../../../../src/contract/operationNames.ts";
import { type OperationName, operationTable } from "../../../../src/contract/operations.ts";
import { createTestClock } from "../../../support/client/testClock.ts";
import { type RawServer, startRawServer } from "../../../support/network/rawServer.ts";
import { sampleInputs } from "../../../support/service/sampleInputs.ts";
import { type CallEnd, findFlaw, waitForCallEnd } from "./callEnd.ts";
import type { Fault } from "./faults.ts";

export type CreateClient = (options: ConnectOptions) => ServiceClient;

/** The number of calls by result, and a line for each invalid result. */
export interface CallTally {
  calls: number;
  successes: number;
  errors: number;
  slowestMs: number;
  readonly flaws: string[];
}

export const createCallTally = (): CallTally => ({ calls: 0, successes: 0, errors: 0, slowestMs: 0, flaws: [] });

export function addCallEnd(tally: CallTally, end: CallEnd): void {
  tally.calls += 1;
  tally.successes += end.kind === "success" ? 1 : 0;
  tally.errors += end.kind === "error" ? 1 : 0;
  tally.slowestMs = Math.max(tally.slowestMs, end.ms);
}

const unknown = "a service nobody knows";

/** What a client knows about the service before its first request; undefined for Fairlead's own service. */
export const knownProfiles: Readonly<Record<string, DialectProfile | undefined>> = {
  "our own service": undefined,
  "a service seen to be our own": contractProfile,
  [unknown]: unknownProfile,
  "another service": { version: 2, dialect: "other", operations: {} },
};

/** The deadline of a stalled call, and the tolerance for a busy machine. */
export const stalledMs = 500;
export const promptMs = 15_000;
export const busyMs = 2000;

export interface FaultCase {
  readonly create: CreateClient;
  readonly fault: Fault;
  readonly knowing: string;
}

/** Calls all operations at a service with one fault, all at the same time. */
export async function judgeFaultCase(tally: CallTally, { create, fault, knowing }: FaultCase): Promise<void> {
  const server = await startRawServer((socket) => fault.answer(socket));
  const client = clientAt(create, server, knownProfiles[knowing]);
  const own = knownProfiles[knowing] === undefined;
  const isStalled = fault.error === "TimeoutError";
  const deadlineMs = isStalled ? stalledMs : promptMs;
  const flaw = (name: string, words: string) => tally.flaws.push(`${fault.name}, ${name}, ${knowing}: ${words}`);
  const judgeCall = async (name: OperationName) => {
    const end = await waitForCallEnd(() => client.call(name, sampleInputs[name], { deadlineMs }), deadlineMs + 20_000);
    addCallEnd(tally, end);
    const host = new URL(server.url).host;
    const found =
      findFlaw(end, { names: own ? [name] : operationNames, deadlineMs: deadlineMs + busyMs, host }) ??
      unexpected(end, name, fault, knowing);
    if (found !== undefined) flaw(name, found);
  };
  await Promise.all(operationNames.map(judgeCall));
  // The client learns about a service once for all concurrent calls.
  if (isStalled && knowing !== unknown && !(await server.isEmptyWithin(busyMs)))
    flaw("all", "a connection that was given up stays open");
  await client.close();
  if (!(await server.isEmptyWithin(busyMs))) flaw("all", "a connection outlives its client");
  await server.close();
}

/** Whether the call ended as the fault requires. Errors of other services are judged elsewhere. */
function unexpected(end: CallEnd, name: OperationName, fault: Fault, knowing: string): string | undefined {
  const isOwn = knownProfiles[knowing] === undefined;
  if (end.kind === "success") {
    const isFine = fault.isFineForNothing && (!isOwn || operationTable[name].output === null);
    return isFine ? undefined : "it is said to have gone well";
  }
  if (!isOwn || end.name === fault.error) return undefined;
  return `${end.name} in place of ${fault.error}: ${end.message}`;
}

/** Waits between attempts take no real time. */
function clientAt(create: CreateClient, server: RawServer, profile: DialectProfile | undefined): ServiceClient {
  let cachedProfile = profile;
  const clock = { ...createTestClock(), now: Date.now };
  const store = cachedProfile && {
    read: () => cachedProfile ?? unknownProfile,
    save: (now: DialectProfile) => {
      cachedProfile = now;
    },
    saveEvidence: () => {},
  };
  return create({
    baseUrl: server.url,
    key: async () => "flk_canary0123456789",
    clock,
    random: () => 0,
    profileStore: store,
  });
}
