import { createServer } from "node:net";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import type { ServiceClient } from "../../../src/client/client.ts";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { listenOnLoopback } from "../../support/network/listenOnLoopback.ts";
import { type Bench, compareWithLimit } from "../measuring/figure.ts";
import { createCaller } from "../measuring/rate.ts";
import { startReportingProcess } from "../reportingProcess.ts";

const reportSchema = z.object({
  ...{ baseUrl: z.string(), key: z.string(), token: z.string() },
  ...{ serverId: z.string(), newer: z.array(z.string()) },
});
type Report = z.output<typeof reportSchema>;
const atOnce = 64;
/** Without a pause, starting versions takes as much of the processors as the calls do. */
const betweenMs = 1000;

/** Promotes ten previews while as many calls as possible are made, each with a number of its own, which the server reports. */
export const promotions: Bench = {
  ids: ["promotions"],
  run: async () => {
    const collector = await startCollector();
    process.env.FAIRLEAD_BENCH_COLLECTOR = String(collector.port);
    const service = await startReportingProcess("./promotions/promotionService.ts", reportSchema);
    const { baseUrl, key, serverId, newer } = service.report;
    const client = createServiceClient({ baseUrl, key: async () => key });
    const load = startLoad(service.report);
    try {
      for (const version of newer) {
        await promote(client, serverId, version);
        await wait(betweenMs);
      }
    } finally {
      await client.close();
    }
    const { numbers, failed, seconds } = await load.end();
    await service.end();
    await collector.close();
    const unit = `of ${numbers} calls, ${Math.round(numbers / seconds)} a second`;
    const lost = Array.from({ length: numbers }, (_, number) => number).filter((number) => !collector.seen.has(number));
    const twice = [...collector.seen.values()].filter((times) => times > 1);
    const figure = (goal: string, count: number) => compareWithLimit({ id: "promotions", goal, unit }, 0, [count]);
    return [
      figure("calls without their answer during ten promotions: none", failed),
      figure("calls that no server saw: none", lost.length),
      figure("calls that servers saw twice: none", twice.length),
    ];
  },
};

/** Counts how often each number was reported. */
async function startCollector() {
  const seen = new Map<number, number>();
  const server = createServer((socket) => {
    const count = (line: string) => seen.set(Number(line), (seen.get(Number(line)) ?? 0) + 1);
    createInterface(socket).on("line", count);
  });
  return { ...(await listenOnLoopback(server)), seen };
}

/** Makes calls over many connections until it is ended. No call is repeated. */
function startLoad({ baseUrl, token, serverId }: Report) {
  const headers = {
    ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
    ...{ authorization: `Bearer ${token}`, "mcp-method": "tools/call", "mcp-name": "count" },
  };
  const caller = createCaller({ url: `${baseUrl}/mcp/${serverId}`, headers });
  let [numbers, failed, isOver] = [0, 0, false];
  const startedAt = performance.now();
  const call = async (number: number) => {
    const params = { name: "count", arguments: { number } };
    const response = await caller.call(JSON.stringify({ jsonrpc: "2.0", id: number, method: "tools/call", params }));
    return response.includes(`"id":${number},`);
  };
  const one = async () => {
    while (!isOver) if (!(await call(numbers++).catch(() => false))) failed += 1;
  };
  const all = Promise.all(Array.from({ length: atOnce }, one));
  return {
    end: async () => {
      isOver = true;
      await all;
      const seconds = (performance.now() - startedAt) / 1000;
      caller.close();
      return { numbers, failed, seconds };
    },
  };
}

async function promote(client: ServiceClient, id: string, version: string): Promise<void> {
  const preview = await client.call("server.deploy", { id, version, preview: true });
  for (let status = preview.status; status !== "running"; ) {
    if (status === "failed") throw new Error(`The preview of ${version} failed.`);
    await wait(50);
    status = (await client.call("deployment.get", { id: preview.id })).status;
  }
  const promoted = await client.call("server.deploy", { id, version });
  if (promoted.id !== preview.id) throw new Error(`Version ${version} was started again in place of its preview.`);
}
