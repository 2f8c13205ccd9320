import { afterAll, beforeAll, expect, test } from "vitest";
import { isTestRunFinished } from "../../src/contract/testRuns.ts";
import { pollUntil } from "../support/pollUntil.ts";
import { callToolText } from "../support/servers/callToolText.ts";
import { connectMcpClient } from "../support/servers/mcpClient.ts";
import { startUpstream, type Upstream } from "../support/servers/upstream.ts";
import { requireValue } from "../support/service/requireValue.ts";
import { type DeployedServer, startServedService } from "../support/service/servedService.ts";

/** The ids of the items of the API. JavaScript's numbers cannot distinguish the first three. */
const ids = ["9007199254740992", "9007199254740993", "9007199254740994", "7"];
let items: string[];
let upstream: Upstream;
let served: Awaited<ReturnType<typeof startServedService>>;
let deployed: DeployedServer;

const id = { name: "id", in: "path", required: true, schema: { type: "integer", format: "int64" } };
const item = { type: "object", properties: { id: { type: "integer", format: "int64" }, balance: { type: "number" } } };
const json = (schema: object) => ({ "200": { description: "OK", content: { "application/json": { schema } } } });

function createItemDocument(origin: string): string {
  return JSON.stringify({
    openapi: "3.0.3",
    info: { title: "Items", version: "1.0.0" },
    servers: [{ url: origin }],
    paths: {
      "/items": { get: { operationId: "listItems", responses: json({ type: "array", items: item }) } },
      "/items/{id}": {
        get: { operationId: "getItem", parameters: [id], responses: json(item) },
        delete: { operationId: "deleteItem", parameters: [id], responses: { "204": { description: "Deleted" } } },
      },
    },
  });
}

const formatItem = (itemId: string) => `{"id":${itemId},"balance":1e400}`;

beforeAll(async () => {
  items = [...ids];
  upstream = await startUpstream(({ method, target }, response) => {
    const found = items.indexOf(target.slice("/items/".length));
    response.setHeader("Content-Type", "application/json");
    if (target === "/items") return response.end(`[${items.map(formatItem).join(",")}]`);
    if (found === -1) return response.writeHead(404).end("{}");
    if (method === "GET") return response.end(formatItem(items[found] ?? ""));
    items.splice(found, 1);
    return response.writeHead(204).end();
  });
  served = await startServedService();
  deployed = await served.deploy("Items", { kind: "openapi", document: createItemDocument(upstream.origin) });
});

afterAll(async () => {
  await served.close();
  await upstream.close();
});

test.each(["2025-11-25", "2026-07-28"] as const)(
  "an item whose id is beyond 2^53 is listed, read and deleted through a generated server, and no other one (%s)",
  async (era) => {
    items = [...ids];
    const client = await connectMcpClient(deployed.url, era, { ...deployed.headers });
    const call = async (name: string, input: Record<string, unknown>): Promise<string> => {
      const { content } = await client.callTool({ name, arguments: input });
      return content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
    };
    const listed = await call("listItems", {});
    expect(listed.match(/"id": \d+/g)).toEqual(ids.map((one) => `"id": ${one}`));
    expect(listed).toContain('"balance": 1e400');
    const tool = (await client.listTools()).tools.find(({ name }) => name === "deleteItem");
    expect(tool?.inputSchema.properties).toMatchObject({ id: { type: ["integer", "string"] } });
    expect(await call("getItem", { id: "9007199254740993" })).toContain('"id": 9007199254740993');
    expect(await call("deleteItem", { id: "9007199254740993" })).toContain("204");
    expect(await call("deleteItem", { id: 7 })).toContain("204");
    await client.close();
    expect(items).toEqual(["9007199254740992", "9007199254740994"]);
  },
);

test("numbers pass the gateway and the generated server byte for byte, in both directions", async () => {
  items = [...ids];
  const call = (name: string, input: string) => callToolText(deployed.url, name, input, deployed.headers);
  const list = await call("listItems", "{}");
  expect(list).toContain(`"structuredContent":{"status":200,"body":[${ids.map(formatItem).join(",")}]}`);
  await call("deleteItem", '{"id":9007199254740993}');
  expect(items).toEqual(ids.filter((one) => one !== "9007199254740993"));
});

test("a case file calls with the exact id and compares the exact answer", async () => {
  items = [...ids];
  const createCase = (name: string, equals: string) =>
    `- name: ${name}\n  tool: getItem\n  arguments: { id: 9007199254740993 }\n  expect: { json: { $.body.id: ${equals} } }\n`;
  const suite = {
    path: "fairlead.tests.yaml",
    content: createCase("right", "9007199254740993") + createCase("wrong", "9007199254740992"),
  };
  const started = await served.api.call("serverTestRuns.start", { id: deployed.server.id, suite, cases: ["case"] });
  const { cases } = await pollUntil(
    () => served.api.call("serverTestRun.get", { id: started.id }),
    ({ status }) => isTestRunFinished(status),
  );
  expect(requireValue(cases).map(({ name, status }) => [name, status])).toEqual([
    ["right", "passed"],
    ["wrong", "failed"],
  ]);
  expect(cases?.[1]).toMatchObject({ expected: "9007199254740992", actual: "9007199254740993" });
});
