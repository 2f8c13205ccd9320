import { createTinyServerFiles, tinyEntry } from "../../support/servers/tinyServer.ts";
import type { DeploymentFixture } from "../../support/service/deploymentFixture.ts";
import { getRuntimeToken } from "../../support/service/gatewayCall.ts";
import { publishFiles } from "../../support/service/publishFiles.ts";
import { measureMs } from "../measuring/figure.ts";
import { readMemoryMb } from "../measuring/memory.ts";
import { createCaller, type LoadRequest } from "../measuring/rate.ts";
import type { Point } from "./curve.ts";

const clients = 50;
const callsOfEach = 40;
/** As many as the service starts at once. */
const startsAtOnce = 4;
export const body = JSON.stringify({
  ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
  params: { name: "echo", arguments: {} },
});
export const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** A way to run servers: through the service, or by hand. */
export interface ServerWay {
  /** Starts one more server and resolves when it answers. */
  start(): Promise<LoadRequest>;
  /** The processes of all servers. */
  pids(): Promise<readonly number[]>;
  close(): Promise<void>;
}

/** Starts servers until there are as many as each of these sizes, and lets 50 clients call them. */
export async function measureTeam(way: ServerWay, sizes: readonly number[]) {
  const [starts, memory, calls]: [Point[], Point[], Point[]] = [[], [], []];
  const requests: LoadRequest[] = [];
  let started = 0;
  try {
    for (const at of sizes) {
      started += await measureMs(() => startMore(way, requests, at));
      starts.push({ at, value: started });
      memory.push({ at, value: readMemoryMb(await way.pids()) });
      calls.push({ at, value: 1000 / (await callAll(requests)) });
    }
  } finally {
    await way.close();
  }
  return { starts, memory, calls };
}

async function startMore(way: ServerWay, requests: LoadRequest[], until: number): Promise<void> {
  const numbers = Array.from({ length: until - requests.length }, (_, index) => index).values();
  const one = async () => {
    for (const _ of numbers) requests.push(await way.start());
  };
  await Promise.all(Array.from({ length: startsAtOnce }, one));
}

/** Each client calls servers in turn, beginning with another one. Returns the calls per millisecond. */
async function callAll(requests: readonly LoadRequest[]): Promise<number> {
  const callers = requests.map((request) => createCaller(request));
  const client = async (first: number) => {
    for (let call = 0; call < callsOfEach; call += 1) await callers[(first + call) % callers.length]?.call();
  };
  const step = Math.max(1, Math.floor(callers.length / clients));
  const ms = await measureMs(() => Promise.all(Array.from({ length: clients }, (_, index) => client(index * step))));
  for (const caller of callers) caller.close();
  return (clients * callsOfEach) / ms;
}

/** Deploys one more server, and resolves when it runs. */
export async function deployTeamServer(fixture: DeploymentFixture): Promise<LoadRequest> {
  const id = fixture.makeServer("team");
  publishFiles(fixture.context, id, "1.0.0", createTinyServerFiles("healthy"), tinyEntry);
  await fixture.waitForStatus(fixture.deploy(id, "1.0.0").id, "running");
  const authorization = `Bearer ${await getRuntimeToken(fixture, id)}`;
  return { url: `${fixture.context.baseUrl()}/mcp/${id}`, headers: { ...headers, authorization }, body };
}
