import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import * as z from "zod";
import { createClient } from "../../src/api/client.ts";
import { createEventFeed } from "../../src/core/panels/deployment/eventFeed.ts";
import type { EventRow } from "../../src/panels/deployment.ts";
import { deploymentSubject } from "../support/deploymentPage.ts";
import { pageBench } from "../support/pageBench.ts";

/** Goals P7 and P8: one JSON line each, the ratio to a floor measured in the same run. */
const lines = 100_000;
const print = (result: object) => process.stdout.write(`${JSON.stringify(result)}\n`);
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const p95 = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;

/** What VS Code does with a message before it leaves the host. */
const send = (rows: readonly EventRow[]) => JSON.stringify({ type: "events", rows }).length;

/** The most that this thread works in one go; of its own time, so that whatever else the machine does is not counted. */
async function longestSlice(work: () => Promise<void>): Promise<number> {
  let longest = 0;
  let isOver = false;
  const ended = work().finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const before = process.threadCpuUsage();
    await nextTurn();
    const { user, system } = process.threadCpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
  }
  await ended;
  return longest;
}

async function toThePage(): Promise<void> {
  const worker = new Worker(new URL("./eventStreamServer.ts", import.meta.url), { workerData: lines });
  const [port] = z.tuple([z.number()]).parse(await once(worker, "message"));
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, key: async () => "flk_bench" });
  const following = { signal: new AbortController().signal };
  const byHand = async () => {
    let rows: EventRow[] = [];
    for await (const { sequence, at, level, kind, message } of client.events("dep_1", following)) {
      rows.push([sequence, at, level, kind, message, null]);
      if (rows.length < 2000) continue;
      send(rows);
      rows = [];
    }
    send(rows);
  };
  const ours = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const feed = createEventFeed({
      ...{ client, deploymentId: "dep_1", after: 0, tell: send, onEvent: () => {}, onFailure: reject },
      follows: (state) => {
        if (state === "over") resolve();
      },
    });
    feed.start();
    return promise;
  };
  const rate = async (work: () => Promise<void>) => {
    const started = performance.now();
    await work();
    return (lines / (performance.now() - started)) * 1000;
  };
  await byHand();
  await ours();
  const rates: { ours: number; floor: number }[] = [];
  for (let round = 0; round < 7; round += 1) rates.push({ floor: await rate(byHand), ours: await rate(ours) });
  const longestSliceMs = await longestSlice(ours);
  print({
    goal: "P7",
    ratio: median(rates.map((pair) => pair.ours / pair.floor)),
    atLeast: 0.36,
    linesPerSecond: median(rates.map((pair) => pair.ours)),
    byHandPerSecond: median(rates.map((pair) => pair.floor)),
    longestSliceMs,
    atMostMs: 50,
  });
  await client.close();
  await worker.terminate();
}

const measured = z.object({
  paintMs: z.array(z.number()),
  byHandMs: z.array(z.number()),
  frameMs: z.array(z.number()),
  handFrameMs: z.array(z.number()),
  rows: z.number(),
});

/** Both lists get the same messages in the same page, in turn. */
async function inThePage(): Promise<void> {
  const bench = await pageBench("deployment");
  const { page, problems } = await bench.open({ subject: deploymentSubject, width: 1300, height: 900 });
  const script = readFileSync(join(import.meta.dirname, "listsInPage.js"), "utf8");
  const { paintMs, byHandMs, frameMs, handFrameMs, rows } = measured.parse(
    await page.evaluate(`(${script.slice(script.indexOf("async function"))})(${lines})`),
  );
  await bench.close();
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const [ours, byHand] = [median(paintMs), median(byHandMs)];
  print({ goal: "P8 paint", ratio: ours / byHand, atMost: 2, ms: ours, byHandMs: byHand, rowsInDocument: rows });
  const [p95Ms, byHandP95Ms] = [p95(frameMs), p95(handFrameMs)];
  print({ goal: "P8 scroll", ratio: p95Ms / byHandP95Ms, p95Ms, byHandP95Ms, atMostMs: 20, frames: frameMs.length });
}

await toThePage();
await inThePage();
