import { parentPort, workerData } from "node:worker_threads";
import { generateServerFiles, type ServerGenerationInput } from "../generator/generateServerFiles.ts";

// esbuild bundles this file separately; generation/generateInWorker.ts starts it.
const request: ServerGenerationInput = workerData;
const result = generateServerFiles(request);
if (result.ok) {
  const { ok, definition, ...material } = result;
  parentPort?.postMessage({ ok, material });
} else {
  parentPort?.postMessage(result);
}
