import { createGenerationResponse } from "./generation/createGenerationResponse.ts";

// esbuild bundles this file separately; `generateInChild` starts it, and ends it when it has the response.
process.on("message", (request) =>
  process.send?.(createGenerationResponse(request as Parameters<typeof createGenerationResponse>[0])),
);
