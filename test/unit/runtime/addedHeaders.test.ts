import { describe, expect, test } from "vitest";
import { startToolServer } from "../../support/servers/toolServer.ts";
import { sendJson } from "../../support/servers/upstream.ts";

const text = { type: "string" };
const tool = {
  inputSchema: {
    type: "object",
    properties: { "X-Tenant": text, q: text },
    required: ["X-Tenant", "q"],
    additionalProperties: false,
  },
  request: {
    parameters: [
      { name: "X-Tenant", in: "header", property: "X-Tenant", style: "simple", explode: false },
      { name: "q", in: "query", property: "q", style: "form", explode: true },
    ],
  },
} as const;

/** Starts a server whose API answers with the headers that it got. The headers go to the API unless `hosts` says otherwise. */
async function startServer(values: Record<string, string>, hosts?: string) {
  const server = await startToolServer(({ headers }, response) => sendJson(response, headers), {
    tool,
    environment: (origin) => ({
      ...values,
      ...Object.fromEntries(Object.keys(values).map((name) => [`${name}_API_HOSTS`, hosts ?? origin])),
      API_BASE_URL: origin,
    }),
  });
  const { tools } = await server.client.listTools();
  return { ...server, inputSchema: tools[0]?.inputSchema };
}

describe("an added header", () => {
  test("goes with each request to its hosts, and no tool asks for it", async () => {
    const { inputSchema, call, upstream } = await startServer({
      API_HEADER_X_TENANT: " acme ",
      API_SECRET_HEADER_AUTHORIZATION: "Bearer canary-1",
    });
    expect(inputSchema).toMatchObject({ properties: { q: text }, required: ["q"] });
    expect(inputSchema?.properties).not.toHaveProperty("X-Tenant");
    await call({ q: "a" });
    expect(upstream.received[0]?.headers).toMatchObject({ "x-tenant": "acme", authorization: "Bearer canary-1" });
    expect(await call({ q: "a", "X-Tenant": "other" })).toMatchObject({ isError: true });
    expect(upstream.received).toHaveLength(1);
  });

  test("that is secret never stands in an answer, and one that is not does", async () => {
    const { call } = await startServer({ API_HEADER_X_TENANT: "acme-id", API_SECRET_HEADER_X_TOKEN: "canary-2" });
    const { text: answer } = await call({ q: "a" });
    expect(answer).toContain("acme-id");
    expect(answer).not.toContain("canary-2");
  });

  test("goes to no other host, also where API_BASE_URL leads there, and the tool asks for its parameter", async () => {
    for (const hosts of ["api.example.com", "127.0.0.1", ""]) {
      const { inputSchema, call, upstream } = await startServer({ API_HEADER_X_TENANT: "acme" }, hosts);
      expect(inputSchema?.required).toEqual(["X-Tenant", "q"]);
      await call({ q: "a", "X-Tenant": "typed" });
      expect(upstream.received[0]?.headers["x-tenant"]).toBe("typed");
    }
  });

  test("whose value no request can carry is named without the value", async () => {
    const { call, upstream } = await startServer({ API_SECRET_HEADER_X_TOKEN: "a\u0001canary-3" });
    const { isError, text: answer } = await call({ q: "a", "X-Tenant": "t" });
    expect(isError).toBe(true);
    expect(answer).toContain("API_SECRET_HEADER_X_TOKEN");
    expect(answer).not.toContain("canary-3");
    expect(upstream.received).toEqual([]);
  });

  test("that the API refuses is named in the answer, unless it is no secret", async () => {
    const server = await startToolServer((_, response) => sendJson(response, {}, 401), {
      environment: (origin) => ({
        ...{ API_HEADER_X_TENANT: "acme", API_HEADER_X_TENANT_API_HOSTS: origin },
        ...{ API_SECRET_HEADER_X_TOKEN: "canary-4", API_SECRET_HEADER_X_TOKEN_API_HOSTS: origin },
      }),
    });
    const { text: answer } = await server.call();
    expect(answer).toContain("API_SECRET_HEADER_X_TOKEN was not accepted");
    expect(answer).not.toContain("API_HEADER_X_TENANT");
  });
});
