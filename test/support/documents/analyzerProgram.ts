import { join } from "node:path";

/** The worker that analyzes documents, as it is shipped: loading its sources would take most of the time of a test. */
export const analyzerProgram = join(import.meta.dirname, "../../../dist/outlineWorker.mjs");
