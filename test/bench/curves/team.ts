import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort } from "../../../src/service/network/freePort.ts";
import { processesNaming } from "../../host/processes.ts";
import { createTinyServerFiles, tinyEntry } from "../../support/servers/tinyServer.ts";
import { type DeploymentFixture, startDeploymentFixture } from "../../support/service/deploymentFixture.ts";
import { getRuntimeToken } from "../../support/service/gatewayCall.ts";
import { publishFiles } from "../../support/service/publishFiles.ts";
import { measureMs } from "../measuring/figure.ts";
import { createCaller, type LoadRequest } from "../measuring/rate.ts";
import type { Curve, Point } from "./curve.ts";
import { residentMb } from "./manyServers.ts";

const sizes = [25, 50, 100, 200];
const clients = 50;
const callsOfEach = 40;
/** As many as the service starts at once. */
const startsAtOnce = 4;
const body = JSON.stringify({
  ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
  params: { name: "echo", arguments: {} },
});
const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };

/** A way to run servers: through the service, or by hand. */
interface Way {
  /** Starts one more server and resolves when it answers. */
  start(): Promise<LoadRequest>;
  /** The processes of all servers. */
  pids(): readonly number[];
  close(): Promise<void>;
}

/** A team of 50 clients and its servers, beside the same servers as bare processes that the clients call directly. */
export async function team(): Promise<Curve> {
  const [ours, bare] = [await measure(await useService()), await measure(startByHand())];
  return {
    ...{ name: "team", title: "A team of 50 clients", along: "servers that run at once" },
    series: [
      { what: "start of all", unit: "ms", points: ours.starts },
      { what: "of bare processes", unit: "ms", points: bare.starts },
      { what: "memory of all", unit: "MB", points: ours.memory },
      { what: "of bare processes", unit: "MB", points: bare.memory },
      { what: "1,000 calls", unit: "ms", points: ours.calls },
      { what: "of bare processes", unit: "ms", points: bare.calls },
    ],
  };
}

async function measure(way: Way) {
  const [starts, memory, calls]: [Point[], Point[], Point[]] = [[], [], []];
  const requests: LoadRequest[] = [];
  let started = 0;
  try {
    for (const at of sizes) {
      started += await measureMs(() => startMore(way, requests, at));
      starts.push({ at, value: started });
      memory.push({ at, value: way.pids().reduce((sum, pid) => sum + residentMb(pid), 0) });
      calls.push({ at, value: 1000 / (await callAll(requests)) });
    }
  } finally {
    await way.close();
  }
  return { starts, memory, calls };
}

async function startMore(way: Way, requests: LoadRequest[], until: number): Promise<void> {
  const numbers = Array.from({ length: until - requests.length }, (_, index) => index).values();
  const one = async () => {
    for (const _ of numbers) requests.push(await way.start());
  };
  await Promise.all(Array.from({ length: startsAtOnce }, one));
}

/** Each client calls servers in turn, beginning with another one. Returns the calls per millisecond. */
async function callAll(requests: readonly LoadRequest[]): Promise<number> {
  const callers = requests.map((request) => createCaller(request, clients));
  const client = async (first: number) => {
    for (let call = 0; call < callsOfEach; call += 1) await callers[(first + call) % callers.length]?.call();
  };
  const step = Math.max(1, Math.floor(callers.length / clients));
  const ms = await measureMs(() => Promise.all(Array.from({ length: clients }, (_, index) => client(index * step))));
  await Promise.all(callers.map((caller) => caller.close()));
  return (clients * callsOfEach) / ms;
}

async function useService(): Promise<Way> {
  const fixture: DeploymentFixture = await startDeploymentFixture({ probeIntervalMs: 15_000, startTimeoutMs: 30_000 });
  return {
    start: async () => {
      const id = fixture.makeServer("team");
      publishFiles(fixture.context, id, "1.0.0", createTinyServerFiles("healthy"), tinyEntry);
      await fixture.waitForStatus(fixture.deploy(id, "1.0.0").id, "running");
      const authorization = `Bearer ${await getRuntimeToken(fixture, id)}`;
      return { url: `${fixture.context.baseUrl()}/mcp/${id}`, headers: { ...headers, authorization }, body };
    },
    pids: () => processesNaming(fixture.folder).map(({ pid }) => pid),
    close: () => fixture.close(),
  };
}

function startByHand(): Way {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-byhand-"));
  for (const { path, content } of createTinyServerFiles("healthy")) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  const children: ChildProcess[] = [];
  return {
    start: async () => {
      const port = await findFreePort();
      const env = { PORT: String(port), HOST: "127.0.0.1" };
      children.push(spawn(process.execPath, [join(folder, tinyEntry)], { cwd: folder, env, stdio: "ignore" }));
      const request = { url: `http://127.0.0.1:${port}/mcp`, headers, body };
      // fetch throws while the server does not listen.
      while (!(await fetch(request.url, { method: "POST", headers, body }).catch(() => undefined))?.ok) await wait(2);
      return request;
    },
    pids: () => children.flatMap(({ pid }) => pid ?? []),
    close: async () => {
      await Promise.all(children.map((child) => child.kill() && once(child, "exit")));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
