import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { removeServerFrom } from "../../../../../src/extension/agents/commands/removeServerFrom.ts";
import { repairEntry } from "../../../../../src/extension/agents/commands/repairAgents.ts";
import { readAgentUses, saveAgentUse } from "../../../../../src/extension/agents/model/agentUses.ts";
import { portableFile, useAgentCommands } from "../../../../support/agents/agentCommandFixture.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";

const { served, server, open, inWorkspace, inHome } = await useAgentCommands();

const read = (path: string) => readFileSync(path, "utf8");

describe("a grant of the bridge", () => {
  const path = () => inHome("Library/Application Support/Claude/claude_desktop_config.json");
  const ids = async () => (await served.api.readGrants({ serverId: server.id })).items.map(({ id }) => id);
  const fixture = (...answers: readonly string[]) => open(["Claude Desktop", ...answers], { platform: "darwin" });

  test("is gone when its entry could not be written", async () => {
    mkdirSync(join(path(), ".."), { recursive: true });
    writeFileSync(path(), '{\n  "mcpServers": {,}\n}\n');
    const before = await ids();
    await using broken = await fixture("Write");
    const place = "claude_desktop_config.json was not changed: line 2, column 18: This is not JSON";
    await expect(broken.useServer()).rejects.toThrow(place);
    expect(await ids()).toEqual(before);
    writeFileSync(path(), "{}");
    chmodSync(path(), 0o444);
    await using readOnly = await fixture("Write");
    await expect(readOnly.useServer()).rejects.toThrow("It is read-only");
    expect(await ids()).toEqual(before);
  });

  test("is gone when its repair was cancelled or failed", async () => {
    await using given = await fixture("Write", "Repair", "Leave As It Is", "Repair", "Repair");
    await given.useServer();
    await served.api.revokeGrant(requireValue(readAgentUses(given.memory)[0]?.grantId));
    const before = await ids();
    await given.useServer();
    expect(await ids()).toEqual(before);
    chmodSync(path(), 0o444);
    await expect(given.useServer()).rejects.toThrow("It is read-only");
    expect(await ids()).toEqual(before);
  });
});

describe("an entry that was written", () => {
  const path = () => inWorkspace(".mcp.json");

  test("is repaired although another file is broken or cannot be written", async () => {
    const repair = ["Repair", "Repair"];
    const answers = [...portableFile, "Cursor .cursor/mcp.json", "Write", ...repair, ...repair];
    await using fixture = await open(answers);
    await fixture.useServer();
    await fixture.useServer();
    const cursor = inWorkspace(".cursor", "mcp.json");
    const written = JSON.parse(read(cursor));
    writeFileSync(path(), "{");
    writeFileSync(cursor, "{}");
    await fixture.useServer();
    expect(JSON.parse(read(cursor))).toEqual(written);
    expect(fixture.messages.shown.join("\n")).toContain("warning: .mcp.json was not changed: line 1");
    writeFileSync(path(), "{}");
    chmodSync(path(), 0o444);
    writeFileSync(cursor, "{}");
    await expect(fixture.useServer()).rejects.toThrow(".mcp.json was not changed: It is read-only");
    expect(JSON.parse(read(cursor))).toEqual(written);
  });

  test("is not called up to date when it cannot be repaired, and is repaired from its row without a question for the agent", async () => {
    await using fixture = await open([...portableFile, "Repair", "Repair"]);
    await fixture.useServer();
    const written = read(path());
    writeFileSync(path(), "{");
    await fixture.useServer();
    expect(fixture.messages.shown.at(-1)).toContain("warning: .mcp.json was not changed");
    writeFileSync(path(), "{}\n");
    const use = requireValue(readAgentUses(fixture.memory)[0]);
    await repairEntry(fixture.app, { node: { kind: "agentUse", server, use, state: { kind: "missing" } } });
    expect(read(path())).toBe(written);
  });

  test.each([
    [{ serverId: "srv_gone" }, "Pet Shop was archived or deleted. Restore it, or remove it from"],
    [
      { agent: "later", path: "/later.json" },
      "/later.json was not changed, because Fairlead does not know the agent later",
    ],
  ])("of %j is left as it is, with the reason", async (change, reason) => {
    await using fixture = await open([...portableFile]);
    await fixture.useServer();
    const use = { ...requireValue(readAgentUses(fixture.memory)[0]), ...change };
    await repairEntry(fixture.app, { node: { kind: "agentUse", server, use, state: { kind: "missing" } } });
    expect(fixture.messages.shown.at(-1)).toContain(reason);
  });

  test("is removed from the palette when its server is gone", async () => {
    await using fixture = await open([...portableFile, "VS Code, Claude Code, Copilot Gone · .mcp.json", "Remove"]);
    await fixture.useServer();
    const use = requireValue(readAgentUses(fixture.memory)[0]);
    await saveAgentUse(fixture.memory, { ...use, serverId: "srv_gone", serverName: "Gone" }, use);
    await removeServerFrom(fixture.app, {});
    expect(JSON.parse(read(path()))).toEqual({ mcpServers: {} });
    expect(readAgentUses(fixture.memory)).toEqual([]);
  });

  test("of another service is removed, and it is said that its access stays", async () => {
    await using fixture = await open([...portableFile, "Remove"]);
    await fixture.useServer();
    const [kept] = readAgentUses(fixture.memory);
    const use = { ...requireValue(kept), connectionId: "another", grantId: "grt_1" };
    await removeServerFrom(fixture.app, { node: { kind: "agentUse", server, use, state: { kind: "same" } } });
    expect(fixture.messages.shown.at(-1)).toMatch(/^warning: Pet Shop was removed, but the access of the agent stays/);
  });
});
