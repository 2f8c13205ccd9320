import type { Client } from "../../../src/client/client.ts";
import { untilGenerated } from "../../../src/core/server/waitForGeneration.ts";
import { accountServer } from "../../support/oauth/accountServer.ts";

/** A server whose API wants an account, made by the service that the client is of. */
export function generatedAccountServer(client: Client) {
  return accountServer(client, async ({ id }) =>
    untilGenerated(client, await client.call("server.generate", { id }), AbortSignal.timeout(30_000)),
  );
}
