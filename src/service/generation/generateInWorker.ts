import { type GeneratedVersion, type GenerateWorkerRequest, generateWorkerResponseSchema } from "./generatedVersion.ts";
import { createUnusableSourceError, UnusableSourceError } from "./unusableSourceError.ts";

const limits = { timeoutMs: 120_000, memoryMb: 2048 } as const;

/** Generates in a worker thread, so that a document of many megabytes does not block other requests. */
export async function generateInWorker(
  file: string,
  request: GenerateWorkerRequest,
  signal: AbortSignal,
): Promise<GeneratedVersion> {
  const { Worker } = await import("node:worker_threads");
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const stopSignal = AbortSignal.any([signal, timeout]);
  stopSignal.throwIfAborted();
  const worker = new Worker(file, {
    workerData: request,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
  });
  worker.once("message", resolve).once("error", reject);
  worker.once("exit", (code) => reject(new Error(`The generator ended with code ${code}.`)));
  stopSignal.addEventListener("abort", () => reject(stopSignal.reason), { once: true });
  try {
    const response = generateWorkerResponseSchema.parse(await promise);
    if (!response.ok) throw createUnusableSourceError(response.problems);
    return response.material;
  } catch (error) {
    if (error === timeout.reason) {
      throw new UnusableSourceError(
        `The generation took longer than ${limits.timeoutMs / 1000} s. Choose fewer operations.`,
        [],
        error,
      );
    }
    throw error;
  } finally {
    await worker.terminate();
  }
}
