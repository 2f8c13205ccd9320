import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import * as z from "zod";
import type { ServiceClient } from "../../src/client/client.ts";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import { createDeploymentEventRow, createEventFeed } from "../../src/extension/deployment/panel/eventFeed.ts";
import type { EventRow } from "../../src/webview/protocol/deploymentPanelMessages.ts";
import { deploymentSubject } from "../support/browser/deploymentPage.ts";
import { startPageFixture } from "../support/browser/pageFixture.ts";
import {
  type Bench,
  compareWithFloor,
  compareWithLimit,
  type Figure,
  measureMs,
  quantile,
  runInTurn,
} from "./measuring/figure.ts";
import { measureLongestSlice } from "./measuring/threadTime.ts";

const lines = 100_000;

/** Serializes a message as VS Code does. */
const send = (rows: readonly EventRow[]) => JSON.stringify({ type: "events", rows }).length;

/** Measures events on their way to a panel and in its page. */
export const panel: Bench = {
  ids: ["P7", "P8"],
  run: async () => [...(await toThePage()), ...(await inThePage())],
};

async function toThePage(): Promise<readonly Figure[]> {
  const worker = new Worker(new URL("./eventStreamServer.ts", import.meta.url), { workerData: lines });
  const [port] = z.tuple([z.number()]).parse(await once(worker, "message"));
  const client = createServiceClient({ baseUrl: `http://127.0.0.1:${port}`, key: async () => "flk_bench" });
  const rate = (work: (client: ServiceClient) => Promise<void>) => async () =>
    (lines / (await measureMs(() => work(client)))) * 1000;
  const rounds = await runInTurn(7, rate(fed), rate(byHand));
  const slices: number[] = [];
  for (let round = 0; round < 5; round += 1) slices.push(await measureLongestSlice(() => fed(client)));
  await client.close();
  await worker.terminate();
  const id = "P7";
  return [
    compareWithFloor(
      {
        ...{ id, goal: "events to the panel: at least 100,000 lines/s where 275,000 are sent by hand" },
        ...{ beside: "batches of 2,000 by hand", unit: "lines/s", limit: { atLeast: 100 / 275 } },
      },
      rounds,
    ),
    compareWithLimit({ id, goal: "the extension host is never blocked above 50 ms meanwhile", unit: "ms" }, 50, slices),
  ];
}

async function byHand(client: ServiceClient): Promise<void> {
  let rows: EventRow[] = [];
  for await (const event of client.events("dep_1", { signal: new AbortController().signal })) {
    rows.push(createDeploymentEventRow(event));
    if (rows.length < 2000) continue;
    send(rows);
    rows = [];
  }
  send(rows);
}

function fed(client: ServiceClient): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const feed = createEventFeed({
    ...{ client, deploymentId: "dep_1", after: 0, post: send, onEvent: () => {}, onFailure: reject },
    onStreamState: (state) => {
      if (state === "ended") resolve();
    },
  });
  feed.start();
  return promise;
}

const times = z.array(z.number());
const measured = z.object({
  ...{ paintMs: times, byHandMs: times, frameMs: times },
  rows: z.number(),
});

/** Sends the same messages to both lists in the same page, in turn. */
async function inThePage(): Promise<readonly Figure[]> {
  const bench = await startPageFixture("deployment");
  const { page, problems } = await bench.open({ subject: deploymentSubject, width: 1300, height: 900 });
  const script = readFileSync(join(import.meta.dirname, "listsInPage.js"), "utf8");
  const found = measured.parse(await page.evaluate(`(${script.slice(script.indexOf("async function"))})(${lines})`));
  await bench.close();
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const id = "P8";
  const rounds = found.paintMs.map((ours, index) => ({ ours, floor: found.byHandMs[index] ?? Number.NaN }));
  return [
    compareWithFloor(
      {
        ...{ id, goal: "100,000 events in the panel: painted in at most 2 x a list made by hand" },
        ...{ beside: "a virtual list made by hand", unit: "ms", limit: { atMost: 2 } },
      },
      rounds,
    ),
    compareWithLimit({ id, goal: "p95 of the frames while scrolling: at most 20 ms", unit: "ms" }, 20, [
      quantile(found.frameMs, 0.95),
    ]),
    compareWithLimit({ id, goal: "at most 200 rows in the document", unit: "rows" }, 200, [found.rows]),
  ];
}
