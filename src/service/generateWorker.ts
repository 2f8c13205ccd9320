import { parentPort, workerData } from "node:worker_threads";
import { createGenerationResponse } from "./generation/createGenerationResponse.ts";

// esbuild bundles this file separately; `generateInWorker` starts it.
parentPort?.postMessage(createGenerationResponse(workerData));
