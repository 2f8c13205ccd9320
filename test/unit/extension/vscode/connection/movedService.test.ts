import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { saveAgentUse } from "../../../../../src/extension/agents/model/agentUses.ts";
import {
  formatMovedEntries,
  formatMovedService,
  reportMovedService,
} from "../../../../../src/extension/vscode/connection/reportMovedService.ts";
import { createTestAgentFiles } from "../../../../support/agents/testAgentFiles.ts";
import { createTemporaryFolder } from "../../../../support/createTemporaryFolder.ts";
import { createListLogger } from "../../../../support/editor/commandFixture.ts";
import { createMapMemory } from "../../../../support/editor/mapMemory.ts";
import { createScriptedMessages } from "../../../../support/editor/scriptedMessages.ts";
import { writeFile } from "../../../../support/writeFile.ts";

const old = "http://127.0.0.1:4100";

test("the message about a moved service has both ports and what to do", () => {
  expect(formatMovedService(old, "http://127.0.0.1:4205")).toBe(
    "Another program uses port 4100, so the local service moved to port 4205. URLs of servers that you copied before have the old port: copy them again, or replace 4100 with 4205 in the files that have them.",
  );
});

test("repaired entries are said for one file and for several", () => {
  const format = (...files: string[]) => formatMovedEntries(old, "http://127.0.0.1:4205", files, "done");
  expect(format("a")).toBe("The local service moved from port 4100 to port 4205, and a has the new port.");
  expect(format("a", "b")).toMatch(/, and a.*b have the new port\.$/);
});

test("entries of agents are repaired when their user wants it, from then on by themselves, and a service without entries offers nothing", async () => {
  const now = "http://127.0.0.1:4205";
  const [memory, agentFiles] = [createMapMemory(), await createTestAgentFiles()];
  const report = async (previousUrl: string, url: string, ...choices: readonly string[]) => {
    const messages = createScriptedMessages(...choices);
    await reportMovedService({ log: createListLogger([]), messages, memory, agentFiles }, previousUrl, url);
    return messages;
  };
  expect((await report(old, now)).shown).toEqual([`warning: ${formatMovedService(old, now)}`]);

  const path = writeFile(createTemporaryFolder(), "mcp.json", `{"mcpServers":{"fit":{"url":"${old}/mcp/srv_1"}}}`);
  const server = { connectionId: "local", serverId: "srv_1", serverName: "Fit", at: "2026-11-26T10:00:00.000Z" };
  const entry = { url: `${old}/mcp/srv_1` };
  await saveAgentUse(memory, { agent: "cursor", scope: "user", path, name: "fit", entry, ...server });
  expect((await report(old, now)).shown[0]).toContain("[Repair, Always Repair]");
  expect(readFileSync(path, "utf8")).toContain(old);
  const chosen = await report(old, now, "Always Repair");
  await chosen.waitFor("has the new port");
  expect(readFileSync(path, "utf8")).toContain(now);
  const repaired = await report(now, old);
  expect(repaired.shown[0]).toMatch(/^info: .* has the new port\.$/);
  expect(readFileSync(path, "utf8")).toContain(old);
});
