import { once } from "node:events";
import { Worker } from "node:worker_threads";
import * as z from "zod";
import { type Client, createClient } from "../../src/api/client.ts";
import type { ProfileKeeper } from "../../src/api/dialect/keeper.ts";
import { contractProfile } from "../../src/contract/profile.ts";
import { type Bench, compare, type Figure, inTurn, timed } from "./figure.ts";

/** Who talks to our own service pays nothing for the others. */
export const dialects: Bench = {
  ids: ["dialects"],
  run: async () => {
    const worker = new Worker(new URL("./benchServer.ts", import.meta.url));
    const [port] = z.tuple([z.number()]).parse(await once(worker, "message"));
    const options = { baseUrl: `http://127.0.0.1:${port}`, key: async () => "flk_bench" };
    const keeper: ProfileKeeper = { read: () => contractProfile, keep: () => {}, tell: () => {} };
    const without = createClient(options);
    const withDialects = createClient({ ...options, keeper });
    // In many short pairs: what is looked for is smaller than what the machine does meanwhile.
    const figure = async (goal: string, pairs: number, work: (client: Client) => Promise<void>): Promise<Figure> => {
      const rounds = await inTurn(
        pairs,
        () => timed(() => work(withDialects)),
        () => timed(() => work(without)),
      );
      const claim = { id: "dialects", goal: `${goal}: at most 1.05 x the client without dialects` };
      return compare({ ...claim, beside: "the same client", unit: "ms", limit: { atMost: 1.05 } }, rounds);
    };
    try {
      return [await figure("250 calls", 301, manyCalls), await figure("a list of 10,000", 61, longList)];
    } finally {
      await without.close();
      await withDialects.close();
      await worker.terminate();
    }
  },
};

async function manyCalls(client: Client): Promise<void> {
  let left = 250;
  const one = async () => {
    while (left-- > 0) await client.call("me.get", {});
  };
  await Promise.all(Array.from({ length: 50 }, one));
}

async function longList(client: Client): Promise<void> {
  for await (const _ of client.list("projects.list", {}));
}
