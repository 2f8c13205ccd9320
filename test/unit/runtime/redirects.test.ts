import type { ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { closeAfterTest } from "../../support/closeAfterTest.ts";
import { startToolServer } from "../../support/servers/toolServer.ts";
import { type ReceivedRequest, sendJson, startUpstream } from "../../support/servers/upstream.ts";

const security = { api: { kind: "apiKey", in: "header", name: "X-Key", variable: "SHOP_API_KEY" } } as const;
const environment = { SHOP_API_KEY: "canary-4711" };
const secured = { security: [["api"]] };

describe("a redirect", () => {
  const redirecting = (status: number, location: string) => (request: ReceivedRequest, response: ServerResponse) => {
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
  const keyed = { security, environment };

  test("to the same origin is followed, with the key", async () => {
    const { call } = await startToolServer(redirecting(302, "/moved?x=1"), { ...keyed, tool: { request: secured } });
    expect(JSON.parse((await call()).text)).toEqual({ method: "GET", body: "", key: true });
  });

  test.each([
    [303, "GET", ""],
    [307, "POST", '{"a":1}'],
    [308, "POST", '{"a":1}'],
  ])("of %i repeats a POST as %s", async (status, method, body) => {
    const { call } = await startToolServer(redirecting(status, "/moved"), { ...keyed, tool: post });
    expect(JSON.parse((await call({ body: { a: 1 } })).text)).toEqual({ method, body, key: true });
  });

  test.each([301, 302])(
    "%i of a changing request is not followed, and may mean that it took effect",
    async (status) => {
      const { call, upstream } = await startToolServer(redirecting(status, "/moved"), { ...keyed, tool: post });
      const { isError, text } = await call({ body: {} });
      expect(isError).toBe(true);
      expect(text).toContain(`POST was answered ${status}`);
      expect(text).toContain("may have taken effect");
      expect(upstream.received).toHaveLength(1);
    },
  );

  test("to another host is reported and not followed, without sending the key", async () => {
    const other = closeAfterTest(await startUpstream((_, response) => sendJson(response, {})));
    const { call } = await startToolServer(redirecting(302, `${other.origin}/file?signature=s`), {
      ...keyed,
      tool: { request: secured },
    });
    expect(await call()).toMatchObject({
      isError: true,
      text: expect.stringContaining(`pointed to ${other.origin}/file, another host`),
    });
    expect(other.received).toHaveLength(0);
  });

  test("in a loop ends", async () => {
    const { call, upstream } = await startToolServer((_, response) =>
      response.writeHead(302, { Location: "/ask" }).end(),
    );
    expect((await call()).text).toContain("redirected more than 5 times");
    expect(upstream.received).toHaveLength(6);
  });
});
