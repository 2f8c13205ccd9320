import { type DialectProfile, unknownProfile } from "../../../../src/contract/dialectProfile.ts";
import type { OperationInput, OperationName } from "../../../../src/contract/operations.ts";
import { createTestClock } from "../../../support/client/testClock.ts";
import { createRandom, type Random } from "../../../support/createRandom.ts";
import { type RequestFate, startInterceptingProxy } from "../../../support/network/interceptingProxy.ts";
import { sampleInputs } from "../../../support/service/sampleInputs.ts";
import { type SimulatedService, startSimulatedService } from "../../../support/simulated/simulatedService.ts";
import type { Truth } from "../../../support/simulated/truth/truth.ts";
import { findFlaw, waitForCallEnd } from "./callEnd.ts";
import { type Fault, faults } from "./faults.ts";
import {
  addCallEnd,
  busyMs,
  type CallTally,
  type CreateClient,
  createCallTally,
  promptMs,
  sampledOperations,
  stalledMs,
} from "./matrix.ts";

/** Calls every operation of another service that fails one request of each call, from the first to the fourth. */
export async function judgeMidway(create: CreateClient, truth: Truth, seed: number): Promise<CallTally> {
  const tally = createCallTally();
  const random = createRandom(seed);
  const service = await startSimulatedService({ seed, truth });
  let left = -1;
  let fault: Fault | undefined;
  const fateOf = (): RequestFate => {
    left -= 1;
    return left === 0 && fault ? { kind: "lost", instead: fault.answer } : { kind: "passes" };
  };
  const front = await startInterceptingProxy(service.url, fateOf);
  const client = create({ ...strangerOptions(), baseUrl: front.url, key: async () => service.key });
  // The client first learns how the service works. If that fails, later calls report the failure.
  await client.call("me.get", {}).catch(() => {});
  const ids = await idsOf(truth, service);
  for (const name of sampledOperations) {
    const [chosen] = faults;
    fault = chosen && random.pick([chosen, ...faults]);
    left = random.int(1, 4);
    const deadlineMs = fault?.error === "TimeoutError" ? stalledMs : promptMs;
    const before = service.effects().length;
    const input = inputOf(name, ids, random);
    const end = await waitForCallEnd(() => client.call(name, input, { deadlineMs }), deadlineMs + 20_000);
    addCallEnd(tally, end);
    const host = new URL(front.url).host;
    const found =
      findFlaw(end, { names: sampledOperations, deadlineMs: deadlineMs + busyMs, host }) ??
      twice(service.effects().length - before);
    if (found !== undefined) tally.flaws.push(`${fault?.name} midway, ${name}, seed ${seed}: ${found}`);
  }
  await client.close();
  if (!(await front.isEmptyWithin(busyMs))) tally.flaws.push(`seed ${seed}: a connection outlives its client`);
  await front.close();
  await service.close();
  return tally;
}

const twice = (effects: number) => (effects > 1 ? `it took effect ${effects} times` : undefined);

function strangerOptions() {
  let cachedProfile: DialectProfile = unknownProfile;
  const store = {
    read: () => cachedProfile,
    save: (now: DialectProfile) => {
      cachedProfile = now;
    },
    saveEvidence: () => {},
  };
  return { profileStore: store, clock: { ...createTestClock(), now: Date.now }, random: () => 0 };
}

const lists = {
  prj_: "projects.list",
  srv_: "servers.list",
  dep_: "deployments.list",
  skl_: "skills.list",
  art_: "registry.artifacts",
  key_: "apiKeys.list",
  oac_: "oauthConnections.list",
} as const satisfies Record<string, OperationName>;

/** Maps the prefixes of the contract's ids to the service's ids. */
async function idsOf(truth: Truth, service: SimulatedService): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  for (const [prefix, list] of Object.entries(lists)) {
    const items = await truth.all(list, {});
    found.set(
      prefix,
      items.map(({ id }) => service.idOf(String(id))),
    );
  }
  return found;
}

/** Replaces ids of the sample with ids of existing items. */
function inputOf<N extends OperationName>(
  name: N,
  ids: ReadonlyMap<string, readonly string[]>,
  random: Random,
): OperationInput<N> {
  const entries = Object.entries(sampleInputs[name]).map(([field, value]) => {
    const known = typeof value === "string" && value.endsWith("_none") ? ids.get(value.slice(0, 4)) : undefined;
    const [first, ...rest] = known ?? [];
    return [field, first === undefined ? value : random.pick([first, ...rest])];
  });
  // The same fields with other texts.
  return Object.fromEntries(entries) as OperationInput<N>;
}
