import { parentPort, workerData } from "node:worker_threads";
import { generateServerFiles } from "../generator/generateServerFiles.ts";
import type { GenerateWorkerRequest } from "./generation/generatedVersion.ts";

// A bundle of its own, started by generation/generateInWorker.ts.
const order: GenerateWorkerRequest = workerData;
const made = generateServerFiles(order);
if (made.ok) {
  const { ok, definition, ...material } = made;
  parentPort?.postMessage({ ok, material });
} else {
  parentPort?.postMessage(made);
}
