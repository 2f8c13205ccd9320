import { once } from "node:events";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { Agent, request } from "undici";
import * as z from "zod";
import { createClient } from "../../src/api/client.ts";
import { operations } from "../../src/contract/operations.ts";

/** Goals P5 and P6: one JSON line each, the ratio to a floor measured in the same run. */
const worker = new Worker(new URL("./benchServer.ts", import.meta.url));
const [port] = z.tuple([z.number()]).parse(await once(worker, "message"));
const baseUrl = `http://127.0.0.1:${port}`;
const key = "flk_bench";
const client = createClient({ baseUrl, key: async () => key });
const agent = new Agent();

const print = (result: object) => process.stdout.write(`${JSON.stringify(result)}\n`);
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function seconds(work: () => Promise<unknown> | unknown): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** Both in turn, so that whatever else the machine does falls on both. */
async function inTurn(rounds: number, ours: () => Promise<unknown>, floor: () => Promise<unknown>) {
  const times: { ours: number; floor: number }[] = [];
  await ours();
  await floor();
  for (let round = 0; round < rounds; round += 1)
    times.push({ floor: await seconds(floor), ours: await seconds(ours) });
  return { ours: median(times.map((time) => time.ours)), floor: median(times.map((time) => time.floor)) };
}

async function callsAtOnce(): Promise<void> {
  const calls = 10_000;
  const concurrently = (call: () => Promise<unknown>) => async () => {
    let left = calls;
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        while (left-- > 0) await call();
      }),
    );
  };
  const bare = async () => {
    const headers = { accept: "application/json", authorization: `Bearer ${key}` };
    const { body } = await request(`${baseUrl}/api/v1/me`, { dispatcher: agent, headers });
    return body.json();
  };
  const { ours, floor } = await inTurn(
    5,
    concurrently(() => client.call("me.get", {})),
    concurrently(bare),
  );
  const ratio = floor / ours;
  print({ goal: "P6", ratio, atLeast: 0.75, callsPerSecond: calls / ours, barePerSecond: calls / floor });
}

async function longList(): Promise<void> {
  const answer = await request(`${baseUrl}/api/v1/projects`, { dispatcher: agent });
  const text = await answer.body.text();
  const schema = operations["projects.list"].output;
  const read = async () => {
    let count = 0;
    for await (const _ of client.list("projects.list", {})) count += 1;
    return count;
  };
  const { ours, floor } = await inTurn(15, read, async () => schema.parse(JSON.parse(text)));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  await read();
  // Only the next tick of its timer tells the histogram of the slice before.
  await wait(5);
  delay.disable();
  const longestSliceMs = delay.max / 1e6;
  print({ goal: "P5", ratio: ours / floor, atMost: 3, ms: ours * 1000, floorMs: floor * 1000, longestSliceMs });
}

await callsAtOnce();
await longList();
await client.close();
await agent.close();
await worker.terminate();
