import { parentPort } from "node:worker_threads";
import * as z from "zod";
import { analyzeOpenapiDocument } from "./analyzeOpenapiDocument.ts";
import { compareWithVersion } from "./compareWithVersion.ts";
import { locateInSources } from "./overlay/locateInSources.ts";

const id = z.union([z.string(), z.number()]);
const versionSchema = z.object({
  files: z.array(z.object({ path: z.string(), bytes: z.instanceof(Uint8Array) })),
  include: z.array(z.string()).optional(),
  maxTools: z.number(),
});
const requestSchema = z.strictObject({
  id,
  text: z.string(),
  overlay: z.string().optional(),
  uri: z.string().optional(),
  parts: z.record(z.string(), z.string()).optional(),
  pointers: z.array(z.string()).optional(),
  version: versionSchema.optional(),
});

// This runs in a worker thread because reading a large document would block the editor.
parentPort?.on("message", (message: unknown) => {
  const { id, pointers, version, ...source } = requestSchema.parse(message);
  parentPort?.postMessage({ id, ...respond() });

  function respond() {
    if (pointers) return { locations: locateInSources(source, pointers) };
    if (version) return { comparison: compareWithVersion(source, version) };
    return { outline: analyzeOpenapiDocument(source.text, source) };
  }
});
