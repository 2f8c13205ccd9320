import { parentPort, workerData } from "node:worker_threads";
import { generate } from "../generator/generateServerFiles.ts";
import type { WorkerOrder } from "./generation/generatedVersion.ts";

// A bundle of its own, started by generation/generateInWorker.ts.
const order: WorkerOrder = workerData;
const made = generate(order);
if (made.ok) {
  const { ok, definition, ...material } = made;
  parentPort?.postMessage({ ok, material });
} else {
  parentPort?.postMessage(made);
}
