import { Worker } from "node:worker_threads";
import * as z from "zod";
import type { Measure, MeasureResult } from "../figure.ts";

const seed = 20_260_601;
const runs = { short: 15, full: 10_000 } as const;
/** The time limit of one law. No law waits for anything, so a longer time is a hang. */
const longestMs = { short: 60_000, full: 1_000_000 } as const;

const message = z.object({ name: z.string(), failure: z.string().optional() });

export const totalParsers: Measure = {
  id: "F1",
  goal: "every parser gives a value or a typed error, soon; laws of profiles, retries, paths, redaction hold",
  needs: "node",
  measure: async (size) => {
    const { checked, findings } = await check(runs[size], longestMs[size]);
    const held = checked - new Set(findings.map((finding) => finding.split(": ")[0])).size;
    const figure = `${held} of ${checked} laws held, ${runs[size]} inputs each, seed ${seed}`;
    return { figure, met: findings.length === 0 && checked > 0, findings } satisfies MeasureResult;
  },
};

/** Runs in a separate thread that is terminated when a law does not end. */
function check(count: number, patienceMs: number): Promise<{ checked: number; findings: string[] }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ checked: number; findings: string[] }>();
  const worker = new Worker(new URL("./fuzz/worker.ts", import.meta.url), {
    workerData: { runs: count, seed },
    execArgv: ["--no-warnings"],
  });
  const findings: string[] = [];
  let checked = 0;
  let timer: NodeJS.Timeout | undefined;
  const wait = (name: string) => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      findings.push(`${name}: it did not end within ${patienceMs / 1000} s.`);
      void worker.terminate();
    }, patienceMs);
  };
  worker.on("message", (said: unknown) => {
    const { name, failure } = message.parse(said);
    if (failure === undefined) checked += 1;
    else findings.push(`${name}: ${failure}`);
    wait(name);
  });
  worker.on("error", reject);
  worker.on("exit", () => {
    clearTimeout(timer);
    resolve({ checked, findings });
  });
  return promise;
}
