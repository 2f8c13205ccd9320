import { once } from "node:events";
import { Worker } from "node:worker_threads";
import * as z from "zod";
import type { ServiceClient } from "../../src/client/client.ts";
import type { ProfileStore } from "../../src/client/profileStore.ts";
import { contractProfile } from "../../src/contract/dialectProfile.ts";
import { connectToService } from "../../src/dialect/connect.ts";
import { type Bench, compareWithFloor, type Figure, type Round, runInTurn } from "./measuring/figure.ts";
import { measureThreadTime } from "./measuring/threadTime.ts";

const store: ProfileStore = { read: () => contractProfile, save: () => {}, saveEvidence: () => {} };
const key = async () => "flk_bench";

/** The support of other services must not slow down calls to Fairlead's own service. */
export const dialects: Bench = {
  ids: ["dialects"],
  run: async () => {
    const worker = new Worker(new URL("./benchServer.ts", import.meta.url));
    const [port] = z.tuple([z.number()]).parse(await once(worker, "message"));
    const baseUrl = `http://127.0.0.1:${port}`;
    try {
      return [await figure("1,500 calls", baseUrl, manyCalls), await figure("2 lists of 10,000", baseUrl, longLists)];
    } finally {
      await worker.terminate();
    }
  },
};

/** Uses new pairs of clients in each round, because the connections of two equal clients can differ by more than the measured effect. */
async function figure(goal: string, baseUrl: string, work: (client: ServiceClient) => Promise<void>): Promise<Figure> {
  const rounds: Round[] = [];
  for (let pair = 0; pair < 15; pair += 1) {
    const without = connectToService({ baseUrl, key });
    const withDialects = connectToService({ baseUrl, key, profileStore: store });
    const measured = await runInTurn(
      4,
      () => measureThreadTime(() => work(withDialects)),
      () => measureThreadTime(() => work(without)),
    );
    rounds.push(...measured);
    await without.close();
    await withDialects.close();
  }
  const claim = { id: "dialects", goal: `${goal}: at most 1.05 x the client without dialects` };
  return compareWithFloor({ ...claim, beside: "the same client", unit: "ms", limit: { atMost: 1.05 } }, rounds);
}

async function manyCalls(client: ServiceClient): Promise<void> {
  let left = 1500;
  const one = async () => {
    while (left-- > 0) await client.call("me.get", {});
  };
  await Promise.all(Array.from({ length: 50 }, one));
}

async function longLists(client: ServiceClient): Promise<void> {
  for (let list = 0; list < 2; list += 1) for await (const _ of client.list("projects.list", {}));
}
