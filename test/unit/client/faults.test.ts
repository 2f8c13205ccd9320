import { expect, test } from "vitest";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { startRawServer } from "../../support/network/rawServer.ts";
import { transportFaults } from "../../support/network/transportFaults.ts";
import { startHttpServer } from "../../support/services/startHttpServer.ts";

// The measure `test/judge/measures/faultyNetwork.ts` checks every fault for each operation.

const key = "flk_canary0123456789";

test("a body with millions of values fails before it is parsed", async () => {
  const baseUrl = await startHttpServer((_request, response) => response.end(`[${"{},".repeat(5_000_000)}{}]`));
  const client = createServiceClient({ baseUrl, key: async () => key });
  await expect(client.call("me.get", {})).rejects.toThrow(/or has millions of values\. Ask for less/);
  await client.close();
});

test("an error shows only the title of a web page", async () => {
  const server = await startRawServer((socket) => transportFaults["a web page"](socket));
  const client = createServiceClient({ baseUrl: server.url, key: async () => key });
  await expect(client.call("me.get", {})).rejects.toThrow(/answered with HTML \("Sign in"\)\. Is this the right URL\?/);
  await client.close();
  await server.close();
});
