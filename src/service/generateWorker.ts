import { parentPort, workerData } from "node:worker_threads";
import { generateServerFiles } from "../generator/generateServerFiles.ts";
import type { GenerateWorkerRequest } from "./generation/generatedVersion.ts";

// esbuild bundles this file separately; generation/generateInWorker.ts starts it.
const request: GenerateWorkerRequest = workerData;
const result = generateServerFiles(request);
if (result.ok) {
  const { ok, definition, ...material } = result;
  parentPort?.postMessage({ ok, material });
} else {
  parentPort?.postMessage(result);
}
