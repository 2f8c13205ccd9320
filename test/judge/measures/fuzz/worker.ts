import { parentPort, workerData } from "node:worker_threads";
import * as z from "zod";
import { laws } from "./laws.ts";

/** Checks the laws in sequence in a separate thread, so that one that never ends can be terminated. */
const { runs, seed } = z.object({ runs: z.int(), seed: z.int() }).parse(workerData);
for (const law of laws) {
  parentPort?.postMessage({ name: law.name });
  const failure = await law.check(runs, seed);
  if (failure !== undefined) parentPort?.postMessage({ name: law.name, failure });
}
