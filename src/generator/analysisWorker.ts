import { parentPort } from "node:worker_threads";
import * as z from "zod";
import { locatePointers } from "../text/position/locatePointers.ts";
import { analyzeOpenapiDocument } from "./analyzeOpenapiDocument.ts";

const id = z.union([z.string(), z.number()]);
const questionSchema = z.strictObject({ id, text: z.string(), pointers: z.array(z.string()).optional() });

// A worker thread: reading a large document takes longer than an editor may wait.
parentPort?.on("message", (message: unknown) => {
  const { id, text, pointers } = questionSchema.parse(message);
  parentPort?.postMessage(
    pointers ? { id, locations: locatePointers(text, pointers) } : { id, outline: analyzeOpenapiDocument(text) },
  );
});
