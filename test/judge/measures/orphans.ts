import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import type { Measure, MeasureResult, MeasureSize } from "../figure.ts";
import { type KillableService, startKillable } from "./killedService/killableService.ts";
import { endLeftoverProcesses, listProcessesIn } from "./killedService/leftoverProcesses.ts";
import { startBusyWork } from "./orphans/busyService.ts";

const goneWithinMs = 5_000;
const kills: Readonly<Record<MeasureSize, number>> = { short: 1, full: 25 };
/** A busy machine completes fewer rounds. */
const longestMs = 240_000;
/** The processes of three servers and a script, and the watchers of the servers and of the script. */
const expected = 6;
/** The processes of the two live servers and their watcher. */
const revived = 3;
const startedWithinMs = 20_000;
/** The time for a window to take its lease, also on a busy machine. */
const graceSeconds = 2;

/** Searches for the service's processes after it is killed and, with the same data, after the last window closes. */
async function measure(size: MeasureSize): Promise<MeasureResult> {
  const findings: string[] = [];
  const total = { kills: 0, started: 0, slowestMs: 0 };
  const end = performance.now() + longestMs;
  for (let kill = 1; kill <= kills[size] && performance.now() < end; kill += 1) {
    total.kills = kill;
    await inFolder(async (dataDir) => {
      const killed = await killBusy(dataDir);
      total.started += killed.started;
      total.slowestMs = Math.max(total.slowestMs, killed.tookMs);
      for (const line of killed.left) findings.push(`5 s after kill ${kill}: ${line}`);
      const closed = await closeLastWindow(dataDir);
      total.started += closed.started;
      findings.push(...closed.findings);
    });
  }
  const what = `${total.kills} kills and as many last windows closed, ${total.started} processes started`;
  const figure = `${what}: ${findings.length} left after 5 s (after a kill all gone in ${Math.round(total.slowestMs)} ms)`;
  return { figure, met: findings.length === 0, findings };
}

async function killBusy(dataDir: string) {
  const service = startKillable({ dataDir });
  await busy(service);
  const started = await startedUpTo(expected, service, dataDir);
  service.signal("SIGKILL");
  const began = performance.now();
  await service.ended;
  const found = [...(await endLeftoverProcesses(dataDir, goneWithinMs))];
  if (started < expected) found.push(`only ${started} processes were started, not ${expected}`);
  return { started, tookMs: performance.now() - began, left: found };
}

async function busy(service: KillableService): Promise<void> {
  const hello = await service.hello;
  if (!hello?.key) throw new Error(`The service did not start: ${(await service.ended).stderr}`);
  await startBusyWork({ url: hello.url, key: hello.key });
}

/** Waits until a service has started the expected number of processes; returns the number. */
async function startedUpTo(count: number, service: KillableService, dataDir: string): Promise<number> {
  const end = performance.now() + startedWithinMs;
  for (;;) {
    const found = listProcessesIn(dataDir).filter(({ pid }) => pid !== service.pid).length;
    if (found >= count || performance.now() > end) return found;
    await new Promise((next) => setTimeout(next, 20));
  }
}

const serviceFile = z.object({ url: z.string(), control: z.string() });

/** A window takes a lease and leaves. The service ends after the grace period with all its processes. */
async function closeLastWindow(dataDir: string) {
  const service = startKillable({ dataDir, args: ["--grace", String(graceSeconds)] });
  await service.hello;
  const { url, control } = serviceFile.parse(JSON.parse(readFileSync(join(dataDir, "service.json"), "utf8")));
  const window = new AbortController();
  const headers = { Authorization: `Bearer ${control}` };
  const lease = await fetch(`${url}/local/lease`, { headers, signal: window.signal });
  await lease.body?.getReader().read();
  const started = await startedUpTo(revived, service, dataDir);
  window.abort();
  const { by } = await service.ended;
  const found = [...(await endLeftoverProcesses(dataDir, goneWithinMs))].map(
    (line) => `after the last window: ${line}`,
  );
  if (by !== "0") found.push(`after the last window the service ended with ${by}`);
  for (const name of readdirSync(join(dataDir, "deployments"))) found.push(`left behind: deployments/${name}`);
  return { started, findings: found };
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), "fairlead-orphans-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

export const orphans: Measure = {
  id: "R5",
  goal: "no orphan 5 s after the service is killed; none after the last window and the grace are gone",
  needs: "node",
  isLong: true,
  measure,
};
