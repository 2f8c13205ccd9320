import type { ServerResponse } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import type { ServerDefinition, ToolDefinition } from "../../../src/server/definition.ts";
import { definedTool, definition, startDefined } from "../../support/definedServer.ts";
import { connectMcp } from "../../support/mcpClient.ts";
import { type Received, sendJson, startUpstream } from "../../support/upstream.ts";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

const secret = "canary-4711-secret";
const key = { api: { kind: "apiKey", in: "header", name: "X-Key", variable: "SHOP_API_KEY" } } as const;
const canary = { SHOP_API_KEY: secret };

interface Setup {
  readonly tool?: Parameters<typeof definedTool>[1];
  readonly security?: ServerDefinition["api"]["security"];
  readonly environment?: Record<string, string>;
}

/** A server with one tool, `ask`, whose upstream answers as it is told. */
async function ask(answer: (request: Received, response: ServerResponse) => void, setup: Setup = {}) {
  const upstream = await startUpstream(answer);
  closers.push(upstream.close);
  const defined = definition("http://unused.invalid", [definedTool("ask", setup.tool)]);
  const api = { baseUrl: upstream.origin, security: setup.security ?? {} };
  const server = await startDefined({ ...defined, api }, setup.environment);
  closers.push(server.close);
  const client = await connectMcp(server.url, "2026-07-28");
  closers.push(() => client.close());
  await client.listTools();
  const call = async (input = {}) => {
    const result = await client.callTool({ name: "ask", arguments: input });
    const text = result.content.map((block) => (block.type === "text" ? block.text : `<${block.type}>`)).join("\n");
    return { ...result, text };
  };
  return { call, client, upstream, lines: server.lines };
}

const secured: Partial<ToolDefinition["request"]> = { security: [["api"]] };

describe("a credential", () => {
  test("comes from the environment and goes with the request", async () => {
    const { call, upstream } = await ask((_, response) => sendJson(response, {}), {
      tool: { request: secured },
      security: key,
      environment: canary,
    });
    await call();
    expect(upstream.received[0]?.headers["x-key"]).toBe(secret);
  });

  test("that is missing is named, and nothing is sent", async () => {
    const { call, upstream } = await ask((_, response) => sendJson(response, {}), {
      tool: { request: { security: [["api"], ["user", "api"]] } },
      security: { ...key, user: { kind: "basic", user: "SHOP_USERNAME", password: "SHOP_PASSWORD" } },
    });
    expect(await call()).toMatchObject({
      isError: true,
      text: "This operation needs a credential. Set SHOP_API_KEY, or SHOP_USERNAME and SHOP_PASSWORD and SHOP_API_KEY in the environment of this MCP server and start it again.",
    });
    expect(upstream.received).toHaveLength(0);
  });

  test("is the first alternative that is set, and none where none is needed", async () => {
    const setup = {
      tool: { request: { security: [[], ["token"], ["basic"]] } },
      security: {
        token: { kind: "bearer", variable: "TOKEN" },
        basic: { kind: "basic", user: "USER_NAME", password: "PASS" },
      },
    } as const;
    const answer = ({ headers }: Received, response: ServerResponse) =>
      sendJson(response, { sent: headers.authorization ? "yes" : "no" });
    const anonymous = await ask(answer, setup);
    expect((await anonymous.call()).text).toContain('"no"');
    const basic = await ask(answer, { ...setup, environment: { USER_NAME: "ann", PASS: "pass" } });
    await basic.call();
    expect(basic.upstream.received[0]?.headers.authorization).toBe("Basic YW5uOnBhc3M=");
    const bearer = await ask(answer, { ...setup, environment: { USER_NAME: "ann", TOKEN: "Bearer abcd" } });
    await bearer.call();
    expect(bearer.upstream.received[0]?.headers.authorization).toBe("Bearer abcd");
  });

  test.each([200, 401, 500])("is never shown, though the upstream repeats it with %i", async (status) => {
    const { call, lines } = await ask(
      (_, response) => {
        response.setHeader("Link", `<http://h/?key=${secret}>; rel="next"`);
        sendJson(response, { message: `key ${secret} it was`, list: [secret] }, status);
      },
      { tool: { request: secured, outputSchema: { type: "object" } }, security: key, environment: canary },
    );
    const result = await call();
    expect(JSON.stringify(result)).toContain("***");
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(lines.join("\n")).not.toContain(secret);
  });

  test("that cannot travel is named without its value", async () => {
    const { call } = await ask((_, response) => sendJson(response, {}), {
      tool: { request: secured },
      security: key,
      environment: { SHOP_API_KEY: `${secret}\u0007` },
    });
    const { text } = await call();
    expect(text).toBe("The value of SHOP_API_KEY holds a character that cannot be sent in a request.");
  });
});

describe("the address of the API", () => {
  const info =
    (variables: ServerDefinition["api"]["variables"], baseUrl: string, environment: Record<string, string>) =>
    async () => {
      const defined = {
        ...definition(baseUrl, [definedTool("ask")]),
        api: { baseUrl, security: {}, ...(variables && { variables }) },
      };
      const server = await startDefined(defined, environment);
      closers.push(server.close);
      const client = await connectMcp(server.url, "2026-07-28");
      closers.push(() => client.close());
      return JSON.stringify((await client.callTool({ name: "ask" })).content);
    };

  test("is overridden by API_BASE_URL, also for an operation that lives elsewhere", async () => {
    const elsewhere = { request: { baseUrl: "http://elsewhere.invalid" } };
    const upstream = await startUpstream((_, response) => sendJson(response, {}));
    closers.push(upstream.close);
    const { call } = await ask((_, response) => sendJson(response, {}), {
      tool: elsewhere,
      environment: { API_BASE_URL: `${upstream.origin}/base/` },
    });
    expect((await call()).isError).toBeUndefined();
    expect(upstream.received[0]?.target).toBe("/base/ask");
  });

  test("takes its variables from the environment, else their defaults", async () => {
    const variables = { region: { default: "eu", enum: ["eu", "us"] }, "api-version": { default: "v1" } };
    const url = "http://{region}.invalid/{api-version}";
    expect(await info(variables, url, { API_VARIABLE_REGION: "us" })()).toContain("us.invalid could not be reached");
    expect(await info(variables, url, { API_VARIABLE_REGION: "asia" })()).toContain(
      "API_VARIABLE_REGION must be one of eu, us.",
    );
    expect(await info(undefined, url, {})()).toContain("Set API_VARIABLE_REGION");
  });

  test("is a URL of the web, without a password in it", async () => {
    expect(await info(undefined, "/v1", {})()).toContain("Set API_BASE_URL");
    const text = await info(undefined, "http://h.invalid", { API_BASE_URL: `http://me:${secret}@h.invalid` })();
    expect(text).toContain("API_BASE_URL holds a user name or password");
    expect(text).not.toContain(secret);
  });
});

describe("a redirect", () => {
  const redirecting = (status: number, location: string) => (request: Received, response: ServerResponse) => {
    if (request.target === "/ask") response.writeHead(status, { Location: location }).end();
    else
      sendJson(response, {
        method: request.method,
        body: request.body.toString(),
        key: request.headers["x-key"] !== undefined,
      });
  };
  const post = {
    request: {
      method: "POST",
      ...secured,
      body: { property: "body", required: true, contentTypes: ["application/json"] },
    },
  };
  const keyed = { security: key, environment: canary };

  test("to the same origin is followed, with the key", async () => {
    const { call } = await ask(redirecting(302, "/moved?x=1"), { ...keyed, tool: { request: secured } });
    expect(JSON.parse((await call()).text)).toEqual({ method: "GET", body: "", key: true });
  });

  test.each([
    [303, "GET", ""],
    [307, "POST", '{"a":1}'],
    [308, "POST", '{"a":1}'],
  ])("of %i repeats a POST as %s", async (status, method, body) => {
    const { call } = await ask(redirecting(status, "/moved"), { ...keyed, tool: post });
    expect(JSON.parse((await call({ body: { a: 1 } })).text)).toEqual({ method, body, key: true });
  });

  test("of a change to another address is told, not guessed", async () => {
    const { call, upstream } = await ask(redirecting(301, "/moved"), { ...keyed, tool: post });
    expect(await call({ body: {} })).toMatchObject({
      isError: true,
      text: expect.stringContaining("POST was answered 301"),
    });
    expect(upstream.received).toHaveLength(1);
  });

  test("to another host is named and not followed, and the key stays", async () => {
    const other = await startUpstream((_, response) => sendJson(response, {}));
    closers.push(other.close);
    const { call } = await ask(redirecting(302, `${other.origin}/file?signature=s`), {
      ...keyed,
      tool: { request: secured },
    });
    expect(await call()).toMatchObject({
      isError: true,
      text: expect.stringContaining(`pointed to ${other.origin}/file, another host`),
    });
    expect(other.received).toHaveLength(0);
  });

  test("that leads in circles ends", async () => {
    const { call, upstream } = await ask((_, response) => response.writeHead(302, { Location: "/ask" }).end());
    expect((await call()).text).toContain("redirected more than 5 times");
    expect(upstream.received).toHaveLength(6);
  });
});

describe("a call", () => {
  test("ends when the upstream takes too long, before and after its first byte", async () => {
    const environment = { UPSTREAM_TIMEOUT_MS: "60" };
    const silent = await ask(() => undefined, { environment });
    expect(await silent.call()).toMatchObject({
      isError: true,
      text: expect.stringContaining("did not answer within 0.06 s"),
    });
    const stalled = await ask((_, response) => void response.writeHead(200).write("{"), { environment });
    expect(await stalled.call()).toMatchObject({
      isError: true,
      text: expect.stringContaining("did not answer within 0.06 s"),
    });
  });

  test("ends when the answer is larger than the limit", async () => {
    const { call } = await ask((_, response) => response.end("x".repeat(2000)), {
      environment: { UPSTREAM_MAX_BYTES: "1000" },
    });
    expect(await call()).toMatchObject({ isError: true, text: expect.stringContaining("more than 1000 bytes") });
  });

  test.each(["2026-07-28", "2025-11-25"] as const)(
    "of a client of %s is cancelled upstream when the client goes away",
    async (era) => {
      const gone = Promise.withResolvers<void>();
      const arrived = Promise.withResolvers<void>();
      const upstream = await startUpstream((_, response) => {
        response.once("close", gone.resolve);
        arrived.resolve();
      });
      closers.push(upstream.close);
      const server = await startDefined(definition(upstream.origin, [definedTool("ask")]));
      closers.push(server.close);
      const client = await connectMcp(server.url, era);
      const outcome = client.callTool({ name: "ask" }).catch(() => "failed");
      await arrived.promise;
      await client.close();
      await gone.promise;
      expect(await outcome).toBe("failed");
    },
  );

  test.each(["2026-07-28", "2025-11-25"] as const)("is cancelled upstream when a client of %s cancels", async (era) => {
    const gone = Promise.withResolvers<void>();
    const controller = new AbortController();
    const upstream = await startUpstream((_, response) => {
      response.once("close", gone.resolve);
      controller.abort();
    });
    closers.push(upstream.close);
    const server = await startDefined(definition(upstream.origin, [definedTool("ask")]));
    closers.push(server.close);
    const client = await connectMcp(server.url, era);
    closers.push(() => client.close());
    await expect(client.callTool({ name: "ask" }, { signal: controller.signal })).rejects.toThrow();
    await gone.promise;
  });

  test("is not cancelled by another client whose call has the same number", async () => {
    const asked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    const gone = Promise.withResolvers<void>();
    const upstream = await startUpstream((_, response) => {
      response.once("close", gone.resolve);
      if (upstream.received.length === 2) asked.resolve();
      release.promise.then(() => sendJson(response, {}));
    });
    closers.push(upstream.close);
    const server = await startDefined(definition(upstream.origin, [definedTool("ask")]));
    closers.push(server.close);
    const [one, two] = await Promise.all([connectMcp(server.url, "2025-11-25"), connectMcp(server.url, "2025-11-25")]);
    closers.push(
      () => one.close(),
      () => two.close(),
    );
    const controller = new AbortController();
    const cancelled = one.callTool({ name: "ask" }, { signal: controller.signal }).catch(() => "cancelled");
    const kept = two.callTool({ name: "ask" });
    await asked.promise;
    controller.abort();
    expect(await cancelled).toBe("cancelled");
    await gone.promise;
    release.resolve();
    expect((await kept).isError).toBeUndefined();
  });

  test("says host and reason when nobody answers", async () => {
    const upstream = await startUpstream(() => undefined);
    await upstream.close();
    const { call } = await ask(() => undefined, { environment: { API_BASE_URL: upstream.origin } });
    expect((await call()).text).toBe(
      `${new URL(upstream.origin).host} could not be reached: nothing listens there (ECONNREFUSED).`,
    );
    const broken = await ask((_, response) => response.destroy());
    expect((await broken.call()).text).toMatch(/could not be reached: the connection was broken off/);
  });

  test("tells the upstream who asks, and the log what came of it", async () => {
    const { call, upstream, lines } = await ask((_, response) => sendJson(response, {}));
    await call({ word: "private" });
    expect(upstream.received[0]?.headers["user-agent"]).toBe("shop/1.2.3");
    expect(lines.at(-1)).toMatch(/^tool ask ok status=200 ms=\d+$/);
  });
});
