import { type Profile, unknownProfile } from "../../../../src/contract/dialectProfile.ts";
import type { InputOf, OperationName } from "../../../../src/contract/operations.ts";
import { createTestClock } from "../../../support/client/testClock.ts";
import { type Fate, startFront } from "../../../support/network/interceptingProxy.ts";
import { sampleInputs } from "../../../support/service/sampleInputs.ts";
import { type Random, randomOf } from "../../../support/simulated/conventions/random.ts";
import { type SimulatedService, startSimulatedService } from "../../../support/simulated/simulatedService.ts";
import type { Truth } from "../../../support/simulated/truth/truth.ts";
import { endOf, flawOf } from "./callEnd.ts";
import { type Fault, faults } from "./faults.ts";
import { addEnd, busyMs, type CreateClient, emptyTally, names, promptMs, stalledMs, type Tally } from "./matrix.ts";

/** Every operation at a whole other service that answers well but for one request of each call, the first to the fourth. */
export async function judgeMidway(create: CreateClient, truth: Truth, seed: number): Promise<Tally> {
  const tally = emptyTally();
  const random = randomOf(seed);
  const service = await startSimulatedService({ seed, truth });
  let left = -1;
  let fault: Fault | undefined;
  const fateOf = (): Fate => {
    left -= 1;
    return left === 0 && fault ? { kind: "lost", instead: fault.answer } : { kind: "passes" };
  };
  const front = await startFront(service.url, fateOf);
  const client = create({ ...strangerOptions(), baseUrl: front.url, key: async () => service.key });
  // How it speaks is found out; where that is not possible, what follows says so in its own words.
  await client.call("me.get", {}).catch(() => {});
  const ids = await idsOf(truth, service);
  for (const name of names) {
    const [chosen] = faults;
    fault = chosen && random.pick([chosen, ...faults]);
    left = random.int(1, 4);
    const deadlineMs = fault?.error === "TimeoutError" ? stalledMs : promptMs;
    const before = service.effects().length;
    const input = inputOf(name, ids, random);
    const end = await endOf(() => client.call(name, input, { deadlineMs }), deadlineMs + 20_000);
    addEnd(tally, end);
    const host = new URL(front.url).host;
    const found =
      flawOf(end, { names, deadlineMs: deadlineMs + busyMs, host }) ?? twice(service.effects().length - before);
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
  let kept: Profile = unknownProfile;
  const keeper = {
    read: () => kept,
    keep: (now: Profile) => {
      kept = now;
    },
    tell: () => {},
  };
  return { keeper, clock: { ...createTestClock(), now: Date.now }, random: () => 0 };
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

/** By the beginning of the contract's ids, the service's own ones. */
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

/** The sample with ids of what is there. */
function inputOf<N extends OperationName>(
  name: N,
  ids: ReadonlyMap<string, readonly string[]>,
  random: Random,
): InputOf<N> {
  const entries = Object.entries(sampleInputs[name]).map(([field, value]) => {
    const known = typeof value === "string" && value.endsWith("_none") ? ids.get(value.slice(0, 4)) : undefined;
    const [first, ...rest] = known ?? [];
    return [field, first === undefined ? value : random.pick([first, ...rest])];
  });
  // The same fields with texts in place of texts.
  return Object.fromEntries(entries) as InputOf<N>;
}
