import { describe, expect, test } from "vitest";
import { createFieldFilter } from "../../../src/runtime/tools/fieldFilter.ts";
import { closeAfterTest } from "../../support/closeAfterTest.ts";
import {
  createServerDefinition,
  createTestToolDefinition,
  startDefinedServer,
} from "../../support/servers/definedServer.ts";
import { connectMcpClient } from "../../support/servers/mcpClient.ts";
import { startToolServer, type ToolServerOptions } from "../../support/servers/toolServer.ts";
import { sendJson } from "../../support/servers/upstream.ts";

const startServer = (answer: unknown, tool: ToolServerOptions["tool"]) =>
  startToolServer((_, response) => sendJson(response, answer), { ...(tool && { tool }) });

const query = { in: "query", style: "form", explode: true } as const;

describe("the fields of an answer", () => {
  const answer = { items: [{ id: 1, url: "u", tags: [["x"], ["y"]] }, { id: 2 }], url: "v", next: null };

  test.each([
    [["$.items[*].id"], undefined, { items: [{ id: 1 }, { id: 2 }] }],
    [["items[0]", "next"], undefined, { items: [answer.items[0]], next: null }],
    [undefined, ["$..url", "$.items[*].tags[0]"], { items: [{ id: 1, tags: [["y"]] }, { id: 2 }], next: null }],
    [["$.items"], ["$.items[?@.id == 2]"], { items: [answer.items[0]] }],
    [["$"], undefined, answer],
  ])("keeps %j and drops %j", (keep, drop, expected) => {
    expect(createFieldFilter({ ...(keep && { keep }), ...(drop && { drop }) })(answer)).toEqual(expected);
  });

  test("stay whole where nothing to keep is found, as in another kind of answer", () => {
    expect(createFieldFilter({ keep: ["$.items[*].id"] })({ message: "Not yet." })).toEqual({ message: "Not yet." });
    expect(createFieldFilter({ keep: ["$.id"], drop: ["$.b"] })("text")).toBe("text");
  });

  test("refuse a path that is none", () => {
    expect(() => createFieldFilter({ keep: ["items["] })).toThrow('"items[" is no JSONPath');
  });
});

describe("a shaped tool", () => {
  test("returns only the chosen fields, as text and as structured content", async () => {
    const { call } = await startServer(
      { id: 1, secret: "s" },
      {
        outputSchema: { type: "object", properties: { status: {}, body: {} }, required: ["status"] },
        response: { fields: { drop: ["$.secret"] } },
      },
    );
    const result = await call();
    expect(result.text).not.toContain("secret");
    expect(result.structuredContent).toEqual({ status: 200, body: { id: 1 } });
  });

  test("returns at most as many characters as its limit, with a note", async () => {
    const list = Array.from({ length: 100 }, (_, number) => ({ number }));
    const { call } = await startServer(list, { response: { maxCharacters: 200 } });
    const [json = "", note] = (await call()).text.split("\nCut: ");
    expect(json.length).toBeLessThanOrEqual(200);
    expect(JSON.parse(json)).toEqual(list.slice(0, JSON.parse(json).length));
    expect(note).toContain("of 100 items");
  });

  test("sends its fixed values, and a default only where the caller sets none", async () => {
    const { call, upstream } = await startServer(
      {},
      {
        inputSchema: { type: "object", properties: { limit: { type: "integer" } }, additionalProperties: false },
        request: {
          path: "/accounts/{account}/pets",
          parameters: [
            { name: "account", property: "account", in: "path", style: "simple", explode: false, fixed: "a/1" },
            { ...query, name: "limit", property: "limit", default: 20 },
            { ...query, name: "zero", property: "zero", fixed: 0 },
          ],
        },
      },
    );
    await call();
    await call({ limit: 5 });
    expect(upstream.received.map(({ target }) => target)).toEqual([
      "/accounts/a%2F1/pets?limit=20&zero=0",
      "/accounts/a%2F1/pets?limit=5&zero=0",
    ]);
    expect(await call({ account: "other" })).toMatchObject({ isError: true });
  });

  const startBodyServer = (required: boolean, fields: readonly { path: string[]; value?: unknown }[]) =>
    startServer(
      {},
      {
        inputSchema: { type: "object", properties: { body: {} }, additionalProperties: false },
        request: {
          method: "POST",
          body: { property: "body", required, contentTypes: ["application/json"], fields },
        },
      },
    );
  const fields = [
    { path: ["owner", "tenant"], value: "t" },
    { path: ["zero"], value: 0 },
    { path: ["owner", "debug"] },
  ];

  test.each([
    [{ name: "Tom" }, { name: "Tom", owner: { tenant: "t" }, zero: 0 }],
    [
      { zero: 5, owner: { id: 1, tenant: "other", debug: true } },
      { zero: 0, owner: { id: 1, tenant: "t" } },
    ],
    [undefined, { owner: { tenant: "t" }, zero: 0 }],
    [["no object"], ["no object"]],
  ])("sends the body %j with its fixed fields, and never those that are hidden", async (body, sent) => {
    const { call, upstream } = await startBodyServer(false, fields);
    expect(await call(body === undefined ? {} : { body })).not.toMatchObject({ isError: true });
    expect(upstream.received.map((one) => JSON.parse(one.body.toString()))).toEqual([sent]);
  });

  test("sends a required body that callers cannot set as an empty object, and no optional one", async () => {
    const hidden = [{ path: ["debug"] }];
    const [required, optional] = [await startBodyServer(true, hidden), await startBodyServer(false, hidden)];
    await required.call();
    await optional.call();
    expect([required, optional].map(({ upstream }) => upstream.received[0]?.body.toString())).toEqual(["{}", ""]);
  });

  test("that is pinned stays listed beside the search", async () => {
    const tools = [createTestToolDefinition("common", { pinned: true }), createTestToolDefinition("rare")];
    const server = closeAfterTest(
      await startDefinedServer(createServerDefinition("http://127.0.0.1:1", tools, { mode: "search" })),
    );
    const client = closeAfterTest(await connectMcpClient(server.url, "2026-07-28"));
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      "search_operations",
      "describe_operation",
      "call_operation",
      "common",
    ]);
  });
});
