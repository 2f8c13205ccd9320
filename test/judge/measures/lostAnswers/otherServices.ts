import { type DialectProfile, unknownProfile } from "../../../../src/contract/dialectProfile.ts";
import { connectToService } from "../../../../src/dialect/connect.ts";
import { createTestClock } from "../../../support/client/testClock.ts";
import { createRandom, type Random } from "../../../support/createRandom.ts";
import { type RequestFate, startInterceptingProxy } from "../../../support/network/interceptingProxy.ts";
import { startSimulatedService } from "../../../support/simulated/simulatedService.ts";
import { openTruth, type Truth } from "../../../support/simulated/truth/truth.ts";
import { actedAndDenied, lostAfterwards, lostBefore } from "./losses.ts";
import type { Losses } from "./ownService.ts";

/** POSTs to services that do not support `Idempotency-Key`, each with different conventions. */
export async function loseOtherAnswers(posts: number, services: number, firstSeed: number): Promise<Losses> {
  let sum: Losses = { posts: 0, lost: 0, failed: 0, twice: 0, findings: [] };
  for (let index = 0; index < services; index += 1) {
    // Each service has separate data, so that its lists do not grow with every round.
    const truth = await openTruth();
    const one = await loseAt(truth, firstSeed + index, Math.ceil(posts / services));
    await truth.close();
    sum = {
      posts: sum.posts + one.posts,
      lost: sum.lost + one.lost,
      failed: sum.failed + one.failed,
      twice: sum.twice + one.twice,
      findings: [...sum.findings, ...one.findings],
    };
  }
  return sum;
}

async function loseAt(truth: Truth, seed: number, posts: number): Promise<Losses> {
  const random = createRandom(seed);
  const service = await startSimulatedService({ seed, truth });
  const counts = { lost: 0 };
  const fate = fates(random.part("fates"), counts);
  const front = await startInterceptingProxy(service.url, ({ method }) =>
    method === "GET" ? { kind: "passes" } : fate(),
  );
  const client = strangerAt(front.url, service.key);
  await client.call("me.get", {}).catch(() => {});
  const findings: string[] = [];
  let failed = 0;
  for (let index = 0; index < posts; index += 1) {
    const name = `Lost ${seed} ${index}`;
    const before = service.effects().length;
    const error = await client.call("projects.create", { name }).then(
      () => undefined,
      (failure: unknown) => failure,
    );
    failed += error === undefined ? 0 : 1;
    const effects = service.effects().slice(before);
    if (effects.length > 1) findings.push(`${name}: ${effects.length} effects; ${String(error)}`);
    if (effects.length === 0 && error === undefined) findings.push(`${name}: said to be made, and nothing was`);
  }
  await client.close();
  await front.close();
  await service.close();
  return { posts, lost: counts.lost, failed, twice: findings.length, findings };
}

/** Most responses are lost or replaced by an error after the effect. Some requests do not arrive, and some succeed. */
function fates(random: Random, counts: { lost: number }): () => RequestFate {
  return () => {
    const kind = random.weighed([
      [5, "lost"],
      [4, "denied"],
      [1, "before"],
      [1, "passes"],
    ] as const);
    if (kind === "passes") return { kind };
    if (kind === "before") return lostBefore(random);
    counts.lost += 1;
    return kind === "lost" ? lostAfterwards(random) : actedAndDenied(random);
  };
}

/** Creates a client that learns how the service works. Its waits take no time. */
function strangerAt(baseUrl: string, key: string) {
  let cachedProfile: DialectProfile = unknownProfile;
  const store = {
    read: () => cachedProfile,
    save: (now: DialectProfile) => {
      cachedProfile = now;
    },
    saveEvidence: () => {},
  };
  return connectToService({
    baseUrl,
    key: async () => key,
    profileStore: store,
    clock: createTestClock(Date.now()),
    random: () => 0,
  });
}
