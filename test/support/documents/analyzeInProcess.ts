import type { DocumentAnalyzer } from "../../../src/extension/server/model/documentAnalyzer.ts";
import { analyzeOpenapiDocument } from "../../../src/generator/analyzeOpenapiDocument.ts";
import { compareWithVersion } from "../../../src/generator/compareWithVersion.ts";
import { locateInSources } from "../../../src/generator/overlay/locateInSources.ts";

/** Analyzes without a thread of its own, whose start takes longer than the documents of tests. */
export const analyzeInProcess: DocumentAnalyzer = {
  read: async ({ text, ...beside }, signal) => {
    signal?.throwIfAborted();
    return analyzeOpenapiDocument(text, beside);
  },
  locate: async (source, pointers) => locateInSources(source, pointers),
  compare: async (source, version) => compareWithVersion(source, version),
};
