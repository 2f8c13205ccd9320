import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { Agent, request } from "undici";
import * as z from "zod";
import type { ServiceClient } from "../../src/client/client.ts";
import { createServiceClient } from "../../src/client/createServiceClient.ts";
import { operationTable } from "../../src/contract/operations.ts";
import {
  type Bench,
  compareWithFloor,
  compareWithLimit,
  type Figure,
  measureMs,
  runInTurn,
} from "./measuring/figure.ts";
import { measureLongestSlice } from "./measuring/threadTime.ts";

const key = "flk_bench";
/** With many short rounds the median is stable even if some rounds are disturbed. */
const rounds = { count: 41, calls: 2000 } as const;
const atOnce = 50;

/** Compares the client with the minimal code for the same responses. */
export const calls: Bench = {
  ids: ["P5", "P6"],
  run: async () => {
    const worker = new Worker(new URL("./benchServer.ts", import.meta.url));
    const [port] = z.tuple([z.number()]).parse(await once(worker, "message"));
    const baseUrl = `http://127.0.0.1:${port}`;
    const client = createServiceClient({ baseUrl, key: async () => key });
    const agent = new Agent();
    try {
      return [...(await longList(client, agent, baseUrl)), await manyCalls(client, agent, baseUrl)];
    } finally {
      await client.close();
      await agent.close();
      await worker.terminate();
    }
  },
};

async function manyCalls(client: ServiceClient, agent: Agent, baseUrl: string): Promise<Figure> {
  const rate = (call: () => Promise<unknown>) => async () => {
    let left: number = rounds.calls;
    const one = async () => {
      while (left-- > 0) await call();
    };
    return (rounds.calls / (await measureMs(() => Promise.all(Array.from({ length: atOnce }, one))))) * 1000;
  };
  const bare = async () => {
    const headers = { accept: "application/json", authorization: `Bearer ${key}` };
    const { body } = await request(`${baseUrl}/api/v1/me`, { dispatcher: agent, headers });
    return body.json();
  };
  const measured = await runInTurn(
    rounds.count,
    rate(() => client.call("me.get", {})),
    rate(bare),
  );
  return compareWithFloor(
    {
      ...{ id: "P6", goal: `calls a second, ${atOnce} at once: at least 0.75 of bare undici` },
      ...{ beside: "undici.request and JSON.parse", unit: "calls/s", limit: { atLeast: 0.75 } },
    },
    measured,
  );
}

async function longList(client: ServiceClient, agent: Agent, baseUrl: string): Promise<readonly Figure[]> {
  const answer = await request(`${baseUrl}/api/v1/projects`, { dispatcher: agent });
  const text = await answer.body.text();
  const schema = operationTable["projects.list"].output;
  const read = async () => {
    let count = 0;
    for await (const _ of client.list("projects.list", {})) count += 1;
    return count;
  };
  const rounds = await runInTurn(
    15,
    () => measureMs(read),
    () => measureMs(() => schema.parse(JSON.parse(text))),
  );
  const slices: number[] = [];
  for (let round = 0; round < 5; round += 1) slices.push(await measureLongestSlice(read));
  const id = "P5";
  return [
    compareWithFloor(
      {
        ...{ id, goal: "a list of 10,000 items from answer to model: at most 3 x JSON.parse and zod" },
        ...{ beside: "JSON.parse and zod", unit: "ms", limit: { atMost: 3 } },
      },
      rounds,
    ),
    compareWithLimit({ id, goal: "no slice of reading 10,000 items above 50 ms", unit: "ms" }, 50, slices),
  ];
}
