import type { ServiceClient } from "../../../src/client/client.ts";
import { waitForGeneration } from "../../../src/core/server/waitForGeneration.ts";
import { createAccountServer } from "../../support/oauth/accountServer.ts";

/** A server whose API wants an account, made by the service that the client is of. */
export function generatedAccountServer(client: ServiceClient) {
  return createAccountServer(client, async ({ id }) =>
    waitForGeneration(client, await client.call("server.generate", { id }), AbortSignal.timeout(30_000)),
  );
}
