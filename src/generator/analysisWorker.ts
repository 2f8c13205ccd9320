import { parentPort } from "node:worker_threads";
import * as z from "zod";
import { locatePointers } from "../text/position/locatePointers.ts";
import { analyzeOpenapiDocument } from "./analyzeOpenapiDocument.ts";

const id = z.union([z.string(), z.number()]);
const requestSchema = z.strictObject({ id, text: z.string(), pointers: z.array(z.string()).optional() });

// This runs in a worker thread because reading a large document would block the editor.
parentPort?.on("message", (message: unknown) => {
  const { id, text, pointers } = requestSchema.parse(message);
  parentPort?.postMessage(
    pointers ? { id, locations: locatePointers(text, pointers) } : { id, outline: analyzeOpenapiDocument(text) },
  );
});
