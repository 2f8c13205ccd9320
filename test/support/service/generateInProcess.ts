import { createGenerationResponse } from "../../../src/service/generation/createGenerationResponse.ts";
import { type GenerateServer, readGeneratedVersion } from "../../../src/service/generation/generatedVersion.ts";

/** Generates without a process of its own, whose start takes longer than the documents of tests. */
export const generateInProcess: GenerateServer = async (request, signal) => {
  signal.throwIfAborted();
  return readGeneratedVersion(createGenerationResponse(request));
};
