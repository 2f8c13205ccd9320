import type { ServerGenerationInput } from "../../generator/generateServerFiles.ts";
import { type GeneratedVersion, generateWorkerResponseSchema } from "./generatedVersion.ts";
import { createUnusableSourceError, UnusableSourceError } from "./unusableSourceError.ts";

/** Generates the files of a server. Rejects with `UnusableSourceError` if the document has errors, and when `signal` is aborted. */
export type GenerateServer = (request: ServerGenerationInput, signal: AbortSignal) => Promise<GeneratedVersion>;

const limits = { timeoutMs: 120_000, memoryMb: 2048 } as const;

/** Generates in a worker thread with the module `file`, so that a document of many megabytes does not block other requests. */
export const generateInWorker =
  (file: string): GenerateServer =>
  async (request, signal) => {
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
      return readGeneratedVersion(await promise);
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
  };

/** Reads what `createGenerationResponse` returned, perhaps in another thread. */
export function readGeneratedVersion(response: unknown): GeneratedVersion {
  const parsed = generateWorkerResponseSchema.parse(response);
  if (!parsed.ok) throw createUnusableSourceError(parsed.problems);
  return parsed.material;
}
