import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { endProcesses, processesNaming } from "../../host/processes.ts";
import { createRandom } from "../../support/createRandom.ts";
import type { Measure, MeasureResult } from "../figure.ts";
import { bareStartMs } from "./killedService/bareStart.ts";
import { checkSavedData } from "./killedService/checkSavedData.ts";
import { startKillable } from "./killedService/killableService.ts";
import { createLedger } from "./killedService/ledger.ts";
import { playRound, type Rounds } from "./killedService/rounds.ts";
import { createScene, waitForInterruptedWork } from "./killedService/scene.ts";

const wanted = 1_000;
const limitMs = 900_000;
const readyGoalMs = 1_000;
/** The start time of a bare server on a quiet machine. Its current start time scales the limits on a busy one. */
const quietBareMs = 148;

/** The files that the data folder of a stopped service may contain. */
const belongings =
  /^(fairlead\.db(\.backup(\.1)?)?|lock\.db(-journal)?|secret\.key|service\.log(\.1)?|deployments|compiled)$/;

async function measure(): Promise<MeasureResult> {
  const dataDir = mkdtempSync(join(tmpdir(), "fairlead-killed-"));
  try {
    return await kill(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function kill(dataDir: string): Promise<MeasureResult> {
  const first = startKillable({ dataDir });
  const hello = await first.hello;
  if (!hello?.key) throw new Error(`The service did not start: ${(await first.ended).stderr}`);
  const scene = await createScene({ url: hello.url, key: hello.key });
  first.signal("SIGKILL");
  await first.ended;

  const ledger = createLedger();
  const rounds: Rounds = {
    dataDir,
    scene,
    ledger,
    random: createRandom(6).next,
    statement: 0,
    tally: new Map(),
    readyMs: [],
    findings: [],
  };
  const began = performance.now();
  const bare: number[] = [];
  let done = 0;
  while (done < wanted && performance.now() - began < limitMs && rounds.findings.length < 20) {
    if (done % 20 === 0) bare.push(await bareStartMs());
    done += 1;
    await playRound(rounds, done);
    for (const line of checkSavedData(dataDir, ledger)) rounds.findings.push(`round ${done}: ${line}`);
  }
  const seconds = (performance.now() - began) / 1000;
  const findings = [...rounds.findings, ...(await lastLife(rounds))];
  const [ready, floor] = [median(rounds.readyMs), median(bare)];
  const late = rounds.readyMs.filter((ms) => ms > readyGoalMs).length;
  const kinds = [...rounds.tally].map(([kind, count]) => `${count} ${kind}`).join(", ");
  const figure = [
    `${done} kills (${kinds}; ${(done / seconds).toFixed(1)}/s)`,
    `${ledger.acknowledged} writes acknowledged`,
    `${findings.length} wrong`,
    `ready after ${Math.round(ready)} ms (median; ${late} of ${rounds.readyMs.length} later than 1 s; a bare server ${Math.round(floor)} ms)`,
  ].join(", ");
  const isQuick = ready <= readyGoalMs * Math.max(1, floor / quietBareMs);
  return { figure, met: findings.length === 0 && isQuick, findings };
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.POSITIVE_INFINITY;
}

/** A run of the service without a kill: all interrupted work ends, and an orderly stop leaves nothing. */
async function lastLife({ dataDir, scene, ledger }: Rounds): Promise<string[]> {
  const service = startKillable({ dataDir });
  const hello = await service.hello;
  if (!hello) return [`It does not start any more: ${(await service.ended).stderr}`];
  const found = hello.notice === undefined ? [] : [hello.notice];
  found.push(...(await waitForInterruptedWork({ ...scene, url: hello.url })));
  service.signal("SIGTERM");
  const { by, stderr } = await service.ended;
  if (by !== "0") found.push(`the last stop: ${by} ${stderr}`);
  found.push(...(await findLeftovers(dataDir)));
  for (const name of readdirSync(dataDir)) if (!belongings.test(name)) found.push(`left behind: ${name}`);
  for (const name of readdirSync(join(dataDir, "deployments"))) found.push(`left behind: deployments/${name}`);
  found.push(...checkSavedData(dataDir, ledger));
  if (await isOpen(Number(new URL(hello.url).port))) found.push("its port is still open");
  return found;
}

/** The processes that still run after five seconds. They may end sooner, and are ended. */
async function findLeftovers(dataDir: string): Promise<string[]> {
  const end = performance.now() + 5_000;
  while (processesNaming(dataDir).length > 0 && performance.now() < end) await wait(20);
  const left = processesNaming(dataDir).map(({ pid, command }) => `process ${pid} ... ${command.slice(-80)}`);
  await endProcesses(() => processesNaming(dataDir));
  return left;
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    }).once("error", () => resolve(false));
  });
}

export const killedService: Measure = {
  id: "R4",
  goal: "kill -9 of the service under writes: none lost, none torn, integrity_check clean; ready again in 1 s",
  needs: "node",
  measure,
};
