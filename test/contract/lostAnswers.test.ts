import { afterAll, beforeAll, expect, test } from "vitest";
import { createClient } from "../../src/api/client.ts";
import { startCutter } from "../support/cutter.ts";
import { type ContractBench, startContractBench } from "./contractBench.ts";

let bench: ContractBench;
beforeAll(async () => {
  bench = await startContractBench();
});
afterAll(() => bench.close());

/** `FAIRLEAD_LOST_ANSWERS=10000` is the goal R2 in full; less is enough to notice a change. */
const posts = Number(process.env.FAIRLEAD_LOST_ANSWERS ?? 300);

test(`${posts} POSTs of which every second answer is lost have one effect each`, { timeout: 600_000 }, async () => {
  let answers = 0;
  const cutter = await startCutter(Number(new URL(bench.url).port), () => answers++ % 2 === 0);
  const client = createClient({ baseUrl: cutter.url, key: async () => bench.key, random: () => 0 });
  let next = 0;
  const failures: unknown[] = [];
  const work = async () => {
    for (let index = next++; index < posts; index = next++) {
      await client.call("projects.create", { name: `lost ${index}` }).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: 10 }, work));
  await client.close();
  await cutter.close();
  const names: string[] = [];
  for await (const { name } of bench.client.list("projects.list", { q: "lost ", limit: 200 })) names.push(name);
  expect(names.length).toBe(new Set(names).size);
  // Who was unlucky four times was told so; the effect may be there all the same, but never twice.
  expect(names.length).toBeGreaterThanOrEqual(posts - failures.length);
  expect(failures.every((error) => error instanceof Error && error.name === "NetworkError")).toBe(true);
  expect(cutter.cuts()).toBeGreaterThan(posts / 3);
});
