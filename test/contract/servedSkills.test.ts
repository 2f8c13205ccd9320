import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { afterAll, expect, test } from "vitest";
import { connectMcpClient, protocolEras } from "../support/servers/mcpClient.ts";
import { startServedService } from "../support/service/servedService.ts";
import { createSkillServerFiles } from "../support/skills/skillServerFiles.ts";

const served = await startServedService();
afterAll(() => served.close());

const skillText = "---\nname: count\ndescription: Counts. Use for numbers.\nallowed-tools: add\n---\n\nCall `add`.\n";
const image = Buffer.from([0xff, 0xd8, 0, 1]).toString("base64");

const files = await createSkillServerFiles(
  { "SKILL.md": skillText, "references/more.md": "More." },
  { "assets/one.jpg": image },
);
const deployed = await served.deploy("Counter", { kind: "files", files, entry: "server.mjs" });

test.each(protocolEras)("a deployed server serves the skills of its folder through the gateway (%s)", async (era) => {
  const mcp = await connectMcpClient(deployed.url, era, { ...deployed.headers });
  expect(mcp.getServerCapabilities()).toMatchObject({
    resources: {},
    extensions: { "io.modelcontextprotocol/skills": { directoryRead: true } },
  });
  const skills = new SkillsClient(mcp);
  const listed = await skills.list();
  expect(listed.skills).toMatchObject([
    { uri: "skill://count/SKILL.md", frontmatter: { name: "count", "allowed-tools": "add" } },
  ]);
  const { skill } = await skills.get("skill://count/SKILL.md");
  expect(skill).toEqual(listed.skills[0]);
  expect(await skills.read(skill)).toMatchObject({ text: skillText, verified: true });
  expect(Buffer.from((await skills.read(skill, "assets/one.jpg")).bytes).toString("base64")).toBe(image);
  const { resources } = await skills.readDirectory("skill://count");
  expect(resources.map(({ uri }) => uri)).toEqual([
    "skill://count/SKILL.md",
    "skill://count/assets",
    "skill://count/references",
  ]);
  expect((await mcp.listResources()).resources).toMatchObject([{ uri: "skill://count/SKILL.md", name: "count" }]);
  const { contents } = await mcp.readResource({ uri: "skill://count/references/more.md" });
  expect(contents).toMatchObject([{ mimeType: "text/markdown", text: "More." }]);
  expect((await mcp.callTool({ name: "add", arguments: {} })).content).toMatchObject([{ text: "3" }]);
  await mcp.close();
});

test("raw requests of the newest version get what the extension prescribes, and nothing outside the skills", async () => {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const ask = async (method: string, params: Readonly<Record<string, unknown>> = {}) => {
    const headers = {
      ...deployed.headers,
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "2026-07-28",
      "Mcp-Method": method,
      ...(method === "resources/read" && { "Mcp-Name": String(params.uri) }),
    };
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } });
    return (await fetch(deployed.url, { method: "POST", headers, body })).json();
  };
  expect(await ask("skills/list")).toMatchObject({
    result: { resultType: "complete", ttlMs: 60_000, cacheScope: "private", skills: [{ resources: [{}, {}, {}] }] },
  });
  const refused = [
    ["skills/get", { uri: "skill://other/SKILL.md" }],
    ["resources/directory/read", { uri: "skill://count/SKILL.md" }],
    ["resources/read", { uri: "skill://count/../../server.mjs" }],
    ["resources/read", { uri: "skill://count/%2e%2e/%2e%2e/server.mjs" }],
    ["resources/read", { uri: "skill://notes.txt" }],
    ["resources/read", { uri: "file:///etc/passwd" }],
  ] as const;
  for (const [method, params] of refused) expect(await ask(method, params)).toMatchObject({ error: { code: -32602 } });
});
