import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { removeServerFrom } from "../../../../../src/extension/agents/commands/removeServerFrom.ts";
import { useServerIn } from "../../../../../src/extension/agents/commands/useServerIn.ts";
import { readAgentUseState } from "../../../../../src/extension/agents/model/agentDrift.ts";
import { readAgentUses, saveAgentUse } from "../../../../../src/extension/agents/model/agentUses.ts";
import type { TreeNode } from "../../../../../src/extension/workbench/nodes.ts";
import { createAgentPlaces } from "../../../../support/agents/testAgentFiles.ts";
import { createTemporaryFolder } from "../../../../support/createTemporaryFolder.ts";
import { createCommandFixture } from "../../../../support/editor/commandFixture.ts";
import { escapeAnswer, type ScriptedAnswer } from "../../../../support/editor/scriptedPrompts.ts";
import { createTinyServer, deployTinyServer } from "../../../../support/servers/deployTinyServer.ts";
import { requireValue } from "../../../../support/service/requireValue.ts";
import { useServedService } from "../../../../support/service/useServedService.ts";

let home: string;
let workspace: string;
const served = await useServedService({});
const { server, deployment } = await deployTinyServer(served, await createTinyServer(served, "Pet Shop", "healthy"));
beforeEach(() => {
  home = createTemporaryFolder();
  workspace = join(home, "shop");
  mkdirSync(workspace);
});

const node = (): TreeNode => ({ kind: "server", server, live: undefined, latest: undefined });
const fixtureWith = (answers: readonly ScriptedAnswer[], places: Parameters<typeof createAgentPlaces>[2] = {}) =>
  createCommandFixture(served, { answers, agentPlaces: createAgentPlaces(home, workspace, places) });
const read = (path: string) => readFileSync(path, "utf8");

describe("Use In", () => {
  test("shows the change first, and writes only our entry into the file of Codex", async () => {
    const path = join(home, ".codex", "config.toml");
    mkdirSync(join(home, ".codex"));
    writeFileSync(path, '# mine\nmodel = "x"\n');
    await using fixture = await fixtureWith(["Codex ~/.codex/config.toml", "Write"]);
    await useServerIn(fixture.app, { node: node() });
    const after = `# mine\nmodel = "x"\n\n[mcp_servers.pet-shop]\nurl = "${deployment.url}"\n`;
    expect(read(path)).toBe(after);
    expect(fixture.documents.compared).toEqual([
      {
        title: "Use Pet Shop in Codex",
        pairs: [
          {
            label: "~/.codex/config.toml",
            left: { name: "config.toml", text: '# mine\nmodel = "x"\n' },
            right: { name: "config.toml", text: after },
          },
        ],
      },
    ]);
    expect(fixture.prompts.questions.at(-1)).toBe(
      "Use Pet Shop in Codex: Write it into ~/.codex/config.toml, as the editor shows?",
    );
    expect(fixture.messages.shown).toEqual([
      'info: Pet Shop is in ~/.codex/config.toml now, as pet-shop. Sign in there with "codex mcp login pet-shop". [Copy Command]',
    ]);
    expect(readAgentUses(fixture.memory)).toMatchObject([{ agent: "codex", serverId: server.id, name: "pet-shop" }]);
  });

  test("writes nothing where the user leaves the file as it is, or presses Escape", async () => {
    for (const answers of [
      ["VS Code, Claude Code, Copilot .mcp.json", "Leave As It Is"],
      ["VS Code, Claude Code, Copilot .mcp.json", escapeAnswer],
      [escapeAnswer],
    ] as const) {
      await using fixture = await fixtureWith(answers);
      await useServerIn(fixture.app, { node: node() });
      expect(existsSync(join(workspace, ".mcp.json"))).toBe(false);
      expect(readAgentUses(fixture.memory)).toEqual([]);
    }
  });

  test("takes another name when an entry of somebody else has it", async () => {
    const path = join(workspace, ".mcp.json");
    writeFileSync(path, '{\n  "mcpServers": {\n    "pet-shop": { "command": "mine" }\n  }\n}\n');
    await using fixture = await fixtureWith(["VS Code, Claude Code, Copilot .mcp.json", "Write"]);
    await useServerIn(fixture.app, { node: node() });
    expect(JSON.parse(read(path))).toEqual({
      mcpServers: { "pet-shop": { command: "mine" }, "pet-shop-2": { type: "http", url: deployment.url } },
    });
  });

  test("shows the change again when the file changed after it was shown", async () => {
    const path = join(workspace, ".mcp.json");
    await using fixture = await fixtureWith(["VS Code, Claude Code, Copilot .mcp.json", "Write", "Write"]);
    const { compare } = fixture.documents;
    let count = 0;
    fixture.documents.compare = async (...given) => {
      count += 1;
      if (count === 1) writeFileSync(path, '{ "mcpServers": {} }\n');
      await compare(...given);
    };
    await useServerIn(fixture.app, { node: node() });
    expect(count).toBe(2);
    expect(fixture.messages.shown.join("\n")).toContain(
      ".mcp.json changed in the meantime, so nothing was written there.",
    );
    expect(JSON.parse(read(path))).toMatchObject({ mcpServers: { "pet-shop": { url: deployment.url } } });
  });

  test("refuses a broken and a read-only file with the reason", async () => {
    const path = join(workspace, ".mcp.json");
    writeFileSync(path, '{\n  "mcpServers": {,}\n}\n');
    await using broken = await fixtureWith(["VS Code, Claude Code, Copilot .mcp.json", "Write"]);
    await expect(useServerIn(broken.app, { node: node() })).rejects.toThrow(
      ".mcp.json was not changed: line 2, column 18: This is not JSON",
    );
    writeFileSync(path, "{}");
    chmodSync(path, 0o444);
    await using readOnly = await fixtureWith(["VS Code, Claude Code, Copilot .mcp.json", "Write"]);
    await expect(useServerIn(readOnly.app, { node: node() })).rejects.toThrow(
      ".mcp.json was not changed: It is read-only.",
    );
  });

  test("says which agents read a file, where its name does not", async () => {
    await using fixture = await fixtureWith([escapeAnswer]);
    await useServerIn(fixture.app, { node: node() });
    const details = fixture.prompts.offered.at(-1)?.flatMap(({ description, detail }) => {
      return detail === undefined ? [] : [`${description}: ${detail}`];
    });
    expect(details).toEqual([
      expect.stringMatching(/^\.mcp\.json: All agents in VS Code read it, and Claude Code and Copilot CLI/),
      expect.stringMatching(/mcp\.json: VS Code's own chat reads it, other agents in VS Code in part/),
      expect.stringMatching(/\.copilot\/mcp-config\.json: Copilot CLI reads it/),
    ]);
  });

  test("gives an agent the service itself, and repairs its entry", async () => {
    const path = join(workspace, ".mcp.json");
    const portable = "VS Code, Claude Code, Copilot .mcp.json";
    await using fixture = await fixtureWith(["Fairlead", portable, "Write", "Repair", "Repair"]);
    await useServerIn(fixture.app, {});
    const entry = { type: "http", url: `${served.service.url}/mcp` };
    expect(JSON.parse(read(path))).toEqual({ mcpServers: { fairlead: entry } });
    writeFileSync(path, read(path).replace("http://", "https://"));
    await useServerIn(fixture.app, { node: { kind: "grants" } });
    expect(JSON.parse(read(path))).toEqual({ mcpServers: { fairlead: entry } });
  });

  test("copies plain JSON for another agent", async () => {
    await using fixture = await fixtureWith(["Copy as JSON"]);
    await useServerIn(fixture.app, { node: node() });
    expect(JSON.parse(fixture.copied[0] ?? "")).toEqual({
      mcpServers: { "pet-shop": { type: "http", url: deployment.url } },
    });
  });

  test("offers no file of a workspace that is not trusted", async () => {
    await using fixture = await fixtureWith(["VS Code, Claude Code, Copilot .mcp.json", "Write"], { isTrusted: false });
    await expect(useServerIn(fixture.app, { node: node() })).rejects.toThrow("This workspace is not trusted");
    expect(existsSync(join(workspace, ".mcp.json"))).toBe(false);
  });
});

describe("an agent without OAuth", () => {
  const path = () => join(home, "Library/Application Support/Claude/claude_desktop_config.json");
  const grants = async () => (await served.api.readGrants({ serverId: server.id })).items;
  const fixture = (...answers: readonly string[]) =>
    fixtureWith(["Claude Desktop", ...answers], { platform: "darwin" });

  test("gets the bridge with a grant of its own, which Remove From revokes", async () => {
    await using given = await fixture("Write", "Remove");
    await useServerIn(given.app, { node: node() });
    const [grant] = await grants();
    expect(grant).toMatchObject({ client: "Claude Desktop", kind: "bridge", serverId: server.id });
    expect(JSON.parse(read(path()))).toEqual({
      mcpServers: {
        "pet-shop": {
          command: process.execPath,
          args: [join(home, "bridge", "bridge.mjs"), "--data", "/nowhere", "--grant", grant?.id],
          env: { ELECTRON_RUN_AS_NODE: "1" },
        },
      },
    });
    expect(existsSync(join(home, "bridge", "bridge.mjs"))).toBe(true);
    const use = requireValue(readAgentUses(given.memory)[0]);
    await removeServerFrom(given.app, { node: { kind: "agentUse", server, use, state: { kind: "same" } } });
    expect(JSON.parse(read(path()))).toEqual({ mcpServers: {} });
    expect(await grants()).toEqual([]);
  });

  test("has no grant where the user leaves the file as it is, and one when it was added twice", async () => {
    await using cancelled = await fixture("Leave As It Is");
    await useServerIn(cancelled.app, { node: node() });
    expect(await grants()).toEqual([]);
    await using given = await fixtureWith(["Claude Desktop", "Write", "Claude Desktop", "Write"], {
      platform: "darwin",
    });
    await useServerIn(given.app, { node: node() });
    await useServerIn(given.app, { node: node() });
    expect(await grants()).toHaveLength(1);
    expect(Object.keys(JSON.parse(read(path())).mcpServers)).toEqual(["pet-shop"]);
  });

  test("gets another grant by Repair when its own was revoked", async () => {
    for (const { id } of await grants()) await served.api.revokeGrant(id);
    await using given = await fixture("Write", "Repair", "Repair");
    await useServerIn(given.app, { node: node() });
    const [first] = await grants();
    await served.api.revokeGrant(requireValue(first).id);
    await useServerIn(given.app, { node: node() });
    const [second] = await grants();
    expect(second?.id).not.toBe(first?.id);
    expect(read(path())).toContain(second?.id);
    expect(readAgentUses(given.memory)).toMatchObject([{ grantId: second?.id }]);
  });
});

describe("an entry that was written", () => {
  const path = () => join(workspace, ".mcp.json");

  test("is found when it was edited, removed or leads elsewhere, and is repaired", async () => {
    await using fixture = await fixtureWith([
      "VS Code, Claude Code, Copilot .mcp.json",
      "Write",
      "Repair",
      "Repair",
      "Repair",
      "Repair",
    ]);
    await useServerIn(fixture.app, { node: node() });
    const written = read(path());
    const state = async (url = deployment.url) => {
      const use = requireValue(readAgentUses(fixture.memory)[0]);
      return readAgentUseState(fixture.app.agentFiles, use, { name: server.name, url: url ?? undefined });
    };
    expect(await state()).toEqual({ kind: "same" });
    expect(await state("http://127.0.0.1:1/mcp/x")).toMatchObject({ kind: "moved" });
    writeFileSync(path(), written.replace("http://", "https://"));
    expect(await state()).toEqual({ kind: "changed" });
    await useServerIn(fixture.app, { node: node() });
    expect(read(path())).toBe(written);
    writeFileSync(path(), "{}\n");
    expect(await state()).toEqual({ kind: "missing" });
    await useServerIn(fixture.app, { node: node() });
    expect(await state()).toEqual({ kind: "same" });
    writeFileSync(path(), "{");
    expect(await state()).toMatchObject({ kind: "unreadable", reason: expect.stringContaining("line 1") });
    rmSync(path());
    expect(await state()).toEqual({ kind: "missing" });
  });

  test("gets the new name of its server, and is up to date then", async () => {
    const answers = ["VS Code, Claude Code, Copilot .mcp.json", "Write", "Repair", "Repair", "Repair"];
    await using fixture = await fixtureWith(answers);
    await useServerIn(fixture.app, { node: node() });
    const use = requireValue(readAgentUses(fixture.memory)[0]);
    await saveAgentUse(fixture.memory, { ...use, serverName: "Old Shop", name: "old-shop" }, use);
    writeFileSync(path(), read(path()).replace("pet-shop", "old-shop"));
    await useServerIn(fixture.app, { node: node() });
    expect(JSON.parse(read(path()))).toEqual({ mcpServers: { "pet-shop": { type: "http", url: deployment.url } } });
    expect(readAgentUses(fixture.memory)).toMatchObject([{ name: "pet-shop", serverName: "Pet Shop" }]);
    await useServerIn(fixture.app, { node: node() });
    expect(fixture.messages.shown.at(-1)).toBe("info: Pet Shop is up to date in every agent.");
  });

  test("is removed, and nothing else", async () => {
    writeFileSync(path(), '{\n  // mine\n  "mcpServers": {\n    "a": { "command": "a" } // first\n  }\n}\n');
    const before = read(path());
    await using fixture = await fixtureWith([
      "VS Code, Claude Code, Copilot .mcp.json",
      "Write",
      "VS Code, Claude Code, Copilot",
      "Remove",
    ]);
    await useServerIn(fixture.app, { node: node() });
    expect(read(path())).not.toBe(before);
    await removeServerFrom(fixture.app, { node: node() });
    expect(read(path())).toBe(before);
    expect(readAgentUses(fixture.memory)).toEqual([]);
  });
});
