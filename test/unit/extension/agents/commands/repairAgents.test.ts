import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { removeServerFrom } from "../../../../../src/extension/agents/commands/removeServerFrom.ts";
import { useServerIn } from "../../../../../src/extension/agents/commands/useServerIn.ts";
import { repairEntry } from "../../../../../src/extension/agents/commands/repairAgents.ts";
import { readAgentUses, saveAgentUse } from "../../../../../src/extension/agents/model/agentUses.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createAgentPlaces } from "../../../../support/agents/testAgentFiles.ts";
import { createTemporaryFolder } from "../../../../support/createTemporaryFolder.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import type { ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

let home: string;
let workspace: string;
const served = await useServedService({});
const { server } = await deployTinyServer(served, await createTinyServer(served, "Pet Shop", "healthy"));
beforeEach(() => {
  home = createTemporaryFolder();
  workspace = join(home, "shop");
  mkdirSync(workspace);
});

const node = (): TreeNode => ({ kind: "server", server, live: undefined, latest: undefined });
const fixtureWith = (answers: readonly ScriptedAnswer[], places: Parameters<typeof createAgentPlaces>[2] = {}) =>
  createCommandFixture(served, { answers, agentPlaces: createAgentPlaces(home, workspace, places) });
const read = (path: string) => readFileSync(path, "utf8");

describe("a grant of the bridge", () => {
  const path = () => join(home, "Library/Application Support/Claude/claude_desktop_config.json");
  const ids = async () => (await served.api.readGrants({ serverId: server.id })).items.map(({ id }) => id);
  const fixture = (...answers: readonly string[]) =>
    fixtureWith(["Claude Desktop", ...answers], { platform: "darwin" });

  test("is gone when its entry could not be written", async () => {
    mkdirSync(join(path(), ".."), { recursive: true });
    writeFileSync(path(), "{");
    const before = await ids();
    await using broken = await fixture("Write");
    await expect(useServerIn(broken.app, { node: node() })).rejects.toThrow("was not changed");
    expect(await ids()).toEqual(before);
    writeFileSync(path(), "{}");
    chmodSync(path(), 0o444);
    await using readOnly = await fixture("Write");
    await expect(useServerIn(readOnly.app, { node: node() })).rejects.toThrow("It is read-only");
    expect(await ids()).toEqual(before);
  });

  test("is gone when its repair was cancelled or failed", async () => {
    await using given = await fixture("Write", "Repair", "Leave As It Is", "Repair", "Repair");
    await useServerIn(given.app, { node: node() });
    await served.api.revokeGrant(requireValue(readAgentUses(given.memory)[0]?.grantId));
    const before = await ids();
    await useServerIn(given.app, { node: node() });
    expect(await ids()).toEqual(before);
    chmodSync(path(), 0o444);
    await expect(useServerIn(given.app, { node: node() })).rejects.toThrow("It is read-only");
    expect(await ids()).toEqual(before);
  });
});

describe("an entry that was written", () => {
  const path = () => join(workspace, ".mcp.json");

  test("is repaired although another file is broken or cannot be written", async () => {
    const repair = ["Repair", "Repair"];
    const answers = [
      "VS Code, Claude Code, Copilot .mcp.json",
      "Write",
      "Cursor .cursor/mcp.json",
      "Write",
      ...repair,
      ...repair,
    ];
    await using fixture = await fixtureWith(answers);
    await useServerIn(fixture.app, { node: node() });
    await useServerIn(fixture.app, { node: node() });
    const cursor = join(workspace, ".cursor", "mcp.json");
    const written = JSON.parse(read(cursor));
    writeFileSync(path(), "{");
    writeFileSync(cursor, "{}");
    await useServerIn(fixture.app, { node: node() });
    expect(JSON.parse(read(cursor))).toEqual(written);
    expect(fixture.messages.shown.join("\n")).toContain("warning: .mcp.json was not changed: line 1");
    writeFileSync(path(), "{}");
    chmodSync(path(), 0o444);
    writeFileSync(cursor, "{}");
    await expect(useServerIn(fixture.app, { node: node() })).rejects.toThrow(
      ".mcp.json was not changed: It is read-only",
    );
    expect(JSON.parse(read(cursor))).toEqual(written);
  });

  test("is not called up to date when it cannot be repaired, and is repaired from its row without a question for the agent", async () => {
    await using fixture = await fixtureWith(["VS Code, Claude Code, Copilot .mcp.json", "Write", "Repair", "Repair"]);
    await useServerIn(fixture.app, { node: node() });
    const written = read(path());
    writeFileSync(path(), "{");
    await useServerIn(fixture.app, { node: node() });
    expect(fixture.messages.shown.at(-1)).toContain("warning: .mcp.json was not changed");
    writeFileSync(path(), "{}\n");
    const use = requireValue(readAgentUses(fixture.memory)[0]);
    await repairEntry(fixture.app, { node: { kind: "agentUse", server, use, state: { kind: "missing" } } });
    expect(read(path())).toBe(written);
  });

  test("is removed from the palette when its server is gone", async () => {
    await using fixture = await fixtureWith([
      "VS Code, Claude Code, Copilot .mcp.json",
      "Write",
      "VS Code, Claude Code, Copilot Gone · .mcp.json",
      "Remove",
    ]);
    await useServerIn(fixture.app, { node: node() });
    const use = requireValue(readAgentUses(fixture.memory)[0]);
    await saveAgentUse(fixture.memory, { ...use, serverId: "srv_gone", serverName: "Gone" }, use);
    await removeServerFrom(fixture.app, {});
    expect(JSON.parse(read(path()))).toEqual({ mcpServers: {} });
    expect(readAgentUses(fixture.memory)).toEqual([]);
  });
});
