import { describe, expect, test } from "vitest";
import type { ToolDefinition } from "../../../src/runtime/definition.ts";
import { startMcpServer } from "../../../src/runtime/startMcpServer.ts";
import { closeAfterTest } from "../../support/closeAfterTest.ts";
import { callToolText } from "../../support/servers/callToolText.ts";
import {
  createServerDefinition,
  createTestToolDefinition,
  startDefinedServer,
} from "../../support/servers/definedServer.ts";
import { startUpstream } from "../../support/servers/upstream.ts";

/** Starts an API that answers with a text, and a generated server with one tool for it. */
async function startNumberServer(
  answer: string,
  tool: Parameters<typeof createTestToolDefinition>[1] = {},
  mode: "direct" | "search" = "direct",
  status = 200,
) {
  const upstream = await startUpstream((_, response) => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(answer);
  });
  const definition = createServerDefinition(upstream.origin, [createTestToolDefinition("number", tool)], { mode });
  const server = await startDefinedServer(definition);
  closeAfterTest(upstream);
  closeAfterTest(server);
  return { url: server.url, upstream };
}

const anything = { type: "object", properties: { status: { type: "integer" }, body: {} } };

/** The text block of a response. */
const readText = (response: string): string => JSON.parse(response).result.content[0].text;

describe("an answer of the API", () => {
  const answer =
    '{"id":9007199254740993,"huge":1e400,"price":1.50,"zero":-0,"whole":1.0,"list":[1E2,12345678901234567890123456789]}';

  test("has its numbers as the API wrote them, in text, in structured content and through the search tools", async () => {
    const { url } = await startNumberServer(answer, { outputSchema: anything });
    const response = await callToolText(url, "number", "{}");
    expect(readText(response).replaceAll(/\s/g, "")).toBe(answer);
    expect(response).toContain(`"structuredContent":{"status":200,"body":${answer}}`);
    const search = await startNumberServer(answer, {}, "search");
    const found = await callToolText(search.url, "call_operation", '{"name":"number","arguments":{}}');
    expect(readText(found).replaceAll(/\s/g, "")).toBe(answer);
  });

  test("that is shortened has them", async () => {
    const items = Array.from(
      { length: 9000 },
      (_, index) => `{"id":900719925474099300${index},"name":"${"x".repeat(9)}"}`,
    );
    const { url } = await startNumberServer(`{"next":1.0,"items":[${items.join(",")}]}`);
    const shown = readText(await callToolText(url, "number", "{}"));
    expect(shown.startsWith(`{"next":1.0,"items":[${items.slice(0, 100).join(",")}`)).toBe(true);
    expect(shown.length).toBeLessThanOrEqual(100_000);
  });

  test("that says what failed has them", async () => {
    const { url } = await startNumberServer('{"code":9007199254740993}', {}, "direct", 409);
    expect(readText(await callToolText(url, "number", "{}"))).toContain('{"code":9007199254740993}');
  });

  test("has them in structured content that declares a number", async () => {
    const outputSchema = { ...anything, properties: { ...anything.properties, body: { type: ["number", "null"] } } };
    const { url } = await startNumberServer("1e400", { outputSchema });
    const response = await callToolText(url, "number", "{}");
    expect(response).toContain('"structuredContent":{"status":200,"body":1e400}');
  });

  test("is a text of the structured content if it has another type", async () => {
    const outputSchema = { ...anything, properties: { ...anything.properties, body: { type: "object" } } };
    const { url } = await startNumberServer("9007199254740993", { outputSchema });
    const response = await callToolText(url, "number", "{}");
    expect(response).toContain('"structuredContent":{"status":200,"text":"9007199254740993",');
  });
});

const parameter = (name: string, location: "path" | "query" | "header" | "cookie") =>
  ({
    name,
    in: location,
    property: name,
    style: location === "query" || location === "cookie" ? "form" : "simple",
    explode: true,
  }) as const;

const body = { property: "body", required: false, contentTypes: ["application/json"] };

const sendingTool = (schema: object, request: Partial<ToolDefinition["request"]> = {}) => ({
  inputSchema: { type: "object", properties: { id: schema, also: {}, ids: { type: "array", items: schema } } },
  request: {
    method: "DELETE",
    path: "/items/{id}",
    parameters: [parameter("id", "path"), parameter("also", "query"), parameter("ids", "query")],
    ...request,
  },
});

/** Starts such a server, and returns how its API gets arguments. */
async function startSending(tool: Parameters<typeof createTestToolDefinition>[1], mode?: "search") {
  const { url, upstream } = await startNumberServer("{}", tool, mode);
  return async (argumentsText: string) => {
    const before = upstream.received.length;
    const text = mode ? `{"name":"number","arguments":${argumentsText}}` : argumentsText;
    const response = await callToolText(url, mode ? "call_operation" : "number", text);
    const { target, headers, body: sent } = upstream.received[before] ?? {};
    return { target, headers, body: sent?.toString(), text: readText(response) };
  };
}
const sendToUpstream = async (tool: Parameters<typeof startSending>[0], argumentsText: string) =>
  (await startSending(tool))(argumentsText);

describe("an argument", () => {
  test.each([undefined, "search"] as const)(
    "reaches the API in path and query as it was written (%s)",
    async (mode) => {
      const send = await startSending(sendingTool({ type: "integer" }), mode);
      const targets: Readonly<Record<string, string>> = {
        '{"id":9007199254740993}': "/items/9007199254740993",
        '{"id":1,"also":1e400,"ids":[9007199254740993,9007199254740995]}':
          "/items/1?also=1e400&ids=9007199254740993&ids=9007199254740995",
        '{"id":1,"also":{"a":12345678901234567890}}': "/items/1?a=12345678901234567890",
        '{"id":1,"also":0.10}': "/items/1?also=0.10",
      };
      for (const [given, target] of Object.entries(targets)) expect((await send(given)).target).toBe(target);
    },
  );

  test("reaches it in headers and cookies", async () => {
    const parameters = [parameter("id", "header"), parameter("also", "cookie")];
    const tool = sendingTool({ type: "integer" }, { path: "/items", parameters });
    const { headers } = await sendToUpstream(tool, '{"id":9007199254740993,"also":9007199254740995}');
    expect(headers).toMatchObject({ id: "9007199254740993", cookie: "also=9007199254740995" });
  });

  test.each([
    ["application/json", '{"a":9007199254740993,"b":[1e400,1.50,-0]}', '{"a":9007199254740993,"b":[1e400,1.50,-0]}'],
    ["application/x-www-form-urlencoded", '{"a":9007199254740993,"b":[1e400]}', "a=9007199254740993&b=1e400"],
    ["text/plain", "9007199254740993", "9007199254740993"],
    ["application/xml", "9007199254740993", "9007199254740993"],
  ])("reaches it in a body of %s", async (type, value, sent) => {
    const tool = {
      inputSchema: { type: "object", properties: { body: {} } },
      request: { method: "POST", path: "/items", body: { ...body, contentTypes: [type] } },
    };
    expect((await sendToUpstream(tool, `{"body":${value}}`)).body).toBe(sent);
  });

  test("reaches it in a part of a multipart body, as text", async () => {
    const tool = {
      inputSchema: { type: "object", properties: { body: {} } },
      request: { method: "POST", path: "/items", body: { ...body, contentTypes: ["multipart/form-data"] } },
    };
    const sent = (await sendToUpstream(tool, '{"body":{"id":9007199254740993}}')).body;
    expect(sent).toContain('name="id"\r\n\r\n9007199254740993\r\n');
  });

  test("that is an integer as text is taken where the schema has a long integer, and any beyond 2^53 where it has an integer", async () => {
    const send = async (schema: object, id: string) => {
      const { target, text } = await sendToUpstream(sendingTool(schema), `{"id":${id}}`);
      return target ?? text;
    };
    expect(await send({ type: "integer", format: "int64" }, '"7"')).toBe("/items/7");
    expect(await send({ type: "integer" }, '"9007199254740993"')).toBe("/items/9007199254740993");
    expect(await send({ anyOf: [{ type: "integer" }, { type: "null" }] }, '"9007199254740993"')).toBe(
      "/items/9007199254740993",
    );
    expect(await send({ type: "integer" }, '"7"')).toContain("/id must be integer");
    expect(await send({ type: "integer", format: "int64", maximum: 100 }, '"101"')).toContain("/id must be <= 100");
    expect(await send({ type: "integer", format: "int64" }, '"7 or 8"')).toContain("/id must be integer");
  });

  test("that is an integer as text is a number in the body, and stays text where the document allows text", async () => {
    const send = async (schema: object) => {
      const tool = {
        inputSchema: { type: "object", properties: { body: { type: "object", properties: { id: schema } } } },
        request: { method: "POST", path: "/items", body },
      };
      return (await sendToUpstream(tool, '{"body":{"id":"9007199254740993"}}')).body;
    };
    expect(await send({ type: "integer" })).toBe('{"id":9007199254740993}');
    expect(await send({ type: "string" })).toBe('{"id":"9007199254740993"}');
    expect(await send({ type: ["integer", "string"] })).toBe('{"id":"9007199254740993"}');
    expect(await send({})).toBe('{"id":"9007199254740993"}');
  });

  test("that is an integer with a fraction of zero or an exponent is sent as digits", async () => {
    expect((await sendToUpstream(sendingTool({ type: "integer" }), '{"id":10.0,"ids":[1e2,-0]}')).target).toBe(
      "/items/10?ids=100&ids=0",
    );
    expect((await sendToUpstream(sendingTool({ type: "number" }), '{"id":10.0}')).target).toBe("/items/10.0");
  });

  test("beyond the numbers of JavaScript is validated by its value", async () => {
    const send = async (schema: object, also: string) => {
      const tool = { ...sendingTool({}), inputSchema: { type: "object", properties: { id: {}, also: schema } } };
      const { target, text } = await sendToUpstream(tool, `{"id":1,"also":${also}}`);
      return target ?? text;
    };
    expect(await send({ type: "number" }, "1e400")).toBe("/items/1?also=1e400");
    expect(await send({ type: "number", maximum: 5 }, "1e400")).toContain("/also must be <= 5");
    expect(await send({ type: "string" }, "9007199254740993")).toContain("/also must be string");
    expect(await send({ type: "object" }, "9007199254740993")).toContain("/also must be object");
  });
});

test("tools that are written by hand get plain numbers", async () => {
  const received: unknown[] = [];
  const tool = {
    name: "add",
    description: "Adds.",
    inputSchema: { type: "object", properties: { values: {} } },
    run: ({ values }: { readonly values?: unknown }) => {
      received.push(values);
      return "done";
    },
  };
  const options = { environment: {}, log: () => undefined };
  const server = closeAfterTest(await startMcpServer({ name: "sums", version: "1.0.0" }, [tool], options));
  await callToolText(server.url, "add", '{"values":[1.0,9007199254740993,{"a":2.50}]}');
  expect(received).toEqual([[1, 9007199254740992, { a: 2.5 }]]);
});
