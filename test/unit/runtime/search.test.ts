import { describe, expect, test } from "vitest";
import type { ToolDefinition } from "../../../src/runtime/definition.ts";
import { createSearchIndex } from "../../../src/text/search/searchIndex.ts";
import { closeAfterTest } from "../../support/closeAfterTest.ts";
import {
  createServerDefinition,
  createTestToolDefinition,
  startDefinedServer,
} from "../../support/servers/definedServer.ts";
import { connectMcpClient } from "../../support/servers/mcpClient.ts";
import { sendJson, startUpstream } from "../../support/servers/upstream.ts";

const operation = (name: string, method: string, path: string, title: string): ToolDefinition =>
  createTestToolDefinition(name, { title, description: `${title}. More of it.`, request: { method, path } });

const shop: ToolDefinition[] = [
  operation("issuesList", "GET", "/repos/{repo}/issues", "List issues of a repository"),
  operation("issuesCreate", "POST", "/repos/{repo}/issues", "Create an issue"),
  operation("issuesLock", "PUT", "/repos/{repo}/issues/{n}/lock", "Lock an issue"),
  operation("usersList", "GET", "/users", "List users"),
  operation("pullsMerge", "PUT", "/repos/{repo}/pulls/{n}/merge", "Merge a pull request"),
];

describe("the ranking", () => {
  const entries = shop.map(({ name, title, description, request }) => ({
    name,
    title,
    description,
    path: `${request.method} ${request.path}`,
  }));
  const names = (query: string, limit = 10) =>
    createSearchIndex(entries)
      .find(query, limit)
      .entries.map((entry) => entry.name);

  test.each([
    ["list issues", "issuesList"],
    ["create issue", "issuesCreate"],
    ["merge the pull request", "pullsMerge"],
    ["users", "usersList"],
    ["issuesLock", "issuesLock"],
    ["PUT lock", "issuesLock"],
    ["repositories issues list", "issuesList"],
    ["show all tickets", "issuesList"],
    ["open a bug", "issuesCreate"],
    ["merging a PR", "pullsMerge"],
    ["who are the people here", "usersList"],
  ])("ranks the intended operation first for %j", (query, expected) => {
    expect(names(query)[0]).toBe(expected);
  });

  test("prefers the methods that fit the query's verb, and what is not deprecated", () => {
    const thing = { title: "Things", description: "Things." };
    const first = (query: string, ...others: Parameters<typeof createSearchIndex>[0]) =>
      createSearchIndex(others).find(query, 1).entries[0]?.name;
    const [get, remove] = [
      { ...thing, name: "a", path: "GET /things" },
      { ...thing, name: "b", path: "DELETE /things" },
    ];
    expect(first("block things", get, remove)).toBe("b");
    expect(first("compare things", { ...get, name: "c" }, remove)).toBe("c");
    const [old, current] = ["Deprecated.", "Current."].map((text) => `${text}\n\nThings.`);
    expect(first("things", { ...get, description: `${old}` }, { ...remove, description: `${current}` })).toBe("b");
  });

  test("finds nothing for an unknown word, and everything for an empty query", () => {
    expect(names("zebra")).toEqual([]);
    expect(names("")).toEqual(["issuesCreate", "issuesList", "issuesLock", "pullsMerge", "usersList"]);
    expect(createSearchIndex(entries).find("issue", 1)).toMatchObject({
      total: 3,
      entries: [{ name: expect.any(String) }],
    });
  });
});

describe("a server of many operations", () => {
  async function connect(count = 0) {
    const upstream = closeAfterTest(await startUpstream(({ target }, response) => sendJson(response, { target })));
    const address = { type: "object", properties: { street: { type: "string", description: "x".repeat(3000) } } };
    const twoAddresses = { one: { $ref: "#/$defs/a~1b" }, two: address };
    const properties = {
      id: { type: "string" },
      body: { type: "object", description: "The body.", properties: twoAddresses },
      more: { type: "array", items: address },
    };
    const $defs = { "a/b": address, unused: address };
    const large = createTestToolDefinition("large", {
      inputSchema: { type: "object", properties, required: ["id"], $defs },
    });
    const create = createTestToolDefinition("create_thing", {
      inputSchema: { type: "object", properties: { name: { type: "string" } }, required: ["name"] },
      outputSchema: { type: "object", properties: { status: { type: "integer" } }, required: ["status"] },
      hintReason: 'The name says "create".',
      request: { method: "POST", body: { property: "name", required: true, contentTypes: ["text/plain"] } },
    });
    const many = Array.from({ length: count }, (_, index) => createTestToolDefinition(`operation_${index}`));
    const defined = createServerDefinition(upstream.origin, [create, large, ...shop, ...many], { mode: "search" });
    const server = closeAfterTest(await startDefinedServer(defined));
    const client = closeAfterTest(await connectMcpClient(server.url, "2026-07-28"));
    const call = async (name: string, input: Record<string, unknown>) => {
      const result = await client.callTool({ name, arguments: input });
      return { ...result, text: result.content.map((block) => (block.type === "text" ? block.text : "")).join("\n") };
    };
    return { client, call, upstream, lines: server.lines };
  }

  test("offers three tools instead of a thousand, and finds ten operations, or as many as the client wants", async () => {
    const { client, call } = await connect(1000);
    const { tools } = await client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(["search_operations", "describe_operation", "call_operation"]);
    expect(tools[2]?.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
    expect(JSON.stringify(tools).length).toBeLessThan(4000);
    const counted = async (input: object) =>
      JSON.parse((await call("search_operations", { query: "", ...input })).text).operations.length;
    expect([await counted({}), await counted({ limit: 3 })]).toEqual([10, 3]);
  });

  test("finds, describes and calls an operation, whose own schema checks the arguments", async () => {
    const { call, upstream, lines } = await connect(20);
    const found = JSON.parse((await call("search_operations", { query: "create thing" })).text);
    expect(found.operations[0]).toEqual({
      ...{ name: "create_thing", title: "create_thing", request: "POST /create_thing", summary: "Does create_thing." },
    });
    const described = JSON.parse((await call("describe_operation", { name: "create_thing" })).text);
    expect(described).toMatchObject({
      request: "POST /create_thing",
      hintReason: 'The name says "create".',
      inputSchema: { required: ["name"] },
      outputSchema: { required: ["status"] },
    });
    const called = await call("call_operation", { name: "create_thing", arguments: { name: "chair" } });
    expect(JSON.parse(called.text)).toEqual({ target: "/create_thing" });
    expect(lines.slice(1).map((line) => line.replace(/ms=\d+/, "ms"))).toEqual([
      "tool search_operations ok ms",
      "tool describe_operation ok ms",
      "tool create_thing ok status=200 ms",
    ]);
    const refused = await call("call_operation", { name: "create_thing", arguments: { name: 7 } });
    expect(refused).toMatchObject({ isError: true, text: expect.stringContaining("- /name must be string") });
    expect(upstream.received.map(({ body }) => body.toString())).toEqual(["chair"]);
  });

  test("describes a long schema by its top level, and each part by its path", async () => {
    const { call } = await connect();
    const describe = async (path?: string) =>
      JSON.parse((await call("describe_operation", { name: "large", ...(path && { path }) })).text);
    const { inputSchema } = await describe();
    const noteOf = (path: string) => ({ $comment: expect.stringContaining(`with the path ${path}.`) });
    expect(inputSchema).toEqual({
      type: "object",
      properties: {
        id: { type: "string" },
        body: { type: "object", description: "The body.", ...noteOf("/inputSchema/properties/body") },
        more: { type: "array", ...noteOf("/inputSchema/properties/more") },
      },
      required: ["id"],
    });
    const { schema } = await describe("/inputSchema/properties/body");
    expect(Object.keys(schema)).toEqual(["type", "description", "properties", "$defs"]);
    expect(Object.keys(schema.$defs)).toEqual(["a/b"]);
    const street = await describe("/inputSchema/properties/body/properties/one/properties/street");
    expect(street.schema.type).toBe("string");
    expect(await call("describe_operation", { name: "large", path: "/inputSchema/properties/none" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("no part at /inputSchema/properties/none"),
    });
  });

  test("suggests similar names for an unknown name", async () => {
    const { call } = await connect();
    expect(await call("describe_operation", { name: "issues_list" })).toMatchObject({
      isError: true,
      text: expect.stringContaining("Similar names: issuesList"),
    });
    expect((await call("call_operation", { name: "nope" })).isError).toBe(true);
  });
});
