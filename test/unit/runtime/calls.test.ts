import { describe, expect, test } from "vitest";
import { closeAfterTest } from "../../support/closeAfterTest.ts";
import {
  createServerDefinition,
  createTestToolDefinition,
  startDefinedServer,
} from "../../support/servers/definedServer.ts";
import { connectMcpClient, protocolEras } from "../../support/servers/mcpClient.ts";
import { startToolServer } from "../../support/servers/toolServer.ts";
import { sendJson, startUpstream } from "../../support/servers/upstream.ts";

test("a tool does not ask for a parameter that the environment sets", async () => {
  const upstream = closeAfterTest(await startUpstream(({ target }, response) => sendJson(response, { target })));
  const common = { style: "form", explode: true, in: "query" } as const;
  const tool = createTestToolDefinition("find", {
    inputSchema: {
      type: "object",
      properties: { tenant: { type: "string" }, text: { type: "string" } },
      required: ["tenant", "text"],
      additionalProperties: false,
    },
    request: {
      parameters: [
        { ...common, name: "tenant", property: "tenant", variable: "API_PARAMETER_TENANT" },
        { ...common, name: "text", property: "text" },
      ],
    },
  });
  const connect = async (environment: Record<string, string>) => {
    const server = closeAfterTest(
      await startDefinedServer(createServerDefinition(upstream.origin, [tool]), environment),
    );
    const client = closeAfterTest(await connectMcpClient(server.url, "2025-11-25"));
    return client;
  };
  const client = await connect({ API_PARAMETER_TENANT: "t 1" });
  const { tools } = await client.listTools();
  expect(tools[0]?.inputSchema).toMatchObject({ properties: { text: {} }, required: ["text"] });
  expect(tools[0]?.inputSchema.properties).not.toHaveProperty("tenant");
  await client.callTool({ name: "find", arguments: { text: "a" } });
  expect(upstream.received.map(({ target }) => target)).toEqual(["/find?tenant=t%201&text=a"]);
  const other = await connect({});
  expect(await other.callTool({ name: "find", arguments: { text: "a" } })).toMatchObject({ isError: true });
});

const startAskServer = async (apiUrl: string) =>
  closeAfterTest(await startDefinedServer(createServerDefinition(apiUrl, [createTestToolDefinition("ask")])));

describe("a call", () => {
  test.each(["QUERY", "COPY", "M-SEARCH"])("is sent with the method %s and its body", async (method) => {
    const body = { property: "body", required: true, contentTypes: ["application/json"] };
    const inputSchema = { type: "object", properties: { body: { type: "object" } }, required: ["body"] } as const;
    const { call, upstream } = await startToolServer((_, response) => sendJson(response, { found: 1 }), {
      tool: { inputSchema, request: { method, body } },
    });
    expect(await call({ body: { q: "a" } })).not.toHaveProperty("isError", true);
    expect(upstream.received.map((one) => [one.method, one.body.toString()])).toEqual([[method, '{"q":"a"}']]);
  });

  test("ends when the upstream takes too long, before and after its first byte", async () => {
    const environment = { UPSTREAM_TIMEOUT_MS: "60" };
    const silent = await startToolServer(() => undefined, { environment });
    expect(await silent.call()).toMatchObject({
      isError: true,
      text: expect.stringContaining("did not answer within 0.06 s"),
    });
    const stalled = await startToolServer((_, response) => void response.writeHead(200).write("{"), { environment });
    expect(await stalled.call()).toMatchObject({
      isError: true,
      text: expect.stringContaining("did not answer within 0.06 s"),
    });
  });

  test.each(["text/event-stream", "application/x-ndjson; charset=utf-8", "application/jsonl"])(
    "returns what a stream of %s sent until the time limit, marked as incomplete",
    async (type) => {
      const { call } = await startToolServer(
        (_, response) => {
          response.writeHead(200, { "Content-Type": type });
          response.write('data: {"n":1}\n');
          response.write('data: {"n":2}\ndata: {"n"');
        },
        { environment: { UPSTREAM_TIMEOUT_MS: "300" } },
      );
      // On a busy machine the time of a call may be over before its response comes.
      const read = async () => {
        const { isError, text } = await call();
        return { isError, text };
      };
      await expect.poll(read).toEqual({
        text: 'data: {"n":1}\ndata: {"n":2}\n\nIncomplete: the stream was still open after 0.3 s, the limit of this server. More would have come.',
      });
    },
  );

  test("returns that a stream sent nothing, or too much", async () => {
    const stream = { "Content-Type": "text/event-stream" };
    const silent = await startToolServer((_, response) => void response.writeHead(200, stream).flushHeaders(), {
      environment: { UPSTREAM_TIMEOUT_MS: "300" },
    });
    await expect.poll(async () => (await silent.call()).text).toMatch(/^Incomplete: .* Nothing whole had come\.$/);
    const endless = await startToolServer(
      (_, response) => void response.writeHead(200, stream).end("data: 1\n".repeat(9000)),
      {
        environment: { UPSTREAM_MAX_BYTES: "70000" },
      },
    );
    expect((await endless.call()).text).toContain("still open after 70000 bytes");
  });

  test("returns a stream that ends in time as a whole", async () => {
    const { call } = await startToolServer((_, response) =>
      response.writeHead(200, { "Content-Type": "application/x-ndjson" }).end('{"n":1}\n{"n":2}'),
    );
    expect((await call()).text).toBe('{"n":1}\n{"n":2}');
  });

  test("ends when the answer is larger than the limit", async () => {
    const { call } = await startToolServer((_, response) => response.end("x".repeat(2000)), {
      environment: { UPSTREAM_MAX_BYTES: "1000" },
    });
    expect(await call()).toMatchObject({ isError: true, text: expect.stringContaining("more than 1000 bytes") });
  });

  test.each(protocolEras)("is cancelled upstream when a client of %s cancels it or disconnects", async (era) => {
    let gone = Promise.withResolvers<void>();
    let arrived = Promise.withResolvers<void>();
    const upstream = await startUpstream((_, response) => {
      response.once("close", gone.resolve);
      arrived.resolve();
    });
    const server = await startAskServer(closeAfterTest(upstream).origin);
    const client = await connectMcpClient(server.url, era);
    const controller = new AbortController();
    const end = async (signal: AbortSignal, stop: () => unknown) => {
      [gone, arrived] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const outcome = client.callTool({ name: "ask" }, { signal }).catch(() => "failed");
      await arrived.promise;
      await stop();
      await gone.promise;
      expect(await outcome).toBe("failed");
    };
    await end(controller.signal, () => controller.abort());
    await end(new AbortController().signal, () => client.close());
  });

  test("is not cancelled by another client whose call has the same id", async () => {
    const received = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const upstream = await startUpstream((_, response) => {
      response.once("close", gone.resolve);
      if (upstream.received.length === 2) received.resolve();
      release.promise.then(() => sendJson(response, {}));
    });
    const server = await startAskServer(closeAfterTest(upstream).origin);
    const connect = async () => closeAfterTest(await connectMcpClient(server.url, "2025-11-25"));
    const [one, two] = await Promise.all([connect(), connect()]);
    const controller = new AbortController();
    const cancelled = one.callTool({ name: "ask" }, { signal: controller.signal }).catch(() => "cancelled");
    const pendingCall = two.callTool({ name: "ask" });
    await received.promise;
    controller.abort();
    expect(await cancelled).toBe("cancelled");
    await gone.promise;
    release.resolve();
    expect((await pendingCall).isError).toBeUndefined();
  });

  test("reports protocol, host and reason of a network failure", async () => {
    const upstream = await startUpstream(() => undefined);
    await upstream.close();
    const { call } = await startToolServer(() => undefined, { environment: { API_BASE_URL: upstream.origin } });
    expect((await call()).text).toBe(`${upstream.origin} could not be reached: nothing listens there (ECONNREFUSED).`);
    const broken = await startToolServer((_, response) => response.destroy());
    expect((await broken.call()).text).toMatch(/could not be reached: the connection was broken off/);
  });

  test("sends a user agent, and logs its result", async () => {
    const { call, upstream, lines } = await startToolServer((_, response) => sendJson(response, {}));
    await call({ word: "private" });
    expect(upstream.received[0]?.headers["user-agent"]).toBe("shop/1.2.3");
    expect(lines.at(-1)).toMatch(/^tool ask ok status=200 ms=\d+$/);
  });
});
