import type { ServerResponse } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { connectToMcp } from "../../../../src/client/mcp/connectToMcp.ts";
import { changingUri, listenForTest, startChangingResource } from "../../../support/servers/changingResource.ts";

const never = new AbortController().signal;

/** A server of 2025-11-25, which reports a change of two resources after each subscription. */
async function startOlderServer(resources: object) {
  const methods: string[] = [];
  let stream: ServerResponse | undefined;
  let isWanted = false;
  const report = () => {
    if (!stream || !isWanted) return;
    for (const changed of ["notes://other", changingUri]) {
      const message = { jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: changed } };
      stream.write(`data: ${JSON.stringify(message)}\n\n`);
    }
  };
  const url = await listenForTest((request, response) => {
    if (request.method === "GET") {
      stream = response.writeHead(200, { "Content-Type": "text/event-stream" });
      response.flushHeaders();
      return report();
    }
    let text = "";
    request.setEncoding("utf8").on("data", (chunk) => {
      text += chunk;
    });
    request.on("end", () => {
      const { id, method } = JSON.parse(text || "{}");
      methods.push(method);
      const capabilities = { resources };
      const serverInfo = { name: "own", version: "1" };
      const results = new Map<string, object>([
        ["initialize", { protocolVersion: "2025-11-25", capabilities, serverInfo }],
        ["resources/subscribe", {}],
        ["resources/unsubscribe", {}],
      ]);
      const result = results.get(method);
      if (id === undefined) return response.writeHead(202).end();
      if (!result) return response.writeHead(404).end();
      const headers = { "Content-Type": "application/json", "Mcp-Session-Id": "s1" };
      response.writeHead(200, headers).end(JSON.stringify({ jsonrpc: "2.0", id, result }));
      isWanted = method === "resources/subscribe";
      report();
    });
  });
  return { url, methods };
}

async function follow(url: string) {
  const connection = await connectToMcp({ url }, never);
  onTestFinished(() => connection.close());
  const stop = new AbortController();
  let updates = 0;
  const updated = Promise.withResolvers<void>();
  const ended = connection
    .followResource(changingUri, stop.signal, () => {
      updates += 1;
      updated.resolve();
    })
    .catch((error: unknown) => expect(error).toMatchObject({ name: "AbortError" }));
  return { updated: updated.promise, ended, stop, updates: () => updates };
}

test("a server of 2026-07-28 says that a resource changed while it is followed", async () => {
  const { url, methods } = await startChangingResource();
  const followed = await follow(url);
  await followed.updated;
  followed.stop.abort();
  await followed.ended;
  expect(methods).toContain("subscriptions/listen");
});

test("a server of 2025-11-25 says it of the resource that was subscribed to, until it is unsubscribed", async () => {
  const { url, methods } = await startOlderServer({ subscribe: true });
  const followed = await follow(url);
  await followed.updated;
  followed.stop.abort();
  await followed.ended;
  expect(followed.updates()).toBe(1);
  expect(methods.filter((method) => method.startsWith("resources/"))).toEqual([
    "resources/subscribe",
    "resources/unsubscribe",
  ]);
});

test("a server that announces no subscriptions is not asked for one", async () => {
  const { url, methods } = await startOlderServer({});
  const followed = await follow(url);
  await followed.ended;
  expect(methods).not.toContain("resources/subscribe");
});
