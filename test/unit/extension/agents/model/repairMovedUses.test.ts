import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { type AgentUse, readAgentUses, saveAgentUse } from "../../../../../src/extension/agents/model/agentUses.ts";
import { listMovedUses, repairMovedUses } from "../../../../../src/extension/agents/model/repairMovedUses.ts";
import { createTestAgentFiles } from "../../../../support/agents/testAgentFiles.ts";
import { createTemporaryFolder } from "../../../../support/createTemporaryFolder.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";

const [before, now] = ["http://127.0.0.1:4000", "http://127.0.0.1:4001"];
const files = await createTestAgentFiles();
let folder: string;
beforeEach(() => {
  folder = createTemporaryFolder();
});

function createUse(agent: string, name: string, entry: AgentUse["entry"]): AgentUse {
  const path = join(folder, agent, "file");
  mkdirSync(join(folder, agent), { recursive: true });
  const server = { connectionId: "local", serverId: "srv_1", serverName: "Pet Shop" };
  return { agent, scope: "user", path, name, entry, ...server, at: "2026-11-26T10:00:00.000Z" };
}

test("entries with the old port get the new one, and nothing else changes", async () => {
  const memory = createMapMemory();
  const codex = createUse("codex", "pet-shop", { url: `${before}/mcp/srv_1` });
  writeFileSync(codex.path, `# mine\n[mcp_servers.pet-shop]\nurl = "${before}/mcp/srv_1"\n`);
  const windsurf = createUse("windsurf", "pet-shop", { serverUrl: `${before}/mcp/srv_1` });
  writeFileSync(windsurf.path, `{ "mcpServers": { "pet-shop": { "serverUrl": "${before}/mcp/srv_1" }, "b": {} } }`);
  for (const use of [codex, windsurf]) await saveAgentUse(memory, use);
  const repaired = await repairMovedUses({ files, memory }, before, now);
  expect(repaired.map(({ agent }) => agent)).toEqual(["codex", "windsurf"]);
  expect(readFileSync(codex.path, "utf8")).toBe(`# mine\n[mcp_servers.pet-shop]\nurl = "${now}/mcp/srv_1"\n`);
  expect(readFileSync(windsurf.path, "utf8")).toBe(
    `{ "mcpServers": { "pet-shop": { "serverUrl": "${now}/mcp/srv_1" }, "b": {} } }`,
  );
  expect(listMovedUses(memory, before)).toEqual([]);
  expect(readAgentUses(memory).map(({ entry }) => Object.values(entry))).toEqual([
    [`${now}/mcp/srv_1`],
    [`${now}/mcp/srv_1`],
  ]);
});

test("an entry that was edited, a broken file and another port stay as they are", async () => {
  const memory = createMapMemory();
  const edited = createUse("codex", "pet-shop", { url: `${before}/mcp/srv_1` });
  writeFileSync(edited.path, `[mcp_servers.pet-shop]\nurl = "${before}/mcp/srv_2"\n`);
  const broken = createUse("cursor", "pet-shop", { url: `${before}/mcp/srv_1` });
  writeFileSync(broken.path, "{");
  const other = createUse("zed", "pet-shop", { url: `${before}1/mcp/srv_1` });
  writeFileSync(other.path, `{"context_servers":{"pet-shop":{"url":"${before}1/mcp/srv_1"}}}`);
  for (const use of [edited, broken, other]) await saveAgentUse(memory, use);
  const texts = () => [edited, broken, other].map(({ path }) => readFileSync(path, "utf8"));
  const old = texts();
  expect(await repairMovedUses({ files, memory }, before, now)).toEqual([]);
  expect(texts()).toEqual(old);
});
