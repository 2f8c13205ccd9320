import { once } from "node:events";
import { Worker } from "node:worker_threads";
import * as z from "zod";
import { type Client, createClient } from "../../src/api/client.ts";
import type { ProfileKeeper } from "../../src/api/dialect/keeper.ts";
import { contractProfile } from "../../src/contract/profile.ts";

/** Who talks to our own service pays nothing for the others. One JSON line each, the ratio to a client that knows of no others. */
const goal = "dialect";
const worker = new Worker(new URL("./benchServer.ts", import.meta.url));
const [port] = z.tuple([z.number()]).parse(await once(worker, "message"));
const options = { baseUrl: `http://127.0.0.1:${port}`, key: async () => "flk_bench" };
const keeper: ProfileKeeper = { read: () => contractProfile, keep: () => {}, tell: () => {} };
const without = createClient(options);
const withDialects = createClient({ ...options, keeper });

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** In short pairs, each of which begins with the other one, so that whatever else the machine does falls on both. */
async function compare(what: string, pairs: number, work: (client: Client) => Promise<unknown>): Promise<void> {
  const [base, ours]: [number[], number[]] = [[], []];
  const measure = async (client: Client) => {
    const taken = await milliseconds(() => work(client));
    (client === without ? base : ours).push(taken);
  };
  await work(without);
  await work(withDialects);
  for (let pair = 0; pair < pairs; pair += 1) {
    const order = pair % 2 === 0 ? [without, withDialects] : [withDialects, without];
    for (const client of order) await measure(client);
  }
  const [floorMs, ms] = [median(base), median(ours)];
  process.stdout.write(`${JSON.stringify({ goal, what, ratio: ms / floorMs, atMost: 1.05, ms, floorMs })}\n`);
}

await compare("calls", 301, async (client) => {
  let left = 250;
  await Promise.all(
    Array.from({ length: 50 }, async () => {
      while (left-- > 0) await client.call("me.get", {});
    }),
  );
});
await compare("list", 61, async (client) => {
  for await (const _ of client.list("projects.list", {}));
});
await without.close();
await withDialects.close();
await worker.terminate();
