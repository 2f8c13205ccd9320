import { type GeneratedVersion, type GenerateWorkerRequest, generateWorkerResponseSchema } from "./generatedVersion.ts";
import { createUnusableSourceError, UnusableSourceError } from "./unusableSourceError.ts";

const limits = { timeoutMs: 120_000, memoryMb: 2048 } as const;

/** Generates in a thread of its own: a document of many megabytes must not keep the service from answering. */
export async function generateInWorker(
  file: string,
  order: GenerateWorkerRequest,
  signal: AbortSignal,
): Promise<GeneratedVersion> {
  const { Worker } = await import("node:worker_threads");
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const timeout = AbortSignal.timeout(limits.timeoutMs);
  const either = AbortSignal.any([signal, timeout]);
  either.throwIfAborted();
  const worker = new Worker(file, {
    workerData: order,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: limits.memoryMb },
  });
  worker.once("message", resolve).once("error", reject);
  worker.once("exit", (code) => reject(new Error(`The generator ended with code ${code}.`)));
  either.addEventListener("abort", () => reject(either.reason), { once: true });
  try {
    const answer = generateWorkerResponseSchema.parse(await promise);
    if (!answer.ok) throw createUnusableSourceError(answer.problems);
    return answer.material;
  } catch (error) {
    if (error === timeout.reason) {
      throw new UnusableSourceError(
        `It took longer than ${limits.timeoutMs / 1000} s. Choose fewer operations.`,
        [],
        error,
      );
    }
    throw error;
  } finally {
    await worker.terminate();
  }
}
