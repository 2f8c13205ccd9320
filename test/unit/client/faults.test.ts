import { expect, test } from "vitest";
import { createServiceClient } from "../../../src/client/createServiceClient.ts";
import { startRawServer } from "../../support/network/rawServer.ts";
import { transportFaults } from "../../support/network/transportFaults.ts";
import { startHttpServer } from "../../support/services/startHttpServer.ts";

// The measure `test/judge/measures/faultyNetwork.ts` checks every fault for each operation.

const key = "flk_canary0123456789";

test("an endless body without a length fails at 64 MiB", async () => {
  const server = await startRawServer((socket) => {
    socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
    const chunk = `100000\r\n${" ".repeat(0x100000)}\r\n`;
    const more = () => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on("drain", more);
    more();
  });
  const client = createServiceClient({ baseUrl: server.url, key: async () => key });
  await expect(client.call("me.get", {})).rejects.toThrow(/larger than 64 MiB/);
  await client.close();
  await server.close();
});

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
