import { parentPort } from "node:worker_threads";
import * as z from "zod";
import { analyzeOpenapiDocument } from "./analyzeOpenapiDocument.ts";
import { locateInSources } from "./overlay/locateInSources.ts";

const id = z.union([z.string(), z.number()]);
const requestSchema = z.strictObject({
  ...{ id, text: z.string(), overlay: z.string().optional() },
  pointers: z.array(z.string()).optional(),
});

// This runs in a worker thread because reading a large document would block the editor.
parentPort?.on("message", (message: unknown) => {
  const { id, text, overlay, pointers } = requestSchema.parse(message);
  parentPort?.postMessage(
    pointers
      ? { id, locations: locateInSources({ text, overlay }, pointers) }
      : { id, outline: analyzeOpenapiDocument(text, overlay) },
  );
});
