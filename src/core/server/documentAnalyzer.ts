import { Worker } from "node:worker_threads";
import * as z from "zod";
import type { OpenapiAnalysis } from "../../generator/analyzeOpenapiDocument.ts";
import { isRecord } from "../../text/record.ts";

/** Counting from 0. */
export interface DocumentLocation {
  readonly line: number;
  readonly column: number;
}

/** Reads OpenAPI documents apart from the editor's own thread. */
export interface DocumentAnalyzer {
  read(text: string, signal?: AbortSignal): Promise<OpenapiAnalysis>;
  /** Where JSON pointers lead to in the document's text, in the same order. */
  locate(text: string, pointers: readonly string[], signal?: AbortSignal): Promise<readonly DocumentLocation[]>;
}

/** The document could not be read at all: not its author's fault, or too much for this machine. */
export class DocumentAnalysisError extends Error {
  override readonly name = "DocumentAnalysisError";
}

const memoryMb = 2048;
// Both sides of this wire are of the same build.
const outlineAnswer = z.object({
  outline: z.custom<OpenapiAnalysis>(isRecord),
});
const locationAnswer = z.object({ locations: z.array(z.object({ line: z.int(), column: z.int() })) });

/** A worker for each question: it takes nothing while idle, and ending it stops even a parser that is at work. */
export function createDocumentAnalyzer(workerFile: string): DocumentAnalyzer {
  return {
    read: async (text, signal) => outlineAnswer.parse(await ask(workerFile, { id: 1, text }, signal)).outline,
    locate: async (text, pointers, signal) => {
      if (pointers.length === 0) return [];
      return locationAnswer.parse(await ask(workerFile, { id: 1, text, pointers }, signal)).locations;
    },
  };
}

async function ask(workerFile: string, question: object, signal: AbortSignal | undefined): Promise<unknown> {
  signal?.throwIfAborted();
  const worker = new Worker(workerFile, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } });
  const answer = Promise.withResolvers<unknown>();
  const giveUp = () => answer.reject(signal?.reason);
  signal?.addEventListener("abort", giveUp, { once: true });
  worker.once("message", answer.resolve);
  worker.once("error", (cause) =>
    answer.reject(new DocumentAnalysisError(`The document could not be read: ${cause}`, { cause })),
  );
  worker.once("exit", () => answer.reject(new DocumentAnalysisError("Reading the document ended without an answer.")));
  worker.postMessage(question);
  try {
    return await answer.promise;
  } finally {
    signal?.removeEventListener("abort", giveUp);
    await worker.terminate();
  }
}
