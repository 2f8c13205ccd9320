import { getEventListeners } from "node:events";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { connectToMcp } from "../../../../src/client/mcp/connectToMcp.ts";
import type { McpConnection } from "../../../../src/client/mcp/mcpConnection.ts";
import { closeAfterTest } from "../../../support/closeAfterTest.ts";
import { changingUri, startChangingServer } from "../../../support/servers/changingServer.ts";
import { protocolEras } from "../../../support/servers/mcpClient.ts";

const never = new AbortController().signal;

async function connect(url: string, onListsChanged = () => {}) {
  const connection = await connectToMcp({ url, onListsChanged }, never);
  onTestFinished(() => connection.close());
  return connection;
}

/** Follows until the test stops it. */
function follow(work: (signal: AbortSignal) => Promise<void>) {
  const stop = new AbortController();
  const ended = work(stop.signal).catch((error: unknown) => expect(error).toMatchObject({ name: "AbortError" }));
  onTestFinished(() => stop.abort());
  return { stop, ended };
}

const followResource = (connection: McpConnection, onUpdated: () => void) =>
  follow((signal) => connection.followResource(changingUri, signal, onUpdated));

describe.each(protocolEras)("a connection of %s", (era) => {
  test("reports that a resource may have changed when it begins to follow it, and then each change of it alone", async () => {
    const server = closeAfterTest(await startChangingServer(era));
    let updates = 0;
    const { stop, ended } = followResource(await connect(server.url), () => {
      updates += 1;
    });
    await expect.poll(() => updates).toBe(1);
    server.reportResource("notes://other");
    server.reportResource();
    await expect.poll(() => updates).toBe(2);
    stop.abort();
    await ended;
    expect(server.count("resources/unsubscribe")).toBe(era === "2025-11-25" ? 1 : 0);
  });

  test("reports that lists may have changed when it begins to follow them, and then each change", async () => {
    const server = closeAfterTest(await startChangingServer(era));
    let changes = 0;
    const connection = await connect(server.url, () => {
      changes += 1;
    });
    const { stop, ended } = follow((signal) => connection.followLists(signal));
    await expect.poll(() => changes).toBe(1);
    server.reportLists();
    await expect.poll(() => changes).toBe(2);
    stop.abort();
    await ended;
  });

  test("asks a server for nothing that announces no changes, and follows it until it is stopped", async () => {
    const server = closeAfterTest(await startChangingServer(era, { isQuiet: true }));
    const connection = await connect(server.url, () => expect.unreachable());
    const lists = follow((signal) => connection.followLists(signal));
    const resource = followResource(connection, () => expect.unreachable());
    for (const { stop, ended } of [lists, resource]) {
      stop.abort();
      await ended;
    }
    for (const method of ["subscriptions/listen", "resources/subscribe", "resources/unsubscribe"])
      expect(server.count(method)).toBe(0);
  });

  test("ends what it follows when it is closed, also where the server announces no changes", async () => {
    for (const isQuiet of [false, true]) {
      const server = closeAfterTest(await startChangingServer(era, { isQuiet }));
      const listening = Promise.withResolvers<void>();
      if (isQuiet) listening.resolve();
      const connection = await connect(server.url, listening.resolve);
      const { ended } = follow((signal) => connection.followLists(signal));
      await listening.promise;
      await connection.close();
      await ended;
    }
  });

  test("ends what it follows when the server was restarted, and leaves no listener on its signal", async () => {
    const server = closeAfterTest(await startChangingServer(era));
    const listening = Promise.withResolvers<void>();
    const connection = await connect(server.url, listening.resolve);
    using combine = vi.spyOn(AbortSignal, "any");
    const { stop, ended } = follow((signal) => connection.followLists(signal));
    await listening.promise;
    await server.stop();
    await server.startAgain();
    await ended;
    const combined = combine.mock.results.filter((_, at) => combine.mock.calls[at]?.[0].includes(stop.signal));
    expect(combined.map(({ value }) => getEventListeners(value, "abort"))).toEqual([[]]);
  });
});
