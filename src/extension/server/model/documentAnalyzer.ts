import { Worker } from "node:worker_threads";
import * as l10n from "@vscode/l10n";
import * as z from "zod";
import type { OpenapiAnalysis } from "../../../generator/analyzeOpenapiDocument.ts";
import type { ComparedVersion, DocumentComparison } from "../../../generator/compareWithVersion.ts";
import type { DocumentSource } from "../../../generator/document/bundleParts.ts";
import { isRecord } from "../../../text/record.ts";
import { CommandError } from "../../base/failure.ts";

const locationSchema = z.object({
  line: z.int(),
  column: z.int(),
  /** The part that it is in; undefined: the document or its overlay. */
  uri: z.string().optional(),
  /** Whether it is in the overlay. */
  isOverlay: z.literal(true).optional(),
});
/** Zero-based. */
type DocumentLocation = Readonly<z.output<typeof locationSchema>>;

export type DocumentAnalyzer = ReturnType<typeof createDocumentAnalyzer>;

/** A document of the largest size takes a few seconds. A larger young generation takes more time, and 35 to 60 MB more. */
const limits = { resources: { maxOldGenerationSizeMb: 2048, maxYoungGenerationSizeMb: 6 }, timeoutMs: 60_000 };
// Both ends of this channel come from the same build.
const outlineAnswer = z.object({ outline: z.custom<OpenapiAnalysis>(isRecord) });
const comparisonAnswer = z.object({ comparison: z.custom<DocumentComparison>(isRecord).optional() });
const locationAnswer = z.object({ locations: z.array(locationSchema) });

/** Analyzes OpenAPI documents. One worker per request: none runs while idle, and terminating it stops a running parser. */
export function createDocumentAnalyzer(workerFile: string, timeoutMs = limits.timeoutMs) {
  const request = (question: object, signal: AbortSignal | undefined) =>
    requestAnswer(workerFile, question, { signal, timeoutMs });
  return {
    read: async (source: DocumentSource, signal?: AbortSignal): Promise<OpenapiAnalysis> =>
      outlineAnswer.parse(await request({ id: 1, ...source }, signal)).outline,
    /** Locations of JSON pointers into the document with its overlay, in the same order. */
    locate: async (
      source: DocumentSource,
      pointers: readonly string[],
      signal?: AbortSignal,
    ): Promise<readonly DocumentLocation[]> => {
      if (pointers.length === 0) return [];
      return locationAnswer.parse(await request({ id: 1, ...source, pointers }, signal)).locations;
    },
    /** What the document with its overlay changes about the tools of a version; undefined: one of them has no known tools. */
    compare: async (source: DocumentSource, version: ComparedVersion, signal?: AbortSignal) =>
      comparisonAnswer.parse(await request({ id: 1, ...source, version }, signal)).comparison,
  };
}

async function requestAnswer(
  workerFile: string,
  question: object,
  { signal, timeoutMs }: { readonly signal: AbortSignal | undefined; readonly timeoutMs: number },
): Promise<unknown> {
  signal?.throwIfAborted();
  const worker = new Worker(workerFile, { resourceLimits: limits.resources });
  const response = Promise.withResolvers<unknown>();
  const timer = setTimeout(() => {
    const seconds = timeoutMs / 1000;
    response.reject(
      new CommandError(
        l10n.t`Reading the document took longer than ${seconds} s. Shorten it, or the overlay beside it.`,
      ),
    );
  }, timeoutMs);
  const giveUp = () => response.reject(signal?.reason);
  signal?.addEventListener("abort", giveUp, { once: true });
  worker.once("message", response.resolve);
  worker.once("error", (cause) =>
    response.reject(new CommandError(l10n.t`The document could not be read: ${cause}`, { cause })),
  );
  worker.once("exit", () => response.reject(new CommandError(l10n.t("Reading the document ended without an answer."))));
  worker.postMessage(question);
  try {
    return await response.promise;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", giveUp);
    await worker.terminate();
  }
}
