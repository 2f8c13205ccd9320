import { generateServerFiles, type ServerGenerationInput } from "../../generator/generateServerFiles.ts";

/** Generates a server, and returns what the service needs of it: plain data that can be sent between processes. */
export function createGenerationResponse(request: ServerGenerationInput) {
  const result = generateServerFiles(request);
  if (!result.ok) return result;
  const { ok, definition: _, ...material } = result;
  return { ok, material };
}
