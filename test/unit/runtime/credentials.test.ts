import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import type { ServerDefinition } from "../../../src/runtime/definition.ts";
import { closeAfterTest } from "../../support/closeAfterTest.ts";
import {
  createServerDefinition,
  createTestToolDefinition,
  startDefinedServer,
} from "../../support/servers/definedServer.ts";
import { connectMcpClient } from "../../support/servers/mcpClient.ts";
import { startToolServer } from "../../support/servers/toolServer.ts";
import { type ReceivedRequest, sendJson, startUpstream } from "../../support/servers/upstream.ts";

const secret = "canary-4711-secret";
const security = { api: { kind: "apiKey", in: "header", name: "X-Key", variable: "SHOP_API_KEY" } } as const;
const environment = { SHOP_API_KEY: secret };
const secured = { security: [["api"]] };

describe("a credential", () => {
  test("has the word of its header before it, unless the value has one", async () => {
    const authorization = { ...security.api, name: "Authorization", prefix: "Token" } as const;
    for (const [value, sent] of [
      [secret, `Token ${secret}`],
      [`Bearer ${secret}`, `Bearer ${secret}`],
    ] as const) {
      const { call, upstream } = await startToolServer(
        (request, response) => sendJson(response, { seen: String(request.headers.authorization).split(" ")[1] }),
        { tool: { request: secured }, security: { api: authorization }, environment: { SHOP_API_KEY: value } },
      );
      const { text } = await call();
      expect(upstream.received[0]?.headers.authorization).toBe(sent);
      expect(text).not.toContain(secret);
    }
  });

  test("is added to the body that the API reads it from", async () => {
    const body = { property: "body", required: true, contentTypes: ["application/x-www-form-urlencoded"] };
    const properties = { body: { type: "object" } };
    const { call, upstream } = await startToolServer((_, response) => sendJson(response, {}), {
      tool: { inputSchema: { type: "object", properties }, request: { ...secured, method: "POST", body } },
      security: { api: { ...security.api, in: "body", name: "token" } },
      environment,
    });
    await call({ body: { text: "hi" } });
    expect(String(upstream.received[0]?.body)).toBe(`text=hi&token=${secret}`);
  });

  test("that only says whose a key is may stand in an answer", async () => {
    const { call } = await startToolServer((_, response) => sendJson(response, { owner: "user-4711" }), {
      tool: { request: secured },
      security: { api: { ...security.api, name: "X-User-Id", secret: false } },
      environment: { SHOP_API_KEY: "user-4711" },
    });
    expect((await call()).text).toContain("user-4711");
  });

  test("that is missing is named where the API asks for one, and the API may take calls without one", async () => {
    let status = 401;
    const { call } = await startToolServer((_, response) => sendJson(response, { status }, status), {
      tool: { request: { security: [["api"], ["user", "api"]] } },
      security: { ...security, user: { kind: "basic", user: "SHOP_USERNAME", password: "SHOP_PASSWORD" } },
    });
    expect(await call()).toMatchObject({
      isError: true,
      text: "This operation needs a credential. Set SHOP_API_KEY, or SHOP_USERNAME and SHOP_PASSWORD and SHOP_API_KEY in the environment of this MCP server (in Fairlead: Edit Variables) and start it again.",
    });
    status = 200;
    expect(await call()).toMatchObject({ text: expect.stringContaining('"status": 200') });
  });

  test("is sent only to a host that its owner agreed to", async () => {
    const hosts = { api: { ...security.api, hosts: "SHOP_API_HOSTS" } };
    const start = (environment: Record<string, string>) =>
      startToolServer((_, response) => sendJson(response, {}), {
        tool: { request: secured },
        security: hosts,
        environment,
      });
    for (const agreed of [undefined, "", "127.0.0.1", "api.example.com", "https://127.0.0.1", "*"]) {
      const { call, upstream } = await start({
        ...environment,
        ...(agreed !== undefined && { SHOP_API_HOSTS: agreed }),
      });
      const { host, origin } = new URL(upstream.origin);
      const { isError, text } = await call();
      expect(isError).toBe(true);
      expect(text).toContain(`Nothing was sent: ${origin} is not among the hosts that may receive SHOP_API_KEY.`);
      expect(text).toContain("add it to SHOP_API_HOSTS");
      expect(host).not.toBe("");
      expect(upstream.received).toHaveLength(0);
    }
  });

  test("is sent to each host that its owner agreed to, and to the base URL that its owner set", async () => {
    const upstream = closeAfterTest(await startUpstream((_, response) => sendJson(response, {})));
    const call = async (more: Record<string, string>) => {
      const defined = createServerDefinition(
        "http://127.0.0.1:9",
        [createTestToolDefinition("ask", { request: { ...secured, baseUrl: upstream.origin } })],
        { api: { baseUrl: "http://127.0.0.1:9", security: { api: { ...security.api, hosts: "SHOP_API_HOSTS" } } } },
      );
      const server = closeAfterTest(await startDefinedServer(defined, { ...environment, ...more }));
      const client = closeAfterTest(await connectMcpClient(server.url, "2026-07-28"));
      return client.callTool({ name: "ask" });
    };
    expect(
      (await call({ SHOP_API_HOSTS: `api.example.com, ${upstream.origin.toUpperCase()}` })).isError,
    ).toBeUndefined();
    expect((await call({ API_BASE_URL: upstream.origin })).isError).toBeUndefined();
    expect((await call({ SHOP_API_HOSTS: "http://127.0.0.1:9" })).isError).toBe(true);
    expect(upstream.received.map(({ headers }) => headers["x-key"])).toEqual([secret, secret]);
  });

  test("is the first alternative that is set, or none if it is optional", async () => {
    const setup = {
      tool: { request: { security: [[], ["token"], ["basic"]] } },
      security: {
        token: { kind: "bearer", variable: "TOKEN" },
        basic: { kind: "basic", user: "USER_NAME", password: "PASS" },
      },
    } as const;
    const answer = ({ headers }: ReceivedRequest, response: ServerResponse) =>
      sendJson(response, { sent: headers.authorization ? "yes" : "no" });
    const anonymous = await startToolServer(answer, setup);
    expect((await anonymous.call()).text).toContain('"no"');
    const basic = await startToolServer(answer, { ...setup, environment: { USER_NAME: "ann", PASS: "pass" } });
    await basic.call();
    expect(basic.upstream.received[0]?.headers.authorization).toBe("Basic YW5uOnBhc3M=");
    const bearer = await startToolServer(answer, { ...setup, environment: { USER_NAME: "ann", TOKEN: "Bearer abcd" } });
    await bearer.call();
    expect(bearer.upstream.received[0]?.headers.authorization).toBe("Bearer abcd");
  });

  test.each([200, 401, 500])("is masked in a response with status %i", async (status) => {
    const { call, lines } = await startToolServer(
      (_, response) => {
        response.setHeader("Link", `<http://h/?key=${secret}>; rel="next"`);
        sendJson(response, { message: `key ${secret} it was`, list: [secret] }, status);
      },
      { tool: { request: secured, outputSchema: { type: "object" } }, security, environment },
    );
    const result = await call();
    expect(JSON.stringify(result)).toContain("***");
    expect(JSON.stringify(result)).not.toContain(secret);
    expect(lines.join("\n")).not.toContain(secret);
  });

  test("is masked in its JSON encoding too", async () => {
    const quoted = 'pa"ss\\word-4711';
    const { call } = await startToolServer((_, response) => sendJson(response, { key: quoted }), {
      tool: { request: secured },
      security,
      environment: { SHOP_API_KEY: quoted },
    });
    expect(JSON.stringify(await call())).not.toContain("word-4711");
  });

  test("with an invalid character is named without its value", async () => {
    const { call } = await startToolServer((_, response) => sendJson(response, {}), {
      tool: { request: secured },
      security,
      environment: { SHOP_API_KEY: `${secret}\u0007` },
    });
    const { text } = await call();
    expect(text).toBe("The value of SHOP_API_KEY holds a character that cannot be sent in a request.");
  });
});

describe("the address of the API", () => {
  const info = async (
    variables: ServerDefinition["api"]["variables"],
    baseUrl: string,
    environment: Record<string, string>,
    tool: Parameters<typeof createTestToolDefinition>[1] = {},
  ) => {
    const api = { baseUrl, security: {}, ...(variables && { variables }) };
    const defined = createServerDefinition(baseUrl, [createTestToolDefinition("ask", tool)], { api });
    const server = closeAfterTest(await startDefinedServer(defined, environment));
    const client = closeAfterTest(await connectMcpClient(server.url, "2026-07-28"));
    return JSON.stringify((await client.callTool({ name: "ask" })).content);
  };

  test("is overridden by API_BASE_URL, also for an operation with its own base URL", async () => {
    const elsewhere = { request: { baseUrl: "http://elsewhere.invalid" } };
    const upstream = closeAfterTest(await startUpstream((_, response) => sendJson(response, {})));
    const { call } = await startToolServer((_, response) => sendJson(response, {}), {
      tool: elsewhere,
      environment: { API_BASE_URL: `${upstream.origin}/base/` },
    });
    expect((await call()).isError).toBeUndefined();
    expect(upstream.received[0]?.target).toBe("/base/ask");
  });

  test("is the own one of an operation where API_BASE_URL sets what the document leaves open", async () => {
    const own = closeAfterTest(await startUpstream((_, response) => sendJson(response, {})));
    const set = { API_BASE_URL: "http://h.invalid" };
    await info(undefined, "", set, { request: { baseUrl: own.origin } });
    expect(own.received[0]?.target).toBe("/ask");
    expect(await info(undefined, "", set)).toContain("h.invalid could not be reached");
  });

  test("takes its variables from the environment, else their defaults", async () => {
    const variables = { region: { default: "eu", enum: ["eu", "us"] }, "api-version": { default: "v1" } };
    const url = "http://{region}.invalid/{api-version}";
    expect(await info(variables, url, { API_VARIABLE_REGION: "us" })).toContain("us.invalid could not be reached");
    expect(await info(variables, url, { API_VARIABLE_REGION: "asia" })).toContain(
      "API_VARIABLE_REGION must be one of eu, us.",
    );
    expect(await info(undefined, url, {})).toContain("Set API_VARIABLE_REGION");
  });

  test("must be an http or https URL without a password", async () => {
    expect(await info(undefined, "/v1", {})).toContain("Set API_BASE_URL");
    const text = await info(undefined, "http://h.invalid", { API_BASE_URL: `http://me:${secret}@h.invalid` });
    expect(text).toContain("API_BASE_URL holds a user name or password");
    expect(text).not.toContain(secret);
  });
});
