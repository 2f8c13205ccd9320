import { request } from "node:http";
import type { Client } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { afterAll, expect, test } from "vitest";
import { serverCode } from "../support/servers/codeServer.ts";
import { connectMcpClient, protocolEras } from "../support/servers/mcpClient.ts";
import { startServedService } from "../support/service/servedService.ts";

const served = await startServedService();
afterAll(() => served.close());

const skillText = "---\nname: count\ndescription: Counts. Use for numbers.\n---\n\nCall `add`.\n";

/** Deploys a server that does not use the runtime, with a skill in its folder. */
async function deploy(changes: string) {
  const file = (path: string, content: string) => ({ path, encoding: "utf8" as const, content });
  const files = [
    file("server.mjs", serverCode(changes)),
    file("skills/count/SKILL.md", skillText),
    file("skills/count/references/more.md", "More."),
  ];
  const deployed = await served.deploy("Own", { kind: "files", files, entry: "server.mjs" });
  return deployed;
}

const plain = await deploy("");
/** Two pages of resources; a client must give the cursor of the second one. */
const withResources = await deploy(`
  capabilities.resources = { subscribe: true };
  capabilities.extensions = { "com.example/other": {} };
  const cached = { resultType: "complete", ttlMs: 0, cacheScope: "private" };
  methods["resources/list"] = ({ cursor }) => cursor === "2"
    ? { ...cached, resources: [{ uri: "notes://two", name: "two" }] }
    : { ...cached, resources: [{ uri: "notes://one", name: "one" }], nextCursor: "2" };
  methods["resources/read"] = ({ uri }) => ({ ...cached, contents: [{ uri, text: "own" }] });
  methods["resources/templates/list"] = ({ cursor }) => cursor === "2"
    ? { ...cached, resourceTemplates: [{ uriTemplate: "notes://{week}", name: "week" }] }
    : { ...cached, resourceTemplates: [{ uriTemplate: "notes://{day}", name: "day" }], nextCursor: "2" };
`);

const withoutTemplates = await deploy("capabilities.resources = {};");

const listTemplates = async (client: Client) =>
  (await client.listResourceTemplates()).resourceTemplates.map(({ uriTemplate }) => uriTemplate);
const listUris = async (client: Client) => (await client.listResources()).resources.map(({ uri }) => uri);

test.each(protocolEras)("a server in any code gets the skills of its folder from the gateway (%s)", async (era) => {
  const mcp = await connectMcpClient(plain.url, era, { ...plain.headers });
  expect(mcp.getServerCapabilities()).toMatchObject({
    resources: {},
    extensions: { "io.modelcontextprotocol/skills": { directoryRead: true } },
  });
  const skills = new SkillsClient(mcp);
  const { skill } = await skills.get("skill://count/SKILL.md");
  expect((await skills.list()).skills).toEqual([skill]);
  expect(await skills.read(skill)).toMatchObject({ text: skillText, verified: true });
  const { resources } = await skills.readDirectory("skill://count");
  expect(resources.map(({ uri }) => uri)).toEqual(["skill://count/SKILL.md", "skill://count/references"]);
  expect(await listUris(mcp)).toEqual(["skill://count/SKILL.md"]);
  await expect(mcp.readResource({ uri: "skill://count/../../server.mjs" })).rejects.toThrow();
  const called = await mcp.callTool({ name: "add", arguments: { a: 2, b: 3 } });
  expect(called.structuredContent).toEqual({ sum: 5 });
  await mcp.close();
});

test.each(protocolEras)("a server with resources keeps its own beside those of the skills (%s)", async (era) => {
  const mcp = await connectMcpClient(withResources.url, era, { ...withResources.headers });
  expect(mcp.getServerCapabilities()).toMatchObject({
    resources: { subscribe: true },
    extensions: { "com.example/other": {}, "io.modelcontextprotocol/skills": { directoryRead: true } },
  });
  expect(await listUris(mcp)).toEqual(["notes://one", "notes://two", "skill://count/SKILL.md"]);
  expect(await listTemplates(mcp)).toEqual(["notes://{day}", "notes://{week}", "skill://{+path}"]);
  expect((await mcp.readResource({ uri: "notes://one" })).contents).toMatchObject([{ text: "own" }]);
  const { contents } = await mcp.readResource({ uri: "skill://count/references/more.md" });
  expect(contents).toMatchObject([{ mimeType: "text/markdown", text: "More." }]);
  await mcp.close();
});

test.each(protocolEras)("a server with resources that knows no templates has that of the skills (%s)", async (era) => {
  const mcp = await connectMcpClient(withoutTemplates.url, era, { ...withoutTemplates.headers });
  expect(await listTemplates(mcp)).toEqual(["skill://{+path}"]);
  await mcp.close();
});

test("a server that serves the extension itself answers by itself", async () => {
  const own = await deploy(`
    capabilities.extensions = { "io.modelcontextprotocol/skills": {} };
    methods["skills/list"] = () => ({ resultType: "complete", ttlMs: 0, cacheScope: "private", skills: [] });
  `);
  const mcp = await connectMcpClient(own.url, "2026-07-28", { ...own.headers });
  expect((await new SkillsClient(mcp).list()).skills).toEqual([]);
  expect(mcp.getServerCapabilities()?.resources).toBeUndefined();
  await mcp.close();
});

test("an error of the server, and a body of any other size, go through as they are", async () => {
  const failing = await deploy(
    'methods["resources/list"] = () => { throw Object.assign(new Error("no disk"), { code: -32050 }); }; capabilities.resources = {};',
  );
  const post = async (method: string, params: object, headers: object = {}) => {
    const all = {
      ...failing.headers,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...headers,
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: "a", method, params });
    return (await fetch(failing.url, { method: "POST", headers: all, body })).json();
  };
  expect(await post("resources/list", {})).toEqual({
    jsonrpc: "2.0",
    id: "a",
    error: { code: -32050, message: "no disk" },
  });
  const padding = "x".repeat(40_000);
  expect(await post("tools/call", { name: "add", arguments: { a: 1, b: 1, padding } })).toMatchObject({
    id: "a",
    result: { structuredContent: { sum: 2 } },
  });
  expect(await post("initialize", { padding })).not.toHaveProperty("result.capabilities.extensions");
});

test("a body that arrives in pieces goes through, and a client that leaves in the middle of one stops nothing", async () => {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "add", arguments: { a: 2, b: 2 } } };
  const body = JSON.stringify(message);
  const headers = { ...plain.headers, "Content-Type": "application/json", "Content-Length": body.length };
  const start = () =>
    request(plain.url, { method: "POST", headers: { ...headers, Accept: "application/json, text/event-stream" } });
  const left = start().on("error", () => {});
  await new Promise<void>((sent) => left.write(body.slice(0, 10), () => sent()));
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const whole = start().on("error", reject);
  whole.on("response", (response) =>
    response.toArray().then((chunks) => resolve(Buffer.concat(chunks).toString()), reject),
  );
  await new Promise<void>((sent) => whole.write(body.slice(0, 20), () => sent()));
  left.destroy();
  // The first piece has arrived when another request has been answered.
  const mcp = await connectMcpClient(plain.url, "2025-11-25", { ...plain.headers });
  await mcp.close();
  whole.end(body.slice(20));
  expect(JSON.parse(await promise)).toMatchObject({ id: 1, result: { structuredContent: { sum: 4 } } });
});
