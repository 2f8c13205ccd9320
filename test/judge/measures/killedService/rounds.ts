import { setTimeout as pause } from "node:timers/promises";
import { startKillable } from "./killableService.ts";
import type { Ledger } from "./ledger.ts";
import { waitForInterruptedWork } from "./scene.ts";
import { type Scene, sendOrder, startWriters } from "./writers.ts";

/** The state that all rounds share. */
export interface Rounds {
  readonly dataDir: string;
  readonly scene: Scene;
  readonly ledger: Ledger;
  readonly random: () => number;
  /** The statement at which the last such round ended. */
  statement: number;
  /** The number of kills by kind. */
  readonly tally: Map<string, number>;
  readonly readyMs: number[];
  readonly findings: string[];
}

/** The longest wait for a statement. */
const longestMs = 1_500;
const settleEvery = 50;

/** Starts the service, writes to it and kills it. */
export async function playRound(rounds: Rounds, round: number): Promise<void> {
  const { dataDir, random, scene, ledger } = rounds;
  // Every other round ends before a statement, one further each time. Other rounds end at a random time, every fifth during the start.
  const killAt = round % 2 === 0 ? rounds.statement + 1 : undefined;
  if (killAt !== undefined) rounds.statement = killAt;
  const service = startKillable({ dataDir, killAt });
  const life = new AbortController();
  void service.ended.then(() => life.abort());
  const kill = async (afterMs: number) => {
    await pause(afterMs, undefined, { signal: life.signal }).catch(() => undefined);
    service.signal("SIGKILL");
  };
  /** Waits a random time after an acknowledged write, or for a fixed time without one. */
  const killWriting = async () => {
    const enough = Promise.withResolvers<void>();
    const wanted = ledger.acknowledged + Math.floor(random() * 12);
    ledger.onWrite = () => ledger.acknowledged >= wanted && enough.resolve();
    ledger.onWrite();
    await Promise.race([enough.promise, pause(longestMs, undefined, { signal: life.signal }).catch(() => undefined)]);
    await kill(random() * 60);
  };
  const isEarly = killAt === undefined && round % 5 === 0;
  if (isEarly) void kill(random() * 250);
  const hello = await service.hello;
  if (hello) {
    // The module that counts statements is not part of the service.
    if (killAt === undefined) rounds.readyMs.push(service.readyMs() ?? 0);
    if (hello.notice !== undefined) rounds.findings.push(`round ${round}: ${hello.notice}`);
    const reached = { ...scene, url: hello.url };
    if (round % settleEvery === settleEvery - 1)
      for (const line of await waitForInterruptedWork(reached)) rounds.findings.push(`round ${round}: ${line}`);
    const repeated = ledger.unanswered.splice(0).map((order) => sendOrder(reached, ledger, order));
    const writing = Promise.all([...repeated, startWriters(reached, ledger, round)]);
    if (!isEarly) void (killAt === undefined ? killWriting() : kill(longestMs));
    await writing;
  }
  const { by, stderr } = await service.ended;
  if (by !== "SIGKILL") rounds.findings.push(`round ${round}: it ended by itself: ${by} ${stderr}`);
  const kind = killAt !== undefined ? "before a statement" : isEarly ? "while starting" : "while writing";
  rounds.tally.set(kind, (rounds.tally.get(kind) ?? 0) + 1);
}
