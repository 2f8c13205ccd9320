import type { ServiceClient } from "../../../src/client/client.ts";
import { waitForGeneration } from "../../../src/extension/server/commands/runGeneration.ts";
import { createAccountServer } from "../../support/oauth/accountServer.ts";
import { defaultWaitMs } from "../verbs/waitUntil.ts";

/** Creates a server whose API needs an account, on the service of the client. */
export function generateAccountServer(client: ServiceClient) {
  return createAccountServer(client, async ({ id }) =>
    waitForGeneration(client, await client.call("server.generate", { id }), AbortSignal.timeout(defaultWaitMs)),
  );
}
