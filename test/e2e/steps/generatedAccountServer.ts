import type { Client } from "../../../src/api/client.ts";
import { untilGenerated } from "../../../src/core/untilGenerated.ts";
import { accountServer } from "../../support/accountServer.ts";

/** A server whose API wants an account, made by the service that the client is of. */
export function generatedAccountServer(client: Client) {
  return accountServer(client, async ({ id }) =>
    untilGenerated(client, await client.call("server.generate", { id }), AbortSignal.timeout(30_000)),
  );
}
